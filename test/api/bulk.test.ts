import { describe, expect, test } from '@jest/globals';
import { readBulkFields, readBulkOutcome } from '../../src/api/bulk.ts';

const reason = 'SKU not found';

describe('the items that failed in a bulk update', () => {
  test.each<[string, unknown]>([
    ['in the list of what failed', { failed: [{ sku: 'A', message: reason }], updated: 1 }],
    ['below what failed', { failed: { items: [{ sku: 'A', message: reason }] }, updated: 1 }],
    ['in a list of errors', { updated: 1, failed: 1, errors: [{ sku: 'A', message: reason }] }],
    [
      'deep in errors',
      { data: { errors: { products: { list: [{ sku: 'A', message: reason }] } }, updated: 1 } },
    ],
    ['in errors by SKU', { data: { updated: 1, errors: { A: reason } } }],
    ['in errors by SKU, each with a list', { data: { updated: 1, errors: { A: [reason] } } }],
    ['by SKU among all', { results: { A: { status: 'failed', message: reason }, B: { status: 'updated' } } }],
    ['by SKU beside what was updated', { results: { updated: ['B'], failed_items: { A: reason } } }],
    [
      'as messages',
      { updated: 1, failed: [`A: ${reason}`].map((words) => ({ sku: 'A', error: words.slice(3) })) },
    ],
    ['with an error that is a text', [{ sku: 'A', error: reason }, { sku: 'B' }]],
    ['with an error that has a message', [{ sku: 'A', error: { code: 7, message: reason } }, { sku: 'B' }]],
    ['with an error that has an error', [{ sku: 'A', error: { error: reason } }, { sku: 'B' }]],
    ['with an error that has a reason', [{ sku: 'A', error: { reason } }, { sku: 'B' }]],
    ['with an error that has a detail', [{ sku: 'A', error: { detail: reason } }, { sku: 'B' }]],
    [
      'with a list of errors',
      [
        { sku: 'A', errors: [reason] },
        { sku: 'B', errors: [] },
      ],
    ],
    [
      'with errors by field',
      [
        { sku: 'A', errors: { sku: [reason] } },
        { sku: 'B', errors: {} },
      ],
    ],
    [
      'with an error_message',
      [
        { sku: 'A', error_message: reason },
        { sku: 'B', error_message: null },
      ],
    ],
    ['with a detail', [{ sku: 'A', status: 'failed', detail: reason }, { sku: 'B' }]],
    ['with a message that says so', [{ sku: 'A', message: reason }, { sku: 'B' }]],
    ['under product_sku', [{ product_sku: 'A', ok: false, reason }, { product_sku: 'B' }]],
    ['under product.sku', [{ product: { sku: 'A' }, error: reason }, { product: { sku: 'B' } }]],
    ['under item.sku', [{ item: { sku: 'A' }, error: reason }, { item: { sku: 'B' } }]],
    ['under input.sku', [{ input: { sku: 'A' }, error: reason }, { input: { sku: 'B' } }]],
  ])('are named with their reasons %s', (_, body) => {
    expect(readBulkOutcome(body, ['A', 'B'])).toEqual({
      updated: 1,
      replayed: 0,
      failed: 1,
      failed_items: [{ sku: 'A', reason }],
    });
  });

  const outcomeOf = (sign: object) => readBulkOutcome([{ sku: 'A', ...sign }, { sku: 'B' }], []);

  test.each<[string, object, string]>([
    ['success that is false', { success: false }, 'No reason given'],
    ['success that is "false"', { success: 'false' }, 'No reason given'],
    ['success that is 0', { success: 0 }, 'No reason given'],
    ['ok that is false', { ok: false }, 'No reason given'],
    ['an error that only says yes', { error: true }, 'No reason given'],
    ['an error', { error: 'x' }, 'x'],
    ['the status 400', { status: 400 }, '400'],
    ['the status "failed"', { status: 'failed' }, 'failed'],
    ['the outcome "not_found"', { outcome: 'not_found' }, 'not_found'],
    ['the outcome "notfound"', { outcome: 'notfound' }, 'notfound'],
    ['the result "invalid"', { result: 'invalid' }, 'invalid'],
    ['the result "rejected"', { result: 'rejected' }, 'rejected'],
    ['a reason "Notfound"', { reason: 'Notfound' }, 'Notfound'],
    ['a status and a reason', { status: 'failed', reason: 'Locked' }, 'Locked'],
  ])('are told by %s', (_, sign, told) => {
    expect(outcomeOf(sign)).toEqual({
      updated: 1,
      replayed: 0,
      failed: 1,
      failed_items: [{ sku: 'A', reason: told }],
    });
  });

  test.each<[string, object]>([
    ['success', { success: true }],
    ['success that is null', { success: null }],
    ['ok', { ok: true }],
    ['an empty error', { error: '' }],
    ['an error that says no', { error: false }],
    ['the status 399', { status: 399 }],
    ['a message of success', { message: 'Done' }],
    ['a result that is the product', { result: { sku: 'A', note: 'invalid' } }],
  ])('are not told by %s', (_, sign) => {
    expect(outcomeOf(sign)).toEqual({ updated: 2, replayed: 0, failed: 0, failed_items: [] });
  });

  test('are known by the longest SKU that their message speaks of, and left unnamed where it speaks of none', () => {
    const body = {
      updated: 1,
      errors: ['SKU not found: A-1', 'A'],
      failed: [{ message: 'No B here' }, 'Oh'],
    };
    expect(readBulkOutcome(body, ['A', 'A-1', 'B'])?.failed_items).toEqual([
      { sku: 'A-1', reason: 'SKU not found: A-1' },
      { sku: 'A', reason: 'No reason given' },
      { sku: 'B', reason: 'No B here' },
      { sku: '', reason: 'Oh' },
    ]);
  });

  test('are none where the total says so', () => {
    const body = { updated: 2, failed: 0, items: [{ sku: 'A', status: 'invalid' }, { sku: 'B' }] };
    expect(readBulkOutcome(body, ['A', 'B'])).toEqual({
      updated: 2,
      replayed: 0,
      failed: 0,
      failed_items: [],
    });
  });
});

