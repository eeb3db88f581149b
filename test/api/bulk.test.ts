import { describe, expect, test } from '@jest/globals';
import { readBulkFields, readBulkOutcome } from '../../src/api/bulk.ts';

describe('the outcome of a bulk', () => {
  const reason = 'SKU not found';
  const one = { updated: 1, replayed: 0, failed: 1, failed_items: [{ sku: 'A', reason }] };

  test.each([
    [{ failed: [{ sku: 'A', message: reason }], updated: 1 }],
    [{ failed: { items: [{ sku: 'A', message: reason }] }, updated: 1 }],
    [{ data: { errors: { products: { list: [{ sku: 'A', message: reason }] } }, updated: 1 } }],
  ])('counts what stands anywhere below what failed: %j', (body) => {
    expect(readBulkOutcome(body, ['A', 'B'])).toEqual(one);
  });

  test.each([
    [[{ sku: 'A', message: reason }, { sku: 'B' }]],
    [
      [
        { sku: 'A', ok: false, message: reason },
        { sku: 'B', ok: true },
      ],
    ],
    [
      [
        { sku: 'A', status: 404, message: reason },
        { sku: 'B', status: 200 },
      ],
    ],
    [[{ product: { sku: 'A' }, error: reason }, { product: { sku: 'B' } }]],
    [{ A: { status: 'failed', message: reason }, B: { status: 'updated' } }],
    [{ updated: ['B'], failed_items: { A: reason } }],
    [{ updated: 1, failed_items: { A: [reason] } }],
  ])('knows items that failed by any plausible sign: %j', (results) => {
    expect(readBulkOutcome({ data: { results } }, ['A', 'B'])).toEqual(one);
  });

  const outcomeOf = (sign: object) => readBulkOutcome([{ sku: 'A', ...sign }, { sku: 'B' }], []);

  test.each([
    { success: false },
    { ok: false },
    { error: 'x' },
    { status: 400 },
    { status: 'failed' },
    { outcome: 'not_found' },
    { outcome: 'notfound' },
    { result: 'invalid' },
    { message: reason },
    { reason: 'Notfound' },
  ])('an item failed that has %j', (sign) => {
    expect(outcomeOf(sign)).toMatchObject({ updated: 1, failed: 1, failed_items: [{ sku: 'A' }] });
  });

  test.each([{ success: true }, { ok: true }, { error: '' }, { status: 399 }, { message: 'Done' }])(
    'an item did not fail that has %j',
    (sign) => {
      expect(outcomeOf(sign)).toEqual({ updated: 2, replayed: 0, failed: 0, failed_items: [] });
    },
  );

  test.each([
    [{ replayed: true }, 1],
    [{ outcome: 'Replayed' }, 1],
    [{ replayed: false }, 0],
  ])('an item that has %j counts as replayed %d times', (sign, replayed) => {
    expect(outcomeOf(sign)).toMatchObject({ updated: 2 - replayed, replayed, failed: 0 });
  });

  test('is not seen in lists of what names no SKU', () => {
    expect(readBulkOutcome({ rows: ['A', 1, null, { name: 'A' }, { sku: null }] }, ['A'])).toBeUndefined();
  });

  test('knows an item by the SKU that its message speaks of', () => {
    const body = { updated: 1, errors: ['SKU not found: A-1', 'A'], failed: [{ message: 'No B here' }] };
    expect(readBulkOutcome(body, ['A', 'A-1', 'B'])?.failed_items).toEqual([
      { sku: 'A-1', reason: 'SKU not found: A-1' },
      { sku: 'A', reason: 'No reason given' },
      { sku: 'B', reason: 'No B here' },
    ]);
  });

  test('counts lists where there are no numbers, and knows numbers as SKUs', () => {
    const body = {
      updated: [{ sku: 1 }],
      replayed: [{ sku: 2 }, { sku: 3 }],
      failed: [{ sku: 4, error: 'No' }],
    };
    expect(readBulkOutcome(body, [])).toEqual({
      updated: 1,
      replayed: 2,
      failed: 1,
      failed_items: [{ sku: '4', reason: 'No' }],
    });
  });

  test.each([
    [
      { success: true, message: 'OK', data: { updated: 1 }, rows: [1] },
      { message: 'OK', updated: 1, rows: [1] },
    ],
    [
      { success: true, data: [{ sku: 'A' }], summary: { updated: 1 } },
      { data: [{ sku: 'A' }], summary: { updated: 1 } },
    ],
    [{ updated: 1 }, { updated: 1 }],
    [[{ sku: 'A' }], { results: [{ sku: 'A' }] }],
  ])('keeps all that the API says: %j', (body, fields) => {
    expect(readBulkFields(body)).toEqual(fields);
  });
});
