import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Listing } from '../../src/api/lists.ts';
import { dayMark, isAfter, type Mark, mark, minutes, Walk } from '../../src/api/walk.ts';
import { timeOf } from '../../src/values.ts';

type Rec = Record<string, unknown>;

const clock = Date.parse('2026-11-21T12:00:00Z');
const at = clock / 60_000;

/** A time of today, `08:30` or `08:30:15`. */
const today = (time: string) => `2026-11-21T${time.padEnd(8, ':00')}Z`;

/** Orders by number, each with the time at which it changed. */
const changed = (times: Record<string, unknown>): Rec[] =>
  Object.entries(times).map(([order_number, updated_at]) => ({ order_number, updated_at }));

const cursorAt = (updated_since: string, updated_since_id: number | string) => ({
  updated_since,
  updated_since_id,
});

const page = (records: Rec[], more: Partial<Listing> = {}): Listing => ({
  records,
  more: false,
  saysMore: false,
  isCapped: false,
  lastPage: undefined,
  cursor: undefined,
  clock,
  ...more,
});

/** A page of records after which there are more. */
const full = (records: Rec[], more: Partial<Listing> = {}) => page(records, { more: true, ...more });

/** A walk that began at a mark and was given these pages, each as what it asked for. */
function walked(start: Mark, ...pages: Listing[]): Walk {
  const walk = new Walk(start);
  for (const each of pages) {
    if (!walk.ask) throw new Error('The walk is over already.');
    walk.take(walk.ask, each);
  }
  return walk;
}

