import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { RunPage, RunSummary, ZapSummary } from '../../protocol.ts';
import { statusWords } from '../model/facts.ts';
import { when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { tones } from '../parts/status-chip.tsx';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';
import { useQuestion } from '../server/use-question.ts';
import styles from './run-beads.module.css';

const shown = 24;

/** The last runs of a Zap, one bead each, colored by how they came out. */
export function RunBeads({ zap: { id } }: { zap: ZapSummary }) {
  const question = useCallback(
    () => ask<RunPage>('GET', `/runs?zap=${encodeURIComponent(id)}&limit=${shown}`),
    [id],
  );
  const { answer } = useQuestion(question);
  const [runs, setRuns] = useState<RunSummary[]>([]);
  useEffect(() => setRuns(answer?.runs ?? []), [answer]);
  useEffect(
    () =>
      onEvent('run', (run) => {
        if (run.zapId !== id) return;
        setRuns((now) =>
          now.some((each) => each.id === run.id)
            ? now.map((each) => (each.id === run.id ? run : each))
            : [run, ...now].slice(0, shown),
        );
      }),
    [id],
  );
  if (runs.length === 0) return null;
  return (
    <div className={styles.box}>
      <Link href={routes.runsOf(id)}>{runs.length === 1 ? 'Last run' : `Last ${runs.length} runs`}</Link>
      <ul className={styles.beads} aria-label="Last runs">
        {runs.toReversed().map((run) => (
          <li key={run.id}>
            <Link
              href={routes.run(run.id)}
              className={styles.bead}
              data-tone={tones[run.status]}
              aria-label={`${run.title}: ${statusWords[run.status]}, ${when(run.startedAt)}`}
              title={`${run.title}: ${statusWords[run.status]}`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
