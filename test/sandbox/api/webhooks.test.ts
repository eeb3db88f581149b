import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { timestampHeader } from '../../../sandbox/api/deliveries/webhook.ts';
import { webhookEventNames } from '../../../sandbox/api/model/webhooks.ts';
import {
  berghaus,
  type Client,
  dataFile,
  fieldErrors,
  orderIn,
  type Received,
  record,
  records,
  start,
  startReceiver,
  submission,
  subscribeTo,
  until,
} from './harness.ts';

const dead = 'http://127.0.0.1:9/webhook';

const secretWebhook = z.object({ id: z.int(), secret: z.string() });

const history = z.array(
  z.object({
    event: z.string(),
    state: z.string(),
    attempts: z.array(z.object({ at: z.string(), status: z.int().nullable(), error: z.string().nullable() })),
  }),
);

async function makeWebhook(client: Client, url: string, events: readonly string[] = ['order.created']) {
  const made = await client.people('webhooks', { url, events });
  return secretWebhook.parse(record(made));
}

async function webhook(client: Client, id: number) {
  return records(await client.people('webhooks', undefined, 'GET')).find((each) => each.id === id);
}

async function historyOf(client: Client, id: number) {
  return history.parse(records(await client.people(`webhooks/${id}/deliveries`, undefined, 'GET')));
}

const toggle = (client: Client, id: number, enabled: boolean) =>
  client.people(`webhooks/${id}`, { enabled }, 'PATCH');

/** Checks a delivery as a receiver would that was only told `{timestamp}.{raw body}` and the secret. */
function isSignedWith(secret: string, { raw, headers }: Received): boolean {
  const expected = createHmac('sha256', secret)
    .update(`${headers['x-webhook-timestamp']}.${raw}`)
    .digest('hex');
  return headers['x-webhook-signature'] === expected;
}

const events = (received: Received[]) =>
  received.map(({ body }) => z.object({ event: z.string() }).parse(body).event);

test('shows a secret of its own for each endpoint once, and never again', async () => {
  const client = await start();
  const first = await makeWebhook(client, dead);
  const second = await makeWebhook(client, dead, webhookEventNames);
  expect(first.secret).toMatch(/^whsec_\w{40,}$/);
  expect(second.secret).not.toBe(first.secret);
  const listed = await client.people('webhooks', undefined, 'GET');
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  expect(records(listed)).toMatchObject([
    { id: first.id, url: dead, events: ['order.created'], is_active: true, consecutive_failures: 0 },
    { id: second.id, events: [...webhookEventNames] },
  ]);
});

test.each([
  ['at an address of another protocol', { url: 'ftp://127.0.0.1/', events: ['order.created'] }, 'url'],
  ['for an empty list of events', { url: dead, events: [] }, 'events'],
  ['for an unknown event', { url: dead, events: ['order.eaten'] }, 'events.0'],
  ['for the event of test deliveries', { url: dead, events: ['webhook.test'] }, 'events.0'],
  ['without events', { url: dead }, 'events'],
  ['with a secret that somebody chose', { url: dead, events: ['order.created'], secret: 'mine' }, 'secret'],
])('refuses an endpoint %s', async (_, body, field) => {
  const client = await start();
  const refused = await client.people('webhooks', body);
  expect(refused.status).toBe(422);
  expect(Object.keys(fieldErrors(refused))).toEqual([field]);
});

test('signs time and raw body with the secret of the endpoint', async () => {
  const client = await start();
  const receiver = await startReceiver();
  const { id, secret } = await makeWebhook(client, receiver.url);
  const { secret: otherSecret } = await makeWebhook(client, dead);
  const number = await orderIn(client, 'pending', { notes: 'Größe “XL” \u{1F6A9}' });
  const [received] = await receiver.count(1);
  if (!received) throw new Error('Nothing was received');
  expect(received.body).toEqual({
    id: expect.any(Number),
    event: 'order.created',
    created_at: expect.stringMatching(/Z$/),
    data: record(await client.get(`/orders/${number}`)),
  });
  expect(isSignedWith(secret, received)).toBe(true);
  expect(isSignedWith(otherSecret, received)).toBe(false);
  const timestamp = String(received.headers[timestampHeader]);
  expect(timestamp).toMatch(/^\d{10}$/);
  const attempt = await until(async () => (await historyOf(client, id))[0]?.attempts[0]);
  expect(Number(timestamp)).toBe(Math.floor(Date.parse(attempt.at) / 1000));
});

