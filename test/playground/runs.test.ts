import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { product } from '../../src/product.ts';
import { afterThisTest, alpenglow, orderIn, submission, until } from '../sandbox/api/harness.ts';
import { draftOf, log, open } from './playground.ts';

const setStock = { id: 'set', action: 'set_stock', input: { sku: 'MUG-01', stock_qty: '5' } };

test('tells every step of a run as it happens, with its data, and never a key', async () => {
  const opened = await open();
  const { connect, keep, origin, publish, reached } = opened;
  let heard = '';
  const listening = request(`${origin}/playground/api/events`, (answer) => {
    answer.on('data', (chunk) => {
      heard += chunk;
    });
  });
  listening.end();
  afterThisTest(() => listening.destroy());
  await until(() => heard.includes('event: state\n'));
  await connect();
  await publish(await keep(draftOf({ steps: [setStock] })));
  await orderIn(opened, 'pending');
  await reached('?status=success');
  await until(() => /"runs":{"total":1/.test(heard));
  const event = z.looseObject({ index: z.int(), step: z.looseObject({ status: z.string() }) });
  const steps = [...heard.matchAll(/event: step\ndata: (.*)\n/g)].map(([, data = '']) =>
    event.parse(JSON.parse(data)),
  );
  expect(steps.map(({ index, step }) => `${index} ${step.status}`)).toEqual([
    '0 success',
    '1 running',
    '1 success',
  ]);
  expect(steps[1]?.step).toMatchObject({ input: { sku: 'MUG-01', stock_qty: '5' }, output: null });
  expect(steps[2]?.step).toMatchObject({
    id: 'set',
    output: { stock_qty: 5 },
    requests: [{ status: 200, requestHeaders: { 'x-api-key': '••••••••' }, requestBody: '{"stock_qty":5}' }],
  });
  for (const name of ['zap', 'connections', 'run', 'product']) expect(heard).toContain(`event: ${name}\n`);
  expect(heard.replace('"readyKey":"sk_sandbox_alpenglow"', '')).not.toContain(alpenglow);
});

test('finds runs by Zap, status, time and data, page by page', async () => {
  const opened = await open();
  const { ask, connect, keep, people, publish, reached, runs } = opened;
  await connect();
  const onlyQuotes = [
    { id: 'only', filter: [{ value: '{{trigger.type}}', condition: 'exactly_matches', to: 'quote' }] },
    log,
  ];
  const all = await keep(draftOf({ title: 'All' }));
  const quotes = await keep(draftOf({ title: 'Quotes', steps: onlyQuotes }));
  for (const id of [all, quotes]) await publish(id);
  const notes = ['Für Mäx', 'two', 'three'];
  await people('orders', { orders: notes.map((note) => submission({ notes: note })) });
  const [newest] = await reached('?status=success,filtered', 6);
  expect(newest?.title).toMatch(/^SO-/);
  expect(await runs(`?zap=${quotes}&status=filtered`)).toMatchObject({ total: 3 });
  expect(await runs(`?zap=${quotes}&status=success`)).toEqual({ total: 0, runs: [] });
  expect(await runs(`?search=${encodeURIComponent('für mäx')}`)).toMatchObject({ total: 2 });
  expect(await runs('?to=2020-01-01T00:00:00Z')).toMatchObject({ total: 0 });
  expect(await runs('?from=2020-01-01T00:00:00Z')).toMatchObject({ total: 6 });
  const first = await runs('?limit=4');
  expect([first.runs.length, first.total]).toEqual([4, 6]);
  const rest = await runs(`?limit=4&offset=4&before=run-7`);
  expect(rest.runs.map(({ id }) => id)).toEqual(['run-2', 'run-1']);
  expect((await ask('GET', `/runs/run-1`)).body).toMatchObject({
    run: { id: 'run-1', steps: [{ id: 'trigger' }, { id: expect.any(String) }] },
    draft: { steps: expect.any(Array) },
    older: null,
    newer: expect.stringMatching(/^run-/),
  });
  for (const [path, status] of [
    ['/runs?status=bad', 422],
    ['/runs/run-99', 404],
  ] as const)
    expect(await ask('GET', path)).toMatchObject({ status });
});

test('replays one or many, also successful ones', async () => {
  const opened = await open();
  const { ask, connect, dashboard, keep, publish, reached } = opened;
  await connect();
  await publish(await keep(draftOf({ steps: [setStock] })));
  await orderIn(opened, 'pending');
  await reached('?status=success');
  await dashboard('POST', '/faults', { status: 500, method: 'PUT', path: '/inventory' });
  await orderIn(opened, 'pending');
  await reached('?status=stopped');
  expect((await ask('POST', '/runs/replay', { ids: ['run-1', 'run-2', 'run-9'] })).body).toEqual({
    runs: [
      { id: 'run-1', runId: 'run-3' },
      { id: 'run-2', runId: 'run-2' },
    ],
    refused: [{ id: 'run-9', message: 'There is no such run.' }],
  });
  expect(await reached('?status=success', 3)).toMatchObject([{ replayOf: 'run-1' }, { id: 'run-2' }, {}]);
});

test('tells which runs came of what somebody did', async () => {
  const opened = await open();
  const { ask, connect, keep, origin, publish } = opened;
  await connect();
  for (const title of ['One', 'Two']) await publish(await keep(draftOf({ title })));
  const act = async (path: string, body: unknown, method = 'POST') => {
    const answer = await fetch(`${origin}/dashboard/tenants/alpenglow/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return z.string().parse(answer.headers.get('x-action'));
  };
  const several = await act('orders', { orders: [submission(), submission()] });
  const one = await act('orders', submission());
  const adjusted = await act('products/adjust', { sku: 'MUG-01', stock_qty: 7 });
  const settled = async (id: string) =>
    until(async () => {
      const found = z
        .looseObject({ isSettled: z.boolean(), runs: z.array(z.unknown()) })
        .parse((await ask('GET', `/actions/${id}`)).body);
      return found.isSettled && found.runs;
    });
  expect(await settled(several)).toMatchObject(Array(4).fill({ cause: several }));
  expect(await settled(one)).toMatchObject([{ cause: one }, { cause: one }]);
  expect(await settled(adjusted)).toEqual([]);
});

test('polls by itself, and lists what each poll asked and found', async () => {
  const opened = await open();
  const { ask, connect, keep, people, publish, reached, zap, state } = opened;
  await connect();
  expect(await state()).toMatchObject({ everySeconds: 15 });
  const id = await keep(draftOf({ trigger: { step: 'customer_updated', input: {} } }));
  await publish(id);
  expect((await zap(id)).zap).toMatchObject({
    poll: { everySeconds: 15, nextAt: expect.any(String), lastAt: null },
  });
  await people('customers', { external_system: 'erp', external_id: 'C-9', name: 'Neu' });
  await ask('PUT', '/polling', { everySeconds: 1 });
  expect(await reached('?status=success')).toMatchObject([{ title: 'Neu', cause: null }]);
  const { body } = await ask('GET', `/polls?zap=${id}&limit=100`);
  const { polls } = z
    .object({ polls: z.array(z.looseObject({ fresh: z.int() })), total: z.int() })
    .parse(body);
  expect(polls.find(({ fresh }) => fresh === 1)).toMatchObject({
    found: expect.any(Number),
    message: null,
    runs: ['run-1'],
    requests: [{ method: 'GET', path: expect.stringContaining('/customers?') }],
  });
  expect((await zap(id)).zap).toMatchObject({ poll: { lastAt: expect.any(String) } });
  await ask('PUT', '/polling', { everySeconds: null });
  expect((await zap(id)).zap).toMatchObject({ poll: { everySeconds: null, nextAt: null } });
  expect((await ask('POST', `/zaps/${id}/run`)).body).toEqual({ runs: [] });
});

test('shows active trouble and ends it', async () => {
  const opened = await open();
  const { ask, connect, dashboard, people, state } = opened;
  const made = z
    .object({ data: z.object({ value: z.string(), id: z.int() }) })
    .parse((await people('keys', { name: 'K', scopes: [`${product.automation}:read`] })).body).data;
  await connect(made.value);
  await dashboard('POST', '/faults', { status: 503, times: 100_000 });
  await dashboard('POST', '/faults', { delay_ms: 3000, path: '/orders' });
  await dashboard('PATCH', '/carelessness', { small_pages: true });
  await people(`keys/${made.id}`, { enabled: false }, 'PATCH');
  expect(await state()).toMatchObject({
    trouble: [
      {
        id: 'fault:0',
        title: 'Field Sales answers with status 503',
        detail: 'Every request, until you end it',
      },
      {
        id: 'fault:1',
        title: 'Field Sales takes 3 seconds longer',
        detail: 'Every request to /orders, once',
      },
      { id: 'careless', detail: 'lists hold at most 50 records a page, whatever was asked for' },
      { id: 'key:connection-1', kind: 'key', end: 'Enable the key' },
    ],
  });
  expect((await ask('DELETE', '/trouble/fault:0')).body).toMatchObject([
    { title: 'Field Sales takes 3 seconds longer' },
    {},
    {},
  ]);
  expect((await ask('DELETE', '/trouble')).body).toEqual([]);
});
