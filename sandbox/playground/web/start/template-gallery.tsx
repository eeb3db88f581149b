import type { Ref } from 'react';
import { useServer } from '../server/events.ts';
import { usePlayground } from '../server/use-state.ts';
import { ZapFlow } from '../zaps/zap-flow.tsx';
import styles from './start.module.css';

/** The one that the first minute tells of. */
const firstOne = 'confirm-new-orders.json';

type Props = { ref: Ref<HTMLHeadingElement>; onPick: (template: string) => void };

/** Zaps to start from, with their flow. */
export function TemplateGallery({ ref, onPick }: Props) {
  const { templates, broken } = usePlayground().app;
  const { isAway } = useServer();
  const sorted = templates.toSorted((a, b) => Number(b.id === firstOne) - Number(a.id === firstOne));
  return (
    <section aria-labelledby="templates">
      <h2 id="templates" ref={ref} tabIndex={-1} className={styles.sub}>
        Templates
      </h2>
      <ul className={styles.gallery}>
        {sorted.map(({ id, title, flow }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={title}
              className={styles.template}
              disabled={isAway}
              onClick={() => onPick(id)}
            >
              <ZapFlow flow={flow} />
              <b>{title}</b>
              <small aria-hidden>{flow.map(({ title: step, app }) => (app ? app : step)).join(' → ')}</small>
            </button>
          </li>
        ))}
        {broken.map(({ id, problems }) => (
          <li key={id} className={styles.broken}>
            <b>{id} cannot be used</b>
            {problems.map((problem) => (
              <small key={problem}>{problem}</small>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
