import { appIn } from '../../sandbox/zaps/app.ts';
import type { Pool } from '../../sandbox/zaps/pool.ts';
import { TimeMachine } from '../../sandbox/zaps/time-machine.ts';
import { type CarelessApi, startCarelessApi } from '../../test/e2e/polls/careless-api.ts';
import { PolledZap, sum } from '../../test/e2e/polls/polled-zap.ts';

const DAY_S = 86_400;

/** A list that is polled: by which trigger, and how one of its records changes. */
interface List {
  name: string;
  trigger: string;
  inputData?: Record<string, unknown>;
  change: (api: CarelessApi, n: number, at: number) => unknown;
}

export const lists: readonly List[] = [
  {
    name: 'orders',
    trigger: 'order_status_changed',
    change: (api, n, at) => api.order(`SO-${n}`, 'confirmed', at),
  },
  {
    name: 'customers',
    trigger: 'customer_updated',
    change: (api, n, at) => api.customer(`C-${n}`, { name: 'Berghaus' }, at),
  },
  {
    name: 'products',
    trigger: 'low_stock',
    inputData: { threshold: 3 },
    change: (api, n, at) => api.product(`SKU-${n}`, 1, {}, at),
  },
  {
    name: 'movements',
    trigger: 'stock_movement_created',
    change: (api, _n, at) => api.movement('TENT', at),
  },
];

export interface DayCost {
  list: string;
  changes: number;
  /** Minutes between two polls. */
  every: number;
  requests: number;
  /** What each poll costs that looks back 25 hours; undefined where it fails. */
  withoutMemory: number | undefined;
}

/**
 * Plays a day of polls of the built app, with changes at equal distances.
 * @param hours how much of the day is played; what it costs is multiplied
 */
export async function playDay(
  containers: Pool,
  list: List,
  changes: number,
  every: number,
  hours: number,
): Promise<DayCost> {
  const time = new TimeMachine('2026-03-04T00:00:00Z');
  const api = await startCarelessApi({ now: () => time.now(), order: 'newest' });
  const app = await appIn(containers, { environment: { BASE_URL: api.baseUrl }, time });
  try {
    let [n, played] = [0, 0];
    /** Lets so much of a day pass that changes happen at equal distances. */
    const pass = (seconds: number) => {
      const start = time.now();
      played += seconds;
      const due = Math.floor((played / DAY_S) * changes);
      const first = n;
      for (; n < due; n += 1) list.change(api, n, start + ((n - first) / (due - first)) * seconds * 1000);
      time.pass(seconds);
    };
    pass(2 * DAY_S);
    const { inputData = {} } = list;
    const zap = await new PolledZap(app, list.trigger, { inputData }).turnOn();
    // The first hours read on from turning on.
    for (let minute = 0; minute < 180; minute += 5) {
      pass(5 * 60);
      await zap.poll();
    }
    zap.costs.length = 0;
    for (let polls = 0; polls < (hours * 60) / every; polls += 1) {
      pass(every * 60);
      await zap.poll();
    }
    const [problem] = zap.problems;
    if (problem) throw new Error(`${list.name}, ${changes} changes, every ${every} minutes: ${problem}`);
    const forgetful = new PolledZap(app, list.trigger, { inputData, id: null });
    await forgetful.poll();
    return {
      list: list.name,
      changes,
      every,
      requests: Math.round((sum(zap.costs) * 24) / hours),
      withoutMemory: forgetful.problems.length > 0 ? undefined : sum(forgetful.costs),
    };
  } finally {
    await app.close();
    await api.close();
  }
}
