// Whole Zaps: the built app, run as Zapier runs it, against the sandbox.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { RunRecord } from '../../sandbox/zaps/records.ts';
import { readZapFile } from '../../sandbox/zaps/zap-file.ts';
import { product } from '../../src/product.ts';
import { alpenglow, berghaus, makeKey, orderIn, record, submission } from '../sandbox/api/harness.ts';
import type { World } from './world.ts';
import { given, SOON, startZaps, zapOf } from './zap-world.ts';

const hard = '/2026 #1?%ß';

const examples = readdirSync('examples').filter((name) => name.endsWith('.json'));
const readExample = (name: string) => readZapFile(`examples/${name}`, product.name);

/** What happens in the product for each trigger to have something. */
const events: Record<string, (w: World) => Promise<unknown>> = {
  order_created: (w) => orderIn(w, 'pending', { notes: 'Say {{hello}} & "bye"' }),
  order_delivered: (w) => orderIn(w, 'delivered'),
  customer_created: (w) => w.people('customers', { ...berghaus, external_id: 'N-1', name: 'Müller & Co' }),
  check_in_completed: (w) =>
    w.people('check-ins', { customer: berghaus, notes: 'All well', lat: 0, lng: 11.4 }),
  order_status_changed: (w) => orderIn(w, 'cancelled'),
  customer_updated: (w) => w.put('/customers/erp/C-1002', { name: 'Gipfelstürmer', city: 'Hallein' }),
  customer_deactivated: (w) => w.delete('/customers/erp/C-1002'),
  stock_movement_created: (w) => w.people('products/adjust', { sku: 'MUG-01', stock_qty: 12 }),
  low_stock: (w) => w.people('products/adjust', { sku: 'MUG-01', stock_qty: 0 }),
};

const setStock = {
  action: 'set_stock',
  input: { sku: '{{trigger.sku}}', stock_qty: '{{trigger.quantity}}' },
};
const log = { app: 'Google Sheets', does: 'Create Row', input: { text: '{{trigger.notes}}' } };

const faultOf = (status: number, headers = {}) => ({ method: 'PUT', status, headers, body: '{}' });

describe('examples', () => {
  test.each(examples)('%s runs to its end and leaves no subscription', async (name) => {
    const w = await startZaps();
    const file = await readExample(name);
    const zap = await w.turnOn(file);
    if (file.trigger.kind === 'app') zap.fire();
    else {
      const happen = events[file.trigger.step];
      if (!happen) throw new Error(`Tell this test how ${file.trigger.step} happens.`);
      await happen(w);
      const { type } = w.app.definition().triggers[file.trigger.step]?.operation ?? {};
      if (type === 'polling') await zap.poll();
    }
    await w.runner.until((runs) => runs.some(({ status }) => status !== 'running'), SOON);
    await w.runner.settled();
    await zap.turnOff();

    expect(w.runner.runs.map(({ status, message }) => ({ status, message }))).toEqual([
      { status: 'success', message: null },
    ]);
    expect(zap.record.problem).toBeNull();
    expect(await w.subscriptions()).toEqual([]);
  });

  test('have titles and descriptions as published templates do, each its own', async () => {
    const files = await Promise.all(examples.map(readExample));
    for (const { title, description } of files) {
      expect(title).toMatch(/^[A-Z][^.!]{15,100}$/);
      expect(description).toMatch(/^(When|Every) .{20,200}\.$/);
    }
    expect(new Set(files.map(({ title }) => title)).size).toBe(files.length);
  });

  test('use every visible step of the app', async () => {
    const files = await Promise.all(examples.map(readExample));
    const used = files.flatMap(({ trigger, steps }) => [
      ...(trigger.kind === 'step' ? [trigger.step] : []),
      ...steps.flatMap((step) => {
        if (step.kind === 'action') return [step.action];
        return step.kind === 'search' ? [step.search] : [];
      }),
    ]);
    const { triggers, creates, searches } = (await startZaps()).app.definition();
    const visible = Object.entries({ ...triggers, ...creates, ...searches }).flatMap(([key, { display }]) =>
      display.hidden ? [] : [key],
    );
    expect(visible.filter((key) => !used.includes(key))).toEqual([]);
  });

  test('set the whole stock list of the ERP in one request, and tell what failed', async () => {
    const w = await startZaps();
    const zap = await w.turnOn(await readExample('set-stock-every-night.json'));
    const [run] = zap.fire();
    await w.reached('success');
    expect(run?.requests).toBe(1);
    expect(run?.steps.at(-1)?.input).toMatchObject({
      subject: '1 of the products in STOCK-2026-11-21 could not be set',
      skus: ['OLD-999'],
    });
    expect(record(await w.get('/inventory/TENT-2P'))).toMatchObject({ stock_qty: 41 });
    expect(record(await w.get('/inventory/MUG-01'))).toMatchObject({ stock_qty: 0 });
  });

  test('change in the sandbox what they say', async () => {
    const w = await startZaps();
    const order = await w.turnOn(await readExample('book-and-acknowledge-orders.json'));
    const number = await orderIn(w, 'pending');
    await w.reached('success');
    expect(record(await w.get(`/orders/${number}`))).toMatchObject({
      acknowledged: true,
      external_reference: `INV-${number}`,
    });
    await order.turnOff();
    (await w.turnOn(await readExample('find-or-create-crm-contacts.json'))).fire();
    await w.reached('success', 2);
    expect(record(await w.get('/customers/hubspot/20817'))).toMatchObject({ contact_person: 'Maria Huber' });
    (await w.turnOn(await readExample('deactivate-closed-accounts.json'))).fire();
    await w.reached('success', 3);
    expect(record(await w.get('/customers/erp/C-1003'))).toMatchObject({ is_active: false });
  });
});

