import { expect, test } from '@jest/globals';
import { specifiedLimits } from '../../../sandbox/api/http/limits.ts';
import { type Answer, kaffeehaus, makeKey, start } from './harness.ts';

const noon = Date.parse('2026-11-21T12:00:20.000Z');

/** A sandbox with limits and a clock that the test moves. */
async function limited(limits: object) {
  let time = noon;
  const client = await start({ limits, now: () => new Date(time) });
  return {
    ...client,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const standing = ({ status, headers }: Answer) => ({
  status,
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  wait: headers.get('retry-after'),
});

test('the limits are those of the specification', () => {
  expect(specifiedLimits).toEqual({ perMinute: 60, perDay: 5000 });
});

test('takes 60 requests of a key to a route in a minute, and tells what is left', async () => {
  const client = await limited({ perMinute: 60 });
  for (let left = 59; left >= 0; left -= 1) {
    expect(standing(await client.get('/orders?per_page=1'))).toEqual({
      status: 200,
      limit: '60',
      remaining: String(left),
      wait: null,
    });
  }
  const refused = await client.get('/orders');
  expect(standing(refused)).toEqual({ status: 429, limit: '60', remaining: '0', wait: '40' });
  expect(refused.body).toEqual({ success: false, error: 'Too many requests' });
  client.pass(40_000);
  expect((await client.get('/orders')).status).toBe(200);
});

test('counts each route and each key apart', async () => {
  const client = await limited({ perMinute: 1 });
  const { value: key } = await makeKey(client, ['orders:read', 'inventory:read']);
  const statuses = [
    await client.get('/orders'),
    await client.get('/orders/SO-1'),
    await client.get('/orders/SO-2'),
    await client.get('/inventory'),
    await client.get('/orders', { key }),
    await client.get('/orders', { key: kaffeehaus }),
    await client.get('/orders'),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([200, 404, 429, 200, 200, 200, 429]);
});

test('ends the day of a tenant at its quota, until midnight UTC', async () => {
  const client = await limited({ perMinute: 60, perDay: 2 });
  await client.get('/orders');
  expect(standing(await client.get('/inventory')).status).toBe(200);
  const { value: key } = await makeKey(client, ['customers:read']);
  const refused = await client.get('/customers', { key });
  expect(standing(refused)).toEqual({
    status: 429,
    limit: '2',
    remaining: '0',
    wait: String(12 * 3600 - 20),
  });
  expect(refused.body).toEqual({ success: false, error: 'Daily API call limit exceeded' });
  client.pass((12 * 3600 - 20) * 1000);
  expect((await client.get('/customers', { key })).status).toBe(200);
});

test('does not count for the day what the throttle refuses, and tells the limit that is nearer', async () => {
  const client = await limited({ perMinute: 1, perDay: 2 });
  expect(standing(await client.get('/orders'))).toMatchObject({ status: 200, limit: '1', remaining: '0' });
  for (let i = 0; i < 3; i += 1) {
    expect(standing(await client.get('/orders'))).toMatchObject({ status: 429, limit: '1', wait: '40' });
  }
  expect(standing(await client.get('/inventory'))).toMatchObject({ status: 200, limit: '1' });
  expect(standing(await client.get('/customers'))).toMatchObject({ status: 429, limit: '2', remaining: '0' });
});

test('has no daily quota on the Enterprise plan', async () => {
  const client = await limited({ perDay: 1 });
  for (let i = 0; i < 3; i += 1) {
    expect((await client.get('/orders', { key: kaffeehaus })).status).toBe(200);
  }
});

test('has the quota of the Professional plan during a trial', async () => {
  const client = await limited({ perDay: 1 });
  await client.dashboard('PATCH', '/tenants/alpenglow', { plan: 'starter', subscription_active: false });
  await client.dashboard('POST', '/tenants/alpenglow/trial');
  expect((await client.get('/orders')).status).toBe(200);
  expect((await client.get('/orders')).status).toBe(429);
});

test('does not count what is refused for its key', async () => {
  const client = await limited({ perMinute: 1 });
  for (let i = 0; i < 3; i += 1) expect((await client.get('/orders', { key: 'sk_no' })).status).toBe(401);
  expect((await client.get('/orders')).status).toBe(200);
});

test('its header Date shows the clock that records are stamped with', async () => {
  const client = await limited({});
  client.pass(86_400_000);
  expect((await client.get('/orders')).headers.get('date')).toBe('Sun, 22 Nov 2026 12:00:20 GMT');
});
