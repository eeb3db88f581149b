import { expect, test } from '@jest/globals';
import { type Client, column, cursorQuery, fieldErrors, records, start, submission } from './harness.ts';

const everything = 'updated_since=2020-01-01T00:00:00Z';

/** Submits orders that share one update time. */
async function submitTogether(client: Client, count: number, prefix: string): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  await client.people('orders', { orders: numbers.map((order_number) => submission({ order_number })) });
  return numbers;
}

/** Follows the cursor until nothing comes any more. `between` happens after each page. */
async function follow(client: Client, path: string, first: string, between: () => unknown = () => {}) {
  const seen: Record<string, unknown>[] = [];
  let query = first;
  for (let pages = 0; pages < 100; pages += 1) {
    const answer = await client.get(`${path}?${query}&per_page=3`);
    const page = records(answer);
    if (page.length === 0) return { seen, query };
    seen.push(...page);
    query = cursorQuery(answer);
    await between();
  }
  throw new Error('The cursor does not come to an end');
}

test.each([
  ['/orders', 'order_number', 9],
  ['/inventory', 'sku', 8],
  ['/customers', 'external_id', 5],
  ['/inventory/movements', 'created_at', 19],
])('pages through %s, newest first, without overlap or gap', async (path, field, count) => {
  const client = await start();
  const all = column(await client.get(`${path}?per_page=100`), field);
  expect(all).toHaveLength(count);
  const paged: unknown[] = [];
  for (let page = 1; page <= Math.ceil(count / 3); page += 1) {
    const answer = await client.get(`${path}?per_page=3&page=${page}`);
    expect(answer.body).toMatchObject({ meta: { page, per_page: 3, has_more: page * 3 < count } });
    paged.push(...column(answer, field));
  }
  expect(paged).toEqual(all);
  expect(records(await client.get(`${path}?per_page=3&page=99`))).toEqual([]);
});

test.each([
  ['/orders', 50],
  ['/inventory', 100],
  ['/customers', 50],
  ['/inventory/movements', 50],
])('%s has pages of %i records unless asked otherwise', async (path, size) => {
  const client = await start();
  expect((await client.get(path)).body).toMatchObject({ meta: { page: 1, per_page: size } });
  for (const wrong of [
    'per_page=0',
    'per_page=101',
    'page=0',
    'page=x',
    'per_page=1.5',
    'page=',
    'page=1&page=2',
  ]) {
    const answer = await client.get(`${path}?${wrong}`);
    expect([wrong, answer.status, Object.keys(fieldErrors(answer))]).toEqual([
      wrong,
      422,
      [wrong.split('=')[0]],
    ]);
  }
});

test('says that there is more only when there is', async () => {
  const client = await start();
  for (const [size, hasMore] of [
    [8, true],
    [9, false],
    [10, false],
  ]) {
    expect((await client.get(`/orders?per_page=${size}`)).body).toMatchObject({
      meta: { has_more: hasMore },
    });
  }
});

test.each(['/orders', '/customers'])(
  'follows the cursor of %s from the beginning to the end',
  async (path) => {
    const client = await start();
    const { seen, query } = await follow(client, path, everything);
    const all = records(await client.get(`${path}?${everything}&per_page=100`));
    expect(seen).toEqual(all);
    const times = seen.map((each) => each.updated_at);
    expect(times).toEqual([...times].sort());
    expect(cursorQuery(await client.get(`${path}?${query}`))).toBe(query);
  },
);

test('loses none of many changes that share one update time', async () => {
  const client = await start();
  const start0 = cursorQuery(await client.get('/orders'));
  const numbers = await submitTogether(client, 20, 'T');
  const { seen } = await follow(client, '/orders', start0);
  expect(seen.map((each) => each.order_number)).toEqual(numbers);
  expect(new Set(seen.map((each) => each.updated_at)).size).toBe(1);
});

test('takes 5,000 orders that are submitted at the same moment', async () => {
  const client = await start();
  const since = cursorQuery(await client.get('/orders'));
  const numbers = await submitTogether(client, 5000, 'T');
  let query = since;
  const seen: unknown[] = [];
  for (let page = 0; page < 50; page += 1) {
    const answer = await client.get(`/orders?${query}&per_page=100`);
    seen.push(...column(answer, 'order_number'));
    query = cursorQuery(answer);
  }
  expect(seen).toEqual(numbers);
});

test('hands out a change that happens between two pages, once and in its place', async () => {
  const client = await start();
  const since = cursorQuery(await client.get('/orders'));
  await submitTogether(client, 6, 'A');
  let turn = 0;
  const { seen } = await follow(client, '/orders', since, async () => {
    turn += 1;
    if (turn === 1) await client.put('/orders/A-0/status', { status: 'confirmed' });
    if (turn === 2) await submitTogether(client, 1, 'B');
  });
  expect(seen.map((each) => [each.order_number, each.status])).toEqual([
    ['A-0', 'pending'],
    ['A-1', 'pending'],
    ['A-2', 'pending'],
    ['A-3', 'pending'],
    ['A-4', 'pending'],
    ['A-5', 'pending'],
    ['A-0', 'confirmed'],
    ['B-0', 'pending'],
  ]);
});

