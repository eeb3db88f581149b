import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { isLoopbackAddress } from '../../../sandbox/api/http/loopback.ts';
import { berghaus, column, fieldErrors, record, records, start, submission } from './harness.ts';

/** Asks for the tenants with these headers. @returns the status. */
function askWith(origin: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request(`${origin}/dashboard/tenants`, { headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on('error', reject)
    .end();
  return promise;
}

test.each(['localhost', 'localhost:4010', '127.0.0.1', '127.0.0.1:80', '[::1]:4010', 'LOCALHOST'])(
  'lets in whoever calls it %s',
  async (host) => {
    const client = await start();
    expect(await askWith(client.origin, { host })).toBe(200);
  },
);

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example:4010',
  '10.0.0.5',
])('keeps out whoever calls it %s', async (host) => {
  const client = await start();
  expect(await askWith(client.origin, { host })).toBe(403);
});

test.each([
  ['lets no page of another site work the dashboard', 'http://evil.example', 403],
  ['lets no page of another port work the dashboard', 'http://127.0.0.1:1', 403],
  ['lets no page without an origin work the dashboard', 'null', 403],
  ['lets its own pages work the dashboard', 'http://127.0.0.1:4010', 200],
])('%s', async (_, origin, status) => {
  const client = await start();
  expect(await askWith(client.origin, { host: '127.0.0.1:4010', origin })).toBe(status);
});

test('takes only loopback addresses for this machine', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect([address, isLoopbackAddress(address)]).toEqual([address, true]);
  }
  for (const address of ['10.0.0.5', '192.168.1.1', '::ffff:10.0.0.5', 'fe80::1', '1270.0.0.1', '']) {
    expect([address, isLoopbackAddress(address)]).toEqual([address, false]);
  }
});

test('needs no key', async () => {
  const client = await start();
  expect(records(await client.dashboard('GET', '/tenants'))).toEqual([
    {
      slug: 'alpenglow',
      name: 'Alpenglow Outdoor',
      plan: 'professional',
      account_active: true,
      subscription_active: true,
      trial_ends_at: null,
    },
    {
      slug: 'kaffeehaus',
      name: 'Kaffeehaus Supply',
      plan: 'enterprise',
      account_active: true,
      subscription_active: true,
      trial_ends_at: null,
    },
  ]);
});

test.each([
  ['GET', 'keys', undefined],
  ['POST', 'keys', { name: 'A', scopes: ['orders:read'] }],
  ['GET', 'orders', undefined],
  ['POST', 'orders', submission()],
  ['POST', 'customers', { ...berghaus, name: 'A' }],
  ['POST', 'check-ins', { customer: berghaus }],
  ['POST', 'products', { sku: 'A', name: 'A' }],
  ['POST', 'products/adjust', { sku: 'TENT-2P', stock_qty: 1 }],
  ['GET', 'subscriptions', undefined],
  ['GET', 'deliveries', undefined],
])('answers 404 for an unknown tenant: %s %s', async (method, path, body) => {
  const client = await start();
  const answer = await client.dashboard(method, `/tenants/unknown/${path}`, body);
  expect([answer.status, answer.body]).toEqual([404, { success: false, error: 'Tenant not found' }]);
});

test('submits an order with the next number, which the API then shows', async () => {
  const client = await start();
  const answer = await client.people('orders', submission({ notes: '{{braces}} 🏔' }));
  expect(answer.status).toBe(201);
  expect(record(answer)).toMatchObject({
    order_number: 'SO-10010',
    status: 'pending',
    type: 'order',
    total: 747,
  });
  const { customer_id: _id, ...shown } = record(answer);
  expect(record(await client.get('/orders/SO-10010'))).toEqual(shown);
  expect(column(await client.people('orders', undefined, 'GET'), 'order_number').slice(0, 2)).toEqual([
    'SO-10010',
    'SO/2026 #1?%ß',
  ]);
});

test('steps over numbers that were given by hand, and refuses one that is taken', async () => {
  const client = await start();
  await client.people('orders', submission({ order_number: 'SO-10012' }));
  const numbers = [];
  for (let count = 0; count < 2; count += 1)
    numbers.push(record(await client.people('orders', submission())).order_number);
  expect(numbers).toEqual(['SO-10011', 'SO-10013']);
  const taken = await client.people('orders', submission({ order_number: 'SO-10012' }));
  expect([taken.status, taken.body]).toEqual([
    409,
    { success: false, error: "Order number 'SO-10012' is already in use" },
  ]);
});

test('submits all of several orders or none', async () => {
  const client = await start();
  const orders = [submission({ order_number: 'A' }), submission({ order_number: 'A' })];
  expect((await client.people('orders', { orders })).status).toBe(409);
  expect((await client.get('/orders/A')).status).toBe(404);
  expect((await client.get('/inventory/TENT-2P')).body).toMatchObject({ data: { reserved_qty: 2 } });
});

