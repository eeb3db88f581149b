import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { product } from '../../src/product.ts';
import {
  alpenglow,
  column,
  dataFile,
  makeKey,
  orderIn,
  records,
  start,
  until,
} from '../sandbox/api/harness.ts';
import { draftOf, open } from './playground.ts';

test('never hands out a key that was connected', async () => {
  const opened = await open();
  const key = await makeKey(opened, [`${product.automation}:read`]);
  await opened.connect(key.value);
  const found = await opened.state();
  expect(found).toMatchObject({
    connections: [{ label: expect.stringMatching(/^API key ending in /), expired: null }],
  });
  expect(JSON.stringify(found)).not.toContain(key.value);
});

test('refuses what it cannot make sense of', async () => {
  const { ask, connect, keep } = await open();
  await connect();
  const id = await keep(draftOf());
  const draft = draftOf();
  const refused: [string, string, unknown, number][] = [
    ['PUT', `/zaps/${id}/draft`, { draft }, 422],
    ['PUT', `/zaps/${id}/draft`, { basedOn: 2, draft: { ...draft, steps: [{ does: 'x' }] } }, 422],
    [
      'PUT',
      `/zaps/${id}/draft`,
      { basedOn: 2, draft: { ...draft, steps: [{ ...draft.steps[0], id: 'trigger' }] } },
      422,
    ],
    ['PUT', '/zaps/none/draft', { basedOn: 1, draft }, 404],
    ['POST', '/zaps/none/on', undefined, 404],
    ['POST', '/zaps', { template: '../package.json' }, 404],
    ['PUT', '/polling', { everySeconds: 0 }, 422],
    ['POST', '/connections', { authData: { api_key: 'sk_wrong' } }, 422],
    ['POST', '/connections', { key: 'x' }, 422],
    ['POST', '/runs/replay', { ids: [] }, 422],
    ['GET', '/actions/none', undefined, 404],
    ['POST', `/zaps/${id}/on`, undefined, 409],
    ['POST', `/zaps/${id}/run`, undefined, 409],
  ];
  for (const [method, path, body, status] of refused) {
    expect([path, await ask(method, path, body)]).toMatchObject([
      path,
      { status, body: { success: false, error: expect.any(String) } },
    ]);
  }
});

test('holds runs while the key is disabled, and replays them once the account is connected again', async () => {
  const opened = await open();
  const { ask, connect, keep, people, publish, reached } = opened;
  const key = await makeKey(opened, [
    'inventory:write',
    `${product.automation}:read`,
    `${product.automation}:write`,
  ]);
  const connectionId = await connect(key.value);
  const setStock = { id: 'set', action: 'set_stock', input: { sku: 'MUG-01', stock_qty: '5' } };
  await publish(await keep(draftOf({ steps: [setStock] })));
  await people(`keys/${key.id}`, { enabled: false }, 'PATCH');
  await orderIn(opened, 'pending');
  const [held] = await reached('?status=held');
  await people(`keys/${key.id}`, { enabled: true }, 'PATCH');
  await ask('PUT', `/connections/${connectionId}`, { authData: { api_key: key.value } });
  await ask('POST', '/runs/replay', { ids: [held?.id] });
  await reached('?status=success');
});

test('leaves no subscription when it ends, whatever trouble is switched on', async () => {
  const file = await dataFile();
  const { connect, keep, publish, get, dashboard, close } = await open({ file });
  await connect();
  await publish(await keep(draftOf()));
  expect(records(await get(`/${product.automation}/subscriptions`))).toHaveLength(1);
  await dashboard('POST', '/faults', { status: 401, times: 1000 });
  await close();
  const plain = await start({ file });
  expect(column(await plain.get(`/${product.automation}/subscriptions`), 'id')).toEqual([]);
});

test("runs what another app's trigger gives when it is told to, and waits for what happens in the product", async () => {
  const { ask, connect, keep, publish, reached } = await open();
  await connect();
  const trigger = { app: 'HubSpot', does: 'New Contact', gives: [{ company: 'A' }, { company: 'B' }] };
  const id = await keep(
    draftOf({
      trigger,
      steps: [{ id: 'log', app: 'Sheet', does: 'Row', input: { x: '{{trigger.company}}' } }],
    }),
  );
  await publish(id);
  expect((await ask('POST', `/zaps/${id}/run`)).body).toMatchObject({ runs: [{ zapId: id }, { zapId: id }] });
  expect(await reached('?status=success', 2)).toMatchObject([{ title: 'B' }, { title: 'A' }]);
  const hook = await keep(draftOf());
  await publish(hook);
  expect(await ask('POST', `/zaps/${hook}/run`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Let it happen') },
  });
});

test('offers the choices of a dropdown', async () => {
  const { ask, connect } = await open();
  const connectionId = await connect();
  const { body } = await ask('POST', '/choices', { connectionId, dynamic: 'product_list.id.label' });
  expect(body).toEqual(expect.arrayContaining([{ id: 'MUG-01', label: expect.stringContaining('mug') }]));
});

test('keeps telling those who listen that it is there', async () => {
  const { origin } = await open();
  const answer = await fetch(`${origin}/playground/api/events`);
  let heard = '';
  for await (const chunk of answer.body ?? []) {
    heard += Buffer.from(chunk);
    if (heard.includes('event: beat\n')) break;
  }
  expect(heard).toMatch(/event: beat\ndata: {"at":"/);
});

test('exports a Zap as a file that is named after it, in any script', async () => {
  const { connect, keep, origin } = await open();
  await connect();
  for (const [title, header] of [
    ['Log orders & stock', `filename="log-orders-stock.json"; filename*=UTF-8''log-orders-stock.json`],
    ['注文', `filename="zap.json"; filename*=UTF-8''%E6%B3%A8%E6%96%87.json`],
  ]) {
    const answer = await fetch(`${origin}/playground/api/zaps/${await keep(draftOf({ title }))}/export`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; ${header}`);
    expect(await answer.json()).toEqual({
      ...draftOf({ title }),
      connectionId: undefined,
      trigger: { step: 'order_created' },
    });
  }
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

test('shows an account that is refused as trouble, and ends that by trying again', async () => {
  const opened = await open();
  const { ask, connect, dashboard, keep, people, publish, reached, state } = opened;
  await connect(alpenglow);
  const setStock = { id: 'set', action: 'set_stock', input: { sku: 'MUG-01', stock_qty: '5' } };
  await publish(await keep(draftOf({ steps: [setStock] })));
  await dashboard('POST', '/faults', { status: 401, path: '/inventory' });
  await people('orders', {
    customer: { external_system: 'erp', external_id: 'C-1001' },
    items: [{ sku: 'TENT-2P', quantity: 1 }],
  });
  await reached('?status=held');
  await until(async () => JSON.stringify((await state()).trouble).includes('connection:connection-1'));
  expect((await ask('DELETE', '/trouble/connection:connection-1')).body).toEqual([]);
  expect(await state()).toMatchObject({ connections: [{ expired: null }] });
});
