import { describe, expect, test } from '@jest/globals';
import {
  isTombstone,
  readBulkOutcome,
  readCursor,
  readPayloads,
  readRecord,
  readRecords,
  readSubscriptionId,
} from '../../src/api/answer.ts';

const noun = { one: 'order', many: 'orders' };
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
    expect(readRecord(body, noun)).toEqual(record);
  });

  test('keeps what stands beside it in its envelope', () => {
    const body = { data: { order: record, customer: { name: 'A' }, items: [1], order_number: 'other' } };
    expect(readRecord(body, noun)).toEqual({ ...record, customer: { name: 'A' }, items: [1] });
  });

  test('keeps a field named success that is no mark', () => {
    expect(readRecord({ data: { success: 'rate', a: 1 } }, noun)).toEqual({ success: 'rate', a: 1 });
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
    expect(readRecord(body, noun)).toBeUndefined();
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
  ])('is read %s', (_, body) => {
    expect(readRecords(body, noun)).toEqual([record]);
  });

  test('may be empty', () => {
    expect(readRecords({ data: [] }, noun)).toEqual([]);
  });

  test.each([[null], [{}], [{ data: { a: [record], b: [record] } }], [{ data: [1] }], ['text']])(
    'is not seen in %j',
    (body) => {
      expect(readRecords(body, noun)).toBeUndefined();
    },
  );
});

describe('the payload of a delivery or a sample', () => {
  test.each([
    ['bare', record],
    ['wrapped in data', { event: 'order.created', data: record }],
    ['in an array in data', { data: [record] }],
    ['in an array', [record]],
    ['wrapped twice, as a sample of a wrapped delivery is', { data: [{ event: 'x', data: record }] }],
  ])('is read %s', (_, body) => {
    expect(readPayloads(body)).toEqual([record]);
  });

  test('can be several', () => {
    expect(readPayloads({ data: [record, { a: 1 }] })).toEqual([record, { a: 1 }]);
  });

  test('keeps a field named data that is no wrapper', () => {
    expect(readPayloads({ a: 1, data: 'text' })).toEqual([{ a: 1, data: 'text' }]);
  });

  test.each([[undefined], [null], ['text'], [{}], [[1]], [[record, 'x']]])('is not seen in %j', (body) => {
    expect(readPayloads(body)).toBeUndefined();
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

describe('the id of a subscription', () => {
  test.each([
    [{ id: 3 }, 3],
    [{ id: '3' }, 3],
    [{ id: 'uuid', subscription_id: 4 }, 4],
    [{ subscription: 5 }, 5],
    [{ hook_id: 6 }, 6],
    [{ id: 0 }, undefined],
    [{ id: 1.5 }, undefined],
    [{}, undefined],
  ])('of %j is %j', (record, id) => {
    expect(readSubscriptionId(record)).toBe(id);
  });
});

describe('the outcome of a bulk', () => {
  const reason = 'SKU not found';

  test.each([
    [{ failed: [{ sku: 'A', message: reason }], updated: 1 }],
    [{ failed: { items: [{ sku: 'A', message: reason }] }, updated: 1 }],
    [{ data: { errors: { products: { list: [{ sku: 'A', message: reason }] } }, updated: 1 } }],
  ])('counts what stands anywhere below what failed: %j', (body) => {
    expect(readBulkOutcome(body)).toEqual({
      updated: 1,
      replayed: 0,
      failed: 1,
      failed_items: [{ sku: 'A', reason }],
    });
  });
});

describe('a tombstone', () => {
  test.each([{ is_active: false }, { is_active: 0 }, { deleted_at: '2026-01-01' }, { deleted: true }])(
    'is %j',
    (r) => {
      expect(isTombstone(r)).toBe(true);
    },
  );

  test.each([{ is_active: true }, { deleted_at: null }, {}, { deleted: false }])('is not %j', (r) => {
    expect(isTombstone(r)).toBe(false);
  });
});
