import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { product } from '../../src/product.ts';
import { orderIn, records } from '../sandbox/api/harness.ts';
import { draftOf, log, onOrders, open } from './playground.ts';

test('keeps what is typed, however unfinished, and says what is still missing', async () => {
  const { ask, connect, keep, zap } = await open();
  await connect();
  const steps = [
    { id: 'confirm', action: 'update_order_status', input: { status: 'confirmed' } },
    { id: 'row', app: '', does: '', input: { text: '' } },
    { id: 'only', filter: [] },
    {
      id: 'blank',
      filter: [
        [
          { value: 'a', condition: 'exists', to: '' },
          { value: '', condition: 'exists', to: '' },
        ],
      ],
    },
    { id: 'find', search: 'find_order', input: { order_number: '{{gone.x}}' } },
  ];
  const id = await keep(draftOf({ title: '', trigger: null, steps }));
  const { draft, problems } = await zap(id);
  expect(draft).toMatchObject({ title: '', trigger: null, steps });
  expect(problems.map(({ sentence }) => sentence)).toEqual([
    'Trigger: Choose what starts this Zap.',
    'Step 2 (Update Order Status): Order Number is required.',
    'Step 3: App must not be empty.',
    'Step 3: Event must not be empty.',
    'Step 4 (Only continue if): Conditions must not be empty.',
    'Step 5 (Only continue if): Condition 2 needs a value to look at.',
    'Step 6 (Find Order): Order Number uses data of a step that is gone or comes later: take it out, or choose other data.',
  ]);
  expect(problems[1]).toMatchObject({
    place: 'confirm',
    path: ['input', 'order_number'],
    label: 'Order Number',
  });
  expect(await ask('POST', `/zaps/${id}/publish`, { basedOn: 2 })).toMatchObject({
    status: 422,
    body: {
      error: expect.stringContaining('This Zap cannot run yet.'),
      problems: problems.map((each) => ({ ...each })),
    },
  });
  expect(await ask('GET', '/zaps/none')).toMatchObject({ status: 404 });
});

test('refuses to overwrite what another tab wrote, and shows both', async () => {
  const { ask, connect, keep, zap } = await open();
  await connect();
  const id = await keep(draftOf({ title: 'First' }));
  const { revision } = (await zap(id)).zap;
  const write = (title: string, basedOn: number) =>
    ask('PUT', `/zaps/${id}/draft`, { basedOn, by: title, draft: draftOf({ title }) });
  expect(await write('Mine', revision)).toMatchObject({
    status: 200,
    body: { zap: { revision: revision + 1, savedBy: 'Mine' } },
  });
  // An answer that was lost: the same write again does no harm.
  expect(await write('Mine', revision)).toMatchObject({
    status: 200,
    body: { zap: { revision: revision + 1 } },
  });
  expect(await write('Theirs', revision)).toMatchObject({
    status: 409,
    body: {
      yours: { title: 'Theirs' },
      current: { draft: { title: 'Mine' }, zap: { revision: revision + 1 } },
    },
  });
  expect(await ask('POST', `/zaps/${id}/publish`, { basedOn: revision })).toMatchObject({ status: 409 });
  expect(await write('Theirs', revision + 1)).toMatchObject({ status: 200 });
});

test('publishes by switching over: the id stays, and the old version runs until the new one listens', async () => {
  const opened = await open();
  const { connect, get, keep, publish, reached, save, zap } = opened;
  await connect();
  const id = await keep(draftOf());
  expect(await publish(id)).toMatchObject({
    status: 200,
    body: { id, isOn: true, hasChanges: false, published: { version: 1 } },
  });
  const subscriptions = async () => records(await get(`/${product.automation}/subscriptions`));
  const [before] = await subscriptions();

  await save(id, draftOf({ steps: [{ ...log, input: { text: 'second' } }] }));
  expect(await zap(id)).toMatchObject({
    zap: { isOn: true, hasChanges: true },
    published: { steps: [{ input: { text: '{{trigger.order_number}}' } }] },
  });
  await orderIn(opened, 'pending');
  expect(await reached('?status=success')).toMatchObject([{ version: 1 }]);

  await publish(id);
  // The same trigger goes on listening.
  expect(await subscriptions()).toEqual([before]);
  await orderIn(opened, 'pending');
  expect(await reached('?status=success', 2)).toMatchObject([{ zapId: id, version: 2 }, { version: 1 }]);

  await save(id, draftOf({ trigger: { step: 'order_created', input: { type: 'quote' } } }));
  await publish(id);
  const after = await subscriptions();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual([before]);
});

test('leaves everything as it was when publishing fails', async () => {
  const { connect, dashboard, keep, publish, save, zap, get } = await open();
  await connect();
  const id = await keep(draftOf());
  await publish(id);
  await save(id, draftOf({ title: 'Other', trigger: { step: 'customer_created', input: {} } }));
  await dashboard('POST', '/faults', { status: 500, method: 'POST', times: 1 });
  expect(await publish(id)).toMatchObject({ status: 422, body: { error: expect.any(String) } });
  expect(await zap(id)).toMatchObject({
    zap: { isOn: true, hasChanges: true, published: { version: 1 } },
    draft: { title: 'Other' },
  });
  expect(records(await get(`/${product.automation}/subscriptions`))).toMatchObject([
    { event: 'order.created' },
  ]);
});

