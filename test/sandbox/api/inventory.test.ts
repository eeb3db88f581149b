import { expect, test } from '@jest/globals';
import { type Client, column, fieldErrors, orderIn, record, records, start } from './harness.ts';

const tent = '/inventory/TENT-2P';

/** The movements of the tent since a call, oldest first. */
async function movementsOf(client: Client, act: () => Promise<unknown>, sku = 'TENT-2P') {
  const address = `/inventory/movements?sku=${sku}&per_page=100`;
  const before = records(await client.get(address)).length;
  await act();
  const all = records(await client.get(address));
  return all.slice(0, all.length - before).reverse();
}

async function levels(client: Client, sku = 'TENT-2P') {
  const { stock_qty, reserved_qty, available_qty } = record(await client.get(`/inventory/${sku}`));
  return { stock_qty, reserved_qty, available_qty };
}

async function emptyStock(client: Client): Promise<void> {
  await client.people('products', { sku: 'NEW', name: 'New', stock_qty: 10 });
}

const ofNew = { items: [{ sku: 'NEW', quantity: 4 }] };

test('shows what is on hand, reserved and available', async () => {
  const client = await start();
  await emptyStock(client);
  await orderIn(client, 'pending', ofNew);
  expect(record(await client.get('/inventory/NEW'))).toMatchObject({
    sku: 'NEW',
    name: 'New',
    stock_qty: 10,
    reserved_qty: 4,
    available_qty: 6,
    is_active: true,
  });
});

test.each([
  ['submission', 'pending', { stock_qty: 10, reserved_qty: 4, available_qty: 6 }, ['reservation']],
  [
    'delivery',
    'delivered',
    { stock_qty: 6, reserved_qty: 0, available_qty: 6 },
    ['reservation', 'deduction'],
  ],
  [
    'cancellation',
    'cancelled',
    { stock_qty: 10, reserved_qty: 0, available_qty: 10 },
    ['reservation', 'release'],
  ],
  ['confirmation', 'confirmed', { stock_qty: 10, reserved_qty: 4, available_qty: 6 }, ['reservation']],
])('moves stock on the %s of an order', async (_cause, status, expected, types) => {
  const client = await start();
  await emptyStock(client);
  let number = '';
  const movements = await movementsOf(
    client,
    async () => {
      number = await orderIn(client, status, ofNew);
    },
    'NEW',
  );
  expect(await levels(client, 'NEW')).toEqual(expected);
  expect(movements.map((each) => each.type)).toEqual(types);
  for (const movement of movements) expect(movement).toMatchObject({ sku: 'NEW', order_number: number });
});

test.each(['confirmed', 'processing'])(
  'releases the stock of an order that is cancelled when %s',
  async (status) => {
    const client = await start();
    await emptyStock(client);
    const number = await orderIn(client, status, ofNew);
    await client.put(`/orders/${number}/status`, { status: 'cancelled' });
    expect(await levels(client, 'NEW')).toEqual({ stock_qty: 10, reserved_qty: 0, available_qty: 10 });
  },
);

test.each(['pending', 'delivered', 'cancelled'])(
  'leaves stock alone for a quote that is %s',
  async (status) => {
    const client = await start();
    await emptyStock(client);
    const movements = await movementsOf(
      client,
      () => orderIn(client, status, { ...ofNew, type: 'quote' }),
      'NEW',
    );
    expect(movements).toEqual([]);
    expect(await levels(client, 'NEW')).toEqual({ stock_qty: 10, reserved_qty: 0, available_qty: 10 });
  },
);

test('never lets the quantity on hand fall below 0', async () => {
  const client = await start();
  await emptyStock(client);
  await orderIn(client, 'delivered', { items: [{ sku: 'NEW', quantity: 25 }] });
  expect(await levels(client, 'NEW')).toEqual({ stock_qty: 0, reserved_qty: 0, available_qty: 0 });
});

