import { describe, expect, test } from '@jest/globals';
import {
  changeOf,
  newestFirst,
  readConfirmation,
  readCursor,
  readPaging,
  readPayloads,
  readRecord,
  readRecords,
  saysFailure,
} from '../../src/api/answer.ts';
import type { Resource } from '../../src/api/call.ts';
import { product } from '../../src/api/inventory.ts';
import { order } from '../../src/api/orders.ts';
import { customer } from '../../src/fields/customer.ts';

const orders = { one: 'order', many: 'orders', schema: order, identity: 'order_number' };
const products = { one: 'product', many: 'products', schema: product, identity: 'sku' };
const customers = {
  one: 'customer',
  many: 'customers',
  schema: customer,
  identity: 'external_id',
  marks: ['deleted_at'],
};
const subscriptions = { one: 'subscription', many: 'subscriptions', identity: 'id' };
const record = { order_number: 'SO-1', extra: { deep: [1] } };

describe('one record', () => {
  test.each<[string, unknown]>([
    ['in data', { success: true, data: record }],
    ['in data.<noun>', { success: true, data: { order: record } }],
    ['as the body itself', record],
    ['as the body itself, with a mark of success', { success: true, ...record }],
    ['as the body itself, with a status that is no order’s', { status: 'ok', ...record }],
    ['as the body itself, with an HTTP status', { status: 200, ok: '1', ...record }],
    ['in the body under its noun', { order: record }],
    ['in the body under its noun, beside a mark of success', { success: true, order: record }],
    ['alone in an array', { data: [record] }],
    ['in a data within data', { data: { data: record } }],
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
    const line_items = [{ sku: 'X' }];
    expect(readRecord(body, orders)).toEqual({ ...record, customer: { name: 'A' }, line_items });
  });

  test('keeps its own values where an envelope or an embedded record has others', () => {
    const own = { sku: 'A', stock_qty: 5 };
    const embedded = { sku: 'A', stock_qty: 99, reserved_qty: 1 };
    expect(readRecord({ data: { ...own, product: embedded } }, products)).toEqual({
      ...own,
      product: embedded,
    });
    expect(readRecord({ data: { product: own, stock_qty: 99 } }, products)).toEqual(own);
    expect(readRecord({ data: own, stock_qty: 99 }, products)).toEqual(own);
  });

  test('keeps its own field called data, and its own status', () => {
    const body = { order_number: 'SO-1', status: 'pending', data: { source: 'app' } };
    expect(readRecord(body, orders)).toEqual(body);
    expect(readRecord({ data: body }, orders)).toEqual(body);
    for (const data of [{ data: { order_number: 'SO-9' } }, [{ order_number: 'a' }, { order_number: 'b' }]])
      expect(readRecord({ order_number: 'SO-1', data }, orders)).toEqual({ order_number: 'SO-1', data });
  });

  test.each<[string, object]>([
    ['notes that are a word of success', { notes: 'ok' }],
    ['fields that begin like a mark', { success_rate: true, ok_by: true }],
    ['fields that end like a mark', { is_success: true, is_ok: '1' }],
    ['a status that begins like a success', { status: 'okayed' }],
    ['a status that ends like a success', { status: 'not ok' }],
    ['marks with values of their own', { success: 'true story', ok: 'not 1' }],
  ])('keeps %s', (_, own) => {
    expect(readRecord({ ...record, ...own }, orders)).toEqual({ ...record, ...own });
  });

  test('keeps a mark of success that is its own, in data', () => {
    expect(readRecord({ success: true, data: { ...record, success: true } }, orders)).toEqual({
      ...record,
      success: true,
    });
  });

  test('is the one in data where both show its number', () => {
    const body = { order_number: 'SO-1', data: { order_number: 'SO-1', status: 'pending' } };
    expect(readRecord(body, orders)).toEqual({ order_number: 'SO-1', status: 'pending' });
    expect(readRecord({ ...body, data: [body.data] }, orders)).toEqual(body.data);
  });

  test.each(['constructor', 'toString', '__proto__'])('may have a field named %s', (name) => {
    const odd: unknown = JSON.parse(`{"${name}":1,"order_number":"SO-1"}`);
    expect(readRecord(odd, orders)).toEqual(odd);
  });

  test('keeps a field named success that is no mark', () => {
    const odd = { ...record, success: 'rate' };
    expect(readRecord({ data: odd }, orders)).toEqual(odd);
    expect(readRecord(odd, orders)).toEqual(odd);
  });

  test.each<[string, object, Resource]>([
    ['a documented field', { name: 'A' }, customers],
    ['its identity in camel case', { externalId: 7 }, customers],
    ['its identity, whatever its type', { external_id: 7 }, customers],
    ['a mark of deletion', { deleted_at: '2026-11-20' }, customers],
    ['any field, where none is documented', { id: 1, message: 'OK' }, subscriptions],
  ])('is recognized by %s', (_, body, resource) => {
    expect(readRecord({ data: body }, resource)).toEqual(body);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['nothing in data', { data: null }],
    ['an empty object', {}],
    ['a mark of success alone', { success: true }],
    ['an empty list', []],
    ['two records', [record, record]],
    ['a text', 'text'],
    ['a text in data', { data: 'x' }],
    ['a message', { message: 'maintenance' }],
    ['a message in data', { data: { message: 'maintenance', status: 'ok', code: 0 } }],
    ['an envelope that is not known', { result: { payload: record } }],
    ['a record of another kind', { data: { product_name: 'Tent', quantity: 3 } }],
    ['documented fields with values that they cannot have', { status: 'maintenance', type: 'error' }],
    ['documented fields that are empty', { order_number: '', notes: null, message: 'maintenance' }],
    ['documented fields that only an embedded record has', { result: 'x', item: record }],
    ['data of another kind under its noun', { order: { message: 'maintenance' } }],
  ])('is not seen in %s', (_, body) => {
    expect(readRecord(body, orders)).toBeUndefined();
  });
});

