// Weeks of polls against an API that makes other choices than the sandbox; see careless-api.ts. Every row is played
// against its plainest manner, and a third of the others once in short. With THOROUGH=1 in the environment, every row is
// played against every manner, which takes ten minutes.
import { describe, expect, jest, test } from '@jest/globals';
import type { CacheFault, CacheOptions } from '../../../sandbox/zaps/cache.ts';
import { TimeMachine } from '../../../sandbox/zaps/time-machine.ts';
import { afterThisTest } from '../../sandbox/api/harness.ts';
import { polledApp } from '../world.ts';
import { type CarelessApi, type Manner, startCarelessApi } from './careless-api.ts';
import {
  compare,
  complete,
  days,
  hours,
  minutes,
  PolledZap,
  type PolledZapOptions,
  sum,
} from './polled-zap.ts';

jest.setTimeout(60_000);

interface Surroundings extends Omit<Manner, 'now'> {
  cache?: CacheOptions;
  start?: string;
  /** Whether the app's clock is the real one, and only the API's is the simulation's. */
  isAppOutside?: boolean;
}

async function startWorld({
  cache,
  start = '2026-03-04T08:00:00Z',
  isAppOutside,
  ...manner
}: Surroundings = {}) {
  // So that a cache that hangs takes no two seconds each time.
  const time = new TimeMachine(start, cache?.fault ? 10 : 1);
  const api = await startCarelessApi({ now: () => time.now(), ...manner });
  afterThisTest(() => api.close());
  const app = await polledApp(api.baseUrl, isAppOutside ? undefined : time, cache);
  const turnOn = (key: string, options?: PolledZapOptions) => new PolledZap(app, key, options).turnOn();
  /** Polls every five minutes, or as often as that, after what happens in between. */
  const play = async (zap: PolledZap, count: number, happen = () => {}, every = 5) => {
    for (let index = 0; index < count; index += 1) {
      happen();
      time.pass(minutes(every));
      await zap.poll();
    }
  };
  return { time, api, app, turnOn, play };
}

/** Lets this many things happen at times spread over the next seconds, by what `happen` does for each. */
function spread(
  time: TimeMachine,
  seconds: number,
  count: number,
  happen: (index: number, at: number) => void,
) {
  for (let i = 0; i < count; i += 1) happen(i, time.now() + ((i + 0.5) / count) * seconds * 1000);
}

const DAY_OF_POLLS = 288;
const isThorough = process.env['THOROUGH'] === '1';
/** The manners against which every row is played. */
const inFull = <T>(manners: T[]): T[] => (isThorough ? manners : manners.slice(0, 1));
/** Those that are played in short. */
const inShort = <T>(manners: T[]): T[] => manners.filter((_, index) => isThorough || index % 3 === 1);
const orderKey = (item: Record<string, unknown>) => `${item.order_number} ${item.status}`;

/** Confirms orders by number and at what time. @returns what Order Status Changed should run for. */
function confirmer(api: CarelessApi) {
  const expected: string[] = [];
  const confirm = (at?: number) => {
    const number = `SO-${expected.length + 1}`;
    api.order(number, 'confirmed', at);
    expected.push(`${number} confirmed`);
  };
  return { expected, confirm };
}

/** Hours ahead of UTC in 2026. */
const berlin = (at: number) =>
  at >= Date.parse('2026-03-29T01:00Z') && at < Date.parse('2026-10-25T01:00Z') ? 2 : 1;

const orderManners: [string, Surroundings][] = [
  ['cursors with a zone', {}],
  ['cursors without a zone', { times: 'local', zone: 2 }],
  ['cursors without a zone, west of Greenwich', { times: 'local', zone: -7 }],
  ['at most 50 records a page', { pageSize: 50 }],
  ['times of whole seconds', { times: 'seconds' }],
  ['cursors of the whole list', { cursors: 'of all' }],
  ['no word on its pages', { meta: 'nothing' }],
  ['at most 50 records a page, and only a word that there are more', { pageSize: 50, meta: 'more' }],
  ['no cursors, oldest first', { cursors: 'none' }],
  ['no cursors, newest first', { cursors: 'none', order: 'newest' }],
  ['no cursors, times without a zone', { cursors: 'none', times: 'local' }],
  ['a clock 10 minutes ahead', { skew: 10 }],
  ['a clock 10 minutes behind', { skew: -10 }],
  [
    'local times on the day when summer begins',
    { times: 'local', zone: berlin, start: '2026-03-28T20:00:00Z' },
  ],
  [
    'local times on the day when summer ends',
    { times: 'local', zone: berlin, start: '2026-10-24T20:00:00Z' },
  ],
  ['an app whose clock shows another year', { isAppOutside: true }],
];

