import { expect, test } from '@jest/globals';
import { specifiedLimits } from '../../../sandbox/api/http/limits.ts';
import { type Answer, dataFile, kaffeehaus, makeKey, start } from './harness.ts';

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
  expect(specifiedLimits).toEqual({ perMinute: 60, throttle: 'key', perDay: 5000 });
});

test('takes 60 requests of a key in a minute, and tells what is left', async () => {
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

test.each([
  ['key', [200, 429, 429, 429, 200, 200, 429]],
  ['route', [200, 404, 429, 200, 200, 200, 429]],
] as const)('counts each key apart, and endpoints by the throttle "%s"', async (throttle, expected) => {
  const client = await limited({ perMinute: 1, throttle });
  const { value: key } = await makeKey(client, ['orders:read', 'inventory:read']);
  const answers = [
    await client.get('/orders'),
    await client.get('/orders/SO-1'),
    await client.get('/orders/SO-2'),
    await client.get('/inventory'),
    await client.get('/orders', { key }),
    await client.get('/orders', { key: kaffeehaus }),
    await client.get('/orders'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(expected);
});

test('has one budget of a key for all endpoints when nothing else is said', async () => {
  const client = await limited({ perMinute: 2 });
  const answers = [
    await client.get('/orders'),
    await client.get('/inventory'),
    await client.get('/customers'),
  ];
  expect(answers.map(standing)).toMatchObject([
    { status: 200, remaining: '1' },
    { status: 200, remaining: '0' },
    { status: 429, limit: '2', remaining: '0', wait: '40' },
  ]);
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

test('does not count for the day what the throttle refuses', async () => {
  const client = await limited({ perMinute: 1, perDay: 2 });
  expect((await client.get('/orders')).status).toBe(200);
  for (let i = 0; i < 3; i += 1) {
    expect(standing(await client.get('/orders'))).toMatchObject({ status: 429, limit: '1', wait: '40' });
  }
  client.pass(60_000);
  expect((await client.get('/orders')).status).toBe(200);
  client.pass(60_000);
  expect(standing(await client.get('/orders'))).toMatchObject({ status: 429, limit: '2', remaining: '0' });
});

test('tells what is left of the narrower limit', async () => {
  const client = await limited({ perMinute: 3, perDay: 4 });
  const told = async () => standing(await client.get('/orders'));
  expect(await told()).toMatchObject({ limit: '3', remaining: '2' });
  client.pass(60_000);
  expect(await told()).toMatchObject({ limit: '3', remaining: '2' });
  expect(await told()).toMatchObject({ limit: '3', remaining: '1' });
  client.pass(60_000);
  expect(await told()).toMatchObject({ limit: '4', remaining: '0' });
});

test('goes on counting the day after a restart, also of other keys', async () => {
  const file = await dataFile();
  const options = { file, limits: { perDay: 3 }, now: () => new Date(noon) };
  const before = await start(options);
  await before.get('/orders');
  await before.get('/orders');
  await before.close();
  const after = await start(options);
  const { value: key } = await makeKey(after, ['orders:read']);
  expect(standing(await after.get('/orders', { key }))).toMatchObject({ status: 200, remaining: '0' });
  expect((await after.get('/orders')).status).toBe(429);
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
