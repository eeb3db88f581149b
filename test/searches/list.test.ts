import { describe, expect, test } from '@jest/globals';
import { api, failure, run, runWith } from '../app.ts';

type Rec = Record<string, unknown>;

describe.each([
  [
    'list_orders',
    '/orders',
    {
      status: 'delivered',
      type: 'quote',
      acknowledged: 'no',
      from_date: '2026-11-01T00:00:00+02:00',
      to_date: '2026-11-30',
    },
    {
      status: 'delivered',
      type: 'quote',
      acknowledged: 'false',
      from_date: '2026-11-01',
      to_date: '2026-11-30',
    },
  ],
  [
    'list_products',
    '/inventory',
    { is_active: true, updated_since: '2026-11-01T08:00:00+02:00' },
    { is_active: 'true', updated_since: '2026-11-01T06:00:00.000Z' },
  ],
  [
    'list_customers',
    '/customers',
    { is_active: false, updated_since: '2026-11-01', include_deleted: true },
    { is_active: 'false', updated_since: '2026-11-01T00:00:00.000Z', include_deleted: 'true' },
  ],
  [
    'list_stock_movements',
    '/inventory/movements',
    { sku: '{{A}} & b', type: 'sync', from_date: '2026-11-01', to_date: '2026-11-30' },
    { sku: '{{A}} & b', type: 'sync', from_date: '2026-11-01', to_date: '2026-11-30' },
  ],
])('%s', (key, path, filters, query) => {
  const list = (input: Rec = {}) => runWith(`searches.${key}`, input);
  const record = { sku: 'A', name: 'B' };

  test('sends its filters and returns one result with the records', async () => {
    const sent: Rec[] = [];
    api()
      .get(path)
      .query((asked) => sent.push(asked) > 0)
      .reply(200, { data: [record, record] });
    expect(await list({ ...filters, limit: '3' })).toEqual([
      { results: [record, record], count: 2, has_more: false },
    ]);
    expect(sent).toEqual([{ ...query, per_page: '3' }]);
  });

  test('returns 50 unless told otherwise, and leaves blank filters out', async () => {
    api()
      .get(path)
      .query({ per_page: 50 })
      .reply(200, { data: Array(50).fill(record) });
    const blanks = Object.fromEntries(Object.keys(filters).map((field) => [field, '']));
    expect(await list({ ...blanks, limit: '' })).toMatchObject([{ count: 50, has_more: true }]);
  });

  test('returns the page that was asked for; the first needs no number', async () => {
    const asked = (query: Rec) => api().get(path).query(query).reply(200, []);
    asked({ per_page: 3, page: 2 });
    await list({ limit: 3, page: '2' });
    asked({ per_page: 3 });
    await list({ limit: 3, page: 1 });
    expect((await failure(list({ page: 0 }))).message).toMatch(/^Page must be a whole number of at least 1/);
  });

  test('finds nothing', async () => {
    api().get(path).query(true).reply(200, { data: [] });
    expect(await list()).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['zero', 0],
    ['over a hundred', 101],
    ['a word', 'many'],
  ])('refuses a limit that is %s', async (_, limit) => {
    expect((await failure(list({ limit }))).message).toMatch(/^Limit must be a whole number from 1 to 100/);
  });
});

test('a list reports all that is wrong at once', async () => {
  const { message } = await failure(
    runWith('searches.list_orders', { status: 'lost', from_date: '2026-02-30', to_date: 'soon', limit: 0 }),
  );
  for (const label of ['Status', 'From Date', 'To Date', 'Limit'])
    expect(message).toContain(`${label} must be`);
});

