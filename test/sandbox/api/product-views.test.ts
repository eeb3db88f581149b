// What the dashboard shows beyond the API: details, drafts, customers made in the field, and who changed what.
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  type Answer,
  berghaus,
  type Client,
  column,
  cursorQuery,
  fieldErrors,
  kaffeehaus,
  makeKey,
  orderIn,
  record,
  records,
  start,
  startReceiver,
  submission,
  subscribeTo,
} from './harness.ts';

const see = async (client: Client, path: string) => record(await client.people(path, undefined, 'GET'));
const list = async (client: Client, path: string) => records(await client.people(path, undefined, 'GET'));

const entries = z.array(
  z.object({
    at: z.string(),
    by: z.object({ kind: z.string(), name: z.string() }),
    subject: z.string(),
    id: z.string(),
    title: z.string(),
    action: z.string(),
    changes: z.record(z.string(), z.unknown()),
  }),
);

/** The history in a record of the dashboard. */
const historyIn = (shown: Record<string, unknown>) => entries.parse(shown.history);

const ready = { kind: 'key', name: 'Ready key' };

/** Does something as this person. */
const as = (client: Client, name: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${client.origin}/dashboard/tenants/alpenglow/${path}`, {
    method,
    headers: { 'x-person': encodeURIComponent(name), 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });

test("shows an order's details: what an app changed, by which key, and the stock that it moved", async () => {
  const client = await start();
  const number = await orderIn(client, 'pending', { order_number: 'A/1 #?', notes: 'Ring' });
  const path = encodeURIComponent(number);
  const { value: key } = await makeKey(client, ['orders:write']);
  await client.post(`/orders/${path}/acknowledge`, { external_reference: 'ERP-1' }, { key });
  await client.put(`/orders/${path}/status`, { status: 'confirmed', notes: null });
  await client.people('orders/move', { order_number: number, status: 'delivered' });
  const order = await see(client, `orders/${path}`);
  expect(order).toMatchObject({
    order_number: number,
    status: 'delivered',
    acknowledged: true,
    external_reference: 'ERP-1',
    notes: null,
    customer_id: expect.any(Number),
    movements: [
      { type: 'deduction', quantity: -3 },
      { type: 'reservation', quantity: 3 },
    ],
  });
  expect(historyIn(order)).toMatchObject([
    {
      by: { kind: 'person', name: 'Admin' },
      action: 'status_changed',
      changes: { status: { from: 'confirmed', to: 'delivered' } },
    },
    {
      by: ready,
      action: 'status_changed',
      changes: { status: { from: 'pending', to: 'confirmed' }, notes: { from: 'Ring', to: null } },
    },
    {
      by: { kind: 'key', name: 'Test' },
      action: 'acknowledged',
      changes: {
        acknowledged: { from: false, to: true },
        external_reference: { from: null, to: 'ERP-1' },
      },
    },
    {
      by: { kind: 'person', name: z.looseObject({ name: z.string() }).parse(order.sales_rep).name },
      action: 'submitted',
    },
  ]);
  expect(historyIn(order).every((each) => each.id === number && each.subject === 'order')).toBe(true);
});

test('notes no change where a request was a replay or was refused', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  for (let count = 0; count < 2; count += 1) {
    await client.post(`/orders/${number}/acknowledge`, {});
    await client.put(`/orders/${number}/status`, { status: 'confirmed' });
    await client.put('/customers/crm/1', { name: 'One' });
  }
  await client.put(`/orders/${number}/status`, { status: 'confirmed', external_reference: 'X' });
  const actions = historyIn(await see(client, `orders/${number}`)).map(({ action }) => action);
  expect(actions).toEqual(['status_changed', 'acknowledged', 'submitted']);
  const [{ id } = { id: 0 }] = await list(client, 'customers');
  expect(historyIn(await see(client, `customers/${id}`))).toMatchObject([{ action: 'created', by: ready }]);
});

test("shows a customer's details: metadata and all that an app changed, and the customer's orders", async () => {
  const client = await start();
  await client.put('/customers/crm/1', { name: 'One', metadata: { a: 1 } });
  await client.put('/customers/crm/1', { name: 'Uno', metadata: { a: 2 }, city: 'Bern' });
  await client.delete('/customers/crm/1');
  const [{ id } = { id: 0 }] = await list(client, 'customers');
  const first = await orderIn(client, 'pending', { customer: { external_system: 'crm', external_id: '1' } });
  const second = await orderIn(client, 'pending', { customer: { id } });
  const customer = await see(client, `customers/${id}`);
  expect(customer).toMatchObject({ id, name: 'Uno', metadata: { a: 2 }, is_active: false });
  expect(customer.orders).toMatchObject([{ order_number: second }, { order_number: first }]);
  expect(historyIn(customer)).toMatchObject([
    { action: 'deactivated', by: ready, changes: { is_active: { from: true, to: false } } },
    {
      action: 'edited',
      title: 'Uno',
      changes: {
        name: { from: 'One', to: 'Uno' },
        metadata: { from: { a: 1 }, to: { a: 2 } },
        city: { from: null, to: 'Bern' },
      },
    },
    { action: 'created', changes: {} },
  ]);
});

test('lets people edit, deactivate and bring back a customer, and tells who did', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await client.people('webhooks', {
    url: receiver.url,
    events: ['customer.updated', 'customer.deactivated'],
  });
  await client.put('/customers/crm/1', { name: 'One', city: 'Bern', metadata: { a: 1 } });
  const [{ id } = { id: 0 }] = await list(client, 'customers');
  const edit = (body: object) => as(client, 'Żaneta 🏔', 'PATCH', `customers/${id}`, body);
  expect((await edit({ city: null, phone: '+41 31 555 01' })).status).toBe(200);
  const read = async () => record(await client.get('/customers/crm/1'));
  expect(await read()).toMatchObject({
    name: 'One',
    city: null,
    phone: '+41 31 555 01',
    metadata: { a: 1 },
    is_active: true,
  });
  await edit({ is_active: false });
  expect(await read()).toMatchObject({ is_active: false, deleted_at: expect.any(String) });
  await edit({ name: 'Still away' });
  expect(await read()).toMatchObject({ is_active: false, name: 'Still away' });
  await edit({ is_active: true });
  expect(await read()).toMatchObject({ is_active: true, deleted_at: null });
  const events = (await receiver.count(4)).map(
    ({ body }) => z.object({ event: z.string() }).parse(body).event,
  );
  expect(events).toEqual([
    'customer.updated',
    'customer.deactivated',
    'customer.updated',
    'customer.updated',
  ]);
  const history = historyIn(await see(client, `customers/${id}`));
  expect(history.map(({ action }) => action)).toEqual([
    'reactivated',
    'edited',
    'deactivated',
    'edited',
    'created',
  ]);
  expect(history[0]?.by).toEqual({ kind: 'person', name: 'Żaneta 🏔' });
});

test('takes a name that is not percent-encoded as it is, and refuses one that is too long', async () => {
  const client = await start();
  const adjust = (name: string) =>
    fetch(`${client.origin}/dashboard/tenants/alpenglow/products/adjust`, {
      method: 'POST',
      headers: { 'x-person': name, 'content-type': 'application/json' },
      body: JSON.stringify({ sku: 'MUG-01', stock_qty: name.length }),
    });
  expect([(await adjust('100 %')).status, (await adjust('x'.repeat(256))).status]).toEqual([200, 422]);
  expect(historyIn(await see(client, 'products/MUG-01'))[0]?.by).toEqual({ kind: 'person', name: '100 %' });
});

test("shows a product's history: edits, and movements by a person, a key and an import", async () => {
  const client = await start();
  const sku = 'A/B #1';
  const path = `products/${encodeURIComponent(sku)}`;
  await as(client, 'Ada', 'POST', 'products', { sku, name: 'New', unit_price: 1.5, stock_qty: 3 });
  await as(client, 'Ada', 'PATCH', path, { name: 'Newer', unit_price: 2.25, is_active: false });
  await as(client, 'Ada', 'PATCH', path, { name: 'Newer' });
  await as(client, 'Ada', 'POST', 'products/adjust', { sku, stock_qty: 4 });
  await client.put(`/inventory/${encodeURIComponent(sku)}`, { stock_qty: 5 });
  await client.people(path, { is_active: true }, 'PATCH');
  const imported = await client.people('products/import', {
    name: 'count.csv',
    products: [
      { sku, stock_qty: 6 },
      { sku: 'UNKNOWN', stock_qty: 6 },
    ],
  });
  expect(record(imported)).toMatchObject({ updated: 1, failed: 1 });
  const product = await see(client, path);
  expect(product).toMatchObject({ sku, name: 'Newer', unit_price: 2.25, stock_qty: 6, available_qty: 6 });
  const ada = { kind: 'person', name: 'Ada' };
  expect(historyIn(product)).toMatchObject([
    {
      action: 'import',
      by: { kind: 'import', name: 'count.csv' },
      changes: { stock_qty: { from: 5, to: 6 } },
    },
    { action: 'edited', by: { name: 'Admin' }, changes: { is_active: { from: false, to: true } } },
    { action: 'sync', by: ready, changes: { stock_qty: { from: 4, to: 5 } } },
    { action: 'adjustment', by: ada, changes: { stock_qty: { from: 3, to: 4 } } },
    {
      action: 'edited',
      by: ada,
      changes: {
        name: { from: 'New', to: 'Newer' },
        unit_price: { from: 1.5, to: 2.25 },
        is_active: { from: true, to: false },
      },
    },
    { action: 'created', by: ada },
  ]);
});

test('tells who changed what in the whole organization, the latest first, and nothing of another', async () => {
  const client = await start();
  await client.put('/customers/crm/1', { name: 'Other' }, { key: kaffeehaus });
  await client.put('/customers/crm/1', { name: 'One' });
  await client.put('/inventory/MUG-01', { stock_qty: 1 });
  await client.people('orders', submission({ order_number: 'LATEST' }));
  const history = entries.parse(await list(client, 'history'));
  expect(history.slice(0, 4)).toMatchObject([
    { subject: 'order', title: 'LATEST', action: 'submitted' },
    { subject: 'product', title: 'TENT-2P', action: 'reservation' },
    { subject: 'product', title: 'MUG-01', action: 'sync', by: ready },
    { subject: 'customer', title: 'One', action: 'created', by: ready },
  ]);
  expect(history[5]?.by).toEqual({ kind: 'import', name: 'Made data' });
  expect(history.map(({ title }) => title)).not.toContain('Other');
});

test('submits many orders and quotes at once, and lists them by status and type, in pages', async () => {
  const client = await start();
  const orders = Array.from({ length: 30 }, (_, index) =>
    submission({ order_number: `M-${index}`, type: index % 3 === 0 ? 'quote' : 'order' }),
  );
  expect((await client.people('orders', { orders })).status).toBe(201);
  await client.put('/orders/M-3/status', { status: 'confirmed' });
  const numbers = async (query: string) =>
    column(await client.people(`orders?${query}`, undefined, 'GET'), 'order_number');
  expect(await numbers('type=quote&per_page=3')).toEqual(['M-27', 'M-24', 'M-21']);
  expect(await numbers('type=quote&per_page=3&page=2')).toEqual(['M-18', 'M-15', 'M-12']);
  expect((await numbers('type=quote&status=confirmed'))[0]).toBe('M-3');
});

const missing: [string, string, unknown][] = [
  ['GET', 'orders/NONE', undefined],
  ['GET', 'customers/999', undefined],
  ['PATCH', 'customers/999', { name: 'A' }],
  ['GET', 'products/NONE', undefined],
  ['PATCH', 'products/NONE', { name: 'A' }],
  ['GET', 'drafts/999', undefined],
  ['PUT', 'drafts/999', {}],
  ['DELETE', 'drafts/999', undefined],
  ['POST', 'drafts/999/submit', undefined],
];

test.each(missing)(
  'does not find what is not there, or is of another tenant: %s %s',
  async (method, path, body) => {
    const client = await start();
    expect((await client.people(path, body, method)).status).toBe(404);
    const other = path.replace('NONE', 'TENT-2P').replace('999', '1');
    if (!path.startsWith('orders'))
      expect((await client.dashboard(method, `/tenants/kaffeehaus/${other}`, body)).status).toBe(404);
  },
);

test.each([
  ['a customer’s email address without its domain', 'customers/1', 'PATCH', { email: 'x' }, 'email'],
  ['a customer’s empty name', 'customers/1', 'PATCH', { name: '' }, 'name'],
  [
    'a default store for an existing customer',
    'customers/1',
    'PATCH',
    { create_default_store: true },
    'create_default_store',
  ],
  ['an external system without an ID', 'customers/1', 'PATCH', { external_system: 'crm' }, 'external_id'],
  [
    'another external identity of a customer',
    'customers/1',
    'PATCH',
    { external_system: 'crm', external_id: '1' },
    'external_id',
  ],
  ['an external ID without its system', 'customers', 'POST', { name: 'A', external_id: '1' }, 'external_id'],
  ['a quantity as an edit of a product', 'products/MUG-01', 'PATCH', { stock_qty: 1 }, 'stock_qty'],
  ['an import of no products', 'products/import', 'POST', { name: 'a', products: [] }, 'products'],
  [
    'a draft of an unknown product',
    'drafts',
    'POST',
    { items: [{ sku: 'UNKNOWN', quantity: 1 }] },
    'items.0.sku',
  ],
  [
    'a draft with a quantity of zero',
    'drafts',
    'POST',
    { items: [{ sku: 'MUG-01', quantity: 0 }] },
    'items.0.quantity',
  ],
  ['a draft with notes that are too long', 'drafts', 'POST', { notes: 'x'.repeat(1001) }, 'notes'],
  ['a draft with an order number', 'drafts', 'POST', { order_number: 'A' }, 'order_number'],
])('refuses %s, naming the field', async (_, path, method, body, field) => {
  const client = await start();
  const answer = await client.people(path, body, method);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, [field]]);
});

test('saves a draft that lacks everything, changes it, and makes an order of it', async () => {
  const client = await start();
  const saved = await client.people('drafts', {});
  expect([saved.status, record(saved)]).toEqual([
    201,
    {
      id: expect.any(Number),
      type: 'order',
      customer: null,
      items: [],
      notes: null,
      currency: 'EUR',
      total: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
  const { id } = record(saved);
  const refused = await client.people(`drafts/${id}/submit`, undefined);
  expect([refused.status, Object.keys(fieldErrors(refused))]).toEqual([422, ['customer', 'items']]);
  const items = [{ sku: 'TENT-2P', quantity: 2 }];
  await client.people(`drafts/${id}`, { type: 'quote', customer: berghaus, items, notes: 'Hi' }, 'PUT');
  expect(await see(client, `drafts/${id}`)).toMatchObject({
    type: 'quote',
    customer: { ...berghaus, name: 'Berghaus Sport' },
    items: [{ sku: 'TENT-2P', name: 'Two-person tent', quantity: 2, unit_price: 249, line_total: 498 }],
    notes: 'Hi',
    total: 498,
  });
  expect(await list(client, 'drafts')).toHaveLength(1);
  const submitted = await client.people(`drafts/${id}/submit`, undefined);
  expect([submitted.status, record(submitted)]).toMatchObject([
    201,
    { order_number: 'SO-10010', type: 'quote', status: 'pending', notes: 'Hi', total: 498 },
  ]);
  expect((await client.get('/orders/SO-10010')).status).toBe(200);
  expect(await list(client, 'drafts')).toEqual([]);
  expect((await client.people(`drafts/${id}/submit`, undefined)).status).toBe(404);
});

test('deletes a draft', async () => {
  const client = await start();
  const { id } = record(await client.people('drafts', {}));
  expect((await client.people(`drafts/${id}`, undefined, 'DELETE')).status).toBe(200);
  expect(await list(client, 'drafts')).toEqual([]);
});

/** Everything that the API tells, as far as drafts might show in it. */
async function everything(client: Client): Promise<unknown[]> {
  const paths = [
    '/orders',
    '/orders?updated_since=2000-01-01T00:00:00Z',
    '/inventory',
    '/inventory/movements',
    '/customers',
    '/automation/sample?event=order.created',
  ];
  const answers: Answer[] = [];
  for (const path of paths) answers.push(await client.get(path));
  return answers.map(({ body }) => body);
}

test('shows a draft in no endpoint, event, list, cursor or number until it is submitted', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'order.created', receiver.url);
  const before = await everything(client);
  const draft = { customer: berghaus, items: [{ sku: 'TENT-2P', quantity: 2 }] };
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push(record(await client.people('drafts', draft)).id);
  await client.people(`drafts/${ids[0]}`, { ...draft, notes: 'Later' }, 'PUT');
  await client.people(`drafts/${ids[2]}`, undefined, 'DELETE');
  expect(await everything(client)).toEqual(before);
  expect(await list(client, 'deliveries')).toEqual([]);
  const cursor = cursorQuery(await client.get('/orders'));

  await client.people('orders', submission());
  await client.people(`drafts/${ids[1]}/submit`, undefined);
  const next = await client.get(`/orders?${cursor}`);
  expect(column(next, 'order_number')).toEqual(['SO-10010', 'SO-10011']);
  // Not even the numbers within the cursors have a gap where there was a draft.
  const id = (query: string) => Number(/updated_since_id=(\d+)/.exec(query)?.[1]);
  const first = cursorQuery(await client.get(`/orders?${cursor}&per_page=1`));
  expect(id(cursorQuery(next)) - id(first)).toBe(1);
  await receiver.count(2);
  expect(
    receiver.received.map(({ body }) => z.looseObject({ order_number: z.string() }).parse(body).order_number),
  ).toEqual(['SO-10010', 'SO-10011']);
});

test('makes customers in the field, whom events, orders and check-ins carry with what they have', async () => {
  const client = await start();
  const receiver = await startReceiver();
  for (const event of ['customer.created', 'order.created', 'check_in.completed'])
    await subscribeTo(client, event, `${receiver.url}/${event}`);
  const made = await client.people('customers', { name: 'Skihütte Alm', city: 'Lech' });
  const nobody = { external_system: null, external_id: null };
  expect([made.status, record(made)]).toMatchObject([201, { id: expect.any(Number), ...nobody }]);
  const { id } = record(made);
  const order = record(await client.people('orders', submission({ customer: { id } })));
  await client.people('check-ins', { customer: { id }, notes: 'First visit' });
  await receiver.count(3);
  const body = (event: string) => receiver.received.find(({ url }) => url?.endsWith(event))?.body;
  expect(body('customer.created')).toMatchObject({ ...nobody, name: 'Skihütte Alm', city: 'Lech' });
  const carried = { ...nobody, name: 'Skihütte Alm', email: null, phone: null, city: 'Lech' };
  expect(body('order.created')).toMatchObject({ customer: carried });
  expect(body('check_in.completed')).toMatchObject({ customer: { ...nobody, name: 'Skihütte Alm' } });
  expect(record(await client.get(`/orders/${order.order_number}`))).toMatchObject({ customer: carried });
  expect((await see(client, `customers/${id}`)).orders).toMatchObject([{ order_number: order.order_number }]);
});

test('lists in the API only the customers that an external system manages', async () => {
  const client = await start();
  const before = (await client.get('/customers')).body;
  const { id } = record(await client.people('customers', { name: 'In the field' }));
  expect((await client.get('/customers')).body).toEqual(before);
  expect((await list(client, 'customers'))[0]).toMatchObject({ id, name: 'In the field' });

  const identity = { external_system: 'crm', external_id: '1' };
  const cursor = cursorQuery(await client.get('/customers'));
  expect((await client.people(`customers/${id}`, identity, 'PATCH')).status).toBe(200);
  const changed = records(await client.get(`/customers?is_active=true&${cursor}`));
  expect(changed).toMatchObject([{ ...identity, name: 'In the field' }]);
  expect((await client.people(`customers/${id}`, { ...identity, external_id: '2' }, 'PATCH')).status).toBe(
    422,
  );
  const { id: other } = record(await client.people('customers', { name: 'Another' }));
  expect((await client.people(`customers/${other}`, identity, 'PATCH')).status).toBe(409);
});