test('npm start shows the history of a working day and ends with 0', async () => {
  const args = ['--disable-warning=ExperimentalWarning', 'sandbox/start.ts'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(stderr).toBe('');
  expect(stdout.match(/✓ Success/g)).toHaveLength(4);
  expect(stdout).toContain('Gate code {{4711}}, ring twice');
  expect(stdout).toMatch(/\nEverything went as it should, in \d\.\d s\.\n$/);
  expect(stdout).not.toContain(alpenglow);
});

describe('a run', () => {
  test('takes text as it was typed through the whole Zap', async () => {
    const w = await startZaps();
    const notes = '{{trigger.order_number}} $& {{bundle.authData.api_key}} <b>ß</b>';
    const update = {
      action: 'update_order_status',
      input: { order_number: '{{trigger.order_number}}', status: 'confirmed', notes: '{{trigger.notes}}' },
    };
    await w.turnOn(zapOf({ step: 'order_created' }, update, log));
    const number = await orderIn(w, 'pending', { notes });
    await w.reached('success');
    expect(w.runner.runs[0]?.steps.at(-1)?.input).toEqual({ text: notes });
    expect(record(await w.get(`/orders/${number}`))).toMatchObject({ status: 'confirmed', notes });
  });

  test('reaches exactly the record that is meant', async () => {
    const w = await startZaps();
    const update = {
      action: 'update_order_status',
      input: { order_number: '{{trigger.number}}', status: 'confirmed' },
    };
    const data = { number: `SO${hard}`, sku: `SKU${hard}`, quantity: '30.0' };
    const zap = await w.turnOn(zapOf(given(data), update, setStock));
    zap.fire();
    await w.reached('success');
    expect(record(await w.get(`/orders/${encodeURIComponent(`SO${hard}`)}`))).toMatchObject({
      status: 'confirmed',
    });
    expect(record(await w.get(`/inventory/${encodeURIComponent(`SKU${hard}`)}`))).toMatchObject({
      stock_qty: 30,
    });
  });

  test('starts once for a delivery that comes twice', async () => {
    const w = await startZaps();
    await w.turnOn(zapOf({ step: 'order_created' }, log));
    const [subscription] = await w.subscriptions();
    const deliver = (notes: string) =>
      fetch(String(subscription?.['target_url']), {
        method: 'POST',
        body: JSON.stringify({ order_number: 'SO-1', notes }),
      });
    await Promise.all([deliver('same'), deliver('same')]);
    await deliver('other');
    await w.reached('success', 2);
    await w.runner.settled();
    expect(w.runner.runs.map(({ steps }) => steps[0]?.output)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ notes: 'same' }),
        expect.objectContaining({ notes: 'other' }),
      ]),
    );
    expect(w.runner.runs).toHaveLength(2);
  });

  test.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '120' }, 120],
    ['nothing', {}, 60],
  ])('waits when the API is busy and gives %s, then ends well', async (_, headers, least) => {
    const w = await startZaps();
    const zap = await w.turnOn(zapOf(given({ sku: 'MUG-01', quantity: 5 }), setStock, log));
    await w.dashboard('POST', '/faults', faultOf(429, headers));
    const [run] = zap.fire();
    await w.reached('waiting');
    const waits = (Date.parse(run?.retryAt ?? '') - w.clock.now()) / 1000;
    expect(waits).toBeGreaterThanOrEqual(least);
    expect(waits).toBeLessThan(least + 120);
    w.clock.pass(waits);
    await w.reached('success');
    expect(run).toMatchObject({
      requests: 2,
      steps: [{}, { requests: [{ status: 429 }, { status: 200 }] }, {}],
    });
  });

  test('is held while the key is not valid, and goes on where it was once it is', async () => {
    const w = await startZaps();
    const key = await makeKey(w, ['inventory:write', 'automation:read']);
    const zap = await w.turnOn(zapOf(given({ sku: 'MUG-01', quantity: 5 }), log, setStock), key.value);
    await w.people(`keys/${key.id}`, { enabled: false }, 'PATCH');
    const [run] = zap.fire();
    await w.reached('held');
    expect(run?.message).not.toContain(key.value);
    await w.people(`keys/${key.id}`, { enabled: true }, 'PATCH');
    await zap.connection.reconnect({ api_key: key.value });
    await w.runner.replay(run?.id ?? '');
    expect(run).toMatchObject({ status: 'success', requests: 2 });
    expect(run?.steps).toHaveLength(3);
  });

  test('halts on an order that cannot be moved, and stops on a product that does not exist', async () => {
    const w = await startZaps();
    const number = await orderIn(w, 'cancelled');
    const update = { action: 'update_order_status', input: { order_number: number, status: 'confirmed' } };
    (await w.turnOn(zapOf(given({}), update))).fire();
    (await w.turnOn(zapOf(given({ sku: 'NONE', quantity: 1 }), setStock))).fire();
    await w.runner.settled();
    expect(w.runner.runs.map(({ status }) => status)).toEqual(['halted', 'stopped']);
    expect(w.runner.runs.map(({ message }) => message)).toEqual([
      expect.stringContaining(number),
      expect.stringContaining('NONE'),
    ]);
  });

  test('takes line items from the trigger to a bulk action', async () => {
    const w = await startZaps();
    const bulk = {
      action: 'set_stock_bulk',
      input: { products: { sku: '{{trigger.items.sku}}', stock_qty: '{{trigger.items.quantity}}' } },
    };
    const items = [
      { sku: 'MUG-01', quantity: '11' },
      { sku: 'ROPE-60', quantity: 22 },
    ];
    const zap = await w.turnOn(zapOf(given({ items }), bulk));
    const [run] = zap.fire();
    await w.reached('success');
    expect(run?.steps[1]?.output).toMatchObject({ updated: 2, failed: 0 });
  });

  test('finds a customer, or creates it', async () => {
    const w = await startZaps();
    const identity = { external_system: 'crm', external_id: '{{trigger.id}}' };
    const find = {
      search: 'find_customer',
      input: identity,
      or_create: { ...identity, name: '{{trigger.name}}' },
    };
    const zap = await w.turnOn(zapOf(given({ id: 'K/1', name: 'New' }), find));
    const [first] = zap.fire();
    await w.reached('success');
    const [second] = zap.fire();
    await w.reached('success', 2);
    const found = (run: RunRecord | undefined) => run?.steps[1]?.output;
    expect(found(first)).toMatchObject({ name: 'New', _zap_search_was_found_status: false });
    expect(found(second)).toMatchObject({ name: 'New', _zap_search_was_found_status: true });
    expect([first?.requests, second?.requests]).toEqual([2, 1]);
  });
});

