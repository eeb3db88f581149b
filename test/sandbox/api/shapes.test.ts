import { expect, test } from '@jest/globals';
import { type Shape, shapes } from '../../../sandbox/api/envelope.ts';
import { berghaus, type Client, start, startReceiver, submission } from './harness.ts';

const target = 'http://127.0.0.1:9/hook';
const order = expect.objectContaining({ order_number: 'SO-10001', items: expect.any(Array) });
const customer = expect.objectContaining({ external_id: 'C-1001' });
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** An object with exactly these fields. */
const exactly = (fields: Record<string, unknown>) => fields;

const product = { sku: 'TENT-2P', stock_qty: 40, reserved_qty: 2 };
const rest = { name: expect.any(String), is_active: true, unit_price: 249, created_at: iso, updated_at: iso };
const pagination = { page: 1, per_page: 1, has_more: true };
const hook = {
  event: 'order.created',
  target_url: target,
  is_active: true,
  created_at: iso,
  updated_at: iso,
};
const bulkItems = [
  { sku: 'TENT-2P', status: 'updated', stock_qty: 41 },
  { sku: 'X', status: 'failed', message: 'SKU not found' },
];
const totals = { updated: 1, replayed: 0, failed: 1 };
const sample = expect.objectContaining({ order_number: 'SO/2026 #1?%ß' });

const cursor = { updated_since: iso, updated_since_id: expect.any(Number) };
const nextLink = { prev: null, next: '?page=2' };
const metaOfLinks = { current_page: 1, per_page: 1 };

const bodies: Record<Shape, Record<string, unknown>> = {
  data: {
    order: exactly({ success: true, data: order }),
    product: exactly({ success: true, data: { ...product, ...rest, available_qty: 38 } }),
    customer: exactly({ success: true, data: customer }),
    orders: exactly({
      success: true,
      data: [expect.anything()],
      meta: pagination,
      next_cursor: { updated_since: iso, updated_since_id: expect.any(Number) },
    }),
    products: exactly({
      success: true,
      data: [expect.objectContaining({ available_qty: expect.any(Number) })],
      meta: pagination,
    }),
    customers: exactly({
      success: true,
      data: [expect.anything()],
      meta: pagination,
      next_cursor: { updated_since: iso, updated_since_id: expect.any(Number) },
    }),
    movements: exactly({ success: true, data: [expect.anything()], meta: pagination }),
    subscribed: exactly({ success: true, data: { id: 1, ...hook } }),
    subscriptions: exactly({ success: true, data: [{ id: 1, ...hook }] }),
    unsubscribed: exactly({ success: true, data: { id: 1, ...hook } }),
    sample: exactly({ success: true, data: [sample] }),
    bulk: exactly({ success: true, data: { ...totals, items: bulkItems } }),
  },
  named: {
    order: exactly({ success: true, data: { order } }),
    product: exactly({ success: true, data: { product: { ...product, ...rest, available: 38 } } }),
    customer: exactly({ success: true, data: { customer } }),
    orders: exactly({
      success: true,
      data: { orders: [expect.anything()], pagination },
      meta: { next_updated_since: iso, next_updated_since_id: expect.any(Number) },
    }),
    products: exactly({
      success: true,
      data: { products: [expect.objectContaining({ available: expect.any(Number) })], pagination },
    }),
    customers: exactly({
      success: true,
      data: { customers: [expect.anything()], pagination },
      meta: { next_updated_since: iso, next_updated_since_id: expect.any(Number) },
    }),
    movements: exactly({ success: true, data: { movements: [expect.anything()], pagination } }),
    subscribed: exactly({ success: true, data: { subscription: { subscription_id: 1, ...hook } } }),
    subscriptions: exactly({ success: true, data: { subscriptions: [{ subscription_id: 1, ...hook }] } }),
    unsubscribed: exactly({ success: true, data: { subscription: { subscription_id: 1, ...hook } } }),
    sample: exactly({ success: true, data: [sample] }),
    bulk: exactly({ success: true, data: { result: { totals, items: bulkItems } } }),
  },
  bare: {
    order,
    product: exactly({ ...product, ...rest }),
    customer,
    orders: [expect.anything()],
    products: [
      exactly({ ...rest, sku: expect.any(String), stock_qty: 90, reserved_qty: 20, unit_price: 11.5 }),
    ],
    customers: [expect.anything()],
    movements: [expect.anything()],
    subscribed: exactly({}),
    subscriptions: [{ id: 1, ...hook }],
    unsubscribed: exactly({ id: 1, ...hook }),
    sample: exactly({ data: [sample] }),
    bulk: exactly({ ...totals, items: bulkItems }),
  },
  links: {
    order: exactly({ data: order }),
    product: exactly({ data: { ...product, ...rest, quantity_available: 38 } }),
    customer: exactly({ data: customer }),
    orders: exactly({ data: [expect.anything()], links: nextLink, meta: { ...metaOfLinks, cursor } }),
    products: exactly({
      data: [expect.objectContaining({ quantity_available: expect.any(Number) })],
      links: nextLink,
      meta: metaOfLinks,
    }),
    customers: exactly({ data: [expect.anything()], links: nextLink, meta: { ...metaOfLinks, cursor } }),
    movements: exactly({ data: [expect.anything()], links: nextLink, meta: metaOfLinks }),
    subscribed: exactly({ data: { id: 1, ...hook } }),
    subscriptions: exactly({ data: [{ id: 1, ...hook }] }),
    unsubscribed: exactly({ data: { id: 1, ...hook } }),
    sample: exactly({ data: [sample] }),
    bulk: exactly({ data: { ...totals, items: bulkItems } }),
  },
  items: {
    order: exactly({ ok: true, data: order }),
    product: exactly({ ok: true, data: { ...product, ...rest, available: 38 } }),
    customer: exactly({ ok: true, data: customer }),
    orders: exactly({ ok: true, data: { items: [expect.anything()], next_page: 2, next_cursor: cursor } }),
    products: exactly({
      ok: true,
      data: { items: [expect.objectContaining({ available: expect.any(Number) })], next_page: 2 },
    }),
    customers: exactly({
      ok: true,
      data: { items: [expect.anything()], next_page: 2, next_cursor: cursor },
    }),
    movements: exactly({ ok: true, data: { items: [expect.anything()], next_page: 2 } }),
    subscribed: exactly({ ok: true, data: { hook_id: 1, ...hook } }),
    subscriptions: exactly({ ok: true, data: { items: [{ hook_id: 1, ...hook }] } }),
    unsubscribed: exactly({ ok: true, data: { hook_id: 1, ...hook } }),
    sample: exactly({ ok: true, data: [sample] }),
    bulk: exactly({ ok: true, data: { ...totals, items: bulkItems } }),
  },
};

