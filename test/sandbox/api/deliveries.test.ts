import { expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { Database } from '../../../sandbox/api/database/database.ts';
import {
  afterThisTest,
  berghaus,
  type Client,
  dataFile,
  kaffeehaus,
  orderIn,
  record,
  records,
  start,
  startReceiver,
  submission,
  subscribeTo,
  until,
} from './harness.ts';

const delivery = z.object({
  state: z.string(),
  subscription_id: z.int(),
  next_attempt_at: z.string().nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      duration_ms: z.int(),
    }),
  ),
});

async function deliveries(client: Client) {
  return z.array(delivery).parse(records(await client.people('deliveries', undefined, 'GET')));
}

/** Waits until the newest delivery is in this state. */
async function newestIn(client: Client, state: string) {
  return until(async () =>
    (await deliveries(client)).find((each, index) => index === 0 && each.state === state),
  );
}

const numbers = (received: { body: unknown }[]) =>
  received.map(({ body }) => z.object({ order_number: z.string() }).parse(body).order_number);

test.each([
  ['a submitted order', 'order.created', {}, 'pending'],
  ['a submitted quote', 'order.created', { type: 'quote' }, 'pending'],
  ['a delivered order', 'order.delivered', {}, 'delivered'],
])('delivers %s, as the API shows it', async (_cause, event, more, status) => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, event, receiver.url);
  const number = await orderIn(client, status, more);
  await receiver.count(1);
  const [{ body, headers } = { body: undefined, headers: {} }] = receiver.received;
  expect(body).toEqual(record(await client.get(`/orders/${number}`)));
  expect(headers['content-type']).toBe('application/json');
});

test('delivers a customer that was created by an upsert or a person, and none that was updated', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'customer.created', receiver.url);
  await client.put('/customers/crm/1', { name: 'First' });
  await client.put('/customers/crm/1', { name: 'Renamed' });
  await client.delete('/customers/crm/1');
  await client.put('/customers/crm/1', { name: 'Back' });
  await client.people('customers', { external_system: 'crm', external_id: '2', name: 'Second' });
  await receiver.count(2);
  expect(receiver.received.map((each) => each.body)).toMatchObject([
    { external_id: '1', name: 'First', is_active: true },
    { external_id: '2', name: 'Second' },
  ]);
});

test('delivers a completed check-in', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'check_in.completed', receiver.url);
  await client.people('check-ins', { customer: berghaus, notes: 'Hello', lat: 0, lng: -180 });
  await receiver.count(1);
  expect(receiver.received[0]?.body).toMatchObject({
    customer: { ...berghaus, name: 'Berghaus Sport' },
    sales_rep: { name: expect.any(String) },
    notes: 'Hello',
    lat: 0,
    lng: -180,
    completed_at: expect.any(String),
  });
});

test('delivers to every subscription of the event, and to no other tenant', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'order.created', `${receiver.url}/a`);
  await subscribeTo(client, 'order.created', `${receiver.url}/b`);
  await subscribeTo(client, 'order.delivered', `${receiver.url}/other-event`);
  await client.post(
    '/automation/subscribe',
    { event: 'order.created', target_url: `${receiver.url}/other-tenant` },
    { key: kaffeehaus },
  );
  await client.people('orders', submission());
  await receiver.count(2);
  expect(receiver.received.map((each) => each.url).sort()).toEqual(['/hook/a', '/hook/b']);
  await until(async () => (await deliveries(client)).every((each) => each.state === 'delivered'));
  expect(await deliveries(client)).toHaveLength(2);
});

test.each([400, 404, 500, 503])(
  'tries again after %i, with growing pauses and the same body',
  async (status) => {
    const pauses = [60_000, 300_000, 1_800_000];
    const client = await start({ retryDelays: pauses });
    const receiver = await startReceiver((count) => ({ status: count < 4 ? status : 202 }));
    await subscribeTo(client, 'order.created', receiver.url);
    jest.useFakeTimers({
      doNotFake: [
        'hrtime',
        'nextTick',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setInterval',
        'clearInterval',
      ],
    });
    afterThisTest(() => jest.useRealTimers());
    await client.people('orders', submission());
    for (const [index, pause] of pauses.entries()) {
      await until(async () => (await deliveries(client))[0]?.attempts.length === index + 1);
      jest.advanceTimersByTime(pause);
    }
    const { attempts } = await newestIn(client, 'delivered');
    expect(attempts.map((each) => each.status)).toEqual([status, status, status, 202]);
    const times = attempts.map(({ at }) => Date.parse(at));
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(pauses);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
  },
);

