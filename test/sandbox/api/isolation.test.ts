import { expect, test } from '@jest/globals';
import { type Client, column, kaffeehaus, orderIn, record, records, start, subscribeTo } from './harness.ts';

const other = { key: kaffeehaus };
const target = 'http://127.0.0.1:9/hook';

/** Everything that kaffeehaus can see. */
async function kaffeehausSees(client: Client): Promise<unknown> {
  const paths = ['/orders', '/inventory', '/customers?include_deleted=true', '/inventory/movements'];
  const answers = [];
  for (const path of [...paths, '/automation/subscriptions'])
    answers.push((await client.get(path, other)).body);
  return answers;
}

/** Things that only alpenglow has. */
async function prepare(client: Client) {
  const number = await orderIn(client, 'pending', { order_number: 'ONLY-ALPENGLOW' });
  await client.put('/customers/crm/only', { name: 'Only Alpenglow' });
  const id = await subscribeTo(client, 'order.created', target);
  return { number, id };
}

test.each([
  ['GET', '/orders/ONLY-ALPENGLOW', undefined],
  ['POST', '/orders/ONLY-ALPENGLOW/acknowledge', {}],
  ['PUT', '/orders/ONLY-ALPENGLOW/status', { status: 'confirmed' }],
  ['GET', '/inventory/TENT-2P', undefined],
  ['PUT', '/inventory/TENT-2P', { stock_qty: 1 }],
  ['GET', '/customers/crm/only', undefined],
  ['DELETE', '/customers/crm/only', undefined],
  ['DELETE', '/automation/subscribe/1', undefined],
])('does not find what belongs to another tenant: %s %s', async (method, path, body) => {
  const client = await start();
  const { id } = await prepare(client);
  const address = path.replace('/subscribe/1', `/subscribe/${id}`);
  const answer = await client.api(method, address, { body, ...other });
  expect(answer.status).toBe(404);
  expect(record(await client.get('/orders/ONLY-ALPENGLOW')).status).toBe('pending');
  expect(record(await client.get('/inventory/TENT-2P')).stock_qty).toBe(40);
  expect(record(await client.get('/customers/crm/only')).is_active).toBe(true);
  expect(records(await client.get('/automation/subscriptions'))).toHaveLength(1);
});

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
  const before = await kaffeehausSees(client);
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
  expect(await kaffeehausSees(client)).toEqual(before);
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