describe.each(inFull(orderManners))('orders, with %s', (_, manner) => {
  test('2,016 changes in a day cost at most 576 requests', async () => {
    const { time, api, turnOn, play } = await startWorld(manner);
    const { expected, confirm } = confirmer(api);
    const zap = await turnOn('order_status_changed');
    await play(zap, DAY_OF_POLLS, () => spread(time, minutes(5), 7, (_i, at) => confirm(at)));
    await play(zap, 2);
    expect(zap.problems).toEqual([]);
    expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
    expect(sum(zap.costs)).toBeLessThanOrEqual(576 + 4);
  });

  test.each([
    ['arrive', false],
    ['get lost', true],
  ])(
    'three days without a poll lose none of 2,124 changes, where the first results %s',
    async (_, isLost) => {
      const { time, api, turnOn, play } = await startWorld(manner);
      const { expected, confirm } = confirmer(api);
      const zap = await turnOn('order_status_changed');
      await play(zap, 24, () => spread(time, minutes(5), 7, (_i, at) => confirm(at)));
      spread(time, days(3), 2124 - 24 * 7, (_i, at) => confirm(at));
      time.pass(days(3));
      if (isLost) await zap.poll({ isLost });
      await play(zap, 4);
      expect(zap.problems).toEqual([]);
      expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
      expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
      await play(zap, 12);
      expect(zap.costs.at(-1)).toBeLessThanOrEqual(2);
    },
  );

  test.each(
    inFull<[string, number[]]>([
      ['two polls', [2, 4]],
      ['no poll', []],
      ['the first poll', [1]],
      ['a late poll', [8]],
    ]),
  )(
    '20,000 changes within a minute arrive within 16 polls, where the results of %s get lost',
    async (_, lost) => {
      const { time, api, turnOn, play } = await startWorld(manner);
      const { expected, confirm } = confirmer(api);
      const zap = await turnOn('order_status_changed');
      await play(zap, 13, () => spread(time, minutes(5), 7, (_i, at) => confirm(at)));
      spread(time, minutes(1), 20_000, (_i, at) => confirm(at));
      // Where cursors lead astray, each poll finds that out with a request.
      const needed = manner.cursors === 'of all' ? 18 : 16 * (100 / (manner.pageSize ?? 100));
      for (let poll = 1; poll <= needed + lost.length; poll += 1) {
        time.pass(minutes(5));
        await zap.poll({ isLost: lost.includes(poll) });
      }
      expect(zap.problems).toEqual([]);
      expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
      expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
      await play(zap, 14);
      expect(Math.max(...zap.costs.slice(-2))).toBeLessThanOrEqual(2);
    },
  );

  test('turning on while 8,000 changed in the 25 hours before works, and none of them starts a run', async () => {
    const { time, api, turnOn, play } = await startWorld(manner);
    const { confirm } = confirmer(api);
    spread(time, hours(25), 8000, (_i, at) => confirm(at - hours(25) * 1000));
    const zap = await turnOn('order_status_changed');
    const late = `LATE-1`;
    api.order(late, 'confirmed');
    await play(zap, 14);
    expect(zap.problems).toEqual([]);
    expect(zap.fired.map(orderKey)).toEqual([`${late} confirmed`]);
    expect(zap.startCost).toBeLessThanOrEqual(60);
    expect(Math.max(...zap.costs.slice(-2))).toBeLessThanOrEqual(2);
  });

  test('3,600 changes an hour for four hours lose none', async () => {
    const { time, api, turnOn, play } = await startWorld(manner);
    const { expected, confirm } = confirmer(api);
    const zap = await turnOn('order_status_changed');
    await play(zap, 48, () => spread(time, minutes(5), 300, (_i, at) => confirm(at)));
    await play(zap, 16);
    expect(zap.problems).toEqual([]);
    expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
    expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
    expect(Math.max(...zap.costs.slice(-2))).toBeLessThanOrEqual(2);
  });

  test.each([[0.45], [1.5]])(
    'every poll goes on where the last one ended, where a page takes %d seconds',
    async (seconds) => {
      const { time, api, turnOn } = await startWorld({ ...manner });
      const { expected, confirm } = confirmer(api);
      const zap = await turnOn('order_status_changed');
      time.pass(minutes(5));
      await zap.poll();
      spread(time, minutes(1), 4000, (_i, at) => confirm(at));
      time.pass(minutes(5));
      api.manner.onRequest = () => time.pass(seconds);
      for (let poll = 0; poll < 12; poll += 1) {
        await zap.poll();
        time.pass(minutes(5));
      }
      expect(zap.problems).toEqual([]);
      expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
    },
  );

  test('loses nothing while orders change between its pages', async () => {
    const { api, turnOn, play } = await startWorld(manner);
    const { expected, confirm } = confirmer(api);
    const zap = await turnOn('order_status_changed');
    await play(zap, 2);
    for (let i = 0; i < 700; i += 1) confirm();
    api.manner.onRequest = () => {
      confirm();
      api.acknowledge(`SO-${(expected.length * 37) % 700 || 1}`);
    };
    await play(zap, 6);
    delete api.manner.onRequest;
    await play(zap, 3);
    expect(zap.problems).toEqual([]);
    expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
  });

  test('an order that was confirmed 3 or 20 days before starts no run when it is only acknowledged', async () => {
    const { time, api, turnOn, play } = await startWorld(manner);
    api.order('SO-3', 'confirmed', time.now() - days(3) * 1000);
    api.order('SO-20', 'confirmed', time.now() - days(20) * 1000);
    const zap = await turnOn('order_status_changed');
    await play(zap, 1);
    api.acknowledge('SO-3');
    api.acknowledge('SO-20');
    await play(zap, 3);
    expect(zap.fired).toEqual([]);
  });
});

