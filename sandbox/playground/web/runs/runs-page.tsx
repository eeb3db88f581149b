import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Replayed } from '../../protocol.ts';
import { statusWords } from '../model/facts.ts';
import { count } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import productStyles from '../product/product.module.css';
import { ask } from '../server/requests.ts';
import { tellProblem, useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { PollList } from './poll-list.tsx';
import { RunList } from './run-list.tsx';
import styles from './runs.module.css';

const times: Record<string, { label: string; hours: number | null }> = {
  any: { label: 'Any time', hours: null },
  hour: { label: 'Last hour', hours: 1 },
  day: { label: 'Last 24 hours', hours: 24 },
  week: { label: 'Last 7 days', hours: 24 * 7 },
};

const needYou = 'stopped,held';

/** The history: every run by what tells it apart, found by Zap, status, time and what is in its data; and the polls. */
export function RunsPage({ zap }: { zap?: string | undefined }) {
  const { zaps } = usePlayground();
  const [, go] = useLocation();
  const [kind, setKind] = useState<'runs' | 'polls'>('runs');
  const [status, setStatus] = useState('any');
  const [since, setSince] = useState<{ time: string; from: string | null }>({ time: 'any', from: null });
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), 250);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, run] = useAction();
  const query = new URLSearchParams({
    ...(zap && { zap }),
    ...(status !== 'any' && { status }),
    ...(since.from && { from: since.from }),
    ...(search && { search }),
  }).toString();
  const isFiltered = query !== '';
  const replay = () =>
    run(async () => {
      const { runs, refused } = await ask<Replayed>('POST', '/runs/replay', { ids: [...picked] });
      setPicked(new Set());
      if (refused.length > 0)
        tellProblem(new Error([...new Set(refused.map(({ message }) => message))].join('\n')));
      const [only] = runs;
      if (runs.length === 1 && refused.length === 0 && only) go(routes.run(only.runId));
    });
  return (
    <>
      <TopBar
        title="Runs"
        status={
          <nav className={productStyles.tabs} aria-label="Kinds of history">
            {(['runs', 'polls'] as const).map((each) => (
              <Link
                key={each}
                href={zap ? routes.runsOf(zap) : routes.runs}
                aria-current={each === kind ? 'page' : undefined}
                onClick={() => setKind(each)}
              >
                {each === 'runs' ? 'Runs' : 'Polls'}
              </Link>
            ))}
          </nav>
        }
      >
        {picked.size > 0 && (
          <>
            <Button variant="default" onClick={() => setPicked(new Set())}>
              Clear
            </Button>
            <ServerButton loading={isBusy} onClick={replay}>
              Replay {count(picked.size, 'run')}
            </ServerButton>
          </>
        )}
      </TopBar>
      <main className={styles.page} aria-label="Runs">
        <div className={styles.filters}>
          <Select
            aria-label="Zap"
            searchable
            allowDeselect={false}
            data={[
              { value: '', label: 'All Zaps' },
              ...zaps.map(({ id, title }) => ({ value: id, label: title || 'Untitled Zap' })),
            ]}
            value={zap ?? ''}
            onChange={(id) => go(id ? routes.runsOf(id) : routes.runs)}
          />
          {kind === 'runs' && (
            <>
              <Select
                aria-label="Status"
                allowDeselect={false}
                data={[
                  { value: 'any', label: 'Any status' },
                  { value: needYou, label: 'Stopped or held' },
                  ...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
                ]}
                value={status}
                onChange={(chosen) => setStatus(chosen ?? 'any')}
              />
              <Select
                aria-label="Time"
                allowDeselect={false}
                data={Object.entries(times).map(([value, { label }]) => ({ value, label }))}
                value={since.time}
                onChange={(chosen) => {
                  const hours = times[chosen ?? 'any']?.hours ?? null;
                  const from = hours === null ? null : new Date(Date.now() - hours * 3_600_000).toISOString();
                  setSince({ time: chosen ?? 'any', from });
                }}
              />
              <TextInput
                aria-label="Search runs"
                placeholder="Search in titles and data"
                leftSection={<IconSearch size={15} aria-hidden />}
                value={words}
                onChange={({ currentTarget }) => setWords(currentTarget.value)}
              />
            </>
          )}
        </div>
        {kind === 'runs' ? (
          <RunList query={query} isFiltered={isFiltered} picked={picked} onPick={setPicked} />
        ) : (
          <PollList zap={zap} />
        )}
      </main>
    </>
  );
}
