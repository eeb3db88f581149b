// What careless servers do, on demand.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { habitNames } from '../../../sandbox/api/http/carelessness.ts';
import {
  afterThisTest,
  alpenglow,
  berghaus,
  type Client,
  column,
  cursorQuery,
  fieldErrors,
  orderIn,
  record,
  records,
  start,
  startReceiver,
  submission,
  subscribeTo,
} from './harness.ts';

const everything = 'updated_since=2000-01-01T00:00:00Z';

/** Submits orders with the numbers N-0, N-1, … @returns the numbers. */
async function submit(client: Client, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => `N-${index}`);
  await client.people('orders', { orders: numbers.map((order_number) => submission({ order_number })) });
  return numbers;
}

const paging = z.object({ meta: z.object({ per_page: z.int(), has_more: z.boolean() }) });

/** Reads a list page by page. @returns the sizes of the pages, and all values of the field. */
async function readPages(client: Client, path: string, field: string) {
  const sizes: number[] = [];
  const values: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.get(`${path}&page=${page}`);
    values.push(...column(answer, field));
    sizes.push(records(answer).length);
    if (!paging.parse(answer.body).meta.has_more) return { sizes, values };
  }
}

test('is careful unless it is told otherwise', async () => {
  const client = await start();
  const careful = { ...Object.fromEntries(habitNames.map((name) => [name, false])), shape: 'data' };
  expect(record(await client.dashboard('GET', '/carelessness'))).toEqual(careful);
  const changed = await client.dashboard('PATCH', '/carelessness', { small_pages: true });
  expect(record(changed)).toEqual({ ...careful, small_pages: true });
  await client.dashboard('PATCH', '/carelessness', { shape: 'named' });
  expect(record(await client.dashboard('GET', '/carelessness'))).toEqual({
    ...careful,
    small_pages: true,
    shape: 'named',
  });
});

test.each([
  ['a habit that is neither on nor off', { small_pages: 'yes' }],
  ['an unknown shape', { shape: 'round' }],
  ['an unknown habit', { unknown: true }],
])('refuses %s, naming the field', async (_, body) => {
  const client = await start();
  const answer = await client.dashboard('PATCH', '/carelessness', body);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, Object.keys(body)]);
});

test('switches the shape of answers and deliveries while it runs', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'order.created', receiver.url);
  await client.dashboard('PATCH', '/carelessness', { shape: 'items' });
  expect((await client.get('/orders')).body).toMatchObject({ ok: true, data: { items: expect.any(Array) } });
  await orderIn(client, 'pending');
  const [delivery] = await receiver.count(1);
  expect(delivery?.body).toMatchObject({ type: 'order.created', data: { status: 'pending' } });
});

test('gives pages of at most 50, whatever was asked for, and loses nothing', async () => {
  const client = await start({ careless: { small_pages: true } });
  const numbers = await submit(client, 120);
  const { sizes, values } = await readPages(client, `/orders?${everything}&per_page=100`, 'order_number');
  expect(sizes).toEqual([50, 50, 29]);
  expect(values.slice(-120)).toEqual(numbers);
  expect((await client.get('/orders?per_page=100')).body).toMatchObject({ meta: { per_page: 50 } });
  expect(records(await client.get('/orders?per_page=7'))).toHaveLength(7);
});

test('lists the newest change first, with a cursor after which comes what changes later', async () => {
  const client = await start({ careless: { newest_first: true } });
  const numbers = await submit(client, 5);
  await client.put('/orders/N-1/status', { status: 'confirmed' });
  const changed = await client.get(`/orders?${everything}&per_page=3`);
  expect(column(changed, 'order_number')).toEqual(['N-1', 'N-4', 'N-3']);
  const { values } = await readPages(client, `/orders?${everything}&per_page=3`, 'order_number');
  expect(new Set(values).size).toBe(numbers.length + 9);
  expect(records(await client.get(`/orders?${cursorQuery(changed)}`))).toEqual([]);
  await client.put('/orders/N-0/status', { status: 'cancelled' });
  expect(column(await client.get(`/orders?${cursorQuery(changed)}`), 'order_number')).toEqual(['N-0']);
  await client.put('/inventory/TENT-4P', { stock_qty: 1 });
  expect(column(await client.get(`/inventory?${everything}`), 'sku')[0]).toBe('TENT-4P');
});