const movementManners: [string, Surroundings][] = (['oldest', 'newest'] as const).flatMap((order) => [
  [`${order} first`, { order }],
  [`${order} first, without ids`, { order, movements: 'without id' }],
  [`${order} first, without ids or times`, { order, movements: 'bare' }],
  [`${order} first, whole seconds, no word on its pages`, { order, times: 'seconds', meta: 'nothing' }],
  [`${order} first, at most 50 a page`, { order, pageSize: 50 }],
  [`${order} first, days of a zone 10 hours east`, { order, times: 'local', zone: 10 }],
  [`${order} first, days of a zone 8 hours west`, { order, zone: -8 }],
  [`${order} first, the day when summer begins`, { order, zone: berlin, start: '2026-03-28T20:00:00Z' }],
  [`${order} first, the day when summer ends`, { order, zone: berlin, start: '2026-10-24T20:00:00Z' }],
  [`${order} first, a clock 10 minutes ahead`, { order, skew: 10 }],
  [`${order} first, a clock 10 minutes behind`, { order, skew: -10 }],
]);

const plainMovements = movementManners.filter(([, manner]) => Object.keys(manner).length === 1);

describe.each(isThorough ? movementManners : plainMovements)('movements, %s', (_, manner) => {
  const trigger = 'stock_movement_created';

  test('2,016 in a day cost at most 864 requests', async () => {
    const { time, api, turnOn, play } = await startWorld(manner);
    const expected: string[] = [];
    const zap = await turnOn(trigger);
    await play(zap, DAY_OF_POLLS, () =>
      spread(time, minutes(5), 7, (_i, at) => expected.push(api.movement('TENT', at))),
    );
    await play(zap, 2);
    expect(zap.problems).toEqual([]);
    expect(compare(zap.column('number'), expected)).toEqual(complete);
    // Newest first, without ids or times, cannot be told from any other order: the days are read whole.
    if (manner.movements !== 'bare') expect(sum(zap.costs)).toBeLessThanOrEqual(864 + 6);
  });

  test.each(
    inFull<[string, number[]]>([
      ['two polls', [2, 5]],
      ['no poll', []],
      ['the first poll', [1]],
    ]),
  )(
    '5,000 within a minute, and three days of silence, lose none, where the results of %s get lost',
    async (_, lost) => {
      const { time, api, turnOn, play } = await startWorld(manner);
      const expected: string[] = [];
      const move = (_i: number, at: number) => expected.push(api.movement('TENT', at));
      const zap = await turnOn(trigger);
      await play(zap, 14, () => spread(time, minutes(5), 7, move));
      spread(time, days(3), 2000, move);
      time.pass(days(3));
      spread(time, minutes(1), 5000, move);
      for (let poll = 1; poll <= 12 + lost.length; poll += 1) {
        time.pass(minutes(5));
        await zap.poll({ isLost: lost.includes(poll) });
      }
      expect(zap.problems).toEqual([]);
      expect(compare(zap.column('number'), expected)).toEqual(complete);
      expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
    },
  );

  test('a movement whose embedded product changes runs once', async () => {
    const { api, turnOn, play } = await startWorld(manner);
    api.product('TENT', 5);
    const zap = await turnOn(trigger);
    api.movement('TENT');
    await play(zap, 1);
    api.product('TENT', 4);
    await play(zap, 3);
    expect(zap.fired).toHaveLength(1);
  });
});

