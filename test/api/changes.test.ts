import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import nock from 'nock';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { connect } from '../../src/api/call.ts';
import { type Feed, fetchNew } from '../../src/api/changes.ts';
import { movement } from '../../src/api/inventory.ts';
import type { Memory } from '../../src/api/memory.ts';
import { order } from '../../src/api/orders.ts';
import { API_KEY, api, failure, tester } from '../app.ts';

type Rec = Record<string, unknown>;

const minute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00Z');
const noonAt = noon / minute;

/** The app's clock, which only tests move. */
let now = noon;

beforeEach(() => {
  now = noon;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A time some minutes ago, seen from noon. */
const ago = (minutes: number) => new Date(noon - minutes * minute).toISOString();

const orders: Feed = {
  call: {
    method: 'GET',
    path: ['orders'],
    scope: 'orders:read',
    resource: { one: 'order', many: 'orders', schema: order, identity: 'order_number' },
    subject: 'the list of orders',
  },
};

const movements: Feed = {
  call: {
    method: 'GET',
    path: ['inventory', 'movements'],
    scope: 'inventory:read',
    resource: { one: 'movement', many: 'movements', schema: movement, identity: 'sku' },
    subject: 'the list of stock movements',
  },
  byDay: true,
};

/** A memory that shows what is kept, and can be out of order in the ways that Zapier's cache can. */
class Notebook implements Memory {
  readonly kept: unknown[] = [];
  readonly #fault: 'answers nothing' | 'refuses' | undefined;
  value: unknown;

  constructor(value: unknown = null, fault?: 'answers nothing' | 'refuses') {
    this.value = value;
    this.#fault = fault;
  }

  async recall() {
    return this.#fault === 'answers nothing' ? undefined : { answer: this.value };
  }

  async remember(value: unknown) {
    if (this.#fault) return false;
    this.value = JSON.parse(JSON.stringify(value));
    this.kept.push(this.value);
    return true;
  }

  async forget() {
    this.value = null;
    this.kept.push('forgotten');
  }
}

/** One poll, or turning on, or trying out. */
const poll = (feed: Feed, memory?: Memory, meta: object = {}) =>
  tester((z: ZObject, bundle: Bundle) => fetchNew(connect(z, bundle), feed, memory), {
    authData: { api_key: API_KEY },
    meta: meta as Bundle['meta'],
  });

const populating = { isPopulatingDedupe: true };

interface Answer {
  status?: number;
  body?: nock.Body;
  clock?: number;
}

/** The list answers each request like this; @returns the queries that came. */
function serve({ call: { path } }: Feed, answer: (query: Rec, count: number) => Answer | Rec[]): Rec[] {
  const asked: Rec[] = [];
  let query: Rec = {};
  api()
    .persist()
    .get(`/${path.join('/')}`)
    .query((sent) => {
      query = sent;
      return true;
    })
    .reply(() => {
      asked.push(query);
      const given = answer(query, asked.length);
      const { status = 200, body = '', clock = now } = Array.isArray(given) ? { body: given } : given;
      return [status, body, { date: new Date(clock).toUTCString() }];
    });
  return asked;
}

/** Orders with their times in minutes ago. */
const changed = (...minutesAgo: number[]) =>
  minutesAgo.map((each) => ({ order_number: `SO-${each}`, updated_at: ago(each) }));

/** A full page, which begins so many minutes ago and goes on by the second. */
const fullPage = (minutesAgo: number) =>
  Array.from({ length: 100 }, (_, i) => ({
    order_number: `SO-${minutesAgo}-${i}`,
    updated_at: ago(minutesAgo - i / 1000),
  }));

/** The page of a backlog without end that belongs to a query: each begins a second after the last one ended. */
const backlog = ({ updated_since }: Rec) => {
  const from = Date.parse(String(updated_since));
  return Array.from({ length: 100 }, (_, i) => ({
    // Numbers that fall, so that only the times explain the order.
    order_number: `SO-${4e12 - from - i * 10}`,
    updated_at: new Date(from + i * 10).toISOString(),
  }));
};

const mark = (minutesAgo: number, more: object = {}) => ({
  since: ago(minutesAgo),
  at: noonAt - minutesAgo,
  ...more,
});

describe('a poll without a memory', () => {
  test('looks back 25 hours, in one request', async () => {
    const asked = serve(orders, () => changed(120, 60));
    expect(await poll(orders)).toEqual(changed(60, 120));
    expect(asked).toEqual([{ updated_since: ago(25 * 60), per_page: '100' }]);
  });

  test.each<[string, string]>([
    ['2026-11-21T12:59:59Z', '2026-11-19'],
    ['2026-11-21T13:00:00Z', '2026-11-20'],
    ['2026-11-21T00:30:00Z', '2026-11-19'],
    ['2026-11-21T23:59:59Z', '2026-11-20'],
  ])('of days at %s begins on %s, since 25 hours ago it was another day somewhere', async (time, day) => {
    now = Date.parse(time);
    const asked = serve(movements, () => []);
    await poll(movements);
    expect(asked).toEqual([{ from_date: day, per_page: '100' }]);
  });

  test('looks back by the API’s clock where that is more than ten minutes behind', async () => {
    const late = serve(orders, () => ({ body: [], clock: noon - 11 * minute }));
    await poll(orders);
    expect(late.map(({ updated_since }) => updated_since)).toEqual([ago(25 * 60), ago(25 * 60 + 11)]);
  });

  test('goes by the clock of its first answer alone', async () => {
    const memory = new Notebook();
    const asked = serve(orders, (query, count) =>
      count === 1 ? backlog(query) : { body: backlog(query).slice(0, 1), clock: noon - 60 * minute },
    );
    await poll(orders, memory);
    expect(asked).toHaveLength(2);
    expect(memory.value).toMatchObject({ from: { since: ago(25 * 60), at: noonAt } });
  });

  test.each([-10, 0, 300])('is content with one request where it is %i minutes ahead', async (ahead) => {
    const asked = serve(orders, () => ({ body: [], clock: noon + ahead * minute }));
    await poll(orders);
    expect(asked).toHaveLength(1);
  });

  test('is an error where there is more than it can read, and says so', async () => {
    const asked = serve(orders, backlog);
    expect((await failure(poll(orders))).message).toMatch(
      /^More than 3000 records in the list of orders are new, .*Nothing was skipped; the next poll tries again\./,
    );
    expect(asked).toHaveLength(30);
  });

  test('is an error where the cache refuses to remember how far it came', async () => {
    serve(orders, backlog);
    expect((await failure(poll(orders, new Notebook(null, 'refuses')))).message).toMatch(/^More than 3000/);
  });

  test('fails with the API’s own refusal where that ended it', async () => {
    serve(orders, (query, count) => (count < 3 ? backlog(query) : { status: 429 }));
    expect((await failure(poll(orders))).name).toBe('ThrottledError');
  });

  test('writes nothing to a cache that did not answer, which may hold marks from long before', async () => {
    serve(orders, () => changed(60));
    const memory = new Notebook(null, 'answers nothing');
    const remember = jest.spyOn(memory, 'remember');
    expect(await poll(orders, memory)).toHaveLength(1);
    expect(remember).not.toHaveBeenCalled();
  });

  test('is an error where the API gives one page over and over, also with a memory', async () => {
    const page = fullPage(60).reverse();
    serve(orders, () => page);
    expect((await failure(poll(orders, new Notebook()))).message).toMatch(/same page over and over/);
  });
});

describe('a poll with a memory', () => {
  test('begins it with where it began and where it ended', async () => {
    serve(orders, () => changed(120, 60));
    const memory = new Notebook();
    await poll(orders, memory);
    expect(memory.kept).toEqual([
      {
        from: { since: ago(25 * 60), at: noonAt },
        to: { since: ago(60), at: noonAt },
      },
    ]);
  });

  test('asks from where it is told, and remembers nothing anew within the hour', async () => {
    const marks = { from: mark(115), to: mark(59) };
    const memory = new Notebook(marks);
    const asked = serve(orders, () => changed(115, 59, 1));
    expect(await poll(orders, memory)).toHaveLength(3);
    expect(asked).toEqual([{ updated_since: ago(115), per_page: '100' }]);
    expect(memory.kept).toEqual([]);
  });

  test('leaves behind after an hour what it has read twice', async () => {
    const memory = new Notebook({ from: mark(120), to: mark(60) });
    serve(orders, () => changed(60, 1));
    await poll(orders, memory);
    expect(memory.kept).toEqual([{ from: mark(60), to: { since: ago(1), at: noonAt } }]);
  });

  test('moves nowhere where nothing is new', async () => {
    const memory = new Notebook({ from: mark(120), to: mark(120) });
    serve(orders, () => changed(120));
    await poll(orders, memory);
    expect(memory.kept).toEqual([]);
  });

  test('never moves back, whatever an empty answer says', async () => {
    const memory = new Notebook({ from: mark(120), to: mark(61) });
    const cursor = { updated_since: ago(180), updated_since_id: 9 };
    serve(orders, () => ({ body: { data: [], next_cursor: cursor } }));
    await poll(orders, memory);
    expect(memory.kept).toEqual([{ from: mark(61), to: mark(61) }]);
  });

  test.each<[string, number, number]>([
    ['moves at once after three requests', 3, 1],
    ['does not move after two', 2, 0],
  ])('%s, so that a mass change is not read forever', async (_, requests, writes) => {
    const memory = new Notebook({ from: mark(50), to: mark(30) });
    const asked = serve(orders, (query, count) =>
      count < requests ? backlog(query) : [...backlog(query).slice(0, 1), ...changed(20)],
    );
    await poll(orders, memory);
    expect(asked).toHaveLength(requests);
    expect(memory.kept).toHaveLength(writes);
    if (writes) expect(memory.kept[0]).toMatchObject({ from: mark(30), to: { since: ago(20) } });
  });

  test('keeps the cursor as the API wrote it, without a zone and beyond 2^53', async () => {
    const memory = new Notebook();
    const cursor = '{"updated_since":"2026-11-21 11:00:00.123456","updated_since_id":9007199254740993}';
    const asked = serve(orders, () => ({ body: `{"data":[],"next_cursor":${cursor}}` }));
    await poll(orders, memory);
    const to = { since: '2026-11-21 11:00:00.123456', id: '9007199254740993', at: noonAt };
    expect(memory.kept).toEqual([{ from: { since: ago(25 * 60), at: noonAt }, to }]);
    await poll(orders, new Notebook({ from: to, to }));
    expect(asked[1]).toEqual({
      updated_since: '2026-11-21 11:00:00.123456',
      updated_since_id: '9007199254740993',
      per_page: '100',
    });
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'garbled'],
    ['a number', 42],
    ['an empty object', {}],
    ['one mark', { from: mark(60) }],
    ['marks without a time of their own', { from: { since: ago(60) }, to: { since: ago(60) } }],
    ['a mark of another type', { from: { since: 5, at: noonAt }, to: mark(60) }],
    ['a page that is none', { from: { ...mark(60), page: 1.5 }, to: mark(60) }],
    ['an id that is none', { from: { ...mark(60), id: 'x' }, to: { ...mark(60), id: 'y' } }],
    ['what an older version kept', { cursor: { updated_since: ago(60), updated_since_id: 7 } }],
  ])('begins anew where it holds %s', async (_, value) => {
    const asked = serve(orders, () => changed(60));
    const memory = new Notebook(value);
    await poll(orders, memory);
    expect(asked).toEqual([{ updated_since: ago(25 * 60), per_page: '100' }]);
    expect(memory.kept).toHaveLength(1);
  });

  test('fails where the API refuses its first page, and remembers nothing', async () => {
    const memory = new Notebook({ from: mark(120), to: mark(60) });
    serve(orders, () => ({ status: 429 }));
    expect((await failure(poll(orders, memory))).name).toBe('ThrottledError');
    expect(memory.kept).toEqual([]);
  });

  test('fails where the API refuses a later page for good', async () => {
    const memory = new Notebook({ from: mark(120), to: mark(60) });
    serve(orders, (query, count) => (count === 1 ? backlog(query) : { status: 500 }));
    expect((await failure(poll(orders, memory))).message).toMatch(/internal error/);
    expect(memory.kept).toEqual([]);
  });
});

describe('a poll of more than it may read', () => {
  const start = { from: mark(600), to: mark(600) };

  test('ends after 30 requests, gives what it has, and remembers where to go on', async () => {
    const asked = serve(orders, backlog);
    const memory = new Notebook(start);
    const found = await poll(orders, memory);
    expect(asked).toHaveLength(30);
    expect(new Set(found.map(({ order_number }) => order_number)).size).toBe(30 * 99 + 1);
    const reached = new Date(noon - 600 * minute + 30 * 990).toISOString();
    expect(memory.kept).toEqual([{ from: mark(600), to: { since: reached, at: noonAt } }]);
  });

  test('is followed by one that begins with what it read last, and ends 30 requests later', async () => {
    const asked = serve(orders, backlog);
    const memory = new Notebook(start);
    await poll(orders, memory);
    await poll(orders, memory);
    await poll(orders, memory);
    await poll(orders, memory);
    const since = (pages: number) => new Date(noon - 600 * minute + pages * 990).toISOString();
    // What the first one read is read again by the second; from then on each begins where the last but one ended.
    expect([asked[0], asked[30], asked[60]].map((query) => query?.['updated_since'])).toEqual([
      since(0),
      since(0),
      since(30),
    ]);
    const at30 = { since: since(30), at: noonAt };
    const at60 = { since: since(60), at: noonAt };
    expect(memory.kept).toEqual([
      { from: mark(600), to: at30 },
      { from: at30, to: at30 },
      { from: at30, to: at60 },
      { from: at60, to: at60 },
    ]);
  });

  test('of days is followed by one that begins with the page that it read last', async () => {
    const asked = serve(movements, ({ page = 1 }) => {
      const first = (Number(page) - 1) * 100 + 1;
      return Array.from({ length: 100 }, (_, i) => ({ id: first + i, sku: 'A' }));
    });
    const memory = new Notebook();
    for (let polls = 0; polls < 4; polls += 1) await poll(movements, memory);
    const day = '2026-11-19';
    const pageOf = (page: number) => ({ day, page, check: expect.any(String), at: noonAt });
    expect(memory.kept).toEqual([
      { from: { day, at: noonAt }, to: pageOf(30) },
      { from: pageOf(30), to: pageOf(30) },
      { from: pageOf(30), to: pageOf(59) },
      { from: pageOf(59), to: pageOf(59) },
    ]);
    expect([asked[30], asked[60], asked[90]].map((query) => query?.['page'])).toEqual([
      undefined,
      '30',
      '30',
    ]);
  });

  test('ends after 20 seconds', async () => {
    const asked = serve(orders, (query) => {
      now += 5000;
      return backlog(query);
    });
    const memory = new Notebook(start);
    expect(await poll(orders, memory)).toHaveLength(400);
    expect(asked).toHaveLength(4);
    expect(memory.kept).toHaveLength(1);
  });

  test('goes on while 20 seconds have not passed', async () => {
    const asked = serve(orders, (query, count) => {
      now += 6666;
      return count < 5 ? backlog(query) : [];
    });
    await poll(orders, new Notebook(start));
    expect(asked).toHaveLength(4);
  });

  test.each<[string, number]>([
    ['a limit', 429],
    ['a server that is down', 503],
  ])('ends at %s, gives what it has, and remembers where to go on', async (_, status) => {
    const asked = serve(orders, (query, count) => (count < 3 ? backlog(query) : { status }));
    const memory = new Notebook(start);
    expect(await poll(orders, memory)).toHaveLength(200);
    expect(asked).toHaveLength(3);
    const reached = new Date(noon - 600 * minute + 2 * 990).toISOString();
    expect(memory.kept).toEqual([{ from: mark(600), to: { since: reached, at: noonAt } }]);
  });

  test('that does not reach what was read before leaves behind what it has read, and keeps the rest', async () => {
    const reached = { since: new Date(noon - 600 * minute + 2 * 990).toISOString(), at: noonAt };
    for (const id of [undefined, '7']) {
      const ahead = id === undefined ? mark(100) : mark(100, { id });
      serve(orders, (query, count) => (count < 3 ? backlog(query) : { status: 429 }));
      const memory = new Notebook({ from: mark(600), to: ahead });
      await poll(orders, memory);
      expect(memory.kept).toEqual([{ from: reached, to: ahead }]);
      nock.cleanAll();
    }
  });

  test('of days that does not reach the page read before keeps that page', async () => {
    serve(movements, ({ page = 1 }) => {
      const first = (Number(page) - 1) * 100 + 1;
      return Array.from({ length: 100 }, (_, i) => ({ id: first + i, sku: 'A' }));
    });
    const day = { day: '2026-11-19', at: noonAt - 60 };
    const memory = new Notebook({ from: day, to: { ...day, page: 40, check: 'x' } });
    await poll(movements, memory);
    expect(memory.kept).toEqual([
      {
        from: { day: '2026-11-19', page: 30, check: expect.any(String), at: noonAt },
        to: { ...day, page: 40, check: 'x' },
      },
    ]);
  });

  test('of a list that begins with the newest begins a memory that goes deeper, and knows its top', async () => {
    serve(orders, (query) => fullPage(60 + Number(query['page'] ?? 1)).reverse());
    const memory = new Notebook();
    await poll(orders, memory);
    const from = { since: ago(25 * 60), at: noonAt };
    expect(memory.kept).toEqual([
      {
        from,
        to: { ...from, page: 31, deep: true },
        top: { since: fullPage(61).at(-1)?.updated_at, at: noonAt },
      },
    ]);
  });

  test('begins a memory where there was none, and goes on with the next', async () => {
    serve(orders, backlog);
    const memory = new Notebook();
    await poll(orders, memory);
    expect(memory.kept).toEqual([
      {
        from: { since: ago(25 * 60), at: noonAt },
        to: { since: new Date(noon - 25 * 60 * minute + 30 * 990).toISOString(), at: noonAt },
      },
    ]);
  });

  test('of a list that begins with the newest goes deeper, and returns to the top at its end', async () => {
    const from = mark(600);
    const memory = new Notebook({ from, to: from });
    const newest = (query: Rec) => fullPage(60 + Number(query['page'] ?? 1)).reverse();
    let pages = Number.POSITIVE_INFINITY;
    serve(orders, (query) => (Number(query['page'] ?? 1) > pages ? [] : newest(query)));
    await poll(orders, memory);
    const top = { since: fullPage(61).at(-1)?.updated_at, at: noonAt };
    expect(memory.value).toEqual({ from, to: { ...from, page: 31, deep: true, at: noonAt }, top });
    await poll(orders, memory);
    const deep = { ...from, page: 31, deep: true, at: noonAt };
    expect(memory.value).toEqual({ from: deep, to: deep, top });
    pages = 3;
    await poll(orders, memory);
    await poll(orders, memory);
    expect(memory.value).toMatchObject({ to: top });
  });
});

describe('movements', () => {
  const moved = (...ids: number[]) => ids.map((id) => ({ id, sku: 'A', type: 'sync' }));
  const range = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => (from < to ? from + i : from - i));

  test('listed newest first are read until three known ones in a row', async () => {
    const memory = new Notebook();
    let newest = 240;
    const asked = serve(movements, ({ page = 1 }) => {
      const first = newest - (Number(page) - 1) * 100;
      return moved(...range(first, Math.max(1, first - 99)));
    });
    expect(await poll(movements, memory)).toHaveLength(240);
    expect(asked).toHaveLength(3);
    newest = 300;
    now += minute;
    await poll(movements, new Notebook({ from: Object(memory.value).to, to: Object(memory.value).to }));
    expect(asked.slice(3)).toEqual([{ from_date: '2026-11-20', per_page: '100' }]);
  });

  test('listed oldest first are read from the last page on', async () => {
    const memory = new Notebook();
    let last = 240;
    const asked = serve(movements, ({ page = 1 }) => {
      const first = (Number(page) - 1) * 100 + 1;
      return first > last ? [] : moved(...range(first, Math.min(last, first + 99)));
    });
    await poll(movements, memory);
    expect(asked.map(({ page }) => page)).toEqual([undefined, '2', '3']);
    const { to } = Object(memory.value);
    expect(to).toEqual({ day: '2026-11-19', page: 3, check: expect.any(String), at: noonAt });
    last = 260;
    now += minute;
    const found = await poll(movements, new Notebook({ from: to, to }));
    expect(asked.slice(3)).toEqual([{ from_date: '2026-11-19', per_page: '100', page: '3' }]);
    expect(found).toHaveLength(60);
  });

  test('are read anew where another one stands at the remembered place', async () => {
    const to = { day: '2026-11-19', page: 2, check: 'x', at: noonAt - 24 * 60 };
    const asked = serve(movements, () => moved(1, 2));
    expect(await poll(movements, new Notebook({ from: to, to }))).toHaveLength(2);
    expect(asked).toEqual([
      { from_date: '2026-11-19', per_page: '100', page: '2' },
      { from_date: '2026-11-19', per_page: '100' },
    ]);
  });

  test('are looked for from the day before on, once a day has passed', async () => {
    const known = { day: '2026-11-18', at: noonAt - 61 };
    const memory = new Notebook({ from: known, to: known });
    serve(movements, () => [{ sku: 'A' }, { sku: 'B' }]);
    await poll(movements, memory);
    expect(memory.kept).toEqual([{ from: known, to: { day: '2026-11-20', at: noonAt } }]);
  });
});

describe('turning on', () => {
  test('tells Zapier what was so: the last hour, 25 hours, and the history', async () => {
    const asked = serve(orders, (_, count) => changed(30 * count));
    const memory = new Notebook();
    const found = await poll({ ...orders, history: 30 * 24 * 60 * minute }, memory, populating);
    expect(asked.map(({ updated_since }) => updated_since)).toEqual([
      ago(60),
      ago(25 * 60),
      ago(30 * 24 * 60),
    ]);
    expect(found).toEqual(changed(30, 60, 90));
    expect(memory.kept).toEqual([
      { from: { since: ago(60), at: noonAt }, to: { since: ago(30), at: noonAt } },
    ]);
  });

  test('needs no history, and no memory', async () => {
    const asked = serve(orders, () => []);
    expect(await poll(orders, undefined, populating)).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  test('remembers where it began where nothing was there', async () => {
    serve(orders, () => []);
    const memory = new Notebook();
    await poll(orders, memory, populating);
    const begin = { since: ago(60), at: noonAt };
    expect(memory.kept).toEqual([{ from: begin, to: begin }]);
  });

  test('forgets what was before where the cache does not take the new', async () => {
    serve(orders, () => []);
    const memory = new Notebook({ from: mark(9000), to: mark(9000) }, 'refuses');
    await poll(orders, memory, populating);
    expect(memory.kept).toEqual(['forgotten']);
  });

  test('leaves the old behind where more changed within the hour than can be read', async () => {
    const asked = serve(orders, backlog);
    const memory = new Notebook();
    expect(await poll(orders, memory, populating)).toHaveLength(3000);
    expect(asked).toHaveLength(30);
    const begin = { since: ago(0), at: noonAt };
    expect(memory.kept).toEqual([{ from: begin, to: begin }]);
  });

  test('reads no further where one poll’s budget is spent', async () => {
    const asked = serve(orders, (query, count) => (count < 30 ? backlog(query) : []));
    await poll(orders, new Notebook(), populating);
    expect(asked).toHaveLength(30);
    expect(asked.every(({ updated_since }) => String(updated_since) < ago(50))).toBe(true);
  });

  test('reads older times only as far as the budget of 30 requests reaches', async () => {
    const asked = serve(orders, (query, count) => (count === 1 ? [] : backlog(query)));
    await poll({ ...orders, history: 30 * 24 * 60 * minute }, new Notebook(), populating);
    expect(asked).toHaveLength(30);
  });

  test.each<[string, number, number]>([
    ['in part full', 7333, 24],
    ['full', 7400, 25],
  ])(
    'begins movements at the last page where the oldest come first, and it is %s',
    async (_, last, requests) => {
      const memory = new Notebook();
      const asked = serve(movements, ({ page = 1 }) => {
        const first = (Number(page) - 1) * 100 + 1;
        return Array.from({ length: Math.max(0, Math.min(100, last - first + 1)) }, (_, i) => ({
          id: first + i,
          sku: 'A',
        }));
      });
      const found = await poll(movements, memory, populating);
      expect(asked).toHaveLength(requests);
      expect(memory.value).toMatchObject({ from: { page: 74 }, to: { page: 74 } });
      expect(found).toContainEqual({ id: last, sku: 'A' });
    },
  );

  test('begins movements where they end, if they can be read', async () => {
    const memory = new Notebook();
    serve(movements, () => [{ id: 1 }, { id: 2 }].map((each) => ({ ...each, sku: 'A' })));
    expect(await poll(movements, memory, populating)).toHaveLength(4);
    const begin = { day: '2026-11-20', page: 1, check: expect.any(String), at: noonAt };
    expect(memory.kept).toEqual([{ from: begin, to: begin }]);
  });

  test('begins movements at the last page that the API tells, in one more request', async () => {
    const memory = new Notebook();
    const asked = serve(movements, ({ page = 1 }) => {
      const first = (Number(page) - 1) * 100 + 1;
      const data = Array.from({ length: Number(page) < 50 ? 100 : 5 }, (_, i) => ({
        id: first + i,
        sku: 'A',
      }));
      return { body: { data, meta: { last_page: 50 } } };
    });
    await poll(movements, memory, populating);
    expect(asked).toHaveLength(17);
    expect(asked.at(-1)).toMatchObject({ page: '50' });
    expect(memory.value).toMatchObject({ from: { page: 50 }, to: { page: 50 } });
  });

  test('begins movements with the newest three where those come first', async () => {
    const memory = new Notebook();
    const asked = serve(movements, ({ page = 1 }) => {
      const first = 9999 - (Number(page) - 1) * 100;
      return Array.from({ length: 100 }, (_, i) => ({ id: first - i, sku: 'A' }));
    });
    expect(await poll(movements, memory, populating)).toHaveLength(1600);
    expect(asked).toHaveLength(16);
    const begin = {
      day: '2026-11-20',
      check: expect.stringMatching(/^[\w-]{8}(\.[\w-]{8}){2}$/),
      at: noonAt,
    };
    expect(memory.kept).toEqual([{ from: begin, to: begin }]);
  });
});

test('trying a trigger out shows one page of what there is, and remembers nothing', async () => {
  const memory = new Notebook({ from: mark(60), to: mark(60) });
  const asked = serve(orders, () => fullPage(60));
  const found = await poll(orders, memory, { isLoadingSample: true });
  expect(found).toEqual(fullPage(60).reverse());
  expect(asked).toEqual([{ per_page: '100' }]);
  expect(memory.kept).toEqual([]);
});
