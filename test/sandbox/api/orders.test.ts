import { expect, test } from '@jest/globals';
import { column, fieldErrors, orderIn, record, records, start, submission } from './harness.ts';

const states = ['pending', 'confirmed', 'processing', 'delivered', 'cancelled'];
const targets = ['confirmed', 'processing', 'delivered', 'cancelled'];
const allowed = [
  'pending confirmed',
  'pending cancelled',
  'confirmed processing',
  'confirmed delivered',
  'confirmed cancelled',
  'processing delivered',
  'processing cancelled',
];
const moves = states.flatMap((from) => targets.map((to) => ({ from, to, move: `${from} ${to}` })));

test.each(moves.filter(({ move }) => allowed.includes(move)))(
  'moves an order from $from to $to',
  async ({ from, to }) => {
    const client = await start();
    const number = await orderIn(client, from);
    const answer = await client.put(`/orders/${number}/status`, { status: to, notes: 'Moved' });
    expect(answer.status).toBe(200);
    expect(record(answer)).toMatchObject({ order_number: number, status: to, notes: 'Moved' });
    expect(record(await client.get(`/orders/${number}`))).toEqual(record(answer));
  },
);

test.each(moves.filter(({ move }) => !allowed.includes(move)))(
  'refuses to move an order from $from to $to',
  async ({ from, to }) => {
    const client = await start();
    const number = await orderIn(client, from);
    const before = await client.get(`/orders/${number}`);
    // A reference of its own, since the same status with the same reference would be a replay.
    const update = { status: to, external_reference: 'ERP-1' };
    const answer = await client.put(`/orders/${number}/status`, update);
    const error = `Cannot transition from '${from}' to '${to}'`;
    expect([answer.status, answer.body]).toEqual([
      422,
      { success: false, error, errors: { status: [error] } },
    ]);
    expect((await client.get(`/orders/${number}`)).body).toEqual(before.body);
  },
);

test.each([
  ['“pending”', 'pending'],
  ['an unknown status', 'unknown'],
  ['empty text', ''],
  ['a number', 1],
  ['null', null],
])('refuses %s as the status to move to', async (_, status) => {
  const client = await start();
  const answer = await client.put('/orders/SO-10007/status', { status });
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, ['status']]);
});

test.each([
  ['a status alone', { status: 'confirmed' }],
  ['a status and a reference', { status: 'confirmed', external_reference: 'ERP-1' }],
  [
    'a status, a reference and notes',
    { status: 'cancelled', external_reference: 'ERP-1', notes: 'No longer wanted' },
  ],
  ['a status and empty notes', { status: 'cancelled', notes: null }],
])('takes the same update with %s a second time as a safe replay', async (_, update) => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const first = await client.put(`/orders/${number}/status`, update);
  const again = await client.put(`/orders/${number}/status`, update);
  expect([again.status, again.body]).toEqual([200, first.body]);
  const movements = await client.get('/inventory/movements?sku=TENT-2P&type=release');
  expect(records(movements).filter((each) => each.order_number === number).length).toBeLessThan(2);
});

test.each([
  ['other notes', { status: 'confirmed', external_reference: 'ERP-1', notes: 'Other' }],
  ['no notes', { status: 'confirmed', external_reference: 'ERP-1' }],
  ['empty notes', { status: 'confirmed', external_reference: 'ERP-1', notes: null }],
])(
  'takes the same status and reference with %s as a safe replay, which keeps the notes',
  async (_name, update) => {
    const client = await start();
    const number = await orderIn(client, 'pending');
    const first = await client.put(`/orders/${number}/status`, {
      status: 'confirmed',
      external_reference: 'ERP-1',
      notes: 'First',
    });
    const again = await client.put(`/orders/${number}/status`, update);
    expect([again.status, again.body]).toEqual([200, first.body]);
  },
);

test('takes the reference of the acknowledgement as the same, whether the update carried it or not', async () => {
  const client = await start();
  for (const first of [{ status: 'confirmed' }, { status: 'confirmed', external_reference: 'ERP-1' }]) {
    const number = await orderIn(client, 'pending');
    await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
    const moved = await client.put(`/orders/${number}/status`, first);
    for (const update of [{ status: 'confirmed', external_reference: 'ERP-1', notes: 'Other' }, first]) {
      const again = await client.put(`/orders/${number}/status`, update);
      expect([again.status, again.body]).toEqual([200, moved.body]);
    }
  }
});

test('takes an update without a reference as the same after the order was linked by an acknowledgement', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  await client.put(`/orders/${number}/status`, { status: 'confirmed' });
  await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  expect((await client.put(`/orders/${number}/status`, { status: 'confirmed' })).status).toBe(200);
});