const start: Mark = { since: today('07:00'), at: at - 60 };
// Their numbers fall, so that only their times explain the order.
const [a, b, c, d] = changed({ D: today('08:00'), C: today('08:01'), B: today('08:02'), A: today('08:03') });
const records = (...given: (Rec | undefined)[]) => given.filter((each) => each !== undefined);

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a walk through changes', () => {
  test('begins where it is told, and is over with a page after which there is no more', () => {
    expect(new Walk(start).ask).toBe(start);
    const walk = walked(start, page(records(a, b)));
    expect(walk.ask).toBeUndefined();
    expect(walk.records).toEqual([a, b]);
    expect(walk.now).toBe(clock);
  });

  test('goes by the first answer’s clock, and by the app’s where no answer shows one', () => {
    const later = walked(start, full(records(a)), page(records(b), { clock: clock + 60_000 }));
    expect(later.now).toBe(clock);
    jest.spyOn(Date, 'now').mockReturnValue(clock + 1);
    expect(walked(start, page([], { clock: undefined })).now).toBe(clock + 1);
  });

  describe('goes on', () => {
    test('at the cursor as it was given, also where its time has no zone', () => {
      const cursor = cursorAt('2026-11-21 08:01:00.123456', '9007199254740993');
      expect(walked(start, full(records(a, b), { cursor })).ask).toEqual({
        since: '2026-11-21 08:01:00.123456',
        id: '9007199254740993',
        at,
      });
    });

    test('from the last time read, where there is no cursor and the oldest come first', () => {
      expect(walked(start, full(records(a, b))).ask).toEqual({ since: today('08:01'), id: undefined, at });
    });

    test.each<[string, unknown, unknown]>([
      ['is the same', 1, 1],
      ['falls', 2, 1],
      ['is text that is the same', 'A', 'A'],
      ['is of two types', '1', 2],
      ['is of two types the other way', 1, '2'],
      ['is missing at last', 'A', undefined],
      ['is yes and no', false, true],
    ])('from the last time read, where another field %s', (_, first, second) => {
      const list = records(a, b).map((each, i) => ({ ...each, level: i ? second : first }));
      expect(walked(start, full(list)).ask).toMatchObject({ since: today('08:01') });
    });

    test('at a cursor of which only the id or only the time is new', () => {
      const tied = changed({ B: today('07:00'), A: today('07:00') });
      const begin = { ...start, id: '7' };
      const ask = (time: string, id: number) =>
        walked(begin, full(time === '07:00' ? tied : records(a, b), { cursor: cursorAt(today(time), id) }))
          .ask;
      expect(ask('07:00', 8)).toEqual({ since: today('07:00'), id: '8', at });
      expect(ask('08:01', 7)).toEqual({ since: today('08:01'), id: '7', at });
    });

    test('at a cursor whose records show unix times', () => {
      const unix = changed({ B: 1_795_248_000, A: 1_795_248_060 });
      const cursor = cursorAt(new Date(1_795_248_060_000).toISOString(), 2);
      expect(walked(start, full(unix, { cursor })).ask).toMatchObject({
        since: cursor.updated_since,
        id: '2',
      });
    });

    test('from a unix time in ISO 8601, which is how the API takes times', () => {
      const unix = changed({ B: 1_795_248_000, A: 1_795_248_060 });
      expect(walked(start, full(unix)).ask?.since).toBe(new Date(1_795_248_060_000).toISOString());
    });

    test.each<[string, Listing]>([
      ['the newest come first', full(records(b, a))],
      ['no order shows', full(records(b, a, c))],
      ['all changed at one time', full(changed({ B: today('08:00'), A: today('08:00') }))],
      ['there is only one record', full(records(a))],
      ['no times show', full([{ order_number: 'A' }, { order_number: 'B' }])],
      ['not all show a time', full([{ updated_at: today('08:00') }, { updated_at: null }])],
      ['only creation shows', full([{ created_at: today('08:00') }, { created_at: today('08:01') }])],
      [
        'the last time is no later than what was asked',
        full(changed({ B: today('06:58'), A: today('06:59') })),
      ],
      ['the cursor does not move', full(records(a, b), { cursor: cursorAt(today('07:00'), 0) })],
      ['the cursor is that of the whole list', full(records(a, b), { cursor: cursorAt(today('08:30'), 9) })],
      ['the newest come first, with a cursor', full(records(b, a), { cursor: cursorAt(today('08:00'), 2) })],
      [
        'its SKUs explain the order',
        full([
          { sku: 'A', updated_at: today('08:00') },
          { sku: 'B', updated_at: today('08:01') },
        ]),
      ],
      [
        'its numbers explain the order',
        full([
          { id: 9, updated_at: today('08:00') },
          { id: 10, updated_at: today('08:01') },
        ]),
      ],
      ['the page looks capped', page([{ order_number: 'A' }], { isCapped: true })],
    ])('with page 2 where %s', (_, first) => {
      const begin = first.cursor?.updated_since_id === 0 ? { ...start, id: '0' } : start;
      expect(walked(begin, first).ask).toEqual({ ...begin, page: 2 });
    });

    test('at a cursor that is up to a second later than the last record, which clocks round', () => {
      const ask = (time: string) =>
        walked(start, full(records(a, b), { cursor: cursorAt(today(time), 9) })).ask;
      expect(ask('08:01:01')).toMatchObject({ since: today('08:01:01'), id: '9' });
      expect(ask('08:01:02')).toMatchObject({ since: start.since, page: 2 });
    });

    test('at a cursor whose time cannot be compared with the last record’s', () => {
      const cursor = cursorAt('2026-11-21 10:01:00', 9);
      expect(walked(start, full(records(a, b), { cursor })).ask).toMatchObject({
        since: cursor.updated_since,
      });
    });

    test('with page numbers to the end, once they are what works', () => {
      const tied = changed({ A: today('08:00'), B: today('08:00') });
      const walk = walked(start, full(records(b, a)), full(tied));
      expect(walk.ask).toEqual({ ...start, page: 3 });
    });

    test('with the pages of the first ask where its cursor was that of the whole list', () => {
      const cursor = cursorAt('2026-11-21 08:30:00', 9);
      const walk = walked(start, full(records(a, b), { cursor, saysMore: true }), page([], { cursor }));
      expect(walk.ask).toEqual({ ...start, page: 2 });
      walk.take({ ...start, page: 2 }, full(records(c, d), { cursor: cursorAt(today('08:03'), 4) }));
      expect(walk.ask).toEqual({ ...start, page: 3 });
    });

    test('with the pages of the first ask where its cursor named another record than the last, of the same time', () => {
      const askAfter = (last: number, ids: unknown[] = [1, 2]) => {
        const tied = ids.map((id) => ({ id, updated_at: today('08:00') }));
        const cursor = cursorAt(today('08:00'), last);
        return walked(start, full(tied, { cursor }), page([], { cursor })).ask;
      };
      expect(askAfter(9)).toEqual({ ...start, page: 2 });
      expect(askAfter(9, [1, 12])).toEqual({ ...start, page: 2 });
      expect(askAfter(2)).toBeUndefined();
      for (const id of ['b', 'b2', '2b']) expect(askAfter(9, ['a', id])).toBeUndefined();
    });

    test('with page 2 of what it asked last where the API does not look at the cursor', () => {
      const cursor = cursorAt(today('08:01'), 2);
      const walk = walked(start, full(records(a, b), { cursor }), full(records(a, b), { cursor }));
      expect(walk.ask).toMatchObject({ since: today('08:01'), id: '2', page: 2 });
    });

    test('with page 2 where the API leaves out the time that it was asked for', () => {
      const walk = walked(start, full(records(a, b)), full(records(c, d)));
      expect(walk.ask).toEqual({ ...start, page: 2 });
      expect(walked(start, full(records(a, b)), full(records(b, c))).ask).toMatchObject({
        since: today('08:02'),
      });
    });

    test('past an empty page only where it says so', () => {
      const cursor = cursorAt(today('08:01'), 2);
      expect(walked(start, page([])).ask).toBeUndefined();
      expect(walked(start, page([], { saysMore: true })).ask).toBeUndefined();
      expect(walked(start, page([], { cursor })).ask).toBeUndefined();
      expect(walked(start, page([], { saysMore: true, cursor })).ask).toMatchObject({ id: '2' });
      const echo = cursorAt(today('07:00'), 0);
      expect(walked({ ...start, id: '0' }, page([], { saysMore: true, cursor: echo })).ask).toBeUndefined();
    });

    test('past an empty page up to the last one that the API tells', () => {
      const second = { ...start, page: 2, deep: true };
      const ask = (lastPage: number) => walked(second, page([], { lastPage })).ask;
      expect(ask(3)).toEqual({ ...second, page: 3 });
      expect(ask(2)).toBeUndefined();
    });
  });

  test('is stuck where the API gives one page over and over, and not where it ends', () => {
    expect(walked(start, full(records(b, a)), full(records(b, a))).isStuck).toBe(true);
    expect(walked(start, full(records(b, a)), full(records(d, c))).isStuck).toBe(false);
    expect(walked(start, full(records(b, a))).isStuck).toBe(false);
    expect(walked(start, full(records(b, a)), page([])).isStuck).toBe(false);
  });

  describe('ends', () => {
    test('at the latest time read, as the API writes it', () => {
      expect(walked(start, page(records(b, a))).end).toEqual({ since: today('08:01'), id: undefined, at });
      const local = changed({ A: '2026-11-21 08:00:00', B: '2026-11-21 08:00:01' });
      expect(walked(start, page(local)).end?.since).toBe('2026-11-21 08:00:01');
    });

    test('at a time that cannot be compared with what was asked for, as it answers that', () => {
      const local = changed({ A: '2026-11-21 03:00:00' });
      expect(walked(start, page(local)).end?.since).toBe('2026-11-21 03:00:00');
    });

    test('at the latest cursor where there are cursors', () => {
      const first = full(records(a, b), { cursor: cursorAt(today('08:01'), 2) });
      const last = page(records(c), { cursor: cursorAt(today('08:02'), 3) });
      expect(walked(start, first, last).end).toEqual({ since: today('08:02'), id: '3', at });
    });

    test.each<[string, Listing]>([
      ['nothing was read', page([])],
      ['an empty answer repeats what was asked', page([], { cursor: cursorAt(today('07:00'), 0) })],
      ['an empty answer goes back', page([], { cursor: cursorAt(today('06:00'), 99) })],
      ['all is older than what was asked', page(changed({ A: today('06:00') }))],
      ['all is from the future', page(changed({ A: '2036-01-01T00:00:00Z' }))],
      ['all is of this second, which others may still share', page(changed({ A: today('11:59:59.5') }))],
      ['the cursor is from the future', page([], { cursor: cursorAt('2036-01-01T00:00:00Z', 5) })],
    ])('nowhere new where %s', (_, only) => {
      expect(walked({ ...start, id: '0' }, only).end).toBeUndefined();
    });

    test('at the latest time that is not in the future', () => {
      const mixed = changed({ A: today('08:00'), B: '2036-01-01T00:00:00Z' });
      expect(walked(start, page(mixed)).end?.since).toBe(today('08:00'));
      expect(walked(start, page(changed({ A: today('11:59:59') }))).end?.since).toBe(today('11:59:59'));
    });

    test('at any time where the API does not show its clock', () => {
      const future = changed({ A: '2036-01-01T00:00:00Z' });
      expect(walked(start, page(future, { clock: undefined })).end?.since).toBe('2036-01-01T00:00:00Z');
    });

    test('at a cursor whose text is no time', () => {
      expect(walked({ since: 'v1', at }, page(records(a), { cursor: cursorAt('v2', 7) })).end).toEqual({
        since: 'v2',
        id: '7',
        at,
      });
    });

    test('at a cursor of this very moment, since its id tells what comes after', () => {
      const cursor = cursorAt(today('12:00'), 5);
      expect(walked(start, page(records(a), { cursor })).end).toMatchObject({ id: '5' });
      const later = cursorAt(today('12:00:01'), 5);
      expect(walked(start, page(records(a), { cursor: later })).end?.since).toBe(today('08:00'));
    });

    test('at a time without a zone, which may be up to 14 hours ahead', () => {
      const ahead = (time: string) => walked(start, page(changed({ A: time }))).end?.since;
      expect(ahead('2026-11-22 01:59:59')).toBe('2026-11-22 01:59:59');
      expect(ahead('2026-11-22 02:00:00')).toBeUndefined();
    });

    test('a quarter of an hour before the API’s clock where no times show', () => {
      expect(walked(start, page([{ order_number: 'A' }])).end).toEqual({
        since: '2026-11-21T11:45:00.000Z',
        at,
      });
      const soon = { ...start, since: today('11:50') };
      expect(walked(soon, page([{ order_number: 'A' }])).end).toEqual({
        ...soon,
        page: 1,
        check: expect.any(String),
        at,
      });
    });

    test('a quarter of an hour ago where more records than a page holds share the latest time', () => {
      const tied = changed({ A: today('08:00'), B: today('08:00') });
      const walk = walked(start, full(tied), page(changed({ C: today('08:00') })));
      expect(walk.end).toEqual({ since: '2026-11-21T11:45:00.000Z', at });
      const past = walked(start, full(tied), page(changed({ C: today('08:01') })));
      expect(past.end?.since).toBe(today('08:01'));
    });

    test('at a page of records that share a time of which more may come', () => {
      const since = today('11:50');
      const from = { since, at };
      const walk = walked(from, full(changed({ A: since, B: since })), page(changed({ C: since })));
      expect(walk.end).toEqual({ since, page: 2, check: expect.any(String), at });
    });
  });

  describe('that is interrupted goes on', () => {
    test('where it was about to ask', () => {
      expect(walked(start).next).toBe(start);
      expect(walked(start, full(records(a, b))).next).toMatchObject({ since: today('08:01') });
    });

    test('with the last page of a list that begins with the oldest, which is read again', () => {
      const cursor = cursorAt(today('08:30'), 9);
      const walk = walked(start, full(records(a, b), { cursor }), full(records(c, d), { cursor }));
      expect(walk.next).toEqual({ ...start, page: 2, check: expect.any(String), at });
      expect(walk.top).toBeUndefined();
    });

    test('deeper in a list that begins with the newest, and then at its top', () => {
      const walk = walked(start, full(records(d, c)), full(records(b, a)));
      expect(walk.next).toEqual({ ...start, page: 3, deep: true, at });
      expect(walk.top).toEqual({ since: today('08:03'), id: undefined, at });
    });

    test.each<[string, Partial<Listing>, string]>([
      ['when it began, by the API’s clock', {}, '11:45'],
      ['the newest record that was read, where the API shows no clock', { clock: undefined }, '08:01'],
    ])('in a list that another field explains, and then at %s', (_, more, top) => {
      const numbered = changed({ A: today('08:00'), B: today('08:01') });
      const walk = walked(start, full(numbered, more));
      expect(walk.next).toMatchObject({ page: 1, deep: true });
      expect(timeOf(walk.top?.since)).toBe(timeOf(today(top)));
    });

    test.each<[string, Rec[], object]>([
      [
        'with its last page where no order shows, but nothing can have come before it',
        [{ order_number: 'B' }, { order_number: 'A' }],
        { page: 1, check: expect.any(String) },
      ],
      ['deep, a page back, where records have twins', [{ total: 1 }, { total: 1 }], { page: 1, deep: true }],
      ['deep, a page back, where no order shows in time', records(b, a, c), { page: 1, deep: true }],
      [
        'deep, a page back, where another field explains the order',
        [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }],
        { page: 1, deep: true },
      ],
    ])('%s', (_, list, next) => {
      expect(walked(start, full(list)).next).toEqual({ since: start.since, at, ...next });
    });
  });

  test('that continues deep goes on page by page, and has no end of its own', () => {
    const deep: Mark = { ...start, page: 7, deep: true };
    const walk = walked(deep, full(records(b, a)));
    expect(walk.ask).toEqual({ ...deep, page: 8 });
    expect(walk.next).toEqual({ ...deep, page: 8 });
    expect(walk.end).toBeUndefined();
  });

  test('that continues at a page begins anew where another record stands there now', () => {
    const cursor = cursorAt(today('08:30'), 9);
    const stopped = walked(start, full(records(a, b), { cursor }), full(records(c, d), { cursor })).next;
    if (!stopped) throw new Error('The walk is over.');
    const same = walked(stopped, full(records(c, d)));
    expect(same.records).toEqual([c, d]);
    const other = walked(stopped, full(records(d)));
    expect(other.records).toEqual([]);
    expect(other.ask).toEqual({ since: start.since, id: undefined, at });
    expect(other.start).toBe(other.ask);
    other.take(other.start, page(records(a)));
    expect(other.records).toEqual([a]);
  });
});

