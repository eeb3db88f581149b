// Days of polls of the built app against the sandbox, in seconds: the clocks of the runner, the sandbox and the app
// advance together.
import { describe, expect, jest, test } from '@jest/globals';
import type { SandboxOptions } from '../../../sandbox/api/app.ts';
import { specifiedLimits } from '../../../sandbox/api/http/limits.ts';
import { startSandbox } from '../../../sandbox/api/server.ts';
import type { CacheFault, CacheOptions } from '../../../sandbox/zaps/cache.ts';
import { TimeMachine } from '../../../sandbox/zaps/time-machine.ts';
import {
  afterThisTest,
  alpenglow,
  type Client,
  clientOf,
  makeKey,
  scopes,
  submission,
} from '../../sandbox/api/harness.ts';
import { polledApp } from '../world.ts';
import { compare, complete, days, hours, minutes, PolledZap, sum } from './polled-zap.ts';

jest.setTimeout(60_000);

/** How something happens in the sandbox that a trigger runs for, and in which field what it gives is known by. */
interface Happening {
  field: string;
  inputData?: Record<string, unknown>;
  happen: (client: Client, n: number) => Promise<unknown>;
}

const customer = (n: number) => `/customers/erp/NEW-${n}`;

const happenings: Record<string, Happening> = {
  order_status_changed: {
    field: 'order_number',
    inputData: { status: ['confirmed'] },
    happen: async (client, n) => {
      const order = { ...submission({ type: 'quote' }), order_number: `NEW-${n}` };
      await client.people('orders', order);
      await client.put(`/orders/NEW-${n}/status`, { status: 'confirmed' });
      return `NEW-${n}`;
    },
  },
  customer_updated: {
    field: 'external_id',
    happen: async (client, n) => {
      await client.put(customer(n), { name: 'Berghaus' });
      return `NEW-${n}`;
    },
  },
  customer_deactivated: {
    field: 'external_id',
    happen: async (client, n) => {
      await client.put(customer(n), { name: 'Berghaus' });
      await client.delete(customer(n));
      return `NEW-${n}`;
    },
  },
  stock_movement_created: {
    field: 'reference',
    inputData: { type: 'sync' },
    happen: async (client, n) => {
      await client.put('/inventory/ROPE-60', { stock_qty: n, reference: `NEW-${n}` });
      return `NEW-${n}`;
    },
  },
  low_stock: {
    field: 'sku',
    inputData: { threshold: 2 },
    happen: async (client, n) => {
      await client.people('products', { sku: `NEW-${n}`, name: 'Tent', stock_qty: 1 });
      return `NEW-${n}`;
    },
  },
};
interface Surroundings {
  start?: string;
  /** How the API's clock differs from the app's, in minutes. */
  skew?: number;
  cache?: CacheOptions;
  sandbox?: SandboxOptions;
}

async function startWorld({
  start = '2026-03-04T08:00:00Z',
  skew = 0,
  cache,
  sandbox: options,
}: Surroundings = {}) {
  // So that a cache that hangs takes no two seconds each time.
  const time = new TimeMachine(start, cache?.fault ? 10 : 1);
  const sandbox = await startSandbox({ now: () => new Date(time.now() + skew * 60_000), ...options });
  afterThisTest(() => sandbox.close());
  const client = clientOf(sandbox.origin);
  const app = await polledApp(sandbox.baseUrl, time, cache);
  let happened = 0;

  /** The five polling triggers at once, and what each of them should have run for. */
  const turnAllOn = async (apiKey = alpenglow) => {
    const five = [];
    for (const [key, { inputData = {} }] of Object.entries(happenings)) {
      const expected: unknown[] = [];
      const zap = await new PolledZap(app, key, { id: `zap of ${key}`, inputData, apiKey }).turnOn();
      five.push({ key, zap, expected });
    }
    return five;
  };
  const happenTo = async ({ key, expected }: { key: string; expected: unknown[] }) => {
    happened += 1;
    expected.push(await happenings[key]?.happen(client, happened));
  };
  return { time, client, app, turnAllOn, happenTo };
}

type Five = Awaited<ReturnType<Awaited<ReturnType<typeof startWorld>>['turnAllOn']>>;

function expectComplete(five: Five): void {
  for (const { key, zap, expected } of five) {
    const { field = '' } = happenings[key] ?? {};
    const came = zap.column(field).filter((value) => String(value).startsWith('NEW-'));
    // A customer that was deactivated right away was new before; a deactivated one is no update.
    expect({ key, problems: zap.problems, ...compare(came, expected) }).toEqual({
      key,
      problems: [],
      ...complete,
    });
  }
}

