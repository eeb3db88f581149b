import { useCallback, useEffect } from 'react';
import { Link } from 'wouter';
import type { PollPage } from '../../protocol.ts';
import { RequestsView } from '../data/requests-view.tsx';
import { count, duration, when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { Chip } from '../parts/status-chip.tsx';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';
import { useQuestion } from '../server/use-question.ts';
import { usePlayground } from '../server/use-state.ts';
import styles from './runs.module.css';

/** What each poll asked for and found, newest first. */
export function PollList({ zap }: { zap: string | undefined }) {
  const { zaps } = usePlayground();
  const question = useCallback(
    () => ask<PollPage>('GET', `/polls?limit=100${zap ? `&zap=${encodeURIComponent(zap)}` : ''}`),
    [zap],
  );
  const { answer, again } = useQuestion(question);
  useEffect(() => onEvent('poll', again), [again]);
  if (!answer) return null;
  if (answer.polls.length === 0) {
    return <p className={styles.nothing}>No poll yet. Publish a Zap with a polling trigger.</p>;
  }
  return (
    <>
      <p className={styles.total} role="status">
        {count(answer.total, 'poll')}
      </p>
      <section
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label="Polls"
      >
        <ul className={styles.polls}>
          {answer.polls.map(({ id, zapId, startedAt, durationMs, requests, found, fresh, message, runs }) => (
            <li key={id}>
              <details>
                <summary className={styles.poll}>
                  <span className={styles.words}>
                    <b>{zaps.find((each) => each.id === zapId)?.title ?? 'A Zap'}</b>
                    <small>
                      {message ??
                        `Found ${count(found, 'record')}, ${fresh === 0 ? 'none' : fresh} of them new`}
                    </small>
                  </span>
                  {message ? (
                    <Chip tone="bad">Failed</Chip>
                  ) : (
                    <Chip tone={fresh > 0 ? 'ok' : 'plain'}>
                      {fresh > 0 ? count(runs.length, 'run') : 'Nothing new'}
                    </Chip>
                  )}
                  <span className={styles.cost}>
                    {count(requests.length, 'request')}, {duration(durationMs)}
                  </span>
                  <span className={styles.when}>{when(startedAt)}</span>
                </summary>
                <div className={styles.more}>
                  {runs.length > 0 && (
                    <p>
                      Runs:{' '}
                      {runs.map((run, index) => (
                        <span key={run}>
                          {index > 0 && ', '}
                          <Link href={routes.run(run)}>{run}</Link>
                        </span>
                      ))}
                    </p>
                  )}
                  <RequestsView requests={requests} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