test('gives one record less than asked for on a page that others follow, and loses nothing', async () => {
  const client = await start({ careless: { short_pages: true } });
  const numbers = await submit(client, 25);
  const paged = await readPages(client, `/orders?${everything}&per_page=10`, 'order_number');
  expect(paged.sizes).toEqual([9, 9, 9, 7]);
  expect(paged.values.slice(-25)).toEqual(numbers);
  expect((await client.get('/orders?per_page=10')).body).toMatchObject({ meta: { per_page: 10 } });
  const followed: unknown[] = [];
  for (let query = everything; ; ) {
    const answer = await client.get(`/orders?${query}&per_page=10`);
    if (records(answer).length === 0) break;
    followed.push(...column(answer, 'order_number'));
    query = cursorQuery(answer);
  }
  expect(followed).toEqual(paged.values);
  expect((await readPages(client, '/orders?per_page=1', 'order_number')).sizes).toHaveLength(34);
});

test('closes an idle connection that it promised to keep, and none that waits for its answer', async () => {
  const client = await start({ careless: { close_idle: true } });
  await client.dashboard('POST', '/faults', { path: '/inventory', delay_ms: 300 });
  const { hostname, port } = new URL(client.origin);
  const ask = (path: string) => {
    const socket = connect(Number(port), hostname);
    afterThisTest(() => socket.destroy());
    socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${alpenglow}\r\n\r\n`);
    return text(socket);
  };
  const [waiting, idle] = await Promise.all([ask('/inventory?per_page=1'), ask('/orders?per_page=1')]);
  for (const answer of [idle, waiting]) {
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
    expect(answer.toLowerCase()).toContain('\r\nconnection: keep-alive\r\n');
    expect(answer).toMatch(/\}$/);
  }
});

test('ignores unknown parameters and body fields, and still refuses what is wrong', async () => {
  const client = await start({ careless: { ignore_unknown: true } });
  expect((await client.get('/orders?per_page=1&unknown=1&__proto__=x')).status).toBe(200);
  expect((await client.get('/orders/SO-10001?x=1')).status).toBe(200);
  const put = await client.put('/customers/crm/1', {
    name: 'A',
    unknown: { deep: 1 },
    metadata: { kept: 1 },
  });
  expect([put.status, record(put)]).toMatchObject([201, { name: 'A', metadata: { kept: 1 } }]);
  const products = [{ sku: 'TENT-2P', stock_qty: 1, color: 'red' }];
  expect((await client.post('/inventory/bulk', { products, more: 1 })).status).toBe(200);
  const wrong = await client.put('/customers/crm/1', { unknown: 1, name: 5 });
  expect([wrong.status, Object.keys(fieldErrors(wrong))]).toEqual([422, ['name']]);
  expect((await client.get('/orders?per_page=0&unknown=1')).status).toBe(422);
  expect((await client.people('orders', submission({ unknown: 1 }))).status).toBe(422);
});

test('writes the numbers of records as text, and those around them as numbers', async () => {
  const client = await start({ careless: { numbers_as_text: true } });
  const receiver = await startReceiver();
  await subscribeTo(client, 'order.created', receiver.url);
  const number = await orderIn(client, 'pending');
  expect(record(await client.get(`/orders/${number}`))).toMatchObject({
    total: '747',
    items: [{ quantity: '3', unit_price: '249', line_total: '747' }],
    acknowledged: false,
  });
  expect(record(await client.get('/inventory/TENT-2P'))).toMatchObject({
    stock_qty: '40',
    available_qty: '35',
  });
  const list = await client.get('/orders?per_page=1');
  expect(list.body).toMatchObject({
    data: [{ total: '747' }],
    meta: { page: 1, per_page: 1 },
    next_cursor: { updated_since_id: expect.any(Number) },
  });
  const bulk = await client.post('/inventory/bulk', { products: [{ sku: 'TENT-2P', stock_qty: 1 }] });
  expect(record(bulk)).toMatchObject({ updated: '1', items: [{ stock_qty: '1' }] });
  expect(records(await client.get('/automation/sample?event=order.created'))).toMatchObject([
    { total: '747' },
  ]);
  const [delivery] = await receiver.count(1);
  expect(delivery?.body).toMatchObject({ total: '747' });
  // The dashboard stays as it is.
  const checkIn = await client.people('check-ins', { customer: berghaus, lat: 1.5 });
  expect(record(checkIn)).toMatchObject({ lat: 1.5 });
});