test.each([
  ['without its reference', 'ERP-1', null],
  ['with a reference that it did not have', null, 'ERP-1'],
])('takes the same status %s as a new update, which is refused', async (_name, first, second) => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const update = (external_reference: string | null) =>
    client.put(`/orders/${number}/status`, { status: 'confirmed', external_reference });
  await update(first);
  expect((await update(second)).status).toBe(422);
});

test('takes an update to an earlier status as no replay', async () => {
  const client = await start();
  const number = await orderIn(client, 'processing');
  expect((await client.put(`/orders/${number}/status`, { status: 'confirmed' })).status).toBe(422);
});

test('links an unlinked order by a status update, and keeps the link', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  await client.put(`/orders/${number}/status`, { status: 'confirmed', external_reference: 'ERP-1' });
  await client.put(`/orders/${number}/status`, { status: 'processing' });
  expect(record(await client.get(`/orders/${number}`))).toMatchObject({
    external_reference: 'ERP-1',
    acknowledged: false,
  });
});

test('refuses a status update with another reference than the linked one, before it looks at the status', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  const before = await client.get(`/orders/${number}`);
  for (const status of ['confirmed', 'delivered']) {
    const answer = await client.put(`/orders/${number}/status`, { status, external_reference: 'ERP-2' });
    const error = "Order is already linked to external reference 'ERP-1'";
    expect([answer.status, answer.body]).toEqual([409, { success: false, error }]);
  }
  expect((await client.get(`/orders/${number}`)).body).toEqual(before.body);
});

test('leaves notes alone when none are sent, and empties them for null', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending', { notes: 'Ring twice' });
  const notes = async (update: object) => record(await client.put(`/orders/${number}/status`, update)).notes;
  expect(await notes({ status: 'confirmed' })).toBe('Ring twice');
  expect(await notes({ status: 'processing', notes: null })).toBeNull();
  expect(await notes({ status: 'delivered', notes: '{{braces}} & <tags>' })).toBe('{{braces}} & <tags>');
});

test.each([
  [
    'notes that are too long',
    { status: 'confirmed', notes: 'x'.repeat(1001) },
    'notes',
    'The notes must not be greater than 1000 characters',
  ],
  [
    'a reference that is too long',
    { status: 'confirmed', external_reference: 'x'.repeat(256) },
    'external_reference',
    'The external reference must not be greater than 255 characters',
  ],
  ['a number as its notes', { status: 'confirmed', notes: 5 }, 'notes', 'The notes must be a string'],
  ['no status', {}, 'status', 'The status field is required'],
])('refuses a status update with %s, naming the field', async (_, update, field, message) => {
  const client = await start();
  const answer = await client.put('/orders/SO-10007/status', update);
  expect([answer.status, fieldErrors(answer)]).toEqual([422, { [field]: [message] }]);
});

test('takes texts of the greatest length, counted in characters', async () => {
  const client = await start();
  const update = { status: 'confirmed', external_reference: '🏔'.repeat(255), notes: '🏔'.repeat(1000) };
  const answer = await client.put('/orders/SO-10007/status', update);
  expect([answer.status, record(answer)]).toEqual([200, expect.objectContaining(update)]);
});

test('acknowledges an order, and links it to the reference', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const answer = await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  expect(answer.status).toBe(200);
  expect(record(answer)).toMatchObject({
    acknowledged: true,
    external_reference: 'ERP-1',
    status: 'pending',
  });
});

test.each([
  ['the same reference', { external_reference: 'ERP-1' }],
  ['no reference', {}],
  ['null as its reference', { external_reference: null }],
])('takes acknowledging a linked order with %s as a safe replay', async (_, body) => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const first = await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  const again = await client.post(`/orders/${number}/acknowledge`, body);
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('refuses to acknowledge a linked order with another reference', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const first = await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  const answer = await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-2' });
  const error = "Order is already linked to external reference 'ERP-1'";
  expect([answer.status, answer.body]).toEqual([409, { success: false, error }]);
  expect((await client.get(`/orders/${number}`)).body).toEqual(first.body);
});

test('acknowledges without a reference first, and links later', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const plain = await client.post(`/orders/${number}/acknowledge`, {});
  expect(record(plain)).toMatchObject({ acknowledged: true, external_reference: null });
  const linked = await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  expect(record(linked)).toMatchObject({ acknowledged: true, external_reference: 'ERP-1' });
});