test('gives a delivery up when all pauses are used up, and goes on with the next', async () => {
  const client = await start({ retryDelays: [5, 5] });
  const receiver = await startReceiver((_count, raw) => ({ status: raw.includes('"A"') ? 500 : 200 }));
  await subscribeTo(client, 'order.created', receiver.url);
  await client.people('orders', {
    orders: [submission({ order_number: 'A' }), submission({ order_number: 'B' })],
  });
  await receiver.count(4);
  await until(async () => (await deliveries(client)).every(({ state }) => state !== 'pending'));
  expect(numbers(receiver.received).sort()).toEqual(['A', 'A', 'A', 'B']);
  expect((await deliveries(client)).map((each) => each.state)).toEqual(['delivered', 'given_up']);
});

test('does not follow a redirect, and takes it as a failure', async () => {
  const client = await start({ retryDelays: [] });
  const elsewhere = await startReceiver();
  const receiver = await startReceiver(() => ({ status: 302, location: elsewhere.url }));
  await subscribeTo(client, 'order.created', receiver.url);
  await client.people('orders', submission());
  expect((await newestIn(client, 'given_up')).attempts).toMatchObject([{ status: 302, error: null }]);
  expect(elsewhere.received).toEqual([]);
});

test('notes why nobody could be reached', async () => {
  const client = await start({ retryDelays: [60_000] });
  await subscribeTo(client, 'order.created', 'http://127.0.0.1:9/hook');
  await client.people('orders', submission());
  const { attempts, next_attempt_at } = await until(async () =>
    (await deliveries(client)).find((each) => each.attempts.length > 0),
  );
  expect(attempts).toMatchObject([{ status: null, error: expect.stringMatching(/\w+/) }]);
  expect(Date.parse(next_attempt_at ?? '') - Date.parse(attempts[0]?.at ?? '')).toBeGreaterThanOrEqual(
    60_000,
  );
});

test('keeps the order of causes for each subscription as long as nothing fails', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'order.created', receiver.url);
  const names = Array.from({ length: 30 }, (_, index) => `N-${index}`);
  await client.people('orders', { orders: names.map((order_number) => submission({ order_number })) });
  await receiver.count(30);
  expect(numbers(receiver.received)).toEqual(names);
});

test('delivers a thousand behind one that its receiver refuses, in order, before it is tried again', async () => {
  const client = await start({ retryDelays: [60_000] });
  const receiver = await startReceiver((count) => ({ status: count === 1 ? 500 : 200 }));
  await subscribeTo(client, 'order.created', receiver.url);
  const names = Array.from({ length: 1001 }, (_, index) => `N-${index}`);
  await client.people('orders', { orders: names.map((order_number) => submission({ order_number })) });
  await until(() => receiver.received.length === 1001, 15);
  expect(numbers(receiver.received)).toEqual(names);
});

test('does not let the retry of a delivery whose receiver is silent hold up new ones', async () => {
  const client = await start({ retryDelays: [1] });
  const receiver = await startReceiver((count, raw) =>
    raw.includes('"A"') ? (count === 1 ? { status: 500 } : {}) : { status: 200 },
  );
  await subscribeTo(client, 'order.created', receiver.url);
  await client.people('orders', submission({ order_number: 'A' }));
  await receiver.count(2);
  await client.people('orders', submission({ order_number: 'B' }));
  await receiver.count(3);
  expect(numbers(receiver.received)).toEqual(['A', 'A', 'B']);
});

test('tries each of several failed deliveries again until it arrives', async () => {
  const client = await start({ retryDelays: [10, 10, 10] });
  const receiver = await startReceiver((count) => ({ status: count <= 4 ? 500 : 200 }));
  await subscribeTo(client, 'order.created', receiver.url);
  const names = ['A', 'B'];
  await client.people('orders', { orders: names.map((order_number) => submission({ order_number })) });
  await receiver.count(6);
  await until(async () => (await deliveries(client)).every(({ state }) => state === 'delivered'));
  expect(numbers(receiver.received)).toHaveLength(6);
});

test('sends one delivery at a time to a subscription', async () => {
  const client = await start();
  const receiver = await startReceiver(() => ({}));
  await subscribeTo(client, 'order.created', receiver.url);
  const other = await startReceiver();
  await subscribeTo(client, 'order.created', other.url);
  for (let count = 0; count < 3; count += 1) await client.people('orders', submission());
  await other.count(3);
  expect(receiver.received).toHaveLength(1);
});

test('lets neither a silent nor a dead receiver delay another', async () => {
  const client = await start({ retryDelays: [60_000] });
  const silent = await startReceiver(() => ({}));
  const failing = await startReceiver(() => ({ status: 500 }));
  const good = await startReceiver();
  await subscribeTo(client, 'order.created', silent.url);
  await subscribeTo(client, 'order.created', failing.url);
  await subscribeTo(client, 'order.created', 'http://127.0.0.1:9/dead');
  await subscribeTo(client, 'order.created', good.url);
  await client.people('orders', { orders: Array.from({ length: 50 }, () => submission()) });
  await good.count(50);
  expect(silent.received).toHaveLength(1);
});