describe('a dropdown', () => {
  const fill = (key: string, page?: number) =>
    run(`triggers.${key}`, page === undefined ? {} : { meta: { page } as never });

  test('shows orders by number, customer, status and type, newest first', async () => {
    api()
      .get('/orders')
      .query({ per_page: 100, page: 1 })
      .reply(200, [
        {
          order_number: 'SO-1',
          status: 'pending',
          type: 'order',
          customer: { name: 'A' },
          created_at: '2026-11-01',
        },
        { order_number: 'SO-2', customer_name: 'B', created_at: '2026-11-02' },
        { order_number: 'SO-3', created_at: '2026-10-02' },
      ]);
    expect(await fill('order_list')).toEqual([
      { id: 'SO-2', label: 'SO-2 (B)' },
      { id: 'SO-1', label: 'SO-1 (A, pending order)' },
      { id: 'SO-3', label: 'SO-3' },
    ]);
  });

  describe('of orders, where the API lists the oldest first,', () => {
    const orders = (from: number, count: number, more: Rec = {}) =>
      Array.from({ length: count }, (_, i) => ({
        order_number: `SO-${from + i}`,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, from + i)).toISOString(),
        ...more,
      }));
    const asked = (query: Rec, body: unknown, headers = {}) =>
      api().get('/orders').query(query).reply(200, JSON.stringify(body), headers);
    const ids = async (page?: number) => {
      const choices = await fill('order_list', page);
      return Array.isArray(choices) ? choices.map(({ id }) => id) : [];
    };

    test('begins with the last page where the answer says which that is', async () => {
      asked({ per_page: 100, page: 1 }, { data: orders(1, 100), meta: { last_page: 7 } });
      asked({ per_page: 100, page: 7 }, { data: orders(601, 3), meta: { last_page: 7 } });
      expect(await ids()).toEqual(['SO-603', 'SO-602', 'SO-601']);
    });

    test('goes back a page at a time, and ends after the first', async () => {
      asked({ per_page: 100, page: 2 }, { data: orders(101, 100), meta: { last_page: 3 } });
      asked({ per_page: 100, page: 2 }, { data: orders(101, 100), meta: { last_page: 3 } });
      expect((await ids(1))[0]).toBe('SO-200');
      asked({ per_page: 100, page: 3 }, { data: orders(201, 3), meta: { last_page: 3 } });
      asked({ per_page: 100, page: 1 }, { data: orders(1, 100), meta: { last_page: 3 } });
      expect((await ids(2)).slice(0, 2)).toEqual(['SO-100', 'SO-99']);
      asked({ per_page: 100, page: 4 }, { data: [], meta: { last_page: 3 } });
      expect(await ids(3)).toEqual([]);
    });

    test('ends after the first page also where the API gives the last one over and over', async () => {
      asked({ per_page: 100, page: 4 }, { data: orders(201, 3), meta: { last_page: 3 } });
      expect(await ids(3)).toEqual([]);
    });

    test('ends where nothing tells how long the list is', async () => {
      asked({ per_page: 100, page: 3 }, []);
      expect(await ids(2)).toEqual([]);
    });

    test('begins with the orders of the last week where it does not, by the clock of the API', async () => {
      asked({ per_page: 100, page: 1 }, orders(1, 100), { date: 'Sat, 21 Nov 2026 08:00:00 GMT' });
      asked({ per_page: 100, from_date: '2026-11-14' }, orders(900, 2));
      expect(await ids()).toEqual(['SO-901', 'SO-900']);
      asked({ per_page: 100, page: 2 }, orders(101, 100));
      asked({ per_page: 100, page: 1 }, orders(1, 100));
      expect((await ids(1))[0]).toBe('SO-100');
    });

    test('shows what there is where the last week had none', async () => {
      asked({ per_page: 100, page: 1 }, orders(1, 100), { date: 'Sat, 21 Nov 2026 08:00:00 GMT' });
      asked({ per_page: 100, from_date: '2026-11-14' }, []);
      expect((await ids())[0]).toBe('SO-100');
    });

    test('tells the order by the numbers where the orders show no time', async () => {
      const plain = (from: number, count: number) => orders(from, count, { created_at: undefined });
      asked({ per_page: 100, page: 1 }, { data: plain(9, 100), meta: { last_page: 2 } });
      asked({ per_page: 100, page: 2 }, { data: plain(109, 2), meta: { last_page: 2 } });
      expect(await ids()).toEqual(['SO-109', 'SO-110']);
    });

    test.each<[string, Rec[], string]>([
      ['falls with the numbers', orders(1, 100, { created_at: undefined }).toReversed(), 'SO-100'],
      [
        'is not that of the numbers',
        orders(1, 100).map((o, i, all) => ({ ...o, created_at: all.at(-1 - i)?.created_at })),
        'SO-1',
      ],
      [
        'falls but for the first two',
        [...orders(150, 1), ...orders(151, 1), ...orders(1, 98).toReversed()],
        'SO-151',
      ],
      ['is not to be told, as all have one time', orders(1, 100, { created_at: '2026-11-21' }), 'SO-1'],
    ])('costs one request where the order of the list %s', async (_, records, first) => {
      asked({ per_page: 100, page: 1 }, { data: records, meta: { last_page: 2 } });
      expect((await ids())[0]).toBe(first);
    });

    test('costs one request where all fit on a page, and where the newest come first', async () => {
      asked({ per_page: 100, page: 1 }, orders(1, 99));
      expect((await ids())[0]).toBe('SO-99');
      asked({ per_page: 100, page: 1 }, { data: orders(1, 100).toReversed(), meta: { last_page: 7 } });
      expect((await ids())[0]).toBe('SO-100');
    });
  });

  test('offers nothing that has no value, and says so where nothing has one', async () => {
    const list = (body: object[]) => api().get('/inventory').query(true).reply(200, body);
    list([{ sku: 'A' }, { name: 'No SKU' }, { sku: null }]);
    expect(await fill('product_list')).toEqual([{ id: 'A', label: 'A' }]);
    list([{ name: 'No SKU' }]);
    expect((await failure(fill('product_list'))).message).toMatch(
      /lists a record of the kind Product without “sku”/,
    );
  });

  test('shows products by SKU, name and what is available, in alphabetical order', async () => {
    api()
      .get('/inventory')
      .query({ is_active: true, per_page: 100, page: 3 })
      .reply(200, [{ sku: 'B' }, { sku: 'A', name: 'Tent', stock_qty: 5, reserved_qty: 1 }]);
    expect(await fill('product_list', 2)).toEqual([
      { id: 'A', label: 'A (Tent, 4 available)' },
      { id: 'B', label: 'B' },
    ]);
  });
});
