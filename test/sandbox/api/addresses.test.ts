import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { column, orderIn, record, start } from './harness.ts';

const readable = [
  'A/2027 #1?%ß',
  'a/b/c',
  '%2F',
  '100%',
  'плюс+плюс',
  '注文 1',
  '🏔️',
  'a&b=c;d',
  'quote\'and"double',
  '\\back\\slash',
  '...',
];
const hard: [name: string, value: string][] = [
  ...readable.map((value): [string, string] => [`“${value}”`, value]),
  ['255 times “x”', 'x'.repeat(255)],
  ['255 times “長”', '長'.repeat(255)],
];

test('comes with an order and a product that are hard to address', async () => {
  const client = await start();
  expect(record(await client.get('/orders/SO%2F2026%20%231%3F%25%C3%9F')).order_number).toBe('SO/2026 #1?%ß');
  expect(record(await client.get('/inventory/SKU%2F2026%20%231%3F%25%C3%9F')).sku).toBe('SKU/2026 #1?%ß');
});

test.each(hard)('reaches exactly the order that is called %s', async (_, order_number) => {
  const client = await start();
  await orderIn(client, 'pending', { order_number });
  const path = `/orders/${encodeURIComponent(order_number)}`;
  expect(record(await client.get(path)).order_number).toBe(order_number);
  expect(record(await client.post(`${path}/acknowledge`, {})).order_number).toBe(order_number);
  expect(record(await client.put(`${path}/status`, { status: 'confirmed' })).order_number).toBe(order_number);
  expect(
    column(await client.get('/orders?status=confirmed&acknowledged=true&per_page=1'), 'order_number'),
  ).toEqual([order_number]);
});

test.each(hard)('reaches exactly the product that is called %s', async (_, sku) => {
  const client = await start();
  await client.people('products', { sku, name: 'Hard', stock_qty: 1 });
  const path = `/inventory/${encodeURIComponent(sku)}`;
  expect(record(await client.put(path, { stock_qty: 5 }))).toMatchObject({ sku, stock_qty: 5 });
  expect(record(await client.get(path))).toMatchObject({ sku, stock_qty: 5 });
  const bulk = await client.post('/inventory/bulk', { products: [{ sku, stock_qty: 6 }] });
  expect(record(bulk)).toMatchObject({ updated: 1 });
  const movements = await client.get(`/inventory/movements?sku=${encodeURIComponent(sku)}`);
  expect(column(movements, 'stock_qty_after')).toEqual([6, 5]);
});

test.each([...hard, ['2,000 times “x”', 'x'.repeat(2000)]])(
  'reaches exactly the customer that is called %s',
  async (_, name = '') => {
    const client = await start();
    const half = encodeURIComponent(name);
    for (const path of [`/customers/${half}/1`, `/customers/erp/${half}`]) {
      expect((await client.put(path, { name: path.slice(0, 200) })).status).toBe(201);
      expect(record(await client.get(path)).name).toBe(path.slice(0, 200));
      expect(record(await client.delete(path)).is_active).toBe(false);
    }
  },
);

test('reaches products that are called like endpoints, as far as an address can', async () => {
  const client = await start();
  for (const sku of ['movements', 'bulk']) {
    await client.people('products', { sku, name: sku });
    expect(record(await client.put(`/inventory/${sku}`, { stock_qty: 3 })).sku).toBe(sku);
  }
  expect(record(await client.get('/inventory/bulk')).sku).toBe('bulk');
  expect((await client.get('/inventory/movements')).body).toHaveProperty('data.0.type');
});

/** Sends an address as it is: fetch would resolve its dots. */
async function getRaw(origin: string, path: string): Promise<{ status: number | undefined; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>();
  const headers = { 'x-api-key': 'sk_sandbox_alpenglow' };
  request(`${origin}`, { path, headers }, async (response) => {
    resolve({ status: response.statusCode, body: await json(response) });
  })
    .on('error', reject)
    .end();
  return promise;
}

test.each([
  '/orders/..',
  '/orders/.',
  '/orders/%2e%2e',
  '/inventory/..',
  '/orders/',
  '/orders//',
  '/customers//C-1001',
])('reaches nothing with %s', async (path) => {
  const client = await start();
  const { status, body } = await getRaw(client.origin, `/api/v1${path}`);
  expect([404, 422]).toContain(status);
  expect(body).toMatchObject({ success: false, error: expect.any(String) });
});

test.each(['/orders/%', '/orders/%zz', '/orders/%ff', '/customers/erp/%c3'])(
  'refuses %s, which is not percent-encoded UTF-8',
  async (path) => {
    const client = await start();
    const { status, body } = await getRaw(client.origin, `/api/v1${path}`);
    expect([status, body]).toEqual([
      422,
      {
        success: false,
        error: 'The given data was invalid.',
        errors: { path: ['The path must be valid percent-encoded UTF-8'] },
      },
    ]);
  },
);