test('lists, compares and brings back versions', async () => {
  const { ask, connect, keep, publish, save, zap } = await open();
  await connect();
  const id = await keep(draftOf());
  await publish(id, { turnOn: false });
  const confirm = {
    id: 'confirm',
    action: 'update_order_status',
    input: { order_number: 'A', status: 'confirmed' },
  };
  await save(id, draftOf({ title: 'Confirm orders', steps: [confirm, log] }));
  await publish(id, { turnOn: false });
  await save(
    id,
    draftOf({
      title: 'Confirm orders',
      steps: [log, { ...confirm, input: { ...confirm.input, status: 'cancelled' } }],
    }),
  );
  expect((await ask('GET', `/zaps/${id}/versions`)).body).toMatchObject([
    { version: 2, title: 'Confirm orders' },
    { version: 1, title: 'Log orders' },
  ]);
  const changes = async (query: string) => (await ask('GET', `/zaps/${id}/changes?${query}`)).body;
  expect(await changes('from=1&to=2')).toMatchObject([
    { where: 'The Zap', label: 'Title', before: 'Log orders', after: 'Confirm orders' },
    { place: 'confirm', where: 'Step 2 (Update Order Status)', what: 'added' },
  ]);
  expect(await changes('from=2')).toMatchObject([
    { place: 'log', where: 'Step 2 (Create Row)', what: 'moved' },
    { place: 'confirm', what: 'moved' },
    { place: 'confirm', what: 'changed', label: 'New Status', before: 'confirmed', after: 'cancelled' },
  ]);
  const { revision } = (await zap(id)).zap;
  await ask('POST', `/zaps/${id}/versions/1/restore`, { basedOn: revision, by: 'me' });
  expect(await zap(id)).toMatchObject({
    zap: { hasChanges: true, published: { version: 2 }, savedBy: 'me' },
    draft: { title: 'Log orders', steps: [{ id: 'log' }] },
  });
  expect(await ask('GET', `/zaps/${id}/versions/9`)).toMatchObject({ status: 404 });
});

test('deletes with a way back', async () => {
  const { ask, connect, get, keep, publish, runs } = await open();
  await connect();
  const id = await keep(draftOf());
  await publish(id);
  expect(await ask('DELETE', `/zaps/${id}`)).toMatchObject({
    body: { isOn: false, deletedAt: expect.any(String) },
  });
  expect(records(await get(`/${product.automation}/subscriptions`))).toEqual([]);
  expect(await ask('POST', `/zaps/${id}/on`)).toMatchObject({ status: 409 });
  expect(await ask('POST', `/zaps/${id}/undelete`)).toMatchObject({ body: { isOn: false, deletedAt: null } });
  expect(await ask('POST', `/zaps/${id}/on`)).toMatchObject({ body: { isOn: true } });
  expect((await runs()).total).toBe(0);
});

test('offers examples to start from, with steps that keep their names', async () => {
  const { ask, connect, state } = await open();
  await connect();
  const { app } = await state();
  expect(app).toMatchObject({ readyKey: 'sk_sandbox_alpenglow', broken: [] });
  const { templates } = z.object({ templates: z.array(z.looseObject({ id: z.string() })) }).parse(app);
  expect(templates.find(({ id }) => id === 'confirm-new-orders.json')).toMatchObject({
    title: 'Invoice new Field Sales orders in QuickBooks and confirm them',
    flow: [
      { id: 'trigger', kind: 'instant', title: 'New Order' },
      { id: 'invoice', kind: 'stand-in', app: 'QuickBooks Online' },
      { id: 'confirmed', kind: 'action', title: 'Update Order Status' },
      { id: 'send_channel_message', kind: 'stand-in', app: 'Slack' },
    ],
  });
  for (const { id: template } of templates) {
    const { body } = await ask('POST', '/zaps', { template });
    expect(body).toMatchObject({ draft: { connectionId: 'connection-1' }, problems: [] });
  }
});

test('starts a new Zap as a copy', async () => {
  const { ask, connect, keep } = await open();
  await connect();
  const copyOf = await keep(draftOf());
  expect((await ask('POST', '/zaps', { copyOf })).body).toMatchObject({
    zap: { id: 'zap-2', published: null },
    draft: { title: 'Copy of Log orders', trigger: onOrders },
  });
  const draft = draftOf({ title: 'Mine' });
  expect((await ask('POST', '/zaps', { copyOf, draft })).body).toMatchObject({
    zap: { id: 'zap-3' },
    draft: { ...draft, title: 'Copy of Mine' },
  });
});

test('starts a Zap that was brought back with its draft, with no empty one in between', async () => {
  const { ask, connect } = await open();
  await connect();
  const draft = draftOf({ connectionId: 'connection-of-before' });
  const { body } = await ask('POST', '/zaps', { draft, connectionId: 'connection-1' });
  expect(body).toMatchObject({
    zap: { id: 'zap-1', revision: 1 },
    draft: { ...draft, connectionId: 'connection-1' },
  });
});
