import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type nock from 'nock';
import { App, api, failure, run, runWith } from '../app.ts';

type Rec = Record<string, unknown>;

const orders = (count: number, more: Rec = {}) =>
  Array.from({ length: count }, (_, i) => ({ order_number: `SO-${i}`, status: 'confirmed', ...more }));

const poll = async (key: string, inputData: Rec = {}): Promise<Rec[]> => {
  const results = await runWith(`triggers.${key}`, inputData);
  return Array.isArray(results) ? results : [];
};

/** Answers the next list request; the query that it came with is added to `queries`. */
const answer = (path: string, body: nock.Body, queries: Rec[] = []) =>
  api()
    .get(path)
    .query((query) => {
      queries.push(query);
      return true;
    })
    .reply(200, body);

const stopClock = () => jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T08:00:00Z'));

const cursor = (id: number) => ({ updated_since: '2026-11-20T08:00:00.000Z', updated_since_id: id });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('following changes', () => {
  test('asks once, for a window that outlasts a day without polls', async () => {
    stopClock();
    const queries: Rec[] = [];
    answer('/orders', { data: orders(99), next_cursor: cursor(1) }, queries);
    expect(await poll('order_status_changed')).toHaveLength(99);
    expect(queries).toEqual([{ updated_since: '2026-11-20T07:00:00.000Z', per_page: '100' }]);
  });

  test('follows both values of the cursor until a page is not full', async () => {
    const queries: Rec[] = [];
    answer('/orders', { data: orders(100), next_cursor: cursor(100) }, queries);
    answer('/orders', { data: orders(100, { status: 'delivered' }), meta: cursor(200) }, queries);
    answer('/orders', { data: [], next_cursor: cursor(200) }, queries);
    expect(await poll('order_status_changed')).toHaveLength(200);
    expect(queries.slice(1)).toEqual([
      { updated_since: cursor(100).updated_since, updated_since_id: '100', per_page: '100' },
      { updated_since: cursor(200).updated_since, updated_since_id: '200', per_page: '100' },
    ]);
  });

  test('counts pages where there is no cursor, or where it does not move', async () => {
    const queries: Rec[] = [];
    answer('/orders', orders(100), queries);
    answer('/orders', orders(1, { status: 'delivered' }), queries);
    expect(await poll('order_status_changed')).toHaveLength(101);
    expect(queries[1]).toMatchObject({ page: '2', updated_since: queries[0]?.updated_since });

    answer('/orders', { data: orders(100), cursor: cursor(5) });
    answer('/orders', { data: orders(100), cursor: cursor(5) }, queries);
    answer('/orders', { data: [], cursor: cursor(5) }, queries);
    await poll('order_status_changed');
    expect(queries.slice(2)).toMatchObject([{ updated_since_id: '5' }, { updated_since_id: '5', page: '2' }]);
  });

  test('reads the other pages where the cursor was that of the whole result', async () => {
    const queries: Rec[] = [];
    const meta = { total: 250, per_page: 100, last_page: 3 };
    const more = (count: number, status: string) => orders(count, { status });
    answer('/orders', { data: orders(100), meta, next_cursor: cursor(250) }, queries);
    answer('/orders', { data: [], next_cursor: cursor(250) }, queries);
    answer('/orders', { data: more(100, 'processing'), meta, next_cursor: cursor(250) }, queries);
    answer('/orders', { data: more(50, 'delivered'), meta, next_cursor: cursor(250) }, queries);
    expect(await poll('order_status_changed')).toHaveLength(250);
    const { updated_since } = queries[0] ?? {};
    expect(queries.slice(2)).toMatchObject([
      { updated_since, page: '2' },
      { updated_since, page: '3' },
    ]);
  });

  test('keeps the version from before and after when a record changes between two pages', async () => {
    answer('/orders', { data: orders(100), next_cursor: cursor(100) });
    answer('/orders', { data: [{ order_number: 'SO-0', status: 'delivered' }, orders(1)[0]] });
    const found = await poll('order_status_changed');
    expect(found).toHaveLength(101);
    expect(found[0]).toEqual({ order_number: 'SO-0', status: 'confirmed' });
    expect(found[1]).toEqual({ order_number: 'SO-0', status: 'delivered' });
  });

  test('puts the newest first, by time where the records show one', async () => {
    const dated = ['08', '10', '09'].map((hour, i) => ({
      ...orders(3)[i],
      updated_at: `2026-11-20T${hour}:00:00+01:00`,
    }));
    answer('/orders', dated);
    expect((await poll('order_status_changed')).map(({ order_number }) => order_number)).toEqual([
      'SO-1',
      'SO-2',
      'SO-0',
    ]);
    answer('/orders', orders(3));
    expect((await poll('order_status_changed')).map(({ order_number }) => order_number)).toEqual([
      'SO-2',
      'SO-1',
      'SO-0',
    ]);
  });

  test('fails loudly, and skips nothing, where there is more than one poll can read, and no memory to go on from', async () => {
    api().get('/orders').query(true).times(30).reply(200, orders(100));
    const { name, message } = await failure(poll('order_status_changed'));
    expect(name).toBe('AppError');
    expect(message).toMatch(/More than 3000 records in the list of orders are new/);
  });

  test('reports a list that cannot be read', async () => {
    answer('/orders', { success: true, data: { a: [], b: [] } });
    expect((await failure(poll('order_status_changed'))).message).toMatch(
      /the list of orders cannot be read/,
    );
  });

  test('reports a record that cannot be told from others', async () => {
    answer('/orders', [{ status: 'confirmed' }]);
    expect((await failure(poll('order_status_changed'))).message).toMatch(
      /without “order_number” and “status”/,
    );
    answer('/orders', [...orders(1), { order_number: 'SO-2' }]);
    expect((await failure(poll('order_status_changed'))).name).toBe('AppError');
  });
});

