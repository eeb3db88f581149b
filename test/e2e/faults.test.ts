// Every row of the API's error table (7.1 to 7.3) and every way to misbehave, as a run of a Zap shows it.
import { describe, expect, test } from '@jest/globals';
import type { RunStatus } from '../../sandbox/zaps/records.ts';
import { alpenglow, records } from '../sandbox/api/harness.ts';
import { given, SOON, startZaps, zapOf } from './zap-world.ts';

const setStock = { action: 'set_stock', input: { sku: 'MUG-01', stock_qty: '5', reference: 'COUNT-1' } };
const acknowledge = {
  action: 'acknowledge_order',
  input: { order_number: 'SO-10007', external_reference: 'INV-1' },
};
const updateStatus = { action: 'update_order_status', input: { ...acknowledge.input, status: 'confirmed' } };
const upsert = {
  action: 'upsert_customer',
  input: { external_system: 'erp', external_id: 'C-1001', name: 'Berghaus Sport' },
};

/** Runs a Zap with this step once, while the API misbehaves like this. */
async function runMeeting(step: object, fault: object) {
  const w = await startZaps();
  const zap = await w.turnOn(zapOf(given({}), step));
  expect((await w.dashboard('POST', '/faults', fault)).status).toBe(201);
  const [run] = zap.fire();
  await w.runner.until((runs) => runs.some(({ status }) => status !== 'running'), SOON);
  return { ...w, run };
}

const answer = (status: number, error: string, more: object = {}) => ({
  status,
  body: JSON.stringify({ success: false, error, ...more }),
});

const throttled = (error: string) => ({
  ...answer(429, error),
  headers: { 'retry-after': '120', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' },
});

const rows: [string, RunStatus, object, object, RegExp][] = [
  [
    '401 for a missing key',
    'held',
    updateStatus,
    answer(401, 'API key required'),
    /reconnect|new key|API key/i,
  ],
  ['401 for an unknown key', 'held', setStock, answer(401, 'Invalid or expired API key'), /API key/i],
  [
    '402 for an inactive subscription',
    'stopped',
    setStock,
    answer(402, 'Organization subscription is not active'),
    /subscription/,
  ],
  [
    '403 for an inactive account',
    'stopped',
    setStock,
    answer(403, 'Organization account is inactive'),
    /account/,
  ],
  [
    '403 for a plan without the API',
    'stopped',
    setStock,
    answer(403, 'API access is not available on the current plan'),
    /plan/,
  ],
  [
    '403 for a missing scope',
    'stopped',
    setStock,
    answer(403, 'Insufficient permissions. Required: inventory:write'),
    /inventory:write/,
  ],
  ['404 for an order', 'stopped', updateStatus, answer(404, 'Order not found'), /SO-10007/],
  ['404 for a product', 'stopped', setStock, answer(404, 'Product not found'), /MUG-01/],
  ['409 for an acknowledgement', 'halted', acknowledge, answer(409, 'Order is already linked'), /INV-1/],
  ['409 for a status update', 'halted', updateStatus, answer(409, 'Reference conflicts'), /INV-1/],
  ['409 for a stock count', 'halted', setStock, answer(409, 'Reference was already accepted'), /COUNT-1/],
  [
    '422 for a transition',
    'halted',
    updateStatus,
    answer(422, "Cannot transition from 'delivered' to 'confirmed'", {
      errors: { status: ["Cannot transition from 'delivered' to 'confirmed'"] },
    }),
    /delivered/,
  ],
  [
    '422 for a quantity',
    'stopped',
    setStock,
    answer(422, 'The given data was invalid.', {
      errors: { stock_qty: ['The stock qty must be at least 0'] },
    }),
    /at least 0/,
  ],
  ['429 of the daily limit', 'waiting', setStock, throttled('Daily API call limit exceeded'), /daily limit/i],
  ['429 of the throttle', 'waiting', upsert, throttled('Too Many Attempts.'), /requests|busy|limit/i],
  ['500', 'stopped', upsert, answer(500, 'Server error'), /internal error/],
];

describe('a run of a Zap whose step meets', () => {
  test.each(rows)('%s is %s', async (_, status, step, fault, says) => {
    const { run } = await runMeeting(step, fault);
    expect(run).toMatchObject({ status, requests: 1 });
    expect(run?.message).toMatch(says);
    expect(JSON.stringify(run)).not.toContain(alpenglow);
  });

  test.each<[string, RunStatus, object]>([
    ['a reset', 'waiting', { reset: true }],
    ['an answer that is cut off', 'waiting', { cut_off: true }],
    ['a web page', 'stopped', { status: 200, body: '<h1>Sign in</h1>', content_type: 'text/html' }],
    ['a redirect', 'stopped', { redirect_to: 'http://127.0.0.1:9/' }],
    ['a gateway error', 'waiting', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ])('%s is %s, and says so in plain words', async (_, status, fault) => {
    const { run } = await runMeeting(updateStatus, fault);
    expect(run).toMatchObject({ status, requests: 1 });
    expect(run?.message).toMatch(/^[A-Z][^<>{}]+$/);
  });

  test('a slow answer waits for it', async () => {
    const { run, dashboard } = await runMeeting(updateStatus, { delay_ms: 300 });
    expect(run).toMatchObject({ status: 'success', requests: 1 });
    expect(records(await dashboard('GET', '/faults'))).toEqual([]);
  });
});