describe('a walk through days', () => {
  const day: Mark = { day: '2026-11-20', at: at - 5 };
  /** Movements by their number, the same for the same number. */
  const moved = (...ids: number[]) => ids.map((id) => ({ id, sku: 'A', type: 'sync' }));
  const unnumbered = (...quantities: number[]) => quantities.map((quantity) => ({ sku: 'A', quantity }));

  test('counts pages, whatever times the records show', () => {
    expect(walked(day, full(records(a, b))).ask).toEqual({ ...day, page: 2 });
    expect(walked(day, full(records(a, b), { cursor: cursorAt(today('08:01'), 2) })).ask).toEqual({
      ...day,
      page: 2,
    });
  });

  test.each<[string, Rec[]]>([
    ['ids', moved(1, 2, 3)],
    ['ids as text', [{ movement_id: '9' }, { movement_id: '10' }]],
    ['times', records(a, b).map(({ updated_at }) => ({ created_at: updated_at }))],
    ['times under any name', [{ when: today('08:00') }, { when: today('08:01') }]],
    ['unix times', [{ occurred_at: 1_795_248_000 }, { occurred_at: 1_795_248_060 }]],
  ])('that begins with the oldest, by their %s, remembers its last page', (_, list) => {
    const walk = walked(day, page(list));
    expect(walk.isNewestFirst).toBe(false);
    expect(walk.end).toEqual({ ...day, page: 1, check: expect.any(String), at });
  });

  test('that begins with the newest remembers the newest three, and to look from the day before', () => {
    const walk = walked(day, page(moved(5, 4, 3, 2)));
    expect(walk.isNewestFirst).toBe(true);
    expect(walk.end).toEqual({
      day: '2026-11-20',
      at,
      check: expect.stringMatching(/^[\w-]{8}(\.[\w-]{8}){2}$/),
    });
  });

  test('that begins with the newest is over where three in a row are known', () => {
    const known = walked(day, page(moved(5, 4, 3, 2))).end;
    if (!known) throw new Error('The walk has no end.');
    expect(walked(known, full(moved(7, 6, 5, 4, 3))).ask).toBeUndefined();
    expect(walked(known, full(moved(7, 6, 5, 4))).ask).toEqual({ ...known, page: 2 });
    const across = walked(known, full(moved(7, 6, 5, 4)), full(moved(3, 2)));
    expect(across.ask).toBeUndefined();
    expect(across.end?.check).not.toBe(known.check);
  });

  test('reads everything, and remembers the day alone, where no order shows', () => {
    const walk = walked(day, page(unnumbered(3, 1, 2, 2, 3)));
    expect(walk.end).toEqual({ day: '2026-11-20', at });
    expect(walked(day, page([])).end).toEqual({ day: '2026-11-20', at });
    expect(
      walked(
        day,
        page([
          { id: 1, created_at: today('09:00') },
          { id: 2, created_at: today('08:00') },
        ]),
      ).end,
    ).toEqual({ day: '2026-11-20', at });
  });

  test.each<[string, Rec[]]>([
    ['one record', moved(5)],
    ['the ids of orders', [{ order_id: 1 }, { order_id: 2 }]],
    ['numbers that are no ids', [{ idx: 1 }, { idx: 2 }]],
    ['numbers of attempts', [{ x_attempt: 1_795_248_000 }, { x_attempt: 1_795_248_060 }]],
    ['ids that are no numbers', [{ id: 'x1' }, { id: 'x2' }]],
    ['ids with something behind them', [{ id: '1x' }, { id: '2x' }]],
    ['quantities that look like times', [{ quantity: 1_795_248_000 }, { quantity: 1_795_248_060 }]],
  ])('does not read an order into %s', (_, list) => {
    expect(walked(day, page(list)).end).toEqual({ day: '2026-11-20', at });
  });

  test('takes the order of a list for the one that it remembers, where no other shows', () => {
    const known = { ...day, check: 'x.y.z' };
    expect(walked(known, page(unnumbered(1))).end).toEqual({
      day: '2026-11-20',
      at,
      check: expect.stringMatching(/^[\w-]{8}$/),
    });
    const stopped = walked(day, full(unnumbered(3, 1)), page(unnumbered(2))).end;
    if (!stopped) throw new Error('The walk has no end.');
    expect(walked(stopped, page(unnumbered(2))).end).toEqual(stopped);
  });

  test('remembers its last page where no order shows, but nothing can have come before it', () => {
    const walk = walked(day, full(unnumbered(3, 1)), page(unnumbered(2)));
    expect(walk.end).toMatchObject({ page: 2, check: expect.any(String) });
    const twins = walked(day, full(unnumbered(2, 1)), page(unnumbered(2)));
    expect(twins.end).toEqual({ day: '2026-11-20', at });
  });

  test('that continues at a page begins a day before it was remembered where another record stands there', () => {
    const stale: Mark = { day: '2026-11-18', page: 3, check: 'x', at: at - 24 * 60 };
    const walk = walked(stale, page(moved(9)));
    expect(walk.ask).toEqual({ day: '2026-11-19', at: at - 24 * 60 });
  });

  test('recognizes a record by what of it stays the same', () => {
    const identify = ({ id }: Rec) => id;
    const first = new Walk(day, identify);
    first.take(day, page(moved(3, 2, 1)));
    const known = first.end;
    if (!known) throw new Error('The walk has no end.');
    const second = new Walk(known, identify);
    second.take(known, full(moved(4, 3, 2, 1).map((each) => ({ ...each, product: { stock_qty: 7 } }))));
    expect(second.ask).toBeUndefined();
  });
});