describe('order_status_changed', () => {
  test('leaves pending orders out, and is identified by number and status', async () => {
    answer('/orders', [...orders(1), { order_number: 'SO-9', status: 'pending' }]);
    expect(await poll('order_status_changed')).toEqual(orders(1));
    const { outputFields } = App.triggers.order_status_changed.operation;
    const primary = outputFields?.flatMap((field) =>
      typeof field === 'object' && 'primary' in field && field.primary ? [field.key] : [],
    );
    expect(primary).toEqual(['order_number', 'status']);
  });

  test('asks the API for one status and the type', async () => {
    const queries: Rec[] = [];
    answer('/orders', orders(1), queries);
    await poll('order_status_changed', { status: ['confirmed'], type: 'quote' });
    expect(queries[0]).toMatchObject({ status: 'confirmed', type: 'quote' });
  });

  test('filters several statuses itself', async () => {
    const queries: Rec[] = [];
    answer('/orders', [...orders(1), { order_number: 'SO-9', status: 'delivered' }], queries);
    const found = await poll('order_status_changed', { status: ['confirmed', 'cancelled'], type: '' });
    expect(found).toEqual(orders(1));
    expect(queries[0]).not.toHaveProperty('status');
    expect(queries[0]).not.toHaveProperty('type');
  });

  test('names a status that there is not', async () => {
    expect((await failure(poll('order_status_changed', { status: ['lost'] }))).message).toMatch(
      /^New Status.* must be confirmed, processing, delivered or cancelled, but is “lost”/,
    );
  });
});

describe('turning on', () => {
  test.each<[string, string, Rec, number[]]>([
    ['order_status_changed', '/orders', {}, [1, 25, 30 * 24]],
    ['customer_updated', '/customers', {}, [1, 25]],
    ['customer_deactivated', '/customers', {}, [1, 25]],
    ['low_stock', '/inventory', { threshold: 2 }, [1, 25]],
  ])('%s tells Zapier what was so in the last hours', async (key, path, inputData, hours) => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const queries: Rec[] = [];
    for (const _ of hours) answer(path, [], queries);
    await run(`triggers.${key}`, { inputData, meta: { isPopulatingDedupe: true } } as object);
    expect(queries.map(({ updated_since }) => updated_since)).toEqual(
      hours.map((each) => new Date(now - each * 3_600_000).toISOString()),
    );
  });
});

