import { describe, expect, test } from '@jest/globals';
import { readCursor, readPaging, readPayloads, readRecord, readRecords } from '../../src/api/answer.ts';
import { order } from '../../src/api/orders.ts';

const orders = { one: 'order', many: 'orders', schema: order, identity: 'order_number' };
const events = ['order.created', 'customer.created'];
const record = { order_number: 'SO-1', extra: { deep: [1] } };

describe('one record', () => {
  test.each([
    ['in data', { success: true, data: record }],
    ['in data.<noun>', { success: true, data: { order: record } }],
    ['the body itself', record],
    ['the body itself, with a mark of success', { success: true, ...record }],
    ['in the body under its noun', { order: record }],
    ['alone in an array', { data: [record] }],
  ])('is read %s', (_, body) => {
    expect(readRecord(body, orders)).toEqual(record);
  });

  test('keeps what stands beside it in its envelope', () => {
    const body = { data: { order: record, customer: { name: 'A' }, items: [1] } };
    expect(readRecord(body, orders)).toEqual({ ...record, customer: { name: 'A' }, items: [1] });
  });

  test('keeps details that stand beside data, also in place of a mere id, and nothing of the envelope', () => {
    const body = {
      success: true,
      message: 'OK',
      meta: { took: 3 },
      warnings: ['slow'],
      data: { order: { ...record, customer: 12 } },
      customer: { name: 'A' },
      line_items: [{ sku: 'X' }],
      notes: [],
    };
    expect(readRecord(body, orders)).toEqual({
      ...record,
      customer: { name: 'A' },
      line_items: [{ sku: 'X' }],
    });
  });

  test('keeps a field named success that is no mark', () => {
    const odd = { ...record, success: 'rate' };
    expect(readRecord({ data: odd }, orders)).toEqual(odd);
  });

  test.each([
    [null],
    [{ data: null }],
    [{}],
    [{ success: true }],
    [[]],
    [[record, record]],
    ['text'],
    [{ data: 'x' }],
  ])('is not seen in %j', (body) => {
    expect(readRecord(body, orders)).toBeUndefined();
  });
});

describe('a list', () => {
  test.each([
    ['in data', { data: [record] }],
    ['in data.<nouns>', { data: { orders: [record], others: [1] } }],
    ['the only array in data', { data: { rows: [record], count: 1 } }],
    ['in a data within data', { data: { data: [record], page: 1 } }],
    ['the body itself', [record]],
    ['in the body under its noun', { orders: [record] }],
    ['with each record under its noun', { data: [{ order: record }] }],
    ['beside lists of the envelope', { rows: [record], warnings: [], links: [1] }],
  ])('is read %s', (_, body) => {
    expect(readRecords(body, orders)).toEqual([record]);
  });

  test('may be empty', () => {
    expect(readRecords({ data: [] }, orders)).toEqual([]);
  });

  test('keeps what stands beside each record', () => {
    expect(readRecords([{ order: record, customer: { name: 'A' } }], orders)).toEqual([
      { ...record, customer: { name: 'A' } },
    ]);
  });

  test.each<[string, object, number, number]>([
    ['has_more', { data: [], meta: { has_more: true } }, 50, 1],
    ['has_more as a word', { data: { pagination: { has_more: 'true' } } }, 50, 1],
    ['a last page', { meta: { last_page: 3 } }, 50, 2],
    ['a total', { total: 51, data: [] }, 50, 1],
    ['a total on a later page', { meta: { total: 101, per_page: 50 } }, 50, 2],
    ['a link to the next page', { links: { next: 'https://x/?page=2' } }, 50, 1],
    ['a link within a record', { _links: { next: { href: '/?page=2' } } }, 50, 1],
    ['the number of the next page', { meta: { next_page: 2 } }, 50, 1],
    ['a cursor of another kind', { next_cursor: 'abc' }, 50, 1],
  ])('goes on where the answer shows %s', (_, body, count, page) => {
    expect(readPaging(body, count, page).saysMore).toBe(true);
  });

  test.each<[string, object, number, number]>([
    ['has_more that says no', { meta: { has_more: 'false' } }, 50, 1],
    ['the last page', { meta: { last_page: 2, next_page: null } }, 50, 2],
    ['a total that is read', { meta: { total: 70, per_page: 50 } }, 20, 2],
    ['an incremental cursor', { next_cursor: { updated_since: '2026-11-20', updated_since_id: 1 } }, 50, 1],
    ['a total of nothing on the page', { total: 70 }, 0, 1],
    ['the previous page', { meta: { next_page: 1 } }, 50, 2],
  ])('does not go on where the answer shows %s', (_, body, count, page) => {
    expect(readPaging(body, count, page).saysMore).toBe(false);
  });

  test('tells the size of its pages and the number of the last one', () => {
    expect(readPaging({ meta: { total: 101, per_page: 50 } }, 50, 1)).toMatchObject({
      size: 50,
      lastPage: 3,
    });
    expect(readPaging({ meta: { last_page: 7 } }, 50, 1)).toMatchObject({ size: undefined, lastPage: 7 });
  });

  test.each([
    [null],
    [{}],
    [{ data: null, warnings: [] }],
    [{ data: { a: [record], b: [record] } }],
    [{ data: [1] }],
    ['text'],
  ])('is not seen in %j', (body) => {
    expect(readRecords(body, orders)).toBeUndefined();
  });
});