test('shows each movement with what it changed', async () => {
  const client = await start();
  await emptyStock(client);
  const number = await orderIn(client, 'delivered', ofNew);
  const [deduction, reservation] = records(await client.get('/inventory/movements?sku=NEW'));
  expect(reservation).toEqual({
    sku: 'NEW',
    type: 'reservation',
    quantity: 4,
    shortage: 0,
    stock_qty_before: 10,
    stock_qty_after: 10,
    reserved_qty_before: 0,
    reserved_qty_after: 4,
    order_number: number,
    reference: null,
    created_at: expect.any(String),
  });
  expect(deduction).toMatchObject({
    type: 'deduction',
    quantity: -4,
    stock_qty_after: 6,
    reserved_qty_after: 0,
  });
});

test('sets a quantity, which is a sync movement with its reference', async () => {
  const client = await start();
  const movements = await movementsOf(client, async () => {
    const answer = await client.put(tent, { stock_qty: 50, reference: 'COUNT-1' });
    expect([answer.status, record(answer).stock_qty]).toEqual([200, 50]);
  });
  expect(movements).toMatchObject([
    { type: 'sync', quantity: 10, stock_qty_before: 40, stock_qty_after: 50, reference: 'COUNT-1' },
  ]);
});

test('sets the quantity 0', async () => {
  const client = await start();
  expect(record(await client.put(tent, { stock_qty: 0 })).stock_qty).toBe(0);
});

test('records no movement and no change for a quantity that is there already', async () => {
  const client = await start();
  const before = await client.get(tent);
  const movements = await movementsOf(client, async () => {
    const answer = await client.put(tent, { stock_qty: 40, reference: 'COUNT-1' });
    expect([answer.status, answer.body]).toEqual([200, before.body]);
  });
  expect(movements).toEqual([]);
});

test('takes a reference with the same quantity as a safe replay, also when stock has changed since', async () => {
  const client = await start();
  await client.put(tent, { stock_qty: 50, reference: 'COUNT-1' });
  await client.put(tent, { stock_qty: 60 });
  const movements = await movementsOf(client, async () => {
    const answer = await client.put(tent, { stock_qty: 50, reference: 'COUNT-1' });
    expect([answer.status, record(answer).stock_qty]).toEqual([200, 60]);
  });
  expect(movements).toEqual([]);
});

test.each([
  ['changed the stock', 50],
  ['was there already', 40],
])('refuses another quantity under a reference whose quantity %s', async (_, first) => {
  const client = await start();
  await client.put(tent, { stock_qty: first, reference: 'COUNT-1' });
  const answer = await client.put(tent, { stock_qty: 51, reference: 'COUNT-1' });
  const error = `Reference 'COUNT-1' was already accepted with quantity ${first}`;
  expect([answer.status, answer.body]).toEqual([409, { success: false, error }]);
  expect((await levels(client)).stock_qty).toBe(first);
});

test('remembers a reference for its product only', async () => {
  const client = await start();
  await client.put(tent, { stock_qty: 50, reference: 'COUNT-1' });
  expect((await client.put('/inventory/TENT-4P', { stock_qty: 7, reference: 'COUNT-1' })).status).toBe(200);
});

test.each([
  ['null', null],
  ['empty text', ''],
])('takes %s as no reference', async (_, reference) => {
  const client = await start();
  await client.put(tent, { stock_qty: 50, reference });
  const answer = await client.put(tent, { stock_qty: 51, reference });
  expect([answer.status, record(answer).stock_qty]).toEqual([200, 51]);
});