/** Numbers from 0 to 1 that look random, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('the five polls', () => {
  test('bring all of a day once, in a request each', async () => {
    const { time, turnAllOn, happenTo } = await startWorld();
    const five = await turnAllOn();
    for (let poll = 0; poll < 48; poll += 1) {
      if (poll % 2 === 0) for (const one of five) await happenTo(one);
      time.pass(minutes(30));
      for (const { zap } of five) await zap.poll();
    }
    expectComplete(five);
    for (const { key, zap } of five) {
      expect({ key, cost: Math.max(...zap.costs.slice(2)) }).toEqual({ key, cost: 1 });
    }
  });

  test.each([
    ['arrive', false],
    ['get lost', true],
  ])('bring all of three days of silence once, where the first results %s', async (_, isLost) => {
    const { time, turnAllOn, happenTo } = await startWorld();
    const five = await turnAllOn();
    time.pass(minutes(5));
    for (const { zap } of five) await zap.poll();
    for (let hour = 0; hour < 72; hour += 3) {
      for (const one of five) await happenTo(one);
      time.pass(hours(3));
    }
    for (let poll = 0; poll < 3; poll += 1) {
      for (const { zap } of five) await zap.poll({ isLost: isLost && poll === 0 });
      time.pass(minutes(5));
    }
    expectComplete(five);
  });

  test.each([
    ['right', 0],
    ['10 minutes ahead', 10],
    ['10 minutes behind', -10],
  ])('bring all around midnight once, where the clock of the API is %s', async (_, skew) => {
    const { time, turnAllOn, happenTo } = await startWorld({ skew, start: '2026-03-28T22:40:00Z' });
    const five = await turnAllOn();
    for (let poll = 0; poll < 18; poll += 1) {
      for (const one of five) await happenTo(one);
      time.pass(minutes(10));
      for (const { zap } of five) await zap.poll();
    }
    expectComplete(five);
  });

  test.each<[string, number, CacheFault[]]>([
    ['forgets, refuses, lies, garbles or fails', 0.5, ['forgets', 'refuses', 'lies', 'garbles', 'fails']],
    ['hangs', 0.1, ['hangs']],
  ])(
    'bring all once with a cache that %s now and then, and results that get lost',
    async (_, often, faults) => {
      const chance = seeded(7);
      const fault = () => (chance() < often ? faults[Math.floor(chance() * faults.length)] : undefined);
      const { time, turnAllOn, happenTo } = await startWorld({ cache: { fault } });
      const five = await turnAllOn();
      let wasLost = false;
      for (let poll = 0; poll < 24; poll += 1) {
        if (poll % 2 === 0) for (const one of five) await happenTo(one);
        time.pass(minutes(chance() < 0.2 ? 300 : 20));
        wasLost = !wasLost && chance() < 0.4 && poll < 22;
        for (const { zap } of five) await zap.poll({ isLost: wasLost });
      }
      expectComplete(five);
    },
  );

  test('bring all once where the cache is never there', async () => {
    const { time, turnAllOn, happenTo } = await startWorld({ cache: { fault: () => 'fails' } });
    const five = await turnAllOn();
    for (let poll = 0; poll < 12; poll += 1) {
      for (const one of five) await happenTo(one);
      time.pass(hours(poll === 6 ? 23 : 1));
      for (const { zap } of five) await zap.poll();
    }
    expectComplete(five);
  });
});

describe('3,300 movements at one instant', () => {
  /** Orders, each of which reserves stock at once. */
  const reserve = async (client: Client) => {
    const orders = Array.from({ length: 3300 }, (_, i) => ({
      ...submission({ items: [{ sku: 'MUG-01', quantity: 1 }] }),
      order_number: `MASS-${i}`,
    }));
    expect((await client.people('orders', { orders })).status).toBe(201);
    return orders.map(({ order_number }) => order_number);
  };
  const massOf = (zap: PolledZap) =>
    zap.column('order_number').filter((number) => String(number).startsWith('MASS-'));

  test('arrive in polls of at most 30 requests, also where every other result is lost', async () => {
    const { time, client, app } = await startWorld();
    const zaps = [1, 2].map(
      (id) => new PolledZap(app, 'stock_movement_created', { id: String(id), apiKey: alpenglow }),
    );
    for (const zap of zaps) await zap.turnOn();
    const expected = await reserve(client);
    for (let poll = 0; poll < 8; poll += 1) {
      time.pass(minutes(5));
      for (const [index, zap] of zaps.entries()) await zap.poll({ isLost: index === 1 && poll % 2 === 0 });
    }
    for (const zap of zaps) {
      expect({ problems: zap.problems, ...compare(massOf(zap), expected) }).toEqual({
        problems: [],
        ...complete,
      });
      expect(Math.max(...zap.costs)).toBeLessThanOrEqual(30);
      expect(zap.costs.at(-1)).toBeLessThanOrEqual(2);
    }
  });

  test('reach three Zaps of one key, whose polls the minute’s limit interrupts', async () => {
    const { time, client, app } = await startWorld({ sandbox: { limits: specifiedLimits } });
    const zaps = [1, 2, 3].map(
      (id) => new PolledZap(app, 'stock_movement_created', { id: String(id), apiKey: alpenglow }),
    );
    for (const zap of zaps) {
      await zap.turnOn();
      time.pass(minutes(1));
    }
    const expected = await reserve(client);
    for (let poll = 0; poll < 10; poll += 1) {
      time.pass(minutes(5));
      for (const zap of zaps) await zap.poll();
    }
    for (const zap of zaps) expect(compare(massOf(zap), expected)).toEqual(complete);
    // The third found the minute used up at its first request, now and then.
    expect(zaps.map((zap) => zap.problems.filter((text) => !text.includes('Throttled')))).toEqual([
      [],
      [],
      [],
    ]);
    expect(sum(zaps.map((zap) => zap.costs.at(-1) ?? 0))).toBeLessThanOrEqual(6);
  });
});

test('two days with a key that is disabled lose nothing', async () => {
  const { time, client, turnAllOn, happenTo } = await startWorld();
  const key = await makeKey(client, scopes);
  const five = await turnAllOn(key.value);
  const enable = (enabled: boolean) =>
    client.dashboard('PATCH', `/tenants/alpenglow/keys/${key.id}`, { enabled });
  await enable(false);
  for (let poll = 0; poll < 8; poll += 1) {
    for (const one of five) await happenTo(one);
    time.pass(days(0.25));
    for (const { zap } of five) await zap.poll();
  }
  expect(five.map(({ zap }) => zap.problems.splice(0).length)).toEqual([8, 8, 8, 8, 8]);
  await enable(true);
  for (const { zap } of five) await zap.poll();
  expectComplete(five);
});
