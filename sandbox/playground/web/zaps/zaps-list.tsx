import type { ZapSummary } from '../../protocol.ts';
import { PollingChoice } from './polling-choice.tsx';
import { ZapRow } from './zap-row.tsx';
import styles from './zaps.module.css';

/** The Zaps with their flow, switch, last run, errors and next poll. */
export function ZapsList({ zaps }: { zaps: readonly ZapSummary[] }) {
  const newestFirst = zaps.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  return (
    <section aria-labelledby="your-zaps">
      <div className={styles.head}>
        <h2 id="your-zaps" className={styles.heading}>
          Your Zaps
        </h2>
        {zaps.some(({ poll }) => poll) && <PollingChoice />}
      </div>
      <ul className={styles.zaps}>
        {newestFirst.map((zap) => (
          <ZapRow key={zap.id} zap={zap} />
        ))}
      </ul>
    </section>
  );
}
