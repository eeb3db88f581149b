import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { AppTile } from '../parts/app-tile.tsx';
import { StatusSign } from '../parts/status-chip.tsx';
import type { DrawnStep } from './drawn.ts';
import styles from './step-node.module.css';

type Props = { step: DrawnStep; href: string; isSelected: boolean; onKeyDown?: React.KeyboardEventHandler };

/** A trigger or step: who does it, what kind it is, its title, one line of facts, and how it stands. */
export function StepNode({ step, href, isSelected, onKeyDown }: Props) {
  const { number, kind, app, kindWords, title, facts, sign, signWords, look } = step;
  return (
    <Link
      href={href}
      className={styles.node}
      data-look={look}
      data-selected={isSelected}
      data-place={step.place}
      aria-current={isSelected ? 'step' : undefined}
      draggable={false}
      onKeyDown={onKeyDown}
    >
      {kind ? (
        <AppTile kind={kind} app={app} />
      ) : (
        <span className={styles.open} aria-hidden>
          <IconPlus size={18} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.kind}>{kindWords}</span>
        <span className={styles.title} dir="auto">
          {number}. {title}
        </span>
        <span className={styles.facts} dir="auto" title={facts}>
          {facts}
        </span>
      </span>
      {sign && (
        <span>
          <StatusSign of={sign} />
          <span className="unseen">{signWords}</span>
        </span>
      )}
    </Link>
  );
}