describe('the totals of a bulk update', () => {
  const items = [{ sku: 'A', error: 'Locked' }, { sku: 'B' }, { sku: 'C', status: 'replayed' }];

  test.each<[string, object]>([
    ['their names', { updated: 5, replayed: 3, failed: 2 }],
    ['text', { updated: '5', replayed: '3', failed: '2' }],
    [
      'text beside what is none',
      {
        updated: '5',
        updated_count: 1,
        failed: '2 of 5',
        failed_count: '2',
        replayed: 'all 9',
        replayed_count: 3,
      },
    ],
    ['names with a suffix', { updated_count: 5, replayed_count: 3, failed_count: 2 }],
    ['names with a prefix', { total_updated: 5, total_replayed: 3, total_failed: 2 }],
    ['names with "total" behind', { updated_total: 5, replayed_total: 3, failed_total: 2 }],
    ['a place of their own', { totals: { updated: 5, replayed: 3, failed: 2 } }],
    ['data', { data: { summary: { updated: 5, replayed: 3, failed: 2 } } }],
  ])('are read under %s, and win over the items', (_, totals) => {
    expect(readBulkOutcome({ ...totals, items }, [])).toEqual({
      updated: 5,
      replayed: 3,
      failed: 2,
      failed_items: [{ sku: 'A', reason: 'Locked' }],
    });
  });

  test('are counted from the items where there are none', () => {
    expect(readBulkOutcome({ items }, [])).toMatchObject({ updated: 1, replayed: 1, failed: 1 });
    expect(readBulkOutcome({ items, failed: 3 }, [])).toMatchObject({ updated: 0, replayed: 1, failed: 3 });
    expect(readBulkOutcome({ items, replayed: 0 }, [])).toMatchObject({ updated: 2, replayed: 0, failed: 1 });
  });

  test.each<[string, object, object]>([
    ['how many were updated', { updated: '12' }, { updated: 12, replayed: 0, failed: 0 }],
    ['how many were replayed', { replayed: 2 }, { updated: 0, replayed: 2, failed: 0 }],
    ['how many failed', { failed: 3 }, { updated: 0, replayed: 0, failed: 3 }],
  ])('are read where the answer says nothing but %s', (_, body, totals) => {
    expect(readBulkOutcome(body, [])).toEqual({ ...totals, failed_items: [] });
  });

  test('are those of errors by SKU where there are no others', () => {
    const body = {
      errors: { A: ['Locked', '', 'Try later'], B: { message: { code: 7 }, reason: 'Gone' } },
      C: 'ok',
    };
    expect(readBulkOutcome(body, ['A', 'B', 'C'])).toEqual({
      updated: 0,
      replayed: 0,
      failed: 2,
      failed_items: [
        { sku: 'A', reason: 'Locked Try later' },
        { sku: 'B', reason: 'Gone' },
      ],
    });
  });

  test('are counted from lists, in which SKUs may be numbers', () => {
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

  test.each<[string, object, number]>([
    ['a mark', { replayed: true }, 1],
    ['the outcome "Replayed"', { outcome: 'Replayed' }, 1],
    ['the status "replay"', { status: 'replay' }, 1],
    ['a mark that says no', { replayed: false }, 0],
    ['a mark on what failed', { replayed: true, error: 'Locked' }, 0],
  ])('count a replay by %s', (_, sign, replayed) => {
    expect(readBulkOutcome([{ sku: 'A', ...sign }, { sku: 'B' }], [])).toMatchObject({ replayed });
  });

  test.each<[string, unknown]>([
    ['a confirmation alone', { success: true }],
    ['lists of what names no SKU', { rows: ['A', 1, null, { name: 'A' }, { sku: null }] }],
    ['nothing', null],
    ['a total that is no number', { updated: 'some' }],
  ])('are not seen in %s', (_, body) => {
    expect(readBulkOutcome(body, ['A'])).toBeUndefined();
  });
});

describe('all that the API says of a bulk update', () => {
  test.each<[string, unknown, object]>([
    [
      'without its envelope',
      { success: true, message: 'OK', data: { updated: 1 }, rows: [1] },
      { message: 'OK', updated: 1, rows: [1] },
    ],
    [
      'with a list in data',
      { success: true, data: [{ sku: 'A' }], summary: { updated: 1 } },
      { data: [{ sku: 'A' }], summary: { updated: 1 } },
    ],
    ['as it stands', { updated: 1 }, { updated: 1 }],
    ['where it is a list', [{ sku: 'A' }], { results: [{ sku: 'A' }] }],
    [
      'with lists where totals take their names',
      { updated: [{ sku: 'B', was: 3 }], failed: [], failed_items: [{ sku: 'A', code: 7 }] },
      {
        updated: [{ sku: 'B', was: 3 }],
        updated_list: [{ sku: 'B', was: 3 }],
        failed: [],
        failed_list: [],
        failed_items: [{ sku: 'A', code: 7 }],
        failed_items_list: [{ sku: 'A', code: 7 }],
      },
    ],
  ])('is kept %s', (_, body, fields) => {
    expect(readBulkFields(body)).toStrictEqual(fields);
  });
});
