import { expect, test } from '@jest/globals';
import { type Client, makeKey, records, start, until } from './harness.ts';

async function statuses(client: Client, count: number, path = '/orders'): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) found.push((await client.get(path)).status);
  return found;
}

/** @returns what comes back as it is, not read as JSON. */
async function raw(client: Client, path = '/orders', signal: AbortSignal | null = null): Promise<Response> {
  const headers = { 'x-api-key': 'sk_sandbox_alpenglow' };
  return fetch(`${client.origin}/api/v1${path}`, { headers, redirect: 'manual', signal });
}

test('answers the next requests with a status, and then as ever', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { times: 2, status: 503 });
  expect(await statuses(client, 3)).toEqual([503, 503, 200]);
});

test('sends a body, its type and headers as they are', async () => {
  const client = await start();
  const fault = {
    status: 429,
    headers: { 'retry-after': '7', 'x-test': 'a b' },
    body: '<h1>Too many</h1>',
    content_type: 'text/html',
  };
  await client.dashboard('POST', '/faults', fault);
  const response = await raw(client);
  expect(response.status).toBe(429);
  expect(await response.text()).toBe('<h1>Too many</h1>');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html',
    'retry-after': '7',
    'x-test': 'a b',
  });
});

test.each([
  ['empty text', ''],
  ['null', 'null'],
  ['a failure', '{"success":false}'],
  ['JSON that breaks off', '{"success":true,"da'],
])('sends %s as the body, with status 200', async (_, body) => {
  const client = await start();
  await client.dashboard('POST', '/faults', { body });
  const response = await raw(client);
  expect([response.status, await response.text()]).toEqual([200, body]);
});

test('adds headers alone to the answer of the endpoint', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { headers: { 'x-test': 'a b' } });
  const response = await raw(client);
  expect([response.status, response.headers.get('x-test')]).toEqual([200, 'a b']);
});

test('answers in the form of errors when a fault has no body', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { status: 500 });
  expect((await client.get('/orders')).body).toEqual({ success: false, error: 'Fault with status 500' });
});

test('resets the connection', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { reset: true });
  await expect(raw(client)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(await statuses(client, 1)).toEqual([200]);
});

test('cuts an answer off in its middle', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { cut_off: true });
  const response = await raw(client);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  await expect(response.text()).rejects.toThrow();
  expect(await statuses(client, 1)).toEqual([200]);
});

test('redirects', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { redirect_to: 'http://elsewhere.example/' });
  await client.dashboard('POST', '/faults', { redirect_to: '/other', status: 307 });
  for (const [status, location] of [
    [302, 'http://elsewhere.example/'],
    [307, '/other'],
  ]) {
    const response = await raw(client);
    expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  }
});

test.each([
  ['lets the request go on to its endpoint', {}, 200],
  ['answers with its status', { status: 500 }, 500],
])('%s after its delay', async (_, fault, status) => {
  const client = await start();
  await client.dashboard('POST', '/faults', { delay_ms: 1, ...fault });
  expect(await statuses(client, 1)).toEqual([status]);
});

test.each([
  ['goes on to its endpoint', {}],
  ['is answered with a status', { status: 500 }],
])(
  'holds back a request that then %s, while others are answered, until the sandbox closes',
  async (_, fault) => {
    const client = await start();
    await client.dashboard('POST', '/faults', { delay_ms: 600_000, ...fault });
    const asked = raw(client).catch(() => 'broken off');
    await until(async () => records(await client.dashboard('GET', '/faults')).length === 0);
    expect(await statuses(client, 3)).toEqual([200, 200, 200]);
    await client.close();
    expect(await asked).toBe('broken off');
  },
);

test('meets only requests of its method and path', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { method: 'PUT', path: '/orders', status: 500 });
  await client.dashboard('POST', '/faults', { path: '/inventory/TENT-2P', status: 502 });
  expect(await statuses(client, 1)).toEqual([200]);
  expect(await statuses(client, 1, '/inventory')).toEqual([200]);
  expect(await statuses(client, 1, '/inventory/TENT-2P?x=1')).toEqual([502]);
  expect((await client.put('/orders/SO-10007/status', { status: 'confirmed' })).status).toBe(500);
  expect((await client.put('/orders/SO-10007/status', { status: 'confirmed' })).status).toBe(200);
});

test('takes a path as whole segments', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { path: '/orders/SO-1000', times: 9, status: 500 });
  expect(await statuses(client, 1, '/orders/SO-10001')).toEqual([200]);
});

test('comes before authentication', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { status: 504 });
  expect((await client.get('/orders', { key: null })).status).toBe(504);
  expect((await client.get('/orders', { key: null })).status).toBe(401);
});

test('leaves what it stops undone, and does not touch the dashboard', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { status: 500, times: 2 });
  await client.put('/inventory/TENT-2P', { stock_qty: 1 });
  const { value: key } = await makeKey(client, ['orders:read']);
  expect((await client.get('/orders', { key })).status).toBe(500);
  expect((await client.get('/inventory/TENT-2P')).body).toMatchObject({ data: { stock_qty: 40 } });
});

test('meets faults in the order in which they were asked for, lists what is left, and forgets it', async () => {
  const client = await start();
  await client.dashboard('POST', '/faults', { status: 500 });
  await client.dashboard('POST', '/faults', { status: 502, times: 3 });
  expect(await statuses(client, 2)).toEqual([500, 502]);
  expect(records(await client.dashboard('GET', '/faults'))).toEqual([{ status: 502, times: 2 }]);
  await client.dashboard('DELETE', '/faults');
  expect(await statuses(client, 1)).toEqual([200]);
});

test.each([
  ['for no requests', { times: 0 }],
  ['with a status that cannot be', { status: 99 }],
  ['for a method that the API does not have', { method: 'PATCH' }],
  ['for a path without a slash before it', { path: 'orders' }],
  ['with a delay below zero', { delay_ms: -1 }],
  ['with a space in the name of a header', { headers: { 'bad header': 'x' } }],
  ['with a line break in a header', { headers: { 'x-test': 'a\r\nb: c' } }],
  ['with an unknown field', { unknown: 1 }],
])('refuses a fault %s', async (_, fault) => {
  const client = await start();
  expect((await client.dashboard('POST', '/faults', fault)).status).toBe(422);
});