test('sets many quantities, and tells what became of each', async () => {
  const client = await start();
  await client.people('products', { sku: 'OLD', name: 'Old', is_active: false });
  await client.put('/inventory/ROPE-60', { stock_qty: 70, reference: 'COUNT-1' });
  await client.put('/inventory/MUG-01', { stock_qty: 300, reference: 'COUNT-1' });
  const answer = await client.post('/inventory/bulk', {
    reference: 'COUNT-1',
    products: [
      { sku: 'TENT-2P', stock_qty: 41 },
      { sku: 'TENT-4P', stock_qty: 18 },
      { sku: 'ROPE-60', stock_qty: 70 },
      { sku: 'MUG-01', stock_qty: 299 },
      { sku: 'tent-2p', stock_qty: 1 },
      { sku: 'OLD', stock_qty: 1 },
    ],
  });
  expect(answer.status).toBe(200);
  expect(record(answer)).toEqual({
    updated: 2,
    replayed: 1,
    failed: 3,
    items: [
      { sku: 'TENT-2P', status: 'updated', stock_qty: 41 },
      { sku: 'TENT-4P', status: 'unchanged', stock_qty: 18 },
      { sku: 'ROPE-60', status: 'replayed', stock_qty: 70 },
      {
        sku: 'MUG-01',
        status: 'failed',
        message: "Reference 'COUNT-1' was already accepted with quantity 300",
      },
      { sku: 'tent-2p', status: 'failed', message: 'SKU not found' },
      { sku: 'OLD', status: 'failed', message: 'SKU not found' },
    ],
  });
});

test('takes a whole bulk sent again as replays', async () => {
  const client = await start();
  const body = { reference: 'COUNT-1', products: [{ sku: 'TENT-2P', stock_qty: 41 }] };
  await client.post('/inventory/bulk', body);
  const movements = await movementsOf(client, async () => {
    const again = await client.post('/inventory/bulk', body);
    expect(record(again)).toMatchObject({ updated: 0, replayed: 1, failed: 0 });
  });
  expect(movements).toEqual([]);
});

test('records pushes in bulk as imports', async () => {
  const client = await start();
  const movements = await movementsOf(client, () =>
    client.post('/inventory/bulk', { products: [{ sku: 'TENT-2P', stock_qty: 41 }] }),
  );
  expect(movements).toMatchObject([{ type: 'import', quantity: 1 }]);
});

test('records what an admin corrects as an adjustment', async () => {
  const client = await start();
  const movements = await movementsOf(client, () =>
    client.people('products/adjust', { sku: 'TENT-2P', stock_qty: 38 }),
  );
  expect(movements).toMatchObject([{ type: 'adjustment', quantity: -2, stock_qty_after: 38 }]);
});

test('takes 500 products at once, and not 501', async () => {
  const client = await start();
  const products = (count: number) =>
    Array.from({ length: count }, () => ({ sku: 'ß'.repeat(255), stock_qty: 1 }));
  const answer = await client.post('/inventory/bulk', { products: products(500) });
  expect([answer.status, record(answer).failed]).toEqual([200, 500]);
  const tooMany = await client.post('/inventory/bulk', { products: products(501) });
  expect([tooMany.status, fieldErrors(tooMany)]).toEqual([
    422,
    { products: ['The products must not have more than 500 items'] },
  ]);
});

test.each([
  ['a quantity below zero', { stock_qty: -1 }, { stock_qty: ['The stock qty must be at least 0'] }],
  ['a quantity as text', { stock_qty: '12' }, { stock_qty: ['The stock qty must be an integer'] }],
  ['a fraction as the quantity', { stock_qty: 1.5 }, { stock_qty: ['The stock qty must be an integer'] }],
  ['null as the quantity', { stock_qty: null }, { stock_qty: ['The stock qty must be an integer'] }],
  ['no quantity', {}, { stock_qty: ['The stock qty field is required'] }],
  [
    'a reference that is too long',
    { stock_qty: 1, reference: 'x'.repeat(256) },
    { reference: ['The reference must not be greater than 255 characters'] },
  ],
])('refuses to set stock with %s, naming the field', async (_, body, errors) => {
  const client = await start();
  const answer = await client.put(tent, body);
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ success: false, error: 'The given data was invalid.', errors });
});

