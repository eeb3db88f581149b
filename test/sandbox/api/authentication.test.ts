import { expect, test } from '@jest/globals';
import { alpenglow, type Client, endpoints, makeKey, record, records, scopes, start } from './harness.ts';

const refused = (error: string) => ({ success: false, error });

async function subscribeOnce(client: Client): Promise<void> {
  await client.post('/automation/subscribe', {
    event: 'order.delivered',
    target_url: 'http://127.0.0.1:9/first',
  });
}

test('takes the key from X-API-Key or from a Bearer header', async () => {
  const client = await start();
  expect((await client.get('/orders')).status).toBe(200);
  for (const authorization of [`Bearer ${alpenglow}`, `bearer ${alpenglow}`]) {
    expect((await client.get('/orders', { key: null, headers: { authorization } })).status).toBe(200);
  }
});

test.each([
  ['no header', {}],
  ['an empty key', { 'x-api-key': '' }],
  ['a Bearer header without key', { authorization: 'Bearer ' }],
  ['another scheme', { authorization: `Basic ${alpenglow}` }],
])('asks for a key when there is %s', async (_name, headers) => {
  const client = await start();
  const answer = await client.get('/orders', { key: null, headers });
  expect([answer.status, answer.body]).toEqual([401, refused('API key required')]);
});

test.each(['sk_unknown', `${alpenglow}x`, alpenglow.toUpperCase(), 'no-prefix'])(
  'refuses the unknown key %s',
  async (key) => {
    const client = await start();
    const answer = await client.get('/orders', { key });
    expect([answer.status, answer.body]).toEqual([401, refused('Invalid or expired API key')]);
  },
);