const productManners: [string, Surroundings][] = (['oldest', 'newest', 'sku'] as const).flatMap((order) => [
  [`listed by ${order}`, { order }],
  [`listed by ${order}, at most 50 a page`, { order, pageSize: 50 }],
  [`listed by ${order}, times without a zone`, { order, times: 'local', zone: 2 }],
  [`listed by ${order}, whole seconds`, { order, times: 'seconds' }],
  [`listed by ${order}, only what is later than asked for`, { order, isExclusive: true }],
  [`listed by ${order}, no word on its pages`, { order, meta: 'nothing' }],
]);

describe.each(inFull(productManners))('products, %s', (_, manner) => {
  const low = { inputData: { threshold: 3 } };

  test.each(
    inFull<[string, number[]]>([
      ['two polls', [3, 5]],
      ['no poll', []],
      ['the first poll', [1]],
    ]),
  )(
    '7,000 that fall low within seconds arrive within 20 polls, where the results of %s get lost',
    async (_, lost) => {
      const { time, api, turnOn } = await startWorld(manner);
      const zap = await turnOn('low_stock', low);
      const skus = Array.from({ length: 7000 }, (_, i) => `SKU-${(i * 7919) % 7000}`);
      spread(time, 5, 7000, (i, at) => api.product(String(skus[i]), 1, {}, at));
      for (let poll = 1; poll <= 20; poll += 1) {
        time.pass(minutes(5));
        await zap.poll({ isLost: lost.includes(poll) });
      }
      expect(zap.problems).toEqual([]);
      expect(compare(zap.column('sku'), skus)).toEqual(complete);
      expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
    },
  );

  test('one that falls low once, at 10:00, starts one run', async () => {
    const { time, api, turnOn, play } = await startWorld({ start: '2026-03-04T09:50:00Z', ...manner });
    api.product('TENT', 50, {}, time.now() - days(2) * 1000);
    const zap = await turnOn('low_stock', low);
    await play(zap, 2);
    api.product('TENT', 2);
    await play(zap, (DAY_OF_POLLS + 30) / 3, () => {}, 15);
    expect(zap.column('sku')).toEqual(['TENT']);
    expect(sum(zap.costs)).toBeLessThanOrEqual(2 * zap.costs.length);
  });
});

