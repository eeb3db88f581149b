import { expect, test } from '@jest/globals';
import { Database } from '../../sandbox/api/database/database.ts';
import { History } from '../../sandbox/playground/history.ts';
import { prepareStore } from '../../sandbox/playground/store.ts';
import type { RunRecord } from '../../sandbox/zaps/records.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';

function open(kept: string[] = []) {
  const database = new Database(undefined, () => new Date());
  afterThisTest(() => database.close());
  prepareStore(database);
  return new History(database, (id) => kept.push(id));
}

const run = (number: number, more: Partial<RunRecord> = {}): RunRecord => ({
  id: `run-${number}`,
  zapId: 'zap-1',
  zapTitle: 'A Zap',
  version: 1,
  title: `SO-${number}`,
  cause: null,
  replayOf: null,
  startedAt: '2026-05-01T12:00:00.000Z',
  status: 'success',
  message: null,
  retryAt: null,
  steps: [],
  durationMs: 1,
  requests: 0,
  ...more,
});

const everything = { offset: 0, limit: 500 };

test('keeps the latest polls of each Zap', () => {
  const history = open();
  const poll = {
    id: '',
    startedAt: '',
    durationMs: 1,
    requests: [],
    found: 0,
    fresh: 0,
    message: null,
    runs: [],
  };
  history.savePoll({ ...poll, zapId: 'zap-2' });
  for (let count = 1; count <= 510; count += 1) history.savePoll({ ...poll, zapId: 'zap-1', found: count });
  const { polls, total } = history.polls({ zap: 'zap-1', ...everything });
  expect([total, polls[0]?.found, polls.at(-1)?.found]).toEqual([500, 510, 11]);
  expect(history.polls({ zap: 'zap-2', ...everything }).total).toBe(1);
});

test('shows a run as it stands, and lets go of it once it has ended', () => {
  const kept: string[] = [];
  const history = open(kept);
  history.save(run(1, { status: 'running' }));
  expect(history.runs(everything)).toMatchObject({ total: 1, runs: [{ status: 'running' }] });
  history.save(run(1));
  history.save(run(2, { status: 'waiting' }));
  expect(history.counts('zap-1')).toEqual({ total: 2, stopped: 0, held: 0 });
  expect(kept).toEqual(['run-1']);
});

test('goes through ten thousand runs page by page while new ones come', () => {
  const history = open();
  for (let number = 1; number <= 10_000; number += 1) history.save(run(number));
  const first = history.runs({ ...everything, limit: 100 });
  expect([first.total, first.runs[0]?.id]).toEqual([10_000, 'run-10000']);
  history.save(run(10_001));
  const page = history.runs({ before: 'run-10001', offset: 9_900, limit: 100 });
  expect([page.total, page.runs.length, page.runs.at(-1)?.id]).toEqual([10_000, 100, 'run-1']);
  expect(history.runs({ ...everything, search: 'so-4321' })).toMatchObject({
    total: 1,
    runs: [{ id: 'run-4321' }],
  });
});