test('removes a subscription whose address answers 410, with what is queued for it', async () => {
  const client = await start();
  const gone = await startReceiver(() => ({ status: 410 }));
  const good = await startReceiver();
  await subscribeTo(client, 'order.created', gone.url);
  const id = await subscribeTo(client, 'order.created', good.url);
  await client.people('orders', { orders: [submission(), submission()] });
  await good.count(2);
  const subscriptions = await until(async () => {
    const left = records(await client.get('/automation/subscriptions'));
    return left.length === 1 && left;
  });
  expect(subscriptions).toMatchObject([{ id }]);
  expect(gone.received).toHaveLength(1);
  await client.people('orders', submission());
  await good.count(3);
  expect(gone.received).toHaveLength(1);
  const states = (await deliveries(client))
    .filter((each) => each.subscription_id !== id)
    .map((each) => each.state);
  expect(states).toEqual(['dropped', 'dropped']);
});

test('drops what is queued for a subscription that is removed', async () => {
  const client = await start({ retryDelays: [60_000] });
  const receiver = await startReceiver(() => ({ status: 500 }));
  const id = await subscribeTo(client, 'order.created', receiver.url);
  await client.people('orders', { orders: [submission(), submission()] });
  await receiver.count(1);
  await client.delete(`/automation/subscribe/${id}`);
  const [second, first] = await deliveries(client);
  expect([first?.state, second?.state]).toEqual(['dropped', 'dropped']);
});

test('queues nothing for what was refused', async () => {
  const client = await start();
  await subscribeTo(client, 'order.created', 'http://127.0.0.1:9/hook');
  const wrong = submission({ items: [{ sku: 'UNKNOWN', quantity: 1 }] });
  expect((await client.people('orders', { orders: [submission(), wrong] })).status).toBe(422);
  expect(await deliveries(client)).toEqual([]);
});

test('makes an attempt again that could not be written down', async () => {
  const client = await start({ retryDelays: [20] });
  const noted = jest.spyOn(console, 'error').mockImplementation(() => {});
  afterThisTest(() => noted.mockRestore());
  const receiver = await startReceiver((count) => {
    if (count === 1) {
      const change = jest.spyOn(Database.prototype, 'change').mockImplementationOnce(() => {
        throw new Error('The disk is full.');
      });
      afterThisTest(() => change.mockRestore());
    }
    return { status: 200 };
  });
  await subscribeTo(client, 'order.created', receiver.url);
  await orderIn(client, 'pending');
  const { attempts } = await newestIn(client, 'delivered');
  expect(attempts).toHaveLength(1);
  expect(receiver.received).toHaveLength(2);
  expect(noted).toHaveBeenCalledWith(new Error('The disk is full.'));
});

test('goes on after a restart with what is still owed, in order', async () => {
  const file = await dataFile();
  const before = await start({ file, retryDelays: [60_000] });
  const failing = await startReceiver(() => ({ status: 500 }));
  const silent = await startReceiver((count) => (count === 1 ? {} : { status: 200 }));
  await subscribeTo(before, 'order.created', silent.url);
  await subscribeTo(before, 'order.created', failing.url);
  await before.people('orders', { orders: ['A', 'B'].map((order_number) => submission({ order_number })) });
  await Promise.all([silent.count(1), failing.count(2)]);
  await until(async () => (await deliveries(before)).filter((each) => each.attempts.length > 0).length === 2);
  await before.close();

  const after = await start({ file });
  await silent.count(3);
  await until(
    async () => (await deliveries(after)).filter((each) => each.state === 'delivered').length === 2,
  );
  expect(numbers(silent.received)).toEqual(['A', 'A', 'B']);
  expect(failing.received).toHaveLength(2);
  const owed = (await deliveries(after)).filter((each) => each.state === 'pending');
  expect(owed.map((each) => each.attempts.length)).toEqual([1, 1]);
});

test('closes at once while a receiver keeps it waiting and a pause is running', async () => {
  const client = await start({ retryDelays: [60_000] });
  const silent = await startReceiver(() => ({}));
  const failing = await startReceiver(() => ({ status: 500 }));
  await subscribeTo(client, 'order.created', silent.url);
  await subscribeTo(client, 'order.created', failing.url);
  await client.people('orders', submission());
  await Promise.all([silent.count(1), failing.count(1)]);
  await client.close(); // The test would run out of time otherwise.
  expect(silent.received).toHaveLength(1);
});
