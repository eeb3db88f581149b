// Any sequence of changes, polls, lost results and cache faults: nothing is lost, nothing comes twice.
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { CacheFault } from '../../../sandbox/zaps/cache.ts';
import { TimeMachine } from '../../../sandbox/zaps/time-machine.ts';
import { afterThisTest } from '../../sandbox/api/harness.ts';
import { polledApp } from '../world.ts';
import { type CarelessApi, type Manner, startCarelessApi } from './careless-api.ts';
import { compare, complete, minutes, PolledZap } from './polled-zap.ts';

/** How something happens that a trigger is to run for, what it is known by, and in which field that stands. */
const triggers: Record<
  string,
  { field: string; happen: (api: CarelessApi, n: number, at: number) => string }
> = {
  order_status_changed: {
    field: 'order_number',
    happen: (api, n, at) => {
      api.order(`SO-${n}`, 'confirmed', at);
      return `SO-${n}`;
    },
  },
  customer_updated: {
    field: 'external_id',
    happen: (api, n, at) => {
      api.customer(`C-${n}`, { name: 'Berghaus' }, at);
      return `C-${n}`;
    },
  },
  customer_deactivated: {
    field: 'external_id',
    happen: (api, n, at) => {
      api.customer(`C-${n}`, { name: 'Berghaus', deleted: 'true' }, at);
      return `C-${n}`;
    },
  },
  stock_movement_created: { field: 'number', happen: (api, _n, at) => api.movement('TENT', at) },
  low_stock: {
    field: 'sku',
    happen: (api, n, at) => {
      api.product(`SKU-${n}`, 1, {}, at);
      return `SKU-${n}`;
    },
  },
};

const manner = fc.record({
  skew: fc.constantFrom(0, 0, 10, -10),
  pageSize: fc.constantFrom(100, 100, 50),
  order: fc.constantFrom('oldest' as const, 'newest' as const),
  cursors: fc.constantFrom('given' as const, 'given' as const, 'of all' as const, 'none' as const),
  meta: fc.constantFrom('totals' as const, 'more' as const, 'nothing' as const),
  isExclusive: fc.boolean(),
  movements: fc.constantFrom('with id' as const, 'without id' as const),
  zone: fc.constantFrom(0, 2, -7),
  times: fc.constantFrom('zoned' as const, 'seconds' as const, 'local' as const),
});

/** What happens until the next poll, and whether its results get lost. */
const step = (counts: number[], gaps: number[], faults: (CacheFault | undefined)[]) =>
  fc.record({
    changes: fc.constantFrom(...counts),
    /** Seconds within which they happen. */
    within: fc.constantFrom(0, 3, 60, 240),
    /** Minutes until the poll. */
    gap: fc.constantFrom(...gaps),
    isLost: fc.boolean(),
    fault: fc.constantFrom(...faults),
  });

/** @param haste how much shorter the app's waits are */
const world = async (haste = 1) => {
  const time = new TimeMachine('2026-03-04T08:00:00Z', haste);
  const settings: Manner = { now: () => time.now() };
  const api = await startCarelessApi(settings);
  afterThisTest(() => api.close());
  let fault: CacheFault | undefined;
  const app = await polledApp(api.baseUrl, time, { fault: () => fault });
  let [zaps, happened] = [0, 0];

  const play = async (
    key: string,
    manners: Omit<Manner, 'now'>,
    before: number,
    steps: { changes: number; within: number; gap: number; isLost: boolean; fault: CacheFault | undefined }[],
  ) => {
    api.clear();
    Object.assign(settings, manners);
    const { field = '', happen } = triggers[key] ?? {};
    const change = (count: number, seconds: number) =>
      Array.from({ length: count }, (_, i) => {
        happened += 1;
        return happen?.(api, happened, time.now() + Math.floor((i / count) * seconds * 1000)) ?? '';
      });
    change(before, 0);
    time.pass(minutes(30));
    zaps += 1;
    fault = undefined;
    const inputData = key === 'low_stock' ? { threshold: 3 } : {};
    const zap = await new PolledZap(app, key, { id: String(zaps), inputData }).turnOn();
    const expected: string[] = [];
    let wasLost = false;
    for (const { changes, within, gap, ...poll } of steps) {
      // Some are dated ahead of the clock, which shows only where times name their zone.
      const ahead = manners.times === 'local' ? minutes(gap) : Number.POSITIVE_INFINITY;
      expected.push(...change(changes, Math.min(within, ahead)));
      time.pass(minutes(gap));
      fault = poll.fault;
      // Of two polls in a row, one arrives.
      wasLost = poll.isLost && !wasLost;
      await zap.poll({ isLost: wasLost });
    }
    fault = undefined;
    for (let polls = 0; polls < 14; polls += 1) {
      time.pass(minutes(5));
      await zap.poll();
    }
    expect({ problems: zap.problems, ...compare(zap.column(field), expected) }).toEqual({
      problems: [],
      ...complete,
    });
    expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
  };
  return play;
};

const keys = fc.constantFrom(...Object.keys(triggers));
/** The same runs on every machine; PROPERTY_RUNS makes more of them. */
const bounds = { seed: 20_261_121, numRuns: Number(process.env['PROPERTY_RUNS'] ?? 10) };
jest.setTimeout(120_000 + bounds.numRuns * 2000);

test('no change is lost or comes twice while the cache works, however many and after however long a silence', async () => {
  const play = await world();
  const steps = fc.array(step([0, 1, 7, 150, 2500], [1, 5, 5, 15, 61, 600, 4320], [undefined]), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(fc.asyncProperty(keys, manner, fc.constantFrom(0, 120), steps, play), bounds);
});

test('no change is lost or comes twice while the cache forgets, refuses, lies, garbles, fails or hangs, with two polls a day at least', async () => {
  const play = await world(10);
  const faults = [undefined, undefined, 'forgets', 'refuses', 'lies', 'garbles', 'fails', 'hangs'] as const;
  const steps = fc.array(step([0, 1, 7, 60], [1, 5, 5, 15, 61, 600], [...faults]), {
    minLength: 1,
    maxLength: 16,
  });
  await fc.assert(fc.asyncProperty(keys, manner, fc.constantFrom(0, 60), steps, play), bounds);
});