test('asks every endpoint for a key', async () => {
  const client = await start();
  for (const { method, path, body } of endpoints) {
    const answer = await client.api(method, path, { key: null, body });
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
});

test.each(endpoints)('$method $path needs $scope and nothing else', async ({ method, path, scope, body }) => {
  const client = await start();
  await subscribeOnce(client);
  const { value: others } = await makeKey(
    client,
    scopes.filter((each) => each !== scope),
  );
  const without = await client.api(method, path, { key: others, body });
  expect([without.status, without.body]).toEqual([
    403,
    refused(`Insufficient permissions. Required: ${scope}`),
  ]);
  const { value: only } = await makeKey(client, [scope]);
  expect((await client.api(method, path, { key: only, body })).status).toBeLessThan(300);
});

test('refuses a disabled key at once, and takes it again when it is enabled', async () => {
  const client = await start();
  const { id, value: key } = await makeKey(client, ['orders:read']);
  await client.people(`keys/${id}`, { enabled: false }, 'PATCH');
  const answer = await client.get('/orders', { key });
  expect([answer.status, answer.body]).toEqual([401, refused('Invalid or expired API key')]);
  await client.people(`keys/${id}`, { enabled: true }, 'PATCH');
  expect((await client.get('/orders', { key })).status).toBe(200);
});

test('refuses a deleted key for good', async () => {
  const client = await start();
  const { id, value: key } = await makeKey(client, ['orders:read']);
  await client.people(`keys/${id}`, undefined, 'DELETE');
  const answer = await client.get('/orders', { key });
  expect([answer.status, answer.body]).toEqual([401, refused('Invalid or expired API key')]);
  expect((await client.people(`keys/${id}`, { enabled: true }, 'PATCH')).status).toBe(404);
});

test('refuses a key from the moment it expires, and keeps it in the list', async () => {
  let now = new Date('2026-05-01T12:00:00Z');
  const client = await start({ now: () => now });
  const { id, value: key } = await makeKey(client, ['orders:read'], {
    expires_at: '2026-05-01T14:00:00+01:00',
  });
  now = new Date('2026-05-01T12:59:59.999Z');
  expect((await client.get('/orders', { key })).status).toBe(200);
  now = new Date('2026-05-01T13:00:00Z');
  const answer = await client.get('/orders', { key });
  expect([answer.status, answer.body]).toEqual([401, refused('Invalid or expired API key')]);
  const listed = records(await client.people('keys', undefined, 'GET')).find((each) => each.id === id);
  expect(listed).toMatchObject({ status: 'Expired', expires_at: '2026-05-01T13:00:00.000Z' });
});

test('shows the value of a key only when it is made', async () => {
  const client = await start();
  const made = record(await client.people('keys', { name: 'ERP', scopes: ['orders:read', 'orders:write'] }));
  expect(made).toMatchObject({ name: 'ERP', status: 'Active', expires_at: null, last_used_at: null });
  expect(made.value).toMatch(/^sk_\w{40,}$/);
  const listed = await client.people('keys', undefined, 'GET');
  expect(JSON.stringify(listed.body)).not.toContain(String(made.value));
  expect(JSON.stringify(listed.body)).not.toContain(alpenglow);
  expect(records(listed).at(-1)).toMatchObject({ name: 'ERP', scopes: ['orders:read', 'orders:write'] });
});

test('notes when a key was used last', async () => {
  let now = new Date('2026-05-01T12:00:00Z');
  const client = await start({ now: () => now });
  const lastUse = async () => records(await client.people('keys', undefined, 'GET'))[0]?.last_used_at;
  expect(await lastUse()).toBeNull();
  await client.get('/orders');
  expect(await lastUse()).toBe('2026-05-01T12:00:00.000Z');
  now = new Date('2026-05-01T12:01:00Z');
  await client.get('/orders');
  expect(await lastUse()).toBe('2026-05-01T12:01:00.000Z');
});

test.each([
  ['an inactive account', { account_active: false }, 403, 'Organization account is inactive'],
  [
    'an inactive subscription',
    { subscription_active: false },
    402,
    'Organization subscription is not active',
  ],
  ['a plan without the API', { plan: 'starter' }, 403, 'API access is not available on the current plan'],
])('refuses every endpoint to a tenant with %s, and only to that one', async (_, state, status, error) => {
  const client = await start();
  await client.dashboard('PATCH', '/tenants/alpenglow', state);
  for (const { method, path, body } of endpoints) {
    const answer = await client.api(method, path, { body });
    expect([path, answer.status, answer.body]).toEqual([path, status, refused(error)]);
  }
  expect((await client.get('/orders', { key: 'sk_sandbox_kaffeehaus' })).status).toBe(200);
});

test('lets a tenant without a subscription or plan in for the 14 days of its trial', async () => {
  let now = Date.parse('2026-05-01T12:00:00Z');
  const client = await start({ now: () => new Date(now) });
  await client.dashboard('PATCH', '/tenants/alpenglow', { plan: 'starter', subscription_active: false });
  const started = record(await client.dashboard('POST', '/tenants/alpenglow/trial'));
  expect(started).toMatchObject({ plan: 'starter', trial_ends_at: '2026-05-15T12:00:00.000Z' });
  for (const { method, path, body } of endpoints) {
    const { status } = await client.api(method, path, { body });
    expect([path, status < 300 || status === 404]).toEqual([path, true]);
  }
  now = Date.parse('2026-05-15T11:59:59.999Z');
  expect((await client.get('/orders')).status).toBe(200);
  now += 1;
  const over = await client.get('/orders');
  expect([over.status, over.body]).toEqual([402, refused('Organization subscription is not active')]);
  await client.dashboard('PATCH', '/tenants/alpenglow', { subscription_active: true });
  expect((await client.get('/orders')).body).toEqual(
    refused('API access is not available on the current plan'),
  );
});

test('ends a trial at the moment that a person sets', async () => {
  const client = await start();
  await client.dashboard('PATCH', '/tenants/alpenglow', { subscription_active: false });
  await client.dashboard('POST', '/tenants/alpenglow/trial');
  expect((await client.get('/orders')).status).toBe(200);
  const ended = await client.dashboard('PATCH', '/tenants/alpenglow', {
    trial_ends_at: '2026-01-01T00:00:00Z',
  });
  expect(record(ended).trial_ends_at).toBe('2026-01-01T00:00:00.000Z');
  expect((await client.get('/orders')).status).toBe(402);
  await client.dashboard('PATCH', '/tenants/alpenglow', { trial_ends_at: null });
  expect((await client.get('/orders')).status).toBe(402);
});

test('keeps an inactive account out, also during its trial', async () => {
  const client = await start();
  await client.dashboard('POST', '/tenants/alpenglow/trial');
  await client.dashboard('PATCH', '/tenants/alpenglow', { account_active: false });
  expect((await client.get('/orders')).status).toBe(403);
});

test('takes a tenant in again when its state is good again', async () => {
  const client = await start();
  await client.dashboard('PATCH', '/tenants/alpenglow', { plan: 'starter', account_active: false });
  await client.dashboard('PATCH', '/tenants/alpenglow', { plan: 'enterprise', account_active: true });
  expect((await client.get('/orders')).status).toBe(200);
});

test('tells a wrong key before the state of the tenant, and that before the scope', async () => {
  const client = await start();
  const { id, value: key } = await makeKey(client, ['orders:read']);
  await client.dashboard('PATCH', '/tenants/alpenglow', { subscription_active: false });
  expect((await client.get('/customers', { key })).status).toBe(402);
  await client.people(`keys/${id}`, { enabled: false }, 'PATCH');
  expect((await client.get('/customers', { key })).status).toBe(401);
});

test('looks at the key before the input', async () => {
  const client = await start();
  expect((await client.get('/orders?page=0', { key: null })).status).toBe(401);
  const { value: key } = await makeKey(client, ['orders:read']);
  expect((await client.put('/inventory/TENT-2P', '{', { key })).status).toBe(403);
});
