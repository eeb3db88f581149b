import { expect, test } from '@jest/globals';
import { Database } from '../../../sandbox/api/database/database.ts';
import { sampleRecord } from '../../../sandbox/api/model/samples.ts';
import { eventNames } from '../../../sandbox/api/model/subscriptions.ts';
import { addTenant } from '../../../sandbox/api/model/tenants.ts';
import {
  afterThisTest,
  berghaus,
  type Client,
  column,
  fieldErrors,
  kaffeehaus,
  orderIn,
  record,
  records,
  start,
  startReceiver,
  submission,
  subscribeTo,
} from './harness.ts';

const events = ['order.created', 'order.delivered', 'customer.created', 'check_in.completed'];
const target = 'http://127.0.0.1:9/hook';

test.each(events)('answers 201 to a new subscription to %s', async (event) => {
  const client = await start();
  const answer = await client.post('/automation/subscribe', { event, target_url: target });
  expect(answer.status).toBe(201);
  expect(record(answer)).toMatchObject({
    id: expect.any(Number),
    event,
    target_url: target,
    is_active: true,
  });
  expect(records(await client.get('/automation/subscriptions'))).toEqual([record(answer)]);
});

test('answers 200 to an inactive subscription, which becomes active under the same id', async () => {
  const client = await start();
  const id = await subscribeTo(client, 'order.created', target);
  await client.people(`subscriptions/${id}`, { active: false }, 'PATCH');
  expect(records(await client.get('/automation/subscriptions'))).toMatchObject([{ id, is_active: false }]);
  const answer = await client.post('/automation/subscribe', { event: 'order.created', target_url: target });
  expect([answer.status, record(answer)]).toEqual([200, expect.objectContaining({ id, is_active: true })]);
});

test('answers 200 to an active subscription, with the same id', async () => {
  const client = await start();
  const id = await subscribeTo(client, 'order.created', target);
  const answer = await client.post('/automation/subscribe', { event: 'order.created', target_url: target });
  expect([answer.status, record(answer).id]).toEqual([200, id]);
  expect(records(await client.get('/automation/subscriptions'))).toHaveLength(1);
});

test('removes a subscription by its id: 200, then 404', async () => {
  const client = await start();
  const id = await subscribeTo(client, 'order.created', target);
  expect((await client.delete(`/automation/subscribe/${id}`)).status).toBe(200);
  expect(records(await client.get('/automation/subscriptions'))).toEqual([]);
  const again = await client.delete(`/automation/subscribe/${id}`);
  expect([again.status, again.body]).toEqual([404, { success: false, error: 'Subscription not found' }]);
});

test('keeps two targets of one event as two subscriptions, and ends only one', async () => {
  const client = await start();
  const first = await subscribeTo(client, 'order.created', target);
  const second = await subscribeTo(client, 'order.created', `${target}/2`);
  await client.delete(`/automation/subscribe/${first}`);
  expect(records(await client.get('/automation/subscriptions'))).toMatchObject([{ id: second }]);
});

test('gives no id a second time', async () => {
  const client = await start();
  const first = await subscribeTo(client, 'order.created', target);
  await client.delete(`/automation/subscribe/${first}`);
  expect(await subscribeTo(client, 'order.created', target)).toBeGreaterThan(first);
});

test.each([
  ['without an event', { target_url: target }, 'event', 'The event field is required'],
  [
    'to an unknown event',
    { event: 'order.cancelled', target_url: target },
    'event',
    expect.stringContaining('must be one of'),
  ],
  ['without an address', { event: 'order.created' }, 'target_url', 'The target url field is required'],
  [
    'to an address that is no URL',
    { event: 'order.created', target_url: 'hook' },
    'target_url',
    'The target url must be a valid http or https URL',
  ],
  [
    'to an address of another protocol',
    { event: 'order.created', target_url: 'ftp://example.org' },
    'target_url',
    expect.any(String),
  ],
  [
    'to an address of 501 characters',
    { event: 'order.created', target_url: `https://example.org/${'x'.repeat(481)}` },
    'target_url',
    'The target url must not be greater than 500 characters',
  ],
])('refuses a subscription %s, naming the field', async (_, body, field, message) => {
  const client = await start();
  const answer = await client.post('/automation/subscribe', body);
  expect([answer.status, fieldErrors(answer)]).toEqual([422, { [field]: [message] }]);
});

test('takes an address of 500 characters', async () => {
  const client = await start();
  const target_url = `https://example.org/${'x'.repeat(480)}`;
  expect((await client.post('/automation/subscribe', { event: 'order.created', target_url })).status).toBe(
    201,
  );
});

test.each(['0', '-1', 'x', '1.5'])('refuses %s as the id of a subscription', async (id) => {
  const client = await start();
  const answer = await client.delete(`/automation/subscribe/${id}`);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, ['subscription']]);
});

/** The names of all fields, also inside objects and the first element of arrays. */
function fieldNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldNames);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fieldNames(inner)]));
}

test.each([
  ['order.created', 'pending'],
  ['order.delivered', 'delivered'],
])('gives a sample of %s that has the same fields as a delivery', async (event, status) => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, event, receiver.url);
  await orderIn(client, status);
  await receiver.count(1);
  const [sample] = records(await client.get(`/automation/sample?event=${event}`));
  expect(sample?.status).toBe(status);
  expect(fieldNames(sample)).toEqual(fieldNames(receiver.received[0]?.body));
});