test('a polling Zap runs for what is new, the oldest first, in one request a poll', async () => {
  const w = await startZaps();
  const status = { ...log, input: { text: '{{trigger.order_number}} {{trigger.status}}' } };
  const zap = await w.turnOn(zapOf({ step: 'order_status_changed', input: { type: 'order' } }, status));
  expect(await zap.poll()).toEqual([]);
  const before = zap.record.requests.length;
  const number = await orderIn(w, 'confirmed');
  await zap.poll();
  await w.put(`/orders/${number}/status`, { status: 'processing' });
  await zap.poll();
  expect(await zap.poll()).toEqual([]);
  await w.runner.settled();
  expect(w.runner.runs.map(({ steps }) => steps[1]?.input)).toEqual([
    { text: `${number} confirmed` },
    { text: `${number} processing` },
  ]);
  expect(zap.record.requests.length - before).toBe(3);
});

test('two Zaps on one event keep two subscriptions, and turning one off leaves the other', async () => {
  const w = await startZaps();
  const first = await w.turnOn(zapOf({ step: 'order_created' }, log));
  const second = await w.turnOn(zapOf({ step: 'order_created', input: { type: 'quote' } }, log));
  expect(await w.subscriptions()).toHaveLength(2);
  await first.turnOff();
  expect(await w.subscriptions()).toHaveLength(1);
  await w.people('orders', submission({ type: 'order' }));
  await w.people('orders', submission({ type: 'quote', notes: 'mine' }));
  await w.reached('success');
  expect(w.runner.runs).toMatchObject([
    { zapId: second.record.id, steps: [{}, { input: { text: 'mine' } }] },
  ]);
  await second.turnOff();
  await second.turnOff();
  expect(await w.subscriptions()).toEqual([]);
});