test('delivers each event to the endpoints that want it, in the order of causes', async () => {
  const client = await start();
  const [all, some] = [await startReceiver(), await startReceiver()];
  await makeWebhook(client, all.url, webhookEventNames);
  await makeWebhook(client, some.url, ['customer.deactivated', 'order.delivered', 'order.delivered']);
  await client.put('/customers/crm/1', { name: 'New' });
  await client.put('/customers/crm/1', { name: 'Renamed' });
  await client.delete('/customers/crm/1');
  await client.delete('/customers/crm/1');
  await client.put('/customers/crm/1', { name: 'Back' });
  await client.people('check-ins', { customer: berghaus });
  await client.put('/inventory/MUG-01', { stock_qty: 1 });
  await orderIn(client, 'delivered');
  await all.count(12);
  await some.count(2);
  expect(events(all.received)).toEqual([
    'customer.created',
    'customer.updated',
    'customer.deactivated',
    'customer.updated',
    'check_in.completed',
    'stock.changed',
    'stock.changed',
    'order.created',
    'order.status_changed',
    'stock.changed',
    'order.status_changed',
    'order.delivered',
  ]);
  expect(events(some.received)).toEqual(['customer.deactivated', 'order.delivered']);
});

test('sends a hook subscription only what hooks are for', async () => {
  const client = await start();
  const [hook, endpoint] = [await startReceiver(), await startReceiver()];
  await subscribeTo(client, 'order.created', hook.url);
  await makeWebhook(client, endpoint.url, ['order.status_changed']);
  await orderIn(client, 'confirmed');
  await Promise.all([hook.count(1), endpoint.count(1)]);
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.headers).not.toHaveProperty('x-webhook-signature');
});

test('sends a test delivery, also to an endpoint that is not subscribed to it', async () => {
  const client = await start();
  const receiver = await startReceiver();
  const { id, secret } = await makeWebhook(client, receiver.url);
  const queued = await client.people(`webhooks/${id}/test`, undefined);
  expect([queued.status, record(queued)]).toMatchObject([
    201,
    { event: 'webhook.test', state: 'pending', webhook_id: id, subscription_id: null, attempts: [] },
  ]);
  const [received] = await receiver.count(1);
  expect(received && isSignedWith(secret, received)).toBe(true);
  await until(async () => (await historyOf(client, id))[0]?.state === 'delivered');
  expect(await historyOf(client, id)).toMatchObject([{ event: 'webhook.test', attempts: [{ status: 200 }] }]);
});

test('signs each attempt anew, over the same body', async () => {
  const client = await start({ retryDelays: [1100] });
  const receiver = await startReceiver((count) => ({ status: count === 1 ? 500 : 200 }));
  const { id, secret } = await makeWebhook(client, receiver.url);
  await client.people('orders', submission());
  const received = await receiver.count(2);
  expect(received.map((each) => isSignedWith(secret, each))).toEqual([true, true]);
  const [first, second] = received;
  expect(second?.raw).toBe(first?.raw);
  expect(second?.headers[timestampHeader]).not.toBe(first?.headers[timestampHeader]);
  await until(async () => (await historyOf(client, id))[0]?.state === 'delivered');
  expect((await historyOf(client, id))[0]?.attempts.map((each) => each.status)).toEqual([500, 200]);
  expect(await webhook(client, id)).toMatchObject({ consecutive_failures: 0 });
});

test('disables an endpoint after ten failures in a row, and drops what it is still owed', async () => {
  const client = await start({ retryDelays: [1, 1, 1, 1, 1, 1] });
  const failing = await startReceiver(() => ({ status: 503 }));
  const good = await startReceiver();
  const { id } = await makeWebhook(client, failing.url);
  await makeWebhook(client, good.url);
  await client.people('orders', { orders: [submission(), submission(), submission()] });
  await until(async () => (await webhook(client, id))?.is_active === false);
  // One more may have been under way.
  expect([10, 11]).toContain(failing.received.length);
  expect(await webhook(client, id)).toMatchObject({ consecutive_failures: 10 });
  const states = (await historyOf(client, id)).map((each) => each.state);
  expect(states.filter((state) => state !== 'given_up')).toContain('dropped');
  expect(states).not.toContain('pending');
  await good.count(3);
  await client.people('orders', submission());
  await good.count(4);
  expect(await historyOf(client, id)).toHaveLength(3);
});

test('counts from 0 again once it is enabled, and after a success', async () => {
  const client = await start({ retryDelays: Array.from({ length: 9 }, () => 1) });
  const receiver = await startReceiver((count) => ({ status: count <= 15 ? 500 : 200 }));
  const { id } = await makeWebhook(client, receiver.url);
  await client.people('orders', submission());
  await until(async () => (await webhook(client, id))?.is_active === false);
  await toggle(client, id, true);
  expect(await webhook(client, id)).toMatchObject({ is_active: true, consecutive_failures: 0 });
  await client.people('orders', submission());
  await until(async () => (await historyOf(client, id))[0]?.state === 'delivered');
  expect(await webhook(client, id)).toMatchObject({ is_active: true, consecutive_failures: 0 });
});