test('gives a sample of customer.created that has the same fields as a delivery', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'customer.created', receiver.url);
  await client.put('/customers/crm/1', { name: 'New', metadata: { segment: 'x' } });
  await receiver.count(1);
  const sample = await client.get('/automation/sample?event=customer.created');
  expect(records(sample).map(fieldNames)).toEqual([fieldNames(receiver.received[0]?.body)]);
});

test('gives a sample of check_in.completed that has the same fields as a delivery', async () => {
  const client = await start();
  const receiver = await startReceiver();
  await subscribeTo(client, 'check_in.completed', receiver.url);
  await client.people('check-ins', { customer: berghaus });
  await receiver.count(1);
  const sample = await client.get('/automation/sample?event=check_in.completed');
  expect(records(sample).map(fieldNames)).toEqual([fieldNames(receiver.received[0]?.body)]);
});

const sampleOf = async (client: Client, event: string) =>
  records(await client.get(`/automation/sample?event=${event}`));

test('gives the newest record of the event as its sample, as the API shows it', async () => {
  const client = await start();
  const older = await orderIn(client, 'delivered');
  const newer = await orderIn(client, 'pending', { type: 'quote' });
  expect(await sampleOf(client, 'order.created')).toEqual([record(await client.get(`/orders/${newer}`))]);
  expect(await sampleOf(client, 'order.delivered')).toEqual([record(await client.get(`/orders/${older}`))]);
  const checkIn = record(await client.people('check-ins', { customer: berghaus, notes: 'Newest' }));
  expect(await sampleOf(client, 'check_in.completed')).toEqual([checkIn]);
  const created = record(await client.put('/customers/crm/1', { name: 'New' }));
  expect(await sampleOf(client, 'customer.created')).toEqual([created]);
});

test('gives no tombstone as the sample of a new customer', async () => {
  const client = await start();
  const [before] = await sampleOf(client, 'customer.created');
  await client.put('/customers/crm/1', { name: 'New' });
  await client.delete('/customers/crm/1');
  expect(await sampleOf(client, 'customer.created')).toEqual([before]);
});

test("gives each tenant its own newest record, and none of another's", async () => {
  const client = await start();
  await orderIn(client, 'pending', { order_number: 'ALPENGLOW' });
  const other = await client.get('/automation/sample?event=order.created', { key: kaffeehaus });
  expect(column(other, 'order_number')).toEqual(['SO-10008']);
});

test.each(eventNames)(
  'makes up a sample of %s where it is told to, as where there is no record',
  async (event) => {
    const database = new Database(undefined, () => new Date());
    afterThisTest(() => database.close());
    const tenant = database.change((change) =>
      addTenant(change, { slug: 'new', name: 'New', plan: 'professional' }),
    );
    const madeUp = sampleRecord(database, tenant, event, 'newest');
    const client = await start({ sample: 'made-up' });
    expect(await sampleOf(client, event)).toEqual([madeUp]);
    const real = await start();
    expect(await sampleOf(real, event)).not.toEqual([madeUp]);
  },
);

test.each([
  ['no event', ''],
  ['an empty event', '?event='],
  ['an unknown event', '?event=order.cancelled'],
])('refuses to give a sample of %s', async (_, query) => {
  const client = await start();
  const answer = await client.get(`/automation/sample${query}`);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, ['event']]);
});

test('serves the hook endpoints under another segment when told to', async () => {
  const client = await start({ automationPath: 'zapier' });
  expect((await client.get('/zapier/subscriptions')).status).toBe(200);
  expect((await client.get('/zapier/sample?event=order.created')).status).toBe(200);
  const made = await client.post('/zapier/subscribe', { event: 'order.created', target_url: target });
  expect((await client.delete(`/zapier/subscribe/${record(made).id}`)).status).toBe(200);
  expect((await client.get('/automation/subscriptions')).status).toBe(404);
});

test('calls the scopes of the hook endpoints by the same word', async () => {
  const client = await start({ automationPath: ' /zapier/ ' });
  const scopes = async (...names: string[]) => client.people('keys', { name: 'A', scopes: names });
  expect((await scopes('automation:read')).status).toBe(422);
  const made = record(await scopes('zapier:read'));
  expect(made).toMatchObject({ scopes: ['zapier:read'] });
  const refused = await client.post('/zapier/subscribe', {}, { key: String(made['value']) });
  expect(refused).toMatchObject({
    status: 403,
    body: { error: 'Insufficient permissions. Required: zapier:write' },
  });
  expect((await client.get('/zapier/subscriptions', { key: String(made['value']) })).status).toBe(200);
});

test.each([
  ['a path of two words', '/a/b/'],
  ['an empty word', ''],
  ['the name of other endpoints', 'orders'],
  ['two words', 'a b'],
])('refuses to name the hook endpoints by %s', async (_, word) => {
  await expect(start({ automationPath: word })).rejects.toThrow(`“${word}” cannot name the hook endpoints`);
});

test('delivers nothing to an inactive or removed subscription', async () => {
  const client = await start();
  const receiver = await startReceiver();
  const off = await subscribeTo(client, 'order.created', `${receiver.url}/off`);
  const gone = await subscribeTo(client, 'order.created', `${receiver.url}/gone`);
  await subscribeTo(client, 'order.created', `${receiver.url}/on`);
  await client.people(`subscriptions/${off}`, { active: false }, 'PATCH');
  await client.delete(`/automation/subscribe/${gone}`);
  await client.people('orders', { orders: [submission(), submission()] });
  await receiver.count(2);
  expect(receiver.received.map((each) => each.url)).toEqual(['/hook/on', '/hook/on']);
  expect(records(await client.people('deliveries', undefined, 'GET'))).toHaveLength(2);
});