describe('a failure under 200', () => {
  test.each<[string, unknown]>([
    ['success is false', { success: false }],
    ['success is "false"', { success: 'false' }],
    ['success is 0', { success: 0 }],
    ['success is empty', { success: '' }],
    ['ok is false', { ok: false }],
    ['success is false in data', { success: true, data: { success: false, order: record } }],
    ['success is false beside the record', { success: false, data: record }],
    ['there is an error', { error: 'Locked' }],
    ['the error is an object', { error: { code: 7 } }],
    ['there is an error beside a list', { data: [], error: 'Locked' }],
    ['there is an error beside a mark of success', { success: true, error: 'Locked' }],
    ['there is an error in data', { data: { error: 'Locked' } }],
    ['there is an error in result', { result: { error: 'Locked' } }],
    ['there is an error in response', { response: { error: 'Locked' } }],
    ['there is an error in meta', { meta: { error: 'Locked' } }],
    ['there are errors', { errors: ['Locked'] }],
    ['status is "error"', { status: 'error' }],
    ['status is "Failed"', { status: 'Failed' }],
    ['status is "fail" in data', { data: { status: 'fail' } }],
    ['status is 500', { status: 500 }],
    ['status is "404"', { status: '404' }],
  ])('is told by the answer where %s', (_, body) => {
    expect(saysFailure(body, orders)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['is a list', [{ success: false }]],
    ['is a text', 'error'],
    ['has no error', { error: null, errors: [], success: true }],
    ['has an error that says no', { error: false, data: record }],
    ['has an empty error', { error: '', errors: {}, data: record }],
    ['has success null', { success: null, data: record }],
    ['says success with warnings among its errors', { success: true, errors: ['old'], data: record }],
    ['has a record with an error of its own', { data: { ...record, error: 'Sync failed' } }],
    ['has a record with a status of its own', { data: { ...record, status: 'failed' } }],
    ['has the status of the order', { status: 'pending' }],
    ['has the status 200', { status: 200 }],
    ['has a status that only begins like a failure', { status: 'failover' }],
    ['has a status that only ends like a failure', { status: 'no error' }],
  ])('is not told by an answer that %s', (_, body) => {
    expect(saysFailure(body, orders)).toBe(false);
  });

  test('is not told by errors alone where each item of an answer tells of its own', () => {
    expect(saysFailure({ updated: 1, errors: [{ sku: 'A' }] }, undefined)).toBe(false);
    expect(saysFailure({ error: 'Locked' }, undefined)).toBe(true);
  });
});

describe('the confirmation of a write', () => {
  test.each<[string, unknown, object | undefined]>([
    ['success', { success: true }, {}],
    ['success as a word', { success: 'true' }, {}],
    ['ok', { ok: 1 }, {}],
    ['success with a message', { success: true, message: 'Done' }, { message: 'Done' }],
    ['success around an unknown envelope', { success: true, result: { order_number: 'SO-2' } }, {}],
    ['no mark', { message: 'maintenance' }, undefined],
    ['success null', { success: null }, undefined],
    ['a list', [], undefined],
    ['nothing', undefined, undefined],
  ])('is read from %s', (_, body, confirmed) => {
    expect(readConfirmation(body)).toEqual(confirmed);
  });
});

describe('a list', () => {
  test.each<[string, unknown]>([
    ['in data', { data: [record] }],
    ['in data.<nouns>', { data: { orders: [record], others: [1] } }],
    ['in <nouns>, beside another list', { orders: [record], customers: [{ name: 'A' }] }],
    ['as the only array in data', { data: { rows: [record], count: 1 } }],
    ['as the only array in the body', { rows: [record], total: 1 }],
    ['in a data within data', { data: { data: [record], page: 1 } }],
    ['as the body itself', [record]],
    ['with each record under its noun', { data: [{ order: record }] }],
    ['beside lists of the envelope', { rows: [record], warnings: [], links: [1] }],
  ])('is read %s', (_, body) => {
    expect(readRecords(body, orders)).toEqual([record]);
  });

  test('may hold records that no document describes, among others', () => {
    expect(readRecords({ rows: [record, { a: 1 }] }, orders)).toEqual([record, { a: 1 }]);
    expect(readRecords({ data: [{ a: 1 }] }, orders)).toEqual([{ a: 1 }]);
  });

  test('may be empty', () => {
    expect(readRecords({ data: [] }, orders)).toEqual([]);
    expect(readRecords({ rows: [] }, orders)).toEqual([]);
  });

  test('keeps what stands beside each record, and leaves embedded records where they are', () => {
    expect(readRecords([{ order: record, customer: { name: 'A' } }], orders)).toEqual([
      { ...record, customer: { name: 'A' } },
    ]);
    const own = { sku: 'A', type: 'sync', product: { sku: 'A', stock_qty: 9 } };
    expect(readRecords([own], products)).toEqual([own]);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['nothing in data', { data: null, warnings: [] }],
    ['two lists, of which none is called like it', { data: { a: [record], b: [record] } }],
    ['a list of numbers', { data: [1] }],
    ['a list with a hole', { data: [record, null] }],
    ['a text', 'text'],
    ['a list of something else', { countries: [{ code: 'AT' }] }],
    ['only warnings', { warnings: [record] }],
  ])('is not seen in %s', (_, body) => {
    expect(readRecords(body, orders)).toBeUndefined();
  });
});

describe('the rest of a list', () => {
  test.each<[string, object, number, number]>([
    ['has_more', { data: [], meta: { has_more: true } }, 50, 1],
    ['has_more as a word', { data: { pagination: { has_more: 'true' } } }, 50, 1],
    ['hasMore', { hasMore: 1 }, 50, 1],
    ['has_next_page', { page_info: { has_next_page: true } }, 50, 1],
    ['more', { more: 'yes' }, 50, 1],
    ['a last page', { meta: { last_page: 3 } }, 50, 2],
    ['a last page as text', { meta: { lastPage: '3' } }, 50, 2],
    ['a number of pages', { total_pages: 2 }, 50, 1],
    ['a total', { total: 51, data: [] }, 50, 1],
    ['a total count as text', { total_count: '51' }, 50, 1],
    ['a total beside the count of the page', { count: 50, total: 200 }, 50, 1],
    ['totalCount', { totalCount: 51 }, 50, 1],
    ['pageCount', { pageCount: 2 }, 50, 1],
    ['hasNextPage', { hasNextPage: true }, 50, 1],
    ['nextPageUrl', { nextPageUrl: '/?page=2' }, 50, 1],
    ['a total on a later page', { meta: { total: 101, per_page: 50 } }, 50, 2],
    ['a total on a later page whose size is not told', { meta: { total: 101 } }, 50, 2],
    ['a link to the next page', { links: { next: 'https://x/?page=2' } }, 50, 1],
    ['a link within a record', { _links: { next: { href: '/?page=2' } } }, 50, 1],
    ['a link with an address', { next: { url: '/?page=2' } }, 50, 1],
    ['a list of links', { links: [{ rel: 'self' }, { rel: 'next', href: '/?page=2' }] }, 50, 1],
    ['a list of links with addresses', { links: [{ rel: 'next', url: '/?page=2' }] }, 50, 1],
    ['the number of the next page', { meta: { next_page: 2 } }, 50, 1],
    ['the address of the next page', { next_page_url: '/?page=2' }, 50, 1],
    ['a cursor of another kind', { next_cursor: 'abc' }, 50, 1],
    ['a token for the next page', { nextPageToken: 'abc' }, 50, 1],
  ])('is told by %s', (_, body, count, page) => {
    expect(readPaging(body, count, page)).toMatchObject({ saysMore: true, isSilent: false });
  });

  test.each<[string, object, number, number]>([
    ['has_more that says no', { meta: { has_more: 'false' } }, 50, 1],
    ['the last page', { meta: { last_page: 2, next_page: null } }, 50, 2],
    ['a total that is read', { meta: { total: 70, per_page: 50 } }, 20, 2],
    ['an incremental cursor', { next_cursor: { updated_since: '2026-11-20', updated_since_id: 1 } }, 50, 1],
    ['a total of nothing on the page', { total: 70 }, 0, 1],
    ['the previous page', { meta: { next_page: 1 } }, 50, 2],
    ['the page itself', { next_page: 2 }, 50, 2],
    [
      'words that only sound like it',
      {
        subtotal: 99,
        totals: 99,
        my_pages: 9,
        pages_read: 9,
        anymore: true,
        i_has_more: true,
        has_more_info: true,
        the_next: 'x',
      },
      50,
      1,
    ],
    ['a list of other links', { links: [{ rel: 'prev', href: '/?page=1' }, '/?page=2'] }, 50, 1],
    ['links of another kind', { images: [{ rel: 'next', href: '/2.png' }] }, 50, 1],
    ['a link that is empty', { links: { next: ' ' } }, 50, 1],
    ['a list of links without a next one', { links: [{ rel: 'next', href: null }, { rel: 'prev' }] }, 50, 1],
    ['more of the context', { next_steps: 'Call us', more_info: true, more: '' }, 50, 1],
    ['a number that is none', { last_page: 'many', total: 1.5 }, 50, 1],
    ['a record’s own values', { data: [{ has_more: true, total: 99, next: 'x' }] }, 1, 1],
  ])('is not told by %s', (_, body, count, page) => {
    expect(readPaging(body, count, page).saysMore).toBe(false);
  });

  test('has pages of a size, and a last one', () => {
    expect(readPaging({ meta: { total: 101, per_page: 50 } }, 50, 1)).toMatchObject({
      size: 50,
      lastPage: 3,
    });
    expect(readPaging({ meta: { last_page: 7 } }, 50, 1)).toMatchObject({ size: undefined, lastPage: 7 });
    expect(readPaging({ meta: { total: 101, limit: '0' } }, 50, 1)).toMatchObject({
      size: undefined,
      lastPage: 3,
    });
    expect(readPaging({ total: 7 }, 0, 1).lastPage).toBeUndefined();
    expect(readPaging({ last_page: ' ', total: 'many' }, 50, 1)).toMatchObject({
      lastPage: undefined,
      isSilent: true,
    });
    for (const size of [
      { perPage: 50 },
      { pageSize: '50' },
      { limit: 50, max_limit: 500, limit_per_day: 900 },
    ])
      expect(readPaging({ total: 101, ...size }, 20, 1)).toMatchObject({ size: 50, lastPage: 3 });
  });

  test.each<[string, object]>([
    ['a page size', { per_page: 50 }],
    ['has_more that says no', { has_more: false }],
    ['a last page', { last_page: 1 }],
  ])('is spoken of by %s', (_, body) => {
    expect(readPaging(body, 50, 1).isSilent).toBe(false);
  });

  test.each<[string, object]>([
    ['records alone', { data: [] }],
    ['an incremental cursor', { updated_since: '2026-11-20', updated_since_id: 1 }],
  ])('is not spoken of by %s', (_, body) => {
    expect(readPaging(body, 50, 1).isSilent).toBe(true);
  });
});

describe('the payload of a delivery or a sample', () => {
  const events = ['order.created', 'order.delivered', 'customer.created', 'check_in.completed'];
  const read = (body: unknown) => readPayloads(body, events, 'order_number');

  test.each<[string, unknown]>([
    ['bare', record],
    ['in data beside its event', { event: 'order.created', data: record }],
    ['in data beside a type that is an event', { type: 'order.created', data: record }],
    ['in data beside its topic', { topic: 'orders', sent_at: '2026-11-20', data: record }],
    ['in data beside its event_type', { event_type: 'x', timestamp: 1, data: record }],
    ['in data beside an event in one word', { eventtype: 'x', eventname: 'y', data: record }],
    ['alone in data', { data: record }],
    ['in an array in data', { data: [record] }],
    ['in an array', [record]],
    ['wrapped twice, as a sample of a wrapped delivery is', { data: [{ event: 'x', data: record }] }],
  ])('is read %s', (_, body) => {
    expect(read(body)).toEqual([record]);
  });

  test('can be several', () => {
    expect(read({ data: [record, { a: 1 }] })).toEqual([record, { a: 1 }]);
  });

  test('keeps what stands beside data and belongs to no envelope, with each record', () => {
    const beside = { customer: { name: 'A' }, line_items: [{ sku: 'X' }] };
    const envelope = { event: 'order.created', success: true, meta: { attempt: 1 } };
    expect(read({ ...envelope, data: record, ...beside })).toEqual([{ ...record, ...beside }]);
    for (const event of [{ type: 'order.created' }, { event_type: 'x' }, { topic: 'x' }])
      expect(read({ ...event, data: record, ...beside })).toEqual([{ ...record, ...beside }]);
    const two = [record, { order_number: 'SO-2', customer: 7 }];
    expect(read({ ...envelope, data: two, ...beside })).toEqual([
      { ...record, ...beside },
      { order_number: 'SO-2', ...beside },
    ]);
  });

  test.each<[string, object]>([
    ['an order with data of its own', { order_number: 'SO-1', data: { source: 'app' } }],
    ['an order with a list of its own', { order_number: 'SO-1', data: [{ a: 1 }, { b: 2 }] }],
    ['an order that names its event', { event: 'order.created', order_number: 'SO-1', data: { a: 1 } }],
    ['an order with empty data', { order_number: 'SO-1', data: [] }],
    ['a check-in with a form', { id: 1, visited_at: '2026-11-20', data: { answers: [1] } }],
    ['a record with a type of its own', { type: 'visit', data: { a: 1 } }],
    ['a record with a field that ends like an envelope’s', { my_status: 'x', data: { a: 1 } }],
    ['a record with a field that begins like an envelope’s', { status_text: 'x', data: { a: 1 } }],
    ['a record whose data is a text', { a: 1, data: 'text' }],
    ['a record whose data is empty', { a: 1, data: {} }],
    ['a record whose data is nothing', { a: 1, data: null }],
    ['a record of an event whose data is nothing', { event: 'x', a: 1, data: null }],
    ['a record of an event whose data is an empty list', { event: 'x', a: 1, data: [] }],
    ['a record that names its event, without data', { event: 'order.created', a: 1 }],
  ])('is all of %s', (_, body) => {
    expect(read(body)).toEqual([body]);
  });

  test('is the one in data where both show the number', () => {
    const data = { order_number: 'SO-1', status: 'pending' };
    expect(read({ event: 'x', order_number: 'SO-1', data })).toEqual([data]);
  });

  test('may be none', () => {
    expect(read({ success: true, data: [] })).toEqual([]);
    expect(read([])).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'text'],
    ['an empty object', {}],
    ['a list of numbers', [1]],
    ['a list with something else in it', [record, 'x']],
    ['an envelope of nothing', { success: true, data: null }],
    ['an event of nothing', { event: 'x', data: {} }],
    ['an event of a text', { event: 'x', data: 'text' }],
  ])('is not seen in %s', (_, body) => {
    expect(read(body)).toBeUndefined();
  });
});

