import { request } from 'node:http';
import { expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import type { SandboxOptions } from '../../sandbox/api/app.ts';
import { startPlayground } from '../../sandbox/playground/server.ts';
import { product } from '../../src/product.ts';
import {
  afterThisTest,
  alpenglow,
  clientOf,
  column,
  dataFile,
  makeKey,
  orderIn,
  records,
  until,
} from '../sandbox/api/harness.ts';

jest.setTimeout(60_000);

const log = { app: 'Sheet', does: 'Create Row', input: { text: '{{trigger.order_number}}' } };
const onOrders = {
  title: 'Log orders',
  description: 'For a test.',
  trigger: { step: 'order_created' },
  steps: [log],
};

const stateOfPlayground = z.looseObject({
  runs: z.array(z.looseObject({ id: z.string(), status: z.string() })),
});

async function open(options: SandboxOptions = {}) {
  const playground = await startPlayground({ retryDelays: [20], ...options });
  afterThisTest(() => playground.close());
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${playground.origin}/playground/api${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return {
      status: answer.status,
      body: z
        .looseObject({})
        .or(z.array(z.unknown()))
        .parse(await answer.json()),
    };
  };
  const connect = async (api_key = alpenglow) => {
    const { body } = await ask('POST', '/connections', { authData: { api_key } });
    return z.object({ id: z.string() }).parse(body).id;
  };
  const keep = async (file: object, connectionId: string) => {
    const { body } = await ask('POST', '/zaps', { file, connectionId });
    return z.object({ id: z.string() }).parse(body).id;
  };
  /** How things stand, with which every stream of events begins. */
  const state = async () => {
    const { body } = await fetch(`${playground.origin}/playground/api/events`);
    let heard = '';
    for await (const chunk of body ?? []) {
      heard += Buffer.from(chunk);
      const [, json] = /^event: state\ndata: (.*)\n\n/m.exec(heard) ?? [];
      if (json) return stateOfPlayground.parse(JSON.parse(json));
    }
    throw new Error(`The events end without a state: ${heard}`);
  };
  return { ...clientOf(playground.origin), ask, connect, keep, state, close: playground.close };
}

test('never hands out a key', async () => {
  const { connect, state } = await open();
  await connect();
  const found = await state();
  expect(found).toMatchObject({ connections: [{ label: 'API key ending in glow', expired: null }] });
  expect(JSON.stringify(found)).not.toContain(alpenglow);
});

test.each([
  [{ ...onOrders, trigger: { step: 'no_such' } }, /the app has no trigger "no_such"/],
  [{ ...onOrders, steps: [{ ...log, input: { text: '{{nothing.x}}' } }] }, /refers to "nothing"/],
])('says what keeps a Zap from being turned on', async (file, says) => {
  const { ask, connect, keep } = await open();
  const id = await keep(file, await connect());
  const refused = await ask('POST', `/zaps/${id}/on`);
  expect(refused).toEqual({ status: 422, body: { success: false, error: expect.stringMatching(says) } });
});

test.each([
  ['POST', '/zaps', { file: { title: 'Only a title' }, connectionId: 'connection-1' }, 422],
  ['POST', '/zaps', { file: onOrders, connectionId: 'none' }, 404],
  ['POST', '/zaps/none/on', undefined, 404],
  ['PUT', '/polling', { everySeconds: 0 }, 422],
  ['POST', '/connections', { authData: { api_key: 'sk_wrong' } }, 422],
  ['POST', '/connections', { key: 'x' }, 422],
])('refuses %s %s with %j', async (method, path, body, status) => {
  const { ask, connect } = await open();
  await connect();
  const refused = await ask(method, path, body);
  expect(refused).toMatchObject({ status, body: { success: false, error: expect.any(String) } });
});

test('changes a Zap, deletes it, and ends its subscription', async () => {
  const { ask, connect, keep, get, state } = await open();
  const connectionId = await connect();
  const first = await keep(onOrders, connectionId);
  await ask('POST', `/zaps/${first}/on`);
  expect(records(await get(`/${product.automation}/subscriptions`))).toHaveLength(1);
  const { body } = await ask('PUT', `/zaps/${first}`, {
    file: { ...onOrders, title: 'Other' },
    connectionId,
  });
  expect(body).toMatchObject({ title: 'Other', isOn: false });
  expect(records(await get(`/${product.automation}/subscriptions`))).toEqual([]);
  await ask('DELETE', `/zaps/${z.object({ id: z.string() }).parse(body).id}`);
  expect(await state()).toMatchObject({ zaps: [] });
});

test('holds runs while the key is disabled, and replays them once the account is connected again', async () => {
  const opened = await open();
  const { ask, connect, keep, people, state } = opened;
  const key = await makeKey(opened, [
    'inventory:write',
    `${product.automation}:read`,
    `${product.automation}:write`,
  ]);
  const connectionId = await connect(key.value);
  const setStock = { action: 'set_stock', input: { sku: 'MUG-01', stock_qty: '5' } };
  const id = await keep({ ...onOrders, steps: [setStock] }, connectionId);
  await ask('POST', `/zaps/${id}/on`);
  await people(`keys/${key.id}`, { enabled: false }, 'PATCH');
  await orderIn(opened, 'pending');
  const runIn = (status: string) =>
    until(async () => (await state()).runs.find((run) => run.status === status));
  const held = await runIn('held');
  await people(`keys/${key.id}`, { enabled: true }, 'PATCH');
  await ask('PUT', `/connections/${connectionId}`, { authData: { api_key: key.value } });
  await ask('POST', `/runs/${held.id}/replay`);
  await runIn('success');
});

test('says what cannot be done as a Zap stands', async () => {
  const { ask, connect, keep } = await open();
  const id = await keep(onOrders, await connect());
  await ask('POST', `/zaps/${id}/on`);
  for (const path of [`/zaps/${id}/on`, `/zaps/${id}/start`, '/runs/none/replay']) {
    expect(await ask('POST', path)).toMatchObject({ status: 409, body: { error: expect.any(String) } });
  }
});

test('leaves no subscription when it ends, whatever trouble is switched on', async () => {
  const file = await dataFile();
  const { ask, connect, keep, get, dashboard, close } = await open({ file });
  const id = await keep(onOrders, await connect());
  await ask('POST', `/zaps/${id}/on`);
  expect(records(await get(`/${product.automation}/subscriptions`))).toHaveLength(1);
  await dashboard('POST', '/faults', { status: 401, times: 1000 });
  await close();
  const again = await open({ file });
  expect(records(await again.get(`/${product.automation}/subscriptions`))).toEqual([]);
});

test('polls a Zap again only when its last poll has ended', async () => {
  const { ask, connect, keep, dashboard } = await open();
  const id = await keep({ ...onOrders, trigger: { step: 'customer_updated' } }, await connect());
  await ask('POST', `/zaps/${id}/on`);
  await dashboard('POST', '/faults', { path: '/customers', delay_ms: 2500, times: 1000 });
  const polls = async (count: number) => {
    await until(
      async () => z.int().parse(column(await dashboard('GET', '/faults'), 'times')[0]) <= 1000 - count,
    );
    return performance.now();
  };
  await ask('PUT', '/polling', { everySeconds: 1 });
  const first = await polls(1);
  expect((await polls(2)) - first).toBeGreaterThan(2000);
});

test('tells who listens of changes and runs', async () => {
  const opened = await open();
  const { origin, ask, connect, keep } = opened;
  let heard = '';
  const listening = request(`${origin}/playground/api/events`, (answer) => {
    answer.on('data', (chunk) => {
      heard += chunk;
    });
  });
  listening.end();
  afterThisTest(() => listening.destroy());
  await until(() => heard.includes('event: state\n'));
  const id = await keep(onOrders, await connect());
  await ask('POST', `/zaps/${id}/on`);
  await orderIn(opened, 'pending');
  await until(() => /event: run\ndata: .*"status":"success"/.test(heard));
  for (const event of ['zaps', 'product']) expect(heard).toContain(`event: ${event}\n`);
  expect(heard).not.toContain(alpenglow);
});

test('is for this machine only', async () => {
  const { origin } = await open();
  const status = await new Promise((resolve, reject) => {
    request(`${origin}/playground/api/events`, { headers: { host: 'evil.example' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});