test('stock_movement_created recognizes movements although the products in them change', async () => {
  const moved = (product: Rec, ...ids: number[]) => ids.map((id) => ({ id, sku: 'A', product }));
  const kept: unknown[] = [];
  const remembered = async (product: Rec) => {
    answer('/inventory/movements', moved(product, 9, 8, 7));
    const cache = { get: async () => null, set: async (_: unknown, value: unknown) => kept.push(value) > 0 };
    await run('triggers.stock_movement_created', { meta: { zap: { id: 1 } } } as object, { cache });
    return Object(kept.at(-1)).to.check;
  };
  const check = await remembered({ sku: 'A', stock_qty: 1 });
  expect(check).toMatch(/^[\w-]{8}(\.[\w-]{8}){2}$/);
  expect(await remembered({ sku: 'A', stock_qty: 2 })).toBe(check);
});

describe('customer_updated', () => {
  const customer = { name: 'A', externalSystem: 'crm', externalId: '7', id: 99 };

  test('has equal ids for equal versions, and a new one for a new version', async () => {
    const ids: unknown[] = [];
    for (const version of [
      customer,
      { id: 99, externalId: '7', externalSystem: 'crm', name: 'A' },
      { ...customer, name: 'B' },
    ]) {
      answer('/customers', [version]);
      ids.push((await poll('customer_updated'))[0]?.id);
    }
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test("keeps every field, the API's own id too, and shows the identity", async () => {
    answer('/customers', [customer]);
    const { id, ...fields } = { ...(await poll('customer_updated'))[0] };
    expect(fields).toEqual({
      ...customer,
      id: undefined,
      record_id: 99,
      external_system: 'crm',
      external_id: '7',
    });
    expect(id).not.toBe(99);
  });

  test('leaves tombstones out', async () => {
    const queries: Rec[] = [];
    answer(
      '/customers',
      [
        { name: 'A', is_active: false },
        { name: 'B', deleted_at: '2026-11-20' },
      ],
      queries,
    );
    expect(await poll('customer_updated')).toEqual([]);
    expect(queries[0]).toMatchObject({ include_deleted: 'false' });
  });
});

describe('customer_deactivated', () => {
  const tombstone = (more: Rec = {}) => ({
    external_system: 'crm',
    external_id: '7',
    is_active: false,
    ...more,
  });
  const idOf = async (record: Rec) => {
    answer('/customers', [record]);
    return (await poll('customer_deactivated'))[0]?.id;
  };

  test('asks for tombstones and leaves active customers out', async () => {
    const queries: Rec[] = [];
    answer('/customers', [tombstone(), { external_id: '8', is_active: true }], queries);
    expect(await poll('customer_deactivated')).toMatchObject([tombstone()]);
    expect(queries[0]).toMatchObject({ include_deleted: 'true' });
  });

  test('fires once for a deactivation and again for the next, told apart by its time', async () => {
    const first = await idOf(tombstone({ deleted_at: '2026-11-20T08:00:00Z', synced_at: 1 }));
    expect(await idOf(tombstone({ deleted_at: '2026-11-20T08:00:00Z', synced_at: 2 }))).toBe(first);
    expect(await idOf(tombstone({ deleted_at: '2026-11-21T08:00:00Z' }))).not.toBe(first);
  });

  test('tells deactivations apart by the whole tombstone where it shows no time', async () => {
    const first = await idOf(tombstone({ version: 1 }));
    expect(await idOf(tombstone({ version: 1 }))).toBe(first);
    expect(await idOf(tombstone({ version: 2 }))).not.toBe(first);
  });
});

describe('stock_movement_created', () => {
  test('asks by day, early enough for any time zone, and for the SKU and type', async () => {
    stopClock();
    const queries: Rec[] = [];
    answer('/inventory/movements', { data: [{ sku: 'A b', type: 'sync', qty: 1 }] }, queries);
    const found = await poll('stock_movement_created', { sku: 'A b', type: 'sync' });
    expect(found).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), sku: 'A b', type: 'sync', qty: 1 },
    ]);
    expect(queries[0]).toMatchObject({ sku: 'A b', type: 'sync', from_date: '2026-11-19' });
  });
});