describe('customers', () => {
  test.each([
    ['null', null],
    ['“false”', 'false'],
  ])('one that is deactivated twice runs twice, where the mark is “true”, then %s', async (_, unmarked) => {
    const { api, turnOn, play } = await startWorld();
    api.customer('C-1', { name: 'Berghaus' });
    const zap = await turnOn('customer_deactivated');
    for (let times = 0; times < 2; times += 1) {
      api.customer('C-1', { deleted: 'true' });
      await play(zap, 3);
      api.customer('C-1', { deleted: unmarked });
      await play(zap, 15);
    }
    expect(zap.column('deleted')).toEqual(['true', 'true']);
  });

  test.each(inFull(orderManners))(
    '2,016 changes and 200 deactivations in a day all arrive in at most 576 requests a trigger, with %s',
    async (_, manner) => {
      const { time, api, turnOn } = await startWorld(manner);
      const updated = await turnOn('customer_updated');
      const deactivated = await turnOn('customer_deactivated');
      const [changed, gone]: [string[], string[]] = [[], []];
      let count = 0;
      for (let poll = 0; poll < DAY_OF_POLLS; poll += 1) {
        spread(time, minutes(5), 7, (_i, at) => {
          count += 1;
          const isGone = count % 10 === 0;
          (isGone ? gone : changed).push(`C-${count}`);
          api.customer(`C-${count}`, { name: 'Berghaus', ...(isGone && { deleted: 'true' }) }, at);
        });
        time.pass(minutes(5));
        await updated.poll();
        await deactivated.poll();
      }
      expect(compare(updated.column('external_id'), changed)).toEqual(complete);
      expect(compare(deactivated.column('external_id'), gone)).toEqual(complete);
      expect(sum(updated.costs)).toBeLessThanOrEqual(576);
      expect(sum(deactivated.costs)).toBeLessThanOrEqual(576);
    },
  );
});

describe('two hours, three days of silence whose results get lost, and 1,500 changes at once all arrive', () => {
  const short = async (
    surroundings: Surroundings,
    key: string,
    field: string,
    change: (api: CarelessApi, n: number, at: number) => unknown,
  ) => {
    const { time, api, turnOn, play } = await startWorld(surroundings);
    let n = 0;
    const happen = (seconds: number, count: number) =>
      spread(time, seconds, count, (_i, at) => {
        n += 1;
        change(api, n, at);
      });
    happen(0, 60);
    time.pass(hours(2));
    const zap = await turnOn(key, key === 'low_stock' ? { inputData: { threshold: 3 } } : {});
    await play(zap, 8, () => happen(minutes(15), 21), 15);
    expect(Math.max(...zap.costs)).toBeLessThanOrEqual(5);
    happen(days(3), 300);
    time.pass(days(3));
    await zap.poll({ isLost: true });
    await play(zap, 2);
    happen(20, 1500);
    await play(zap, 6);
    const numbers = zap.column(field).map((value) => Number(/\d+/.exec(String(value))));
    const expected = Array.from({ length: n - 60 }, (_, i) => i + 61);
    expect({ problems: zap.problems, ...compare(numbers, expected) }).toEqual({ problems: [], ...complete });
    expect(Math.max(...zap.costs)).toBeLessThanOrEqual(60);
  };

  test.each(inShort(orderManners))('of orders, with %s', (_, manner) =>
    short(manner, 'order_status_changed', 'order_number', (api, n, at) =>
      api.order(`SO-${n}`, 'confirmed', at),
    ),
  );
  test.each(inShort(movementManners))('of movements, %s', (_, manner) =>
    short(manner, 'stock_movement_created', 'number', (api, _n, at) => api.movement('TENT', at)),
  );
  test.each(inShort(productManners))('of products, %s', (_, manner) =>
    short(manner, 'low_stock', 'sku', (api, n, at) => api.product(`SKU-${n}`, 1, {}, at)),
  );
});

