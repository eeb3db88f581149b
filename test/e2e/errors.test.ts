// Every row of the error table and every hard case of an answer, through the built app and real HTTP.
import { describe, expect, test } from '@jest/globals';
import { TimeMachine } from '../../sandbox/zaps/time-machine.ts';
import { alpenglow, orderIn, record } from '../sandbox/api/harness.ts';
import { startWorld, type World } from './world.ts';

const update = 'creates.update_order_status.operation.perform';
const input = { order_number: 'SO-1', status: 'confirmed' };
const tooMany = '{"success":false,"error":"Too Many Attempts."}';

/** How a status update ends when the API misbehaves like this once. */
const meeting = async (fault: object, w?: World) => {
  const world = w ?? (await startWorld());
  await world.dashboard('POST', '/faults', fault);
  return world.fails(update, input);
};

describe('a run that meets', () => {
  test('an unknown key asks to reconnect', async () => {
    const w = await startWorld();
    const failure = await w.fails(update, input, { authData: { api_key: 'sk_unknown' } });
    expect(failure.name).toBe('ExpiredAuthError');
  });

  test.each([
    [
      'an inactive subscription',
      { subscription_active: false },
      /subscription of your organization is not active/,
    ],
    ['an inactive account', { account_active: false }, /account of your organization is inactive/],
    ['a plan without the API', { plan: 'starter' }, /plan of your organization does not include the API/],
  ])('%s says whom to ask, in a run and on connecting', async (_, tenant, says) => {
    const w = await startWorld();
    await w.dashboard('PATCH', '/tenants/alpenglow', tenant);
    for (const method of [update, 'authentication.test']) {
      const failure = await w.fails(method, input);
      expect(failure.name).toBe('AppError');
      expect(failure.message).toMatch(says);
    }
  });

  test('a missing scope names it', async () => {
    const w = await startWorld();
    const { value } = record(await w.people('keys', { name: 'Read', scopes: ['orders:read'] }));
    const failure = await w.fails(update, input, { authData: { api_key: value } });
    expect(failure.name).toBe('AppError');
    expect(failure.message).toMatch(/“orders:write”.*make a new key/);
  });

  test('an unknown order names it', async () => {
    const failure = await (await startWorld()).fails(update, { ...input, order_number: 'SO-NONE' });
    expect(failure.name).toBe('AppError');
    expect(failure.message).toMatch(/does not know the order “SO-NONE”/);
  });

  test('a conflict halts and names both references', async () => {
    const w = await startWorld();
    const order_number = await orderIn(w, 'pending');
    await w.act('acknowledge_order', { order_number, external_reference: 'INV-1' });
    for (const step of ['acknowledge_order', 'update_order_status']) {
      const failure = await w.fails(`creates.${step}.operation.perform`, {
        ...input,
        order_number,
        external_reference: 'INV-2',
      });
      expect(failure.name).toBe('HaltedError');
      expect(failure.message).toContain(order_number);
      expect(failure.message).toContain('“INV-2”');
    }
  });

  test('a transition that is not allowed halts and names both statuses', async () => {
    const w = await startWorld();
    const order_number = await orderIn(w, 'delivered');
    const failure = await w.fails(update, { order_number, status: 'processing' });
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toMatch(/“delivered” and cannot change to “processing”/);
  });

  test.each([
    ['seconds', '7', 7],
    ['a date', 'Sat, 21 Nov 2026 09:00:00 GMT', 3600],
  ])('429 with %s in Retry-After waits that long', async (_, wait, seconds) => {
    const fault = { status: 429, body: tooMany, headers: { 'retry-after': wait } };
    const failure = await meeting(fault, await startWorld({ time: new TimeMachine('2026-11-21T08:00:00Z') }));
    expect(failure.name).toBe('ThrottledError');
    expect(failure.delaySeconds).toBe(seconds);
  });

  test.each([
    ['429 without Retry-After', { status: 429, body: tooMany }],
    ['502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['a reset', { reset: true }],
    ['an answer that is cut off', { cut_off: true }],
  ])('%s is tried again in about a minute', async (_, fault) => {
    const failure = await meeting(fault);
    expect(failure.name).toBe('ThrottledError');
    expect(failure.delaySeconds).toBeGreaterThanOrEqual(60);
    expect(failure.delaySeconds).toBeLessThan(90);
  });

  test.each([
    ['500', { status: 500, body: '{"success":false,"error":"Server error"}' }, /internal error/],
    [
      'a web page',
      { status: 200, body: '<html><b>Sign in</b></html>', content_type: 'text/html' },
      /is a web page/,
    ],
    ['cut-off JSON', { status: 200, body: '{"data":{"order' }, /ends in the middle/],
    ['an empty answer', { status: 200, body: '' }, /is empty/],
    ['an answer that is null', { status: 200, body: 'null' }, /holds no data/],
    [
      'an answer that reports a failure',
      { status: 200, body: '{"success":false,"error":"No"}' },
      /reports a failure .* No\./,
    ],
    ['a redirect', { redirect_to: 'http://localhost:1/' }, /redirected this request/],
    [
      'an answer that tells the key',
      { status: 400, body: `{"error":"bad key ${alpenglow}"}` },
      /bad key \[API key\]/,
    ],
  ])('%s is an error in plain words', async (_, fault, says) => {
    const failure = await meeting(fault);
    expect(failure.name).toBe('AppError');
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain(alpenglow);
    expect(failure.message).not.toMatch(/[<>{}]|undefined/);
  });

  test('a refused field names it by its label', async () => {
    const failure = await meeting({
      status: 422,
      body: JSON.stringify({
        success: false,
        error: 'The given data was invalid.',
        errors: { notes: ['Too rude'] },
      }),
    });
    expect(failure.message).toMatch(/Notes: Too rude\./);
  });
});

test('a redirect never carries the key to another address', async () => {
  const [w, other] = [await startWorld(), await startWorld()];
  await w.dashboard('POST', '/faults', { redirect_to: `${other.origin}/api/v1/automation/subscriptions` });
  // Would let a followed redirect connect, as the other sandbox knows the same key.
  const failure = await w.fails('authentication.test');
  expect(failure.requests).toHaveLength(1);
});

test('identifiers that look like paths reach nothing else', async () => {
  const w = await startWorld();
  for (const order_number of ['..', '.']) {
    expect((await w.fails(update, { ...input, order_number })).requests).toEqual([]);
  }
  for (const order_number of ['../inventory', 'SO-1/../../inventory', '%2e%2e', 'a/b']) {
    expect(await w.look('searches.find_order', { order_number })).toEqual([]);
  }
});

test('the limits of the API make a run wait, and the daily one says when it starts anew', async () => {
  const noon = new Date('2026-11-21T12:00:00Z');
  const w = await startWorld({ limits: { perMinute: 1 }, now: () => noon });
  await w.act('set_stock', { sku: 'MUG-01', stock_qty: 1 });
  const step = 'creates.set_stock.operation.perform';
  const busy = await w.fails(step, { sku: 'MUG-01', stock_qty: 2 });
  expect(busy.name).toBe('ThrottledError');
  expect(busy.delaySeconds).toBe(60);

  const day = await startWorld({ limits: { perDay: 1 }, now: () => noon });
  await day.act('set_stock', { sku: 'MUG-01', stock_qty: 1 });
  const over = await day.fails(step, { sku: 'MUG-01', stock_qty: 2 });
  expect(over.name).toBe('ThrottledError');
  expect(over.delaySeconds).toBe(12 * 3600);
  expect(over.message).toMatch(/daily limit.*midnight UTC/);
});