describe('the id of a movement', () => {
  const idsOf = async (body: string) => {
    answer('/inventory/movements', body);
    return (await poll('stock_movement_created')).map(({ id }) => id);
  };
  const movement = (more: Rec) => ({ sku: 'A', type: 'sync', created_at: '2026-11-20T08:00:00Z', ...more });
  const idOf = async (more: Rec) => (await idsOf(JSON.stringify([movement(more)])))[0];

  test('is of its own for each of the API’s, also beyond 2^53', async () => {
    const ids = await idsOf(
      '[{"id":9007199254740992,"sku":"A"},{"id":9007199254740993,"sku":"A"},{"id":7,"sku":"A"}]',
    );
    expect(new Set(ids).size).toBe(3);
  });

  test.each<[string, Rec, Rec]>([
    ['its fields come in another order', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }],
    ['it has an id and something else changed', { id: 7, quantity: 1 }, { id: 7, quantity: 2 }],
    [
      'the product in it changed',
      { product: { sku: 'A', stock_qty: 1 } },
      { product: { sku: 'A', stock_qty: 2 } },
    ],
    ['the order in it changed', { order: { id: 1, status: 'x' } }, { order: { id: 1, status: 'y' } }],
  ])('stays the same where %s', async (_, one, other) => {
    expect(await idOf(other)).toBe(await idOf(one));
  });

  test.each<[string, Rec, Rec]>([
    ['another id', { id: 7 }, { id: 8 }],
    ['another quantity, without an id', { quantity: 1 }, { quantity: 2 }],
    ['another product, without an id', { product: { sku: 'A' } }, { product: { sku: 'B' } }],
    ['another order, without an id', { order: { order_number: '1' } }, { order: { order_number: '2' } }],
    ['an empty id and another quantity', { id: '', quantity: 1 }, { id: '', quantity: 2 }],
    ['another field deep inside', { audit: [{ by: 'A' }] }, { audit: [{ by: 'B' }] }],
  ])('is another one for %s', async (_, one, other) => {
    expect(await idOf(other)).not.toBe(await idOf(one));
  });

  test('takes the place of the API’s, which both stay', async () => {
    answer('/inventory/movements', [movement({ id: 7 }), movement({ id: 8, record_id: 'own' })]);
    const found = await poll('stock_movement_created');
    expect(found.map(({ record_id, original_id }) => [record_id, original_id])).toEqual([
      ['own', 8],
      [7, undefined],
    ]);
  });
});