describe('what is remembered of a place', () => {
  test.each<[string, object]>([
    ['a time', { since: 'v1', at }],
    ['a time and an id', { since: today('08:00'), id: '7', at }],
    ['an id beyond 2^53', { since: today('08:00'), id: '9007199254740993', at }],
    ['a page', { day: '2026-11-20', page: 3, check: 'x', at }],
    ['a page of many', { since: today('08:00'), page: 3, deep: true, at }],
  ])('is %s', (_, value) => {
    expect(mark.safeParse(value).data).toEqual(value);
  });

  test.each<[string, object]>([
    ['has no time of its own', { since: today('08:00') }],
    ['has an id that begins like a number', { since: today('08:00'), id: '7x', at }],
    ['has an id that ends like a number', { since: today('08:00'), id: 'x7', at }],
    ['has a fraction as an id', { since: today('08:00'), id: '7.5', at }],
    ['has a number as an id', { since: today('08:00'), id: 7, at }],
    ['has a page that is text', { day: '2026-11-20', page: '3', at }],
    ['has a day that is a number', { day: 20, at }],
    ['has a check that is a list', { day: '2026-11-20', check: ['x'], at }],
  ])('is nothing that %s', (_, value) => {
    expect(mark.safeParse(value).success).toBe(false);
  });
});

