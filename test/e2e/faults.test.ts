// Every row of the API's error table (7.1 to 7.3) and every way to misbehave, as a run of a Zap shows it.
import { describe, expect, test } from '@jest/globals';
import type { RunStatus } from '../../sandbox/zaps/records.ts';
import { alpenglow, record } from '../sandbox/api/harness.ts';
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

const rows: [string, object, object, RunStatus, RegExp][] = [
  [
    '401 API key required',
    updateStatus,
    answer(401, 'API key required'),
    'held',
    /reconnect|new key|API key/i,
  ],
  ['401 unknown key', setStock, answer(401, 'Invalid or expired API key'), 'held', /API key/i],
  ['402', setStock, answer(402, 'Organization subscription is not active'), 'stopped', /subscription/],
  ['403 account', setStock, answer(403, 'Organization account is inactive'), 'stopped', /account/],
  ['403 plan', setStock, answer(403, 'API access is not available on the current plan'), 'stopped', /plan/],
  [
    '403 scope',
    setStock,
    answer(403, 'Insufficient permissions. Required: inventory:write'),
    'stopped',
    /inventory:write/,
  ],
  ['404 order', updateStatus, answer(404, 'Order not found'), 'stopped', /SO-10007/],
  ['404 product', setStock, answer(404, 'Product not found'), 'stopped', /MUG-01/],
  ['409 acknowledge', acknowledge, answer(409, 'Order is already linked'), 'halted', /INV-1/],
  ['409 status update', updateStatus, answer(409, 'Reference conflicts'), 'halted', /INV-1/],
  ['409 stock set', setStock, answer(409, 'Reference was already accepted'), 'halted', /COUNT-1/],
  [
    '422 transition',
    updateStatus,
    answer(422, "Cannot transition from 'delivered' to 'confirmed'", {
      errors: { status: ["Cannot transition from 'delivered' to 'confirmed'"] },
    }),
    'halted',
    /delivered/,
  ],
  [
    '422 quantity',
    setStock,
    answer(422, 'The given data was invalid.', {
      errors: { stock_qty: ['The stock qty must be at least 0'] },
    }),
    'stopped',
    /at least 0/,
  ],
  ['429 daily', setStock, throttled('Daily API call limit exceeded'), 'waiting', /daily limit/i],
  ['429 throttle', upsert, throttled('Too Many Attempts.'), 'waiting', /requests|busy|limit/i],
  ['500', upsert, answer(500, 'Server error'), 'stopped', /internal error/],
];

describe('a run of a Zap whose step meets', () => {
  test.each(rows)('%s', async (_, step, fault, status, says) => {
    const { run } = await runMeeting(step, fault);
    expect(run).toMatchObject({ status, requests: 1 });
    expect(run?.message).toMatch(says);
    expect(JSON.stringify(run)).not.toContain(alpenglow);
  });

  test.each<[string, object, RunStatus]>([
    ['a reset', { reset: true }, 'waiting'],
    ['an answer that is cut off', { cut_off: true }, 'waiting'],
    ['a web page', { status: 200, body: '<h1>Sign in</h1>', content_type: 'text/html' }, 'stopped'],
    ['a redirect', { redirect_to: 'http://127.0.0.1:9/' }, 'stopped'],
    ['a gateway error', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'waiting'],
  ])('%s', async (_, fault, status) => {
    const { run } = await runMeeting(updateStatus, fault);
    expect(run).toMatchObject({ status, requests: 1 });
    expect(run?.message).toMatch(/^[A-Z][^<>{}]+$/);
  });

  test('a slow answer waits for it', async () => {
    const { run } = await runMeeting(updateStatus, { delay_ms: 300 });
    expect(run).toMatchObject({ status: 'success', requests: 1 });
    expect(run?.steps[1]?.durationMs).toBeGreaterThanOrEqual(300);
  });

  test('the throttle once ends well when its time has passed', async () => {
    const { run, clock, reached, get } = await runMeeting(setStock, throttled('Too Many Attempts.'));
    clock.pass((Date.parse(run?.retryAt ?? '') - clock.now()) / 1000);
    await reached('success');
    expect(run).toMatchObject({ status: 'success', requests: 2 });
    expect(record(await get('/inventory/MUG-01'))).toMatchObject({ stock_qty: 5 });
  });
});