test.each([
  ['an order without items', submission({ items: [] }), 'items'],
  ['a quantity of zero', submission({ items: [{ sku: 'TENT-2P', quantity: 0 }] }), 'items.0.quantity'],
  ['an unknown product', submission({ items: [{ sku: 'UNKNOWN', quantity: 1 }] }), 'items.0.sku'],
  ['an unknown type', submission({ type: 'invoice' }), 'type'],
  ['an order that comes with a status', submission({ status: 'confirmed' }), 'status'],
  ['an order without a customer', { items: [{ sku: 'TENT-2P', quantity: 1 }] }, 'customer'],
  ['an empty list of orders', { orders: [] }, 'orders'],
  ['an unknown field beside the list of orders', { orders: [{}], more: 1 }, 'more'],
])('refuses to submit %s, naming the field', async (_, body, field) => {
  const client = await start();
  const answer = await client.people('orders', body);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, expect.arrayContaining([field])]);
});

test('does not find an unknown customer', async () => {
  const client = await start();
  const customer = { external_system: 'erp', external_id: 'unknown' };
  for (const [path, body] of [
    ['orders', submission({ customer })],
    ['check-ins', { customer }],
  ] as const) {
    expect((await client.people(path, body)).body).toEqual({ success: false, error: 'Customer not found' });
  }
});

test('creates a customer once', async () => {
  const client = await start();
  const body = { external_system: 'crm', external_id: '7', name: 'Seven', city: 'Bern' };
  const made = await client.people('customers', body);
  expect([made.status, record(made)]).toEqual([201, expect.objectContaining(body)]);
  const again = await client.people('customers', body);
  expect([again.status, again.body]).toEqual([409, { success: false, error: 'Customer already exists' }]);
});

test('creates a product once', async () => {
  const client = await start();
  const body = { sku: 'NEW', name: 'New', unit_price: 19.99, stock_qty: 3, is_active: false };
  const made = await client.people('products', body);
  expect([made.status, record(made)]).toEqual([201, expect.objectContaining({ ...body, reserved_qty: 0 })]);
  const again = await client.people('products', body);
  expect([again.status, again.body]).toEqual([409, { success: false, error: "SKU 'NEW' is already in use" }]);
});

test.each([
  ['a key without scopes', 'keys', { name: 'A', scopes: [] }, 'scopes'],
  ['a key with an unknown scope', 'keys', { name: 'A', scopes: ['orders:delete'] }, 'scopes.0'],
  ['a key without a name', 'keys', { name: '', scopes: ['orders:read'] }, 'name'],
  [
    'a key that expires “tomorrow”',
    'keys',
    { name: 'A', scopes: ['orders:read'], expires_at: 'tomorrow' },
    'expires_at',
  ],
  ['a check-in at a latitude above 90', 'check-ins', { customer: berghaus, lat: 91 }, 'lat'],
  ['a product with a quantity below zero', 'products', { sku: 'A', name: 'A', stock_qty: -1 }, 'stock_qty'],
  ['an adjustment without a quantity', 'products/adjust', { sku: 'TENT-2P' }, 'stock_qty'],
])('refuses %s, naming the field', async (_, path, body, field) => {
  const client = await start();
  const answer = await client.people(path, body);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, [field]]);
});

test('lists what there is: products, customers with tombstones, check-ins with the newest first', async () => {
  const client = await start();
  const listOf = (what: string) => client.people(what, undefined, 'GET');
  expect(column(await listOf('products'), 'sku')).toContain('TENT-2P');
  const customers = records(await listOf('customers'));
  expect(customers).toHaveLength(6);
  expect(customers.filter((each) => !each.is_active)).toMatchObject([{ external_id: 'C-1006' }]);
  await client.people('check-ins', { customer: berghaus, notes: 'Newest' });
  expect(column(await listOf('check-ins'), 'notes')[0]).toBe('Newest');
});

test('moves an order on as people do, by the same rules', async () => {
  const client = await start();
  const { order_number } = record(await client.people('orders', submission()));
  const move = (status: string) => client.people('orders/move', { order_number, status });
  expect(record(await move('confirmed'))).toMatchObject({ status: 'confirmed' });
  expect(record(await move('cancelled'))).toMatchObject({ status: 'cancelled' });
  const refused = await move('delivered');
  expect([refused.status, fieldErrors(refused)]).toEqual([
    422,
    { status: ["Cannot transition from 'cancelled' to 'delivered'"] },
  ]);
  expect((await client.people('orders/move', { order_number: 'SO-NONE', status: 'confirmed' })).status).toBe(
    404,
  );
});