describe('a place', () => {
  test.each<[string, Pick<Mark, 'since' | 'id'>, Pick<Mark, 'since' | 'id'>, boolean | undefined]>([
    ['a later time', { since: today('08:01') }, { since: today('08:00') }, true],
    ['an earlier time', { since: today('08:00') }, { since: today('08:01') }, false],
    ['the same', { since: today('08:00'), id: '7' }, { since: today('08:00'), id: '7' }, false],
    ['a higher id at one time', { since: today('08:00'), id: '8' }, { since: today('08:00'), id: '7' }, true],
    ['a lower id at one time', { since: today('08:00'), id: '6' }, { since: today('08:00'), id: '7' }, false],
    ['an id where there was none', { since: today('08:00'), id: '1' }, { since: today('08:00') }, true],
    [
      'an id beyond 2^53',
      { since: today('08:00'), id: '9007199254740993' },
      { since: today('08:00'), id: '9007199254740992' },
      true,
    ],
    [
      'a finer text of one time',
      { since: '2026-11-21T08:00:00.0001Z' },
      { since: '2026-11-21T08:00:00.0000Z' },
      true,
    ],
    [
      'a coarser text of one time',
      { since: '2026-11-21T08:00:00.0000Z' },
      { since: '2026-11-21T08:00:00.0001Z' },
      false,
    ],
    ['another text that is no time', { since: 'v2' }, { since: 'v1' }, true],
    ['another text that is no time, whichever is higher', { since: 'v1' }, { since: 'v2' }, true],
    ['the same text that is no time', { since: 'v1' }, { since: 'v1' }, false],
    ['anything, of a place without a time', { since: 'v1' }, {}, true],
    ['no time', {}, { since: 'v1' }, false],
    [
      'a zone, where the other has none',
      { since: today('08:01') },
      { since: '2026-11-21 08:00:00' },
      undefined,
    ],
    [
      'no zone, where the other has one',
      { since: '2026-11-21 08:01:00' },
      { since: today('08:00') },
      undefined,
    ],
    ['an offset', { since: '2026-11-21T10:01:00+02:00' }, { since: today('08:00') }, true],
    ['an offset without a colon', { since: '2026-11-21T10:01:00+0200' }, { since: today('08:00') }, true],
  ])('does or does not come after another with %s', (_, one, other, isSo) => {
    expect(isAfter(one, other)).toBe(isSo);
  });

  test('of days begins a day earlier, whatever the time zone', () => {
    expect(dayMark(clock)).toEqual({ day: '2026-11-20', at });
    expect(dayMark(Date.parse('2026-11-21T00:00:00Z'))).toMatchObject({ day: '2026-11-20' });
    expect(minutes(clock + 59_999)).toBe(at);
  });
});