describe('the payload of a delivery or a sample', () => {
  test.each([
    ['bare', record],
    ['wrapped in data', { event: 'order.created', data: record }],
    ['in an array in data', { data: [record] }],
    ['in an array', [record]],
    ['wrapped twice, as a sample of a wrapped delivery is', { data: [{ event: 'x', data: record }] }],
  ])('is read %s', (_, body) => {
    expect(readPayloads(body, events)).toEqual([record]);
  });

  test('can be several', () => {
    expect(readPayloads({ data: [record, { a: 1 }] }, events)).toEqual([record, { a: 1 }]);
  });

  test('keeps a field named data that is no wrapper', () => {
    expect(readPayloads({ a: 1, data: 'text' }, events)).toEqual([{ a: 1, data: 'text' }]);
  });

  test.each([
    [{ order_number: 'SO-1', data: { source: 'app' } }],
    [{ order_number: 'SO-1', data: [] }],
    [{ a: 1, data: {} }],
    [{ a: 1, data: null }],
  ])('is %j where the record stands around data', (body) => {
    expect(readPayloads(body, events)).toEqual([body]);
  });

  test('may be none', () => {
    expect(readPayloads({ success: true, data: [] }, events)).toEqual([]);
  });

  test.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [[1]],
    [[record, 'x']],
    [{ success: true, data: null }],
    [{ event: 'x', data: {} }],
  ])('is not seen in %j', (body) => {
    expect(readPayloads(body, events)).toBeUndefined();
  });
});

describe('the cursor', () => {
  const cursor = { updated_since: '2026-01-01T00:00:00Z', updated_since_id: 7 };
  const next = { next_updated_since: cursor.updated_since, next_updated_since_id: '7' };

  test.each([
    ['at the top', { data: [], ...cursor }],
    ['at the top with a prefix', { data: [], ...next }],
    ['in cursor', { data: [], cursor }],
    ['in next_cursor', { data: [], next_cursor: cursor }],
    ['in meta', { data: [], meta: cursor }],
    ['in meta with a prefix', { data: [], meta: next }],
    ['in pagination, deeper', { data: { orders: [], pagination: { next: { ...cursor } } } }],
  ])('is found %s', (_, body) => {
    expect(readCursor(body)).toEqual(cursor);
  });

  test('that speaks of what comes next wins over what was asked', () => {
    const asked = { updated_since: '2025-01-01T00:00:00Z', updated_since_id: 1 };
    expect(readCursor({ filters: asked, next_cursor: cursor })).toEqual(cursor);
    expect(readCursor({ ...asked, meta: next })).toEqual(cursor);
  });

  test('is never the one of the page before', () => {
    const before = { updated_since: '2025-01-01T00:00:00Z', updated_since_id: 1 };
    expect(readCursor({ meta: { prev_cursor: before, next_cursor: cursor } })).toEqual(cursor);
    expect(readCursor({ cursor: { previous: before, next: cursor } })).toEqual(cursor);
    expect(readCursor({ cursor: before, next_cursor: cursor })).toEqual(cursor);
    expect(readCursor({ previous_cursor: before })).toBeUndefined();
  });

  test('is never taken from a record', () => {
    expect(readCursor({ data: [cursor] })).toBeUndefined();
    expect(readCursor([cursor])).toBeUndefined();
  });

  test.each([
    [{ updated_since: null, updated_since_id: null }],
    [{ updated_since: '', updated_since_id: 1 }],
    [{ updated_since: 'x', updated_since_id: 'y' }],
    [{ updated_since: 'x' }],
  ])('is none in %j', (body) => {
    expect(readCursor(body)).toBeUndefined();
  });
});