describe('low_stock', () => {
  const products = [
    { sku: 'A', stock_qty: 10, reserved_qty: 8 },
    { sku: 'B', stock_qty: 10, reserved_qty: 7 },
    { sku: 'C', stock_qty: 99, reserved_qty: 0, available_qty: 1 },
  ];

  test('fires for what is at or below the threshold, once a day and product', async () => {
    const queries: Rec[] = [];
    answer('/inventory', products, queries);
    const found = await poll('low_stock', { threshold: '2' });
    expect(found.map(({ sku }) => sku)).toEqual(['C', 'A']);
    expect(found[1]).toMatchObject({ sku: 'A', available_qty: 2 });
    expect(queries[0]).toMatchObject({ is_active: 'true', updated_since: expect.any(String) });
    answer('/inventory', [{ ...products[0], stock_qty: 9 }]);
    expect((await poll('low_stock', { threshold: 2 }))[0]?.id).toBe(found[1]?.id);
  });

  test('goes by the product’s own quantities, never by those of a record in it', async () => {
    const own = { sku: 'A', stock_qty: 50, reserved_qty: 0 };
    answer('/inventory', [{ ...own, variant: { sku: 'A', stock_qty: 0, available_qty: 0 } }]);
    expect(await poll('low_stock', { threshold: 2 })).toEqual([]);
    answer('/inventory', [{ product: own, warehouse: { stock_qty: 0 }, available: 0 }]);
    expect(await poll('low_stock', { threshold: 2 })).toEqual([]);
  });

  describe('on a day', () => {
    const idOf = async (more: Rec, now = '2026-11-21T12:00:00Z') => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
      answer('/inventory', [{ sku: 'A', stock_qty: 1, reserved_qty: 0, ...more }]);
      return (await poll('low_stock', { threshold: 2 }))[0]?.id;
    };
    const changedAt = (updated_at: unknown) => idOf({ updated_at });

    test('is reported once, however often it changes and whenever it is asked', async () => {
      const id = await changedAt('2026-11-20T00:00:00Z');
      expect(await changedAt('2026-11-20T23:59:59Z')).toBe(id);
      expect(await changedAt(Date.parse('2026-11-20T08:00:00Z') / 1000)).toBe(id);
      expect(await idOf({ updated_at: '2026-11-20T08:00:00Z', stock_qty: 0 }, '2026-11-22T12:00:00Z')).toBe(
        id,
      );
    });

    test('is reported anew on the next, and each product for itself', async () => {
      const id = await changedAt('2026-11-20T23:59:59Z');
      expect(await changedAt('2026-11-21T00:00:00Z')).not.toBe(id);
      expect(await idOf({ sku: 'B', updated_at: '2026-11-20T23:59:59Z' })).not.toBe(id);
    });

    test('of the poll is reported where no change shows a time', async () => {
      const id = await idOf({}, '2026-11-20T23:59:59Z');
      expect(await idOf({ stock_qty: 0 }, '2026-11-20T00:00:00Z')).toBe(id);
      expect(await idOf({}, '2026-11-21T00:00:00Z')).not.toBe(id);
    });
  });

  test('knows the threshold zero, and needs one', async () => {
    answer('/inventory', [{ sku: 'A', stock_qty: 3, reserved_qty: 3 }]);
    expect(await poll('low_stock', { threshold: 0 })).toHaveLength(1);
    expect((await failure(poll('low_stock', { threshold: '' }))).message).toMatch(/^Threshold is required/);
  });

  test('fails loudly where a product has no SKU, and so no identity', async () => {
    answer('/inventory', [
      { sku: 'A', stock_qty: 9, reserved_qty: 8 },
      { sku: ' ', stock_qty: 1, reserved_qty: 0 },
    ]);
    expect((await failure(poll('low_stock', { threshold: 2 }))).message).toMatch(
      /lists a record of the kind Product without “sku”, so one cannot be told from another/,
    );
  });

  test('leaves out a product whose quantities the API does not know', async () => {
    const unknown = { sku: 'X', stock_qty: 1, reserved_qty: null, available_qty: null };
    const counted = { sku: 'Y', stock_qty: 3, reserved_qty: 2, available_qty: null };
    answer('/inventory', [unknown, counted]);
    expect(await poll('low_stock', { threshold: 2 })).toMatchObject([{ sku: 'Y', available_qty: 1 }]);
  });

  test('fails loudly where the quantities cannot be read', async () => {
    answer('/inventory', [{ sku: 'A', stock_qty: '3' }]);
    expect((await failure(poll('low_stock', { threshold: 2 }))).message).toMatch(
      /list of products cannot be read/,
    );
  });
});

test('a trigger that is tried out costs one request, without a window', async () => {
  const queries: Rec[] = [];
  answer('/orders', { data: orders(100), next_cursor: cursor(1) }, queries);
  const tryOut: object = { inputData: {}, meta: { isLoadingSample: true } };
  expect(await run('triggers.order_status_changed', { ...tryOut })).toHaveLength(100);
  expect(queries).toEqual([{ per_page: '100' }]);
});
