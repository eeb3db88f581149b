import { IconArrowRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { FlowNode } from '../../protocol.ts';
import { AppTile } from '../parts/app-tile.tsx';
import styles from './zaps.module.css';

const mostShown = 7;

/** A Zap in one look: its trigger and its steps as tiles. */
export function ZapFlow({ flow }: { flow: readonly FlowNode[] }) {
  const shown = flow.slice(0, mostShown);
  return (
    <div className={styles.flow}>
      <span className="unseen">
        {flow.map(({ title, app }) => (app ? `${app}: ${title}` : title)).join(', then ')}
      </span>
      {shown.map(({ id, kind, app, title }, index) => (
        <Fragment key={id}>
          {index > 0 && <IconArrowRight size={13} aria-hidden />}
          <span title={app ? `${app}: ${title}` : title}>
            <AppTile kind={kind} app={app} size={28} />
          </span>
        </Fragment>
      ))}
      {flow.length > mostShown && <small aria-hidden>+{flow.length - mostShown}</small>}
    </div>
  );
}