test('acknowledges an order that a status update has linked', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  await client.put(`/orders/${number}/status`, { status: 'confirmed', external_reference: 'ERP-1' });
  const answer = await client.post(`/orders/${number}/acknowledge`, { external_reference: 'ERP-1' });
  expect(record(answer)).toMatchObject({
    acknowledged: true,
    external_reference: 'ERP-1',
    status: 'confirmed',
  });
});

test.each([
  ['GET', '', undefined],
  ['POST', '/acknowledge', {}],
  ['PUT', '/status', { status: 'confirmed' }],
])('does not find an unknown order: %s /orders/…%s', async (method, rest, body) => {
  const client = await start();
  const answer = await client.api(method, `/orders/SO-99999${rest}`, { body });
  expect([answer.status, answer.body]).toEqual([404, { success: false, error: 'Order not found' }]);
});

test('shows an order with its customer, representative and lines, and no id of its own', async () => {
  const client = await start();
  const order = record(await client.get('/orders/SO-10005'));
  expect(order).toMatchObject({
    order_number: 'SO-10005',
    type: 'order',
    status: 'confirmed',
    acknowledged: true,
    external_reference: null,
    notes: null,
    total: 1144.8,
    customer: { external_system: 'erp', external_id: 'C-1004', name: 'Nordwand Verleih' },
    sales_rep: { name: expect.any(String), email: expect.any(String) },
    items: [
      { sku: 'MUG-01', name: 'Enamel camping mug', quantity: 48, unit_price: 12.9, line_total: 619.2 },
      { sku: 'BOTTLE-05', quantity: 24, unit_price: 21.9, line_total: 525.6 },
    ],
  });
  expect(order).not.toHaveProperty('id');
});

test('comes with orders in every status and of both types, for both tenants', async () => {
  const client = await start();
  for (const key of ['sk_sandbox_alpenglow', 'sk_sandbox_kaffeehaus']) {
    const orders = await client.get('/orders', { key });
    expect(records(orders).length).toBeGreaterThanOrEqual(8);
    expect(new Set(column(orders, 'status'))).toEqual(new Set(states));
    expect(new Set(column(orders, 'type'))).toEqual(new Set(['order', 'quote']));
  }
});

test.each([
  ['status=pending', (order: Record<string, unknown>) => order.status === 'pending'],
  ['type=quote', (order: Record<string, unknown>) => order.type === 'quote'],
  ['acknowledged=true', (order: Record<string, unknown>) => order.acknowledged === true],
  ['acknowledged=0', (order: Record<string, unknown>) => order.acknowledged === false],
  [
    'status=confirmed&type=order&acknowledged=1',
    (order: Record<string, unknown>) =>
      order.status === 'confirmed' && order.type === 'order' && order.acknowledged,
  ],
])('lists only the orders that %s asks for', async (query, matches) => {
  const client = await start();
  const all = records(await client.get('/orders'));
  const expected = all.filter(matches);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
  expect(records(await client.get(`/orders?${query}`))).toEqual(expected);
});

test('lists the orders of whole days, in UTC', async () => {
  let now = new Date('2026-05-01T00:00:00Z');
  const client = await start({ now: () => now });
  for (const [time, order_number] of [
    ['2026-05-01T23:59:59.999Z', 'A'],
    ['2026-05-02T00:00:00.000Z', 'B'],
    ['2026-05-02T23:59:59.999Z', 'C'],
    ['2026-05-03T00:00:00.000Z', 'D'],
  ]) {
    now = new Date(String(time));
    await client.people('orders', submission({ order_number }));
  }
  const listed = async (query: string) => column(await client.get(`/orders?${query}`), 'order_number');
  expect(await listed('from_date=2026-05-02')).toEqual(['D', 'C', 'B']);
  expect(await listed('from_date=2026-05-02&to_date=2026-05-02')).toEqual(['C', 'B']);
  expect(await listed('from_date=2026-05-01&to_date=2026-05-02')).toEqual(['C', 'B', 'A']);
  expect(await listed('from_date=2026-05-04')).toEqual([]);
  expect(await listed('from_date=2026-05-02&status=pending&updated_since=2026-05-02T12:00:00Z')).toEqual([
    'C',
    'D',
  ]);
});

test('counts changes of an order as its update time, and replays as none', async () => {
  const client = await start();
  const number = await orderIn(client, 'pending');
  const updatedAt = async () => String(record(await client.get(`/orders/${number}`)).updated_at);
  const submitted = await updatedAt();
  await client.put(`/orders/${number}/status`, { status: 'confirmed' });
  const confirmed = await updatedAt();
  expect(confirmed > submitted).toBe(true);
  await client.put(`/orders/${number}/status`, { status: 'confirmed' });
  expect(await updatedAt()).toBe(confirmed);
});
