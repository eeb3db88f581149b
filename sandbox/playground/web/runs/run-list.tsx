import { Button, Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { RunSummary } from '../../protocol.ts';
import { count, duration, when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import styles from './runs.module.css';
import { useRunList } from './use-run-list.ts';

type Props = {
  query: string;
  isFiltered: boolean;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
};

/** Closer to the top than this, in pixels, new runs come in by themselves. */
const nearTop = 60;

/** The runs, newest first; however many there are, only those in sight are drawn. */
export function RunList({ query, isFiltered, picked, onPick }: Props) {
  const { total, at, need, fresh, refresh } = useRunList(query);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => 58,
    overscan: 10,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => need(first, last), [need, first, last]);
  useEffect(() => {
    if (fresh > 0 && (scroller.current?.scrollTop ?? 0) < nearTop) refresh();
  }, [fresh, refresh]);
  const pick = (id: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(id);
    else next.delete(id);
    onPick(next);
  };
  if (total === undefined) return null;
  if (total === 0) {
    return (
      <p className={styles.nothing}>
        {isFiltered
          ? 'No run is like that.'
          : 'No run yet. Publish a Zap, then let something happen in the product.'}
      </p>
    );
  }
  return (
    <>
      <p className={styles.total} role="status">
        {count(total, 'run')}
        {fresh > 0 && (
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => {
              scroller.current?.scrollTo({ top: 0 });
              refresh();
            }}
          >
            Show new runs
          </Button>
        )}
      </p>
      <div ref={scroller} className={styles.scroller} style={{ maxHeight: rows.getTotalSize() + 1 }}>
        <ul aria-label="Runs" className={styles.list} style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const run = at(index);
            return (
              <li
                key={index}
                className={styles.row}
                aria-setsize={total}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {run && (
                  <RunRow
                    run={run}
                    isPicked={picked.has(run.id)}
                    onPick={(isPicked) => pick(run.id, isPicked)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

type RowProps = { run: RunSummary; isPicked: boolean; onPick: (isPicked: boolean) => void };

function RunRow({ run, isPicked, onPick }: RowProps) {
  const { id, title, zapTitle, startedAt, status, steps, requests, durationMs, replayOf } = run;
  const ended = steps.length;
  const isEarly = !['success', 'running'].includes(status);
  return (
    <>
      <Checkbox
        aria-label={`Pick ${title}`}
        checked={isPicked}
        onChange={({ currentTarget }) => onPick(currentTarget.checked)}
      />
      <Link href={routes.run(id)} className={styles.run}>
        <span className={styles.words}>
          <b dir="auto">{title}</b>
          <small dir="auto">
            {replayOf ? 'Replay · ' : ''}
            {zapTitle}
          </small>
        </span>
        <StatusChip of={status} suffix={isEarly ? ` at step ${ended}` : ''} />
        <span className={styles.cost}>
          {count(requests, 'request')}, {duration(durationMs)}
        </span>
        <span className={styles.when}>{when(startedAt)}</span>
      </Link>
    </>
  );
}
