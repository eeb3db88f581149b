import { expect, test } from '@jest/globals';
import {
  alpenglow,
  type Client,
  column,
  endpoints,
  kaffeehaus,
  makeKey,
  orderIn,
  record,
  records,
  start,
  subscribeTo,
} from './harness.ts';

const other = { key: kaffeehaus };
const target = 'http://127.0.0.1:9/hook';

/** Everything that a tenant can see. */
async function seenWith(client: Client, key: string): Promise<unknown> {
  const paths = ['/orders', '/inventory', '/customers?include_deleted=true', '/inventory/movements'];
  const answers = [];
  for (const path of [...paths, '/automation/subscriptions'])
    answers.push((await client.get(path, { key })).body);
  return answers;
}

/** Things that only alpenglow has. */
async function prepare(client: Client) {
  await orderIn(client, 'pending', { order_number: 'ONLY-ALPENGLOW' });
  await client.put('/customers/crm/only', { name: 'Only Alpenglow' });
  const id = await subscribeTo(client, 'order.created', target);
  const webhook = await client.people('webhooks', { url: target, events: ['order.created'] });
  const { id: keyId } = await makeKey(client, ['orders:read']);
  return { id, keyId, webhookId: record(webhook).id };
}

/** The endpoints that name one thing, named as only alpenglow has it. */
const addressed = endpoints.filter(
  ({ path }) => path.split('/').length > 2 && !/movements|bulk|s$|sample/.test(path),
);

/** The upsert creates what is not there, and subscribing names nothing. */
const creating = ['PUT /customers/erp/C-1001', 'POST /automation/subscribe'];

test.each(
  addressed
    .filter(({ method, path }) => !creating.includes(`${method} ${path}`))
    .map(({ method, path, body }) => [method, path, body] as const),
)('finds nothing of another tenant: %s %s', async (method, path, body) => {
  const client = await start();
  const { id } = await prepare(client);
  const address = path
    .replace('SO-10007', 'ONLY-ALPENGLOW')
    .replace('/erp/C-1001', '/crm/only')
    .replace('/subscribe/1', `/subscribe/${id}`);
  const before = await seenWith(client, alpenglow);
  expect((await client.api(method, address, { body, ...other })).status).toBe(404);
  expect(await seenWith(client, alpenglow)).toEqual(before);
});

test('creates a customer of its own where another tenant has one with that identity', async () => {
  const client = await start();
  await prepare(client);
  expect((await client.put('/customers/crm/only', { name: 'Mine' }, other)).status).toBe(201);
  expect(record(await client.get('/customers/crm/only')).name).toBe('Only Alpenglow');
});

test.each([
  ['PATCH', 'keys', { enabled: false }],
  ['DELETE', 'keys', undefined],
  ['PATCH', 'subscriptions', { active: false }],
  ['PATCH', 'webhooks', { enabled: false }],
  ['DELETE', 'webhooks', undefined],
  ['POST', 'webhooks', undefined, '/test'],
  ['GET', 'webhooks', undefined, '/deliveries'],
])(
  'shows and changes nothing of another tenant in the dashboard: %s %s',
  async (method, what, body, end = '') => {
    const client = await start();
    const ids: Record<string, unknown> = await prepare(client).then(({ id, keyId, webhookId }) => ({
      keys: keyId,
      subscriptions: id,
      webhooks: webhookId,
    }));
    const before = (await client.people(what, undefined, 'GET')).body;
    const answer = await client.dashboard(method, `/tenants/kaffeehaus/${what}/${ids[what]}${end}`, body);
    expect(answer.status).toBe(404);
    expect((await client.people(what, undefined, 'GET')).body).toEqual(before);
    expect(JSON.stringify((await client.dashboard('GET', `/tenants/kaffeehaus/${what}`)).body)).not.toContain(
      target,
    );
  },
);

test('reports the SKU of another tenant in a bulk as not found', async () => {
  const client = await start();
  const answer = await client.post(
    '/inventory/bulk',
    { products: [{ sku: 'TENT-2P', stock_qty: 1 }] },
    other,
  );
  expect(record(answer)).toMatchObject({ failed: 1, items: [{ message: 'SKU not found' }] });
  expect(record(await client.get('/inventory/TENT-2P')).stock_qty).toBe(40);
});

test('lists nothing of another tenant', async () => {
  const client = await start();
  await prepare(client);
  expect(column(await client.get('/orders', other), 'order_number')).not.toContain('ONLY-ALPENGLOW');
  expect(column(await client.get('/customers', other), 'name')).not.toContain('Only Alpenglow');
  expect(column(await client.get('/inventory', other), 'sku')).not.toContain('TENT-2P');
  expect(records(await client.get('/inventory/movements?sku=TENT-2P', other))).toEqual([]);
  expect(records(await client.get('/automation/subscriptions', other))).toEqual([]);
});

test('keeps equal identifiers of two tenants apart', async () => {
  const client = await start();
  for (const path of ['/orders/SO-10001', '/inventory/MUG-01', '/customers/erp/C-1001']) {
    const [mine, theirs] = [await client.get(path), await client.get(path, other)];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(mine.body).not.toEqual(theirs.body);
  }
});

test('changes nothing of another tenant, whatever is done with equal identifiers', async () => {
  const client = await start();
  const before = await seenWith(client, kaffeehaus);
  await client.post('/orders/SO-10006/acknowledge', { external_reference: 'ERP-1' });
  await client.put('/orders/SO-10006/status', { status: 'cancelled' });
  await client.put('/inventory/MUG-01', { stock_qty: 1, reference: 'COUNT-1' });
  await client.post('/inventory/bulk', {
    products: [{ sku: 'BOTTLE-05', stock_qty: 1 }],
    reference: 'COUNT-1',
  });
  await client.put('/customers/erp/C-1001', { name: 'Renamed' });
  await client.delete('/customers/erp/C-1002');
  await client.post('/automation/subscribe', { event: 'order.created', target_url: target });
  expect(await seenWith(client, kaffeehaus)).toEqual(before);
});

test('remembers references of the tenants apart', async () => {
  const client = await start();
  await client.put('/inventory/MUG-01', { stock_qty: 1, reference: 'COUNT-1' });
  const answer = await client.put('/inventory/MUG-01', { stock_qty: 2, reference: 'COUNT-1' }, other);
  expect([answer.status, record(answer).stock_qty]).toEqual([200, 2]);
});

test('keeps equal subscriptions of two tenants apart', async () => {
  const client = await start();
  const id = await subscribeTo(client, 'order.created', target);
  const theirs = await client.post(
    '/automation/subscribe',
    { event: 'order.created', target_url: target },
    other,
  );
  expect(theirs.status).toBe(201);
  expect(record(theirs).id).not.toBe(id);
});