test('treats 410 as a failure like any other: an endpoint is not a hook', async () => {
  const client = await start({ retryDelays: [1] });
  const receiver = await startReceiver(() => ({ status: 410 }));
  const { id } = await makeWebhook(client, receiver.url);
  await client.people('orders', submission());
  await receiver.count(2);
  await until(async () => (await historyOf(client, id))[0]?.state === 'given_up');
  expect(await webhook(client, id)).toMatchObject({ is_active: true, consecutive_failures: 2 });
});

test('sends nothing to an endpoint that is disabled, and no test', async () => {
  const client = await start();
  const receiver = await startReceiver();
  const { id } = await makeWebhook(client, receiver.url);
  await toggle(client, id, false);
  await client.people('orders', submission());
  const refused = await client.people(`webhooks/${id}/test`, undefined);
  expect([refused.status, refused.body]).toEqual([
    409,
    { success: false, error: 'The webhook endpoint is disabled; enable it first' },
  ]);
  await toggle(client, id, true);
  await client.people('orders', submission({ order_number: 'LATER' }));
  await receiver.count(1);
  expect(receiver.received[0]?.body).toMatchObject({ data: { order_number: 'LATER' } });
  expect(await historyOf(client, id)).toHaveLength(1);
});

test('changes where and what an endpoint is sent, and keeps its secret', async () => {
  const client = await start();
  const receiver = await startReceiver();
  const { id, secret } = await makeWebhook(client, dead);
  await client.people(`webhooks/${id}`, { url: receiver.url, events: ['stock.changed'] }, 'PATCH');
  await client.people('products/adjust', { sku: 'MUG-01', stock_qty: 7 });
  const [received] = await receiver.count(1);
  expect(received && isSignedWith(secret, received)).toBe(true);
  expect(received?.body).toMatchObject({ event: 'stock.changed', data: { sku: 'MUG-01', stock_qty: 7 } });
});

test('is gone once it is deleted, with what is queued for it', async () => {
  const client = await start({ retryDelays: [60_000] });
  const receiver = await startReceiver(() => ({ status: 500 }));
  const { id } = await makeWebhook(client, receiver.url);
  await client.people('orders', { orders: [submission(), submission()] });
  await receiver.count(1);
  expect((await client.people(`webhooks/${id}`, undefined, 'DELETE')).status).toBe(200);
  expect(await webhook(client, id)).toBeUndefined();
  const states = records(await client.people('deliveries', undefined, 'GET')).map((each) => each.state);
  expect(states).toEqual(['dropped', 'dropped']);
  for (const [method, path] of [
    ['GET', 'deliveries'],
    ['POST', 'test'],
  ] as const) {
    expect((await client.people(`webhooks/${id}/${path}`, undefined, method)).status).toBe(404);
  }
});

test('goes on after a restart: order, signature and the count of failures are kept', async () => {
  const file = await dataFile();
  const before = await start({ file, retryDelays: [60_000] });
  let status = 500;
  const receiver = await startReceiver(() => ({ status }));
  const other = await startReceiver(() => ({}));
  const { id } = await makeWebhook(before, receiver.url);
  const silent = await makeWebhook(before, other.url);
  await before.people('orders', { orders: ['A', 'B'].map((order_number) => submission({ order_number })) });
  await until(async () => (await webhook(before, id))?.consecutive_failures === 2);
  await other.count(1);
  await before.close();

  status = 200;
  const after = await start({ file });
  const [, second] = await other.count(2);
  expect(second?.body).toMatchObject({ data: { order_number: 'A' } });
  expect(second && isSignedWith(silent.secret, second)).toBe(true);
  expect(await webhook(after, id)).toMatchObject({ consecutive_failures: 2, is_active: true });
  expect((await historyOf(after, id)).map((each) => each.state)).toEqual(['pending', 'pending']);
});

test('does not let a dead endpoint delay a hook or another endpoint', async () => {
  const client = await start({ retryDelays: [60_000] });
  const [silent, hook, endpoint] = [
    await startReceiver(() => ({})),
    await startReceiver(),
    await startReceiver(),
  ];
  await makeWebhook(client, silent.url);
  await makeWebhook(client, dead);
  await subscribeTo(client, 'order.created', hook.url);
  await makeWebhook(client, endpoint.url);
  await client.people('orders', { orders: Array.from({ length: 20 }, () => submission()) });
  await Promise.all([hook.count(20), endpoint.count(20)]);
  expect(silent.received).toHaveLength(1);
});