describe('the cursor', () => {
  const cursor = { updated_since: '2026-01-01T00:00:00Z', updated_since_id: 7 };
  const next = { next_updated_since: cursor.updated_since, next_updated_since_id: '7' };

  test.each<[string, object]>([
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
    expect(readCursor({ filters: asked, cursor })).toEqual(cursor);
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

  test('keeps its text as it was given, and an id beyond what a number holds', () => {
    const odd = { updated_since: '2026-11-21 08:00:00.123456', updated_since_id: '9007199254740993' };
    expect(readCursor({ cursor: odd })).toEqual(odd);
    expect(readCursor({ cursor: { ...odd, updated_since_id: 0 } })).toMatchObject({ updated_since_id: 0 });
  });

  test.each<[string, object]>([
    ['nothing', { updated_since: null, updated_since_id: null }],
    ['an empty time', { updated_since: '', updated_since_id: 1 }],
    ['an id that is no number', { updated_since: 'x', updated_since_id: 'y' }],
    ['an id that begins like one', { updated_since: 'x', updated_since_id: '7y' }],
    ['an id that ends like one', { updated_since: 'x', updated_since_id: 'y7' }],
    ['an id below zero', { updated_since: 'x', updated_since_id: -1 }],
    ['an id that a number does not hold exactly', { updated_since: 'x', updated_since_id: 2 ** 53 }],
    ['a time alone', { updated_since: 'x' }],
    ['a time that is a number', { updated_since: 1, updated_since_id: 1 }],
  ])('is none in %s', (_, body) => {
    expect(readCursor(body)).toBeUndefined();
  });
});

describe('when a record changed', () => {
  const at = Date.parse('2026-11-20T08:00:00Z');

  test.each<[string, Record<string, unknown>]>([
    ['updated_at in ISO 8601', { created_at: '2026-11-01', updated_at: '2026-11-20T08:00:00Z' }],
    ['a time without a zone, which is in UTC', { modified: '2026-11-20 08:00:00' }],
    ['unix seconds', { updated_at: at / 1000 }],
    ['unix seconds as text', { updated_at: String(at / 1000) }],
    ['unix milliseconds', { changedAt: at }],
    [
      'the plain updated_at, before that of a part',
      { price_updated_at: '2026-11-19', updated_at: '2026-11-20T08:00:00Z' },
    ],
    ['the plain updated', { price_updated_at: '2026-11-19', updated: '2026-11-20T08:00:00Z' }],
    ['the plain updatedAt', { price_updated_at: '2026-11-19', updatedAt: '2026-11-20T08:00:00Z' }],
    ['the plain lastModified', { price_modified_at: '2026-11-19', lastModified: '2026-11-20T08:00:00Z' }],
    ['the plain updated_at, before a longer name', { updated_at_shop: '2026-11-19', updated_at: at / 1000 }],
    ['the field that is a time', { updated_by: 'Anna', last_modified_on: '2026-11-20T08:00:00Z' }],
  ])('is read from %s', (_, fields) => {
    expect(changeOf(fields)).toBe(at);
  });

  test('is not known where only its creation shows', () => {
    expect(changeOf({ created_at: '2026-11-20T08:00:00Z', updated_at: null })).toBeUndefined();
  });

  test.each<[string, unknown[]]>([
    ['ISO 8601', ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.5Z', '2026-11-20T10:30:00+01:00']],
    ['unix seconds of different lengths', [999_999_999, 1_000_000_000, 1_000_000_001.5]],
    ['unix seconds as text', ['999999999', '1000000000', '1000000001']],
  ])('orders records by %s, the newest first', (_, [old, newer, newest]) => {
    const [a, b, c] = [{ created_at: old }, { created_at: newer }, { created_at: newest }];
    expect(newestFirst([b, a, c].filter(Boolean))).toEqual([c, b, a]);
  });

  test.each<[string, string]>([
    ['done_on', 'x_once'],
    ['doneAt', 'category'],
  ])('orders records by %s, and not by %s', (key, other) => {
    const old = { [other]: '2026-11-22', [key]: '2026-11-20' };
    const newer = { [other]: '2026-11-19', [key]: '2026-11-21' };
    expect(newestFirst([old, newer])).toEqual([newer, old]);
  });

  test('leaves records as they came where not all show a time under one name', () => {
    const mixed = [{ a: 1 }, { created_at: '2026-11-20' }, { updated_at: '2026-11-21' }];
    expect(newestFirst(mixed)).toEqual(mixed);
    const holed = [{ created_at: '2026-11-20' }, { created_at: null }, { created_at: '2026-11-22' }];
    expect(newestFirst(holed)).toEqual(holed);
    expect(newestFirst([])).toEqual([]);
  });
});