/** Asks every kind of endpoint once. @returns the bodies by what they are about. */
async function askAll(client: Client): Promise<Record<string, unknown>> {
  const products = [
    { sku: 'TENT-2P', stock_qty: 41 },
    { sku: 'X', stock_qty: 1 },
  ];
  const answers: [string, () => Promise<{ body: unknown }>][] = [
    ['order', () => client.get('/orders/SO-10001')],
    ['product', () => client.get('/inventory/TENT-2P')],
    ['customer', () => client.get('/customers/erp/C-1001')],
    ['orders', () => client.get('/orders?per_page=1')],
    ['products', () => client.get('/inventory?per_page=1')],
    ['customers', () => client.get('/customers?per_page=1')],
    ['movements', () => client.get('/inventory/movements?per_page=1')],
    [
      'subscribed',
      () => client.post('/automation/subscribe', { event: 'order.created', target_url: target }),
    ],
    ['subscriptions', () => client.get('/automation/subscriptions')],
    ['unsubscribed', () => client.delete('/automation/subscribe/1')],
    ['sample', () => client.get('/automation/sample?event=order.created')],
    ['bulk', () => client.post('/inventory/bulk', { products })],
  ];
  const found: Record<string, unknown> = {};
  for (const [about, ask] of answers) found[about] = (await ask()).body;
  return found;
}

test.each(shapes)('answers every endpoint in the shape %s', async (shape) => {
  const client = await start({ shape });
  expect(await askAll(client)).toEqual(bodies[shape]);
});

test.each(shapes)('answers writes of one record like reads in the shape %s', async (shape) => {
  const client = await start({ shape });
  const pairs: [string, Promise<{ body: unknown }>][] = [
    ['/orders/SO-10007', client.put('/orders/SO-10007/status', { status: 'confirmed' })],
    ['/orders/SO-10008', client.post('/orders/SO-10008/acknowledge', {})],
    ['/inventory/TENT-2P', client.put('/inventory/TENT-2P', { stock_qty: 1 })],
    ['/customers/erp/C-1001', client.put('/customers/erp/C-1001', { name: 'Renamed' })],
    ['/customers/erp/C-1002', client.delete('/customers/erp/C-1002')],
  ];
  for (const [path, written] of pairs) expect((await written).body).toEqual((await client.get(path)).body);
});

test.each(shapes)('keeps the form of errors in the shape %s', async (shape) => {
  const client = await start({ shape });
  expect((await client.get('/orders/unknown')).body).toEqual({ success: false, error: 'Order not found' });
  expect((await client.put('/inventory/TENT-2P', {})).body).toEqual({
    success: false,
    error: 'The given data was invalid.',
    errors: { stock_qty: ['The stock qty field is required'] },
  });
});

const checkIn = expect.objectContaining({ customer: { ...berghaus, name: 'Berghaus Sport' } });

test.each<[Shape, unknown]>([
  ['data', checkIn],
  ['named', { event: 'check_in.completed', sent_at: iso, data: checkIn }],
  ['bare', { data: [checkIn] }],
  ['links', { event_type: 'check_in.completed', data: [checkIn] }],
  ['items', { type: 'check_in.completed', data: checkIn }],
])('delivers to hooks in the shape %s', async (shape, body) => {
  const client = await start({ shape });
  const receiver = await startReceiver();
  await client.post('/automation/subscribe', { event: 'check_in.completed', target_url: receiver.url });
  await client.people('check-ins', { customer: berghaus });
  await receiver.count(1);
  expect(receiver.received[0]?.body).toEqual(body);
});

test('shows no id of their own in orders, customers and movements', async () => {
  const client = await start({ shape: 'bare' });
  for (const path of ['/orders', '/customers', '/inventory/movements']) {
    expect((await client.get(path)).body).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id: expect.anything() })]),
    );
  }
});

test('answers the dashboard in the same form whatever the shape is', async () => {
  const answers = [];
  for (const shape of shapes) {
    const client = await start({ shape, now: () => new Date('2026-05-01T12:00:00Z') });
    answers.push((await client.people('orders', submission())).body);
  }
  for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0]);
});