describe('Zaps', () => {
  test('of one trigger do not disturb each other', async () => {
    const { time, api, app, turnOn } = await startWorld();
    const { expected, confirm } = confirmer(api);
    const one = await turnOn('order_status_changed', { id: '1' });
    const other = await turnOn('order_status_changed', { id: '2' });
    const filtered = await turnOn('order_status_changed', { id: '1', inputData: { status: ['delivered'] } });
    for (let poll = 0; poll < 40; poll += 1) {
      spread(time, minutes(5), 7, (_i, at) => confirm(at));
      time.pass(minutes(5));
      await one.poll();
      if (poll % 7 === 6) await other.poll();
    }
    const late = await new PolledZap(app, 'order_status_changed', { id: '3' }).turnOn();
    time.pass(minutes(5));
    for (const zap of [one, other, filtered, late]) await zap.poll();
    for (const zap of [one, other]) expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
    expect([...filtered.fired, ...late.fired]).toEqual([]);
  });

  test('keep their memory when the key is replaced', async () => {
    const { time, api, app } = await startWorld();
    const { expected, confirm } = confirmer(api);
    const zap = await new PolledZap(app, 'order_status_changed', { apiKey: 'sk_before' }).turnOn();
    const after = new PolledZap(app, 'order_status_changed', { apiKey: 'sk_after' });
    time.pass(minutes(5));
    await zap.poll();
    spread(time, days(3), 300, (_i, at) => confirm(at));
    time.pass(days(3));
    await after.poll();
    expect(compare(after.fired.map(orderKey), expected)).toEqual(complete);
  });

  test('without an id still get what changed within 25 hours', async () => {
    const { time, api, turnOn, play } = await startWorld();
    const { expected, confirm } = confirmer(api);
    const zap = await turnOn('order_status_changed', { id: null });
    spread(time, hours(24), 300, (_i, at) => confirm(at));
    time.pass(hours(24));
    await play(zap, 2);
    expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
  });

  test('that are turned off and on again do not run for what changed meanwhile', async () => {
    const { time, api, turnOn, play } = await startWorld();
    const { confirm } = confirmer(api);
    await play(await turnOn('order_status_changed'), 3);
    spread(time, days(3), 300, (_i, at) => confirm(at));
    time.pass(days(3));
    const again = await turnOn('order_status_changed');
    await play(again, 3);
    expect(again.fired).toEqual([]);
  });

  test.each([[1], [3], [20]])(
    'keep what a poll has read before the API refuses its request %d',
    async (request) => {
      const { time, api, turnOn } = await startWorld();
      const { expected, confirm } = confirmer(api);
      const zap = await turnOn('order_status_changed');
      time.pass(minutes(5));
      await zap.poll();
      spread(time, minutes(1), 4000, (_i, at) => confirm(at));
      time.pass(minutes(5));
      api.manner.refuse = { from: api.log.length + request, count: 1 };
      const [before = 0] = [zap.fired.length, await zap.poll()];
      if (request > 1) expect(zap.fired.length - before).toBeGreaterThanOrEqual((request - 2) * 100);
      for (let poll = 0; poll < 4; poll += 1) {
        time.pass(minutes(5));
        await zap.poll();
      }
      expect(compare(zap.fired.map(orderKey), expected)).toEqual(complete);
      expect(zap.problems).toHaveLength(request === 1 ? 1 : 0);
    },
  );
});

describe('deliveries', () => {
  const deliver = async (cache: CacheOptions, numbers: readonly number[]) => {
    const { app } = await startWorld({ cache });
    const came: unknown[] = [];
    for (const number of numbers) {
      const { results } = await app.invoke('triggers.order_created.operation.perform', {
        authData: { api_key: 'sk_test' },
        subscribeData: { id: 7, target_url: 'https://hooks.test/1' },
        cleanedRequest: { order_number: `SO-${number}`, status: 'pending' },
      });
      came.push(...(Array.isArray(results) ? results : []));
    }
    return came.length;
  };
  const numbers = Array.from({ length: 200 }, (_, i) => i);

  test('are known again, while the cache works', async () => {
    expect(await deliver({}, [1, 2, 1, 3, 2])).toBe(3);
  });

  test('go through where the cache refuses every second set', async () => {
    let sets = 0;
    const fault = (method: string): CacheFault | undefined =>
      method === 'set' && ++sets % 2 === 0 ? 'refuses' : undefined;
    expect(await deliver({ fault }, numbers)).toBe(200);
  });

  test.each<[CacheFault]>([['hangs'], ['fails'], ['refuses'], ['forgets'], ['lies']])(
    'go through where the cache %s',
    async (fault) => {
      expect(await deliver({ fault: () => fault }, [1, 2, 3])).toBe(3);
    },
  );

  test.each<[CacheFault]>([['hangs'], ['fails']])('go through where only its set %s', async (fault) => {
    expect(await deliver({ fault: (method) => (method === 'set' ? fault : undefined) }, [1, 2, 3])).toBe(3);
  });

  test('that arrive together lose at most one of two, and never the last', async () => {
    const { app } = await startWorld();
    const deliveries = Array.from({ length: 4 }, () =>
      app.invoke('triggers.order_created.operation.perform', {
        authData: { api_key: 'sk_test' },
        subscribeData: { id: 7, target_url: 'https://hooks.test/1' },
        cleanedRequest: { order_number: 'SO-1', status: 'pending' },
      }),
    );
    const counts = (await Promise.all(deliveries)).map(
      ({ results }) => Array.isArray(results) && results.length,
    );
    expect(counts).toContain(1);
  });
});