test('names every wrong item of a bulk, and sets nothing', async () => {
  const client = await start();
  const answer = await client.post('/inventory/bulk', {
    products: [{ sku: 'TENT-2P', stock_qty: 1 }, { sku: '', stock_qty: -1 }, { stock_qty: 1 }, 'TENT-4P'],
  });
  expect([answer.status, fieldErrors(answer)]).toEqual([
    422,
    {
      'products.1.sku': ['The products.1.sku field is required'],
      'products.1.stock_qty': ['The products.1.stock qty must be at least 0'],
      'products.2.sku': ['The products.2.sku field is required'],
      'products.3': ['The products.3 must be an object'],
    },
  ]);
  expect((await levels(client)).stock_qty).toBe(40);
});

test.each([
  ['no list of products', {}],
  ['an empty list of products', { products: [] }],
  ['an object in place of the list of products', { products: {} }],
])('refuses a bulk with %s', async (_, body) => {
  const client = await start();
  expect((await client.post('/inventory/bulk', body)).status).toBe(422);
});

test.each([
  ['GET', undefined],
  ['PUT', { stock_qty: 1 }],
])('does not find an unknown SKU, or one in another case: %s', async (method, body) => {
  const client = await start();
  for (const sku of ['UNKNOWN', 'tent-2p']) {
    const answer = await client.api(method, `/inventory/${sku}`, { body });
    expect([answer.status, answer.body]).toEqual([404, { success: false, error: 'Product not found' }]);
  }
});

test('lists products by whether they are active', async () => {
  const client = await start();
  await client.people('products', { sku: 'OLD', name: 'Old', is_active: false });
  expect(column(await client.get('/inventory?is_active=false'), 'sku')).toEqual(['OLD']);
  expect(column(await client.get('/inventory?is_active=1'), 'sku')).not.toContain('OLD');
  expect(records(await client.get('/inventory'))).toHaveLength(9);
});

test('lists products that changed since a time, oldest change first', async () => {
  let now = new Date('2026-05-01T12:00:00Z');
  const client = await start({ now: () => now });
  now = new Date('2026-05-02T12:00:00Z');
  await client.put('/inventory/MUG-01', { stock_qty: 1 });
  now = new Date('2026-05-03T12:00:00Z');
  await client.put('/inventory/HEADLAMP', { stock_qty: 1 });
  const since = async (time: string) => column(await client.get(`/inventory?updated_since=${time}`), 'sku');
  expect(await since('2026-05-02T12:00:00Z')).toEqual(['MUG-01', 'HEADLAMP']);
  expect(await since('2026-05-02T14:00:00.001%2B02:00')).toEqual(['HEADLAMP']);
  expect(await since('2026-05-04T00:00:00Z')).toEqual([]);
});

test('lists movements by SKU, type and day, newest first', async () => {
  let now = new Date('2026-05-01T12:00:00Z');
  const client = await start({ now: () => now });
  now = new Date('2026-05-02T23:59:59.999Z');
  await client.put(tent, { stock_qty: 1 });
  now = new Date('2026-05-03T00:00:00Z');
  await client.put(tent, { stock_qty: 2 });
  await orderIn(client, 'pending');
  const stock = async (query: string) =>
    column(await client.get(`/inventory/movements?${query}`), 'stock_qty_after');
  expect(await stock('sku=TENT-2P&type=sync&from_date=2026-05-02')).toEqual([2, 1]);
  expect(await stock('type=sync&from_date=2026-05-02&to_date=2026-05-02')).toEqual([1]);
  expect(await stock('from_date=2026-05-03')).toEqual([2, 2]);
  expect(await stock('sku=tent-2p')).toEqual([]);
});

test('comes with movements of every type, without IDs', async () => {
  const client = await start();
  const movements = await client.get('/inventory/movements?per_page=100');
  expect(new Set(column(movements, 'type'))).toEqual(
    new Set(['reservation', 'release', 'deduction', 'adjustment', 'import', 'sync']),
  );
  for (const movement of records(movements)) expect(movement).not.toHaveProperty('id');
});