test('misses no change although the clock stands still or goes back', async () => {
  let now = new Date('2026-05-01T12:00:00Z');
  const client = await start({ now: () => now });
  let query = cursorQuery(await client.get('/orders'));
  for (const time of ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z', '2026-04-01T12:00:00Z']) {
    now = new Date(time);
    const [number] = await submitTogether(client, 1, `T${Math.random()}`);
    const answer = await client.get(`/orders?${query}`);
    expect(column(answer, 'order_number')).toEqual([number]);
    query = cursorQuery(answer);
  }
});

test.each(['/orders', '/customers'])(
  'gives %s without a cursor the one of the newest change, also where that is on no page',
  async (path) => {
    const client = await start();
    await client.put('/orders/SO-10001/status', { status: 'confirmed' });
    await client.put('/orders/SO-10006/status', { status: 'confirmed' });
    await client.put('/customers/erp/C-1001', { name: 'Renamed' });
    const first = await client.get(`${path}?per_page=1`);
    expect(cursorQuery(await client.get(`${path}?per_page=1&page=2`))).toBe(cursorQuery(first));
    expect(records(await client.get(`${path}?${cursorQuery(first)}`))).toEqual([]);
  },
);

test('narrows the cursor to what the filters let through', async () => {
  const client = await start();
  const { seen } = await follow(
    client,
    '/orders',
    `${everything}&status=pending&type=order&acknowledged=false`,
  );
  expect(seen.map((each) => each.order_number)).toEqual(['SO-10007', 'SO-10008', 'SO/2026 #1?%ß']);
  const none = await client.get('/orders?status=delivered&type=quote');
  expect(records(none)).toEqual([]);
  expect(cursorQuery(none)).toBe('updated_since=1970-01-01T00:00:00.000Z&updated_since_id=0');
});

test('lists changes of exactly a time with updated_since alone, and only later ones with its id', async () => {
  const client = await start();
  const [last] = records(await client.get('/orders'));
  const cursor = cursorQuery(await client.get('/orders'));
  const [time = ''] = cursor.split('&');
  expect(column(await client.get(`/orders?${time}`), 'order_number')).toEqual([last?.order_number]);
  expect(column(await client.get(`/orders?${time}&updated_since_id=0`), 'order_number')).toHaveLength(1);
  expect(records(await client.get(`/orders?${cursor}`))).toEqual([]);
});

test.each([
  '2026-05-01T12:00:00Z',
  '2026-05-01t12:00:00z',
  '2026-05-01T12:00:00.000Z',
  '2026-05-01T12:00:00,000000Z',
  '2026-05-01T12:00Z',
  '2026-05-01 12:00:00+00:00',
  '2026-05-01T14:00:00+0200',
  '2026-05-01T14:00:00+02',
  '2026-05-01T06:30:00-05:30',
])('takes the date-time %s', async (time) => {
  let now = new Date('2026-05-01T11:00:00Z');
  const client = await start({ now: () => now });
  now = new Date('2026-05-01T11:59:59.999Z');
  await submitTogether(client, 1, 'BEFORE');
  now = new Date('2026-05-01T12:00:00Z');
  await submitTogether(client, 1, 'AT');
  const answer = await client.get(`/orders?updated_since=${encodeURIComponent(time)}`);
  expect(column(answer, 'order_number')).toEqual(['AT-0']);
});

test.each([
  [
    'updated_since=2026-05-01',
    'updated_since',
    'The updated since must be an ISO 8601 date-time with a time zone',
  ],
  ['updated_since=2026-05-01T12:00:00', 'updated_since', expect.any(String)],
  ['updated_since=2026-02-30T12:00:00Z', 'updated_since', expect.any(String)],
  ['updated_since=2026-05-01T25:00:00Z', 'updated_since', expect.any(String)],
  ['updated_since=1777636800', 'updated_since', expect.any(String)],
  [
    'updated_since_id=5',
    'updated_since',
    'The updated since field is required when updated since id is present',
  ],
  [`${everything}&updated_since_id=-1`, 'updated_since_id', 'The updated since id must be at least 0'],
  [`${everything}&updated_since_id=1e3`, 'updated_since_id', 'The updated since id must be an integer'],
  ['from_date=2026-02-30', 'from_date', 'The from date must be a date of the form YYYY-MM-DD'],
  ['to_date=01.05.2026', 'to_date', expect.any(String)],
  ['to_date=2026-05-01T00:00:00Z', 'to_date', expect.any(String)],
  [
    'status=draft',
    'status',
    'The status must be one of: pending, confirmed, processing, delivered, cancelled',
  ],
  ['type=invoice', 'type', 'The type must be one of: order, quote'],
  ['acknowledged=yes', 'acknowledged', 'The acknowledged must be true or false'],
  ['limit=5', 'limit', 'The limit field is unknown'],
])('refuses the query %s, naming the parameter', async (query, field, message) => {
  const client = await start();
  const answer = await client.get(`/orders?${query}`);
  expect([answer.status, fieldErrors(answer)]).toEqual([422, { [field]: [message] }]);
});

test('refuses unknown parameters on every list and record', async () => {
  const client = await start();
  for (const path of [
    '/orders/SO-10001',
    '/inventory',
    '/inventory/movements',
    '/inventory/TENT-2P',
    '/customers',
    '/customers/erp/C-1001',
    '/automation/subscriptions',
  ]) {
    expect((await client.get(`${path}?surprise=1`)).status).toBe(422);
  }
});
