import { expect, test } from '@jest/globals';
import { orderIn } from '../sandbox/api/harness.ts';
import { draftOf, log, onOrders, open } from './playground.ts';

const find = { id: 'find', search: 'find_order', input: { order_number: '{{trigger.order_number}}' } };
const row = { ...log, input: { text: '{{find.customer.name}}', mark: '{{note.text}}' } };
const note = { id: 'note', app: 'Notes', does: 'Write', input: { text: 'as it is' } };

test('finds real records, newest first, and tests steps with the one that is picked', async () => {
  const opened = await open();
  const { ask, connect, keep, zap } = opened;
  await connect();
  const numbers = [await orderIn(opened, 'delivered'), await orderIn(opened, 'pending')];
  const id = await keep(draftOf({ steps: [find, note, row] }));

  expect(await ask('POST', `/zaps/${id}/steps/find/test`)).toMatchObject({
    status: 422,
    body: { error: 'Find data for “New Order” first: this step uses it.' },
  });
  expect((await ask('POST', `/zaps/${id}/find`)).body).toMatchObject({
    trigger: {
      found: expect.arrayContaining([
        { title: numbers[1], data: expect.objectContaining({ customer: expect.any(Object) }) },
      ]),
      picked: 0,
      isStale: false,
      record: { status: 'success', output: { order_number: numbers[1] } },
    },
  });
  expect(await ask('POST', `/zaps/${id}/steps/log/test`)).toMatchObject({
    status: 422,
    body: { error: 'Test “Find Order” first: this step uses what it gives.' },
  });
  expect((await ask('POST', `/zaps/${id}/steps/find/test`)).body).toMatchObject({
    steps: {
      find: {
        isStale: false,
        record: {
          status: 'success',
          input: { order_number: numbers[1] },
          output: { status: 'pending' },
          requests: [{ method: 'GET', status: 200 }],
        },
      },
    },
  });
  // The stand-in that it uses, too, is filled in by itself.
  expect((await ask('POST', `/zaps/${id}/steps/log/test`)).body).toMatchObject({
    steps: {
      log: { record: { input: { text: 'Berghaus Sport', mark: 'as it is' } } },
      note: { isStale: false },
    },
  });

  await ask('POST', `/zaps/${id}/pick`, { record: 1 });
  expect((await zap(id)).tests).toMatchObject({
    trigger: { picked: 1, record: { output: { order_number: numbers[0] } } },
    steps: { find: { isStale: true }, log: { isStale: true }, note: { isStale: false } },
  });
  expect(await ask('POST', `/zaps/${id}/pick`, { record: 99 })).toMatchObject({ status: 404 });
});

test('marks a test as stale when what it tested changes, but not when it is only renamed or moved', async () => {
  const { ask, connect, keep, save, zap } = await open();
  await connect();
  const given = { app: 'ERP', does: 'New Record', gives: { n: 1 } };
  const first = { ...log, id: 'first', input: { text: '{{trigger.n}}' } };
  const second = { ...log, id: 'second', input: { text: '{{first.text}}' } };
  const id = await keep(draftOf({ trigger: given, steps: [first, second, note] }));
  await ask('POST', `/zaps/${id}/steps/second/test`);
  const stale = async () => {
    const { trigger, steps } = (await zap(id)).tests;
    return JSON.stringify([trigger, steps]).match(/"isStale":(true|false)/g);
  };
  expect(await stale()).toEqual(Array(3).fill('"isStale":false'));
  await save(id, draftOf({ trigger: given, steps: [{ ...first, name: 'Mine' }, note, second] }));
  expect(await stale()).toEqual(Array(3).fill('"isStale":false'));
  await save(id, draftOf({ trigger: given, steps: [{ ...first, input: { text: 'x' } }, second] }));
  expect((await zap(id)).tests).toMatchObject({
    trigger: { isStale: false },
    steps: { first: { isStale: true }, second: { isStale: true } },
  });
  // Undone, the test is as good as before.
  await save(id, draftOf({ trigger: given, steps: [first, second] }));
  expect(await stale()).toEqual(Array(3).fill('"isStale":false'));
});

test('shows what a step answers that fails, and says when there is nothing to find', async () => {
  const { ask, connect, keep, save } = await open();
  await connect();
  const missing = { id: 'get', action: 'acknowledge_order', input: { order_number: 'SO-0' } };
  const id = await keep(draftOf({ steps: [missing] }));
  expect((await ask('POST', `/zaps/${id}/steps/get/test`)).body).toMatchObject({
    steps: { get: { record: { status: 'stopped', message: expect.stringContaining('SO-0') } } },
  });
  await save(id, draftOf({ trigger: { step: 'low_stock', input: { threshold: '-1' } }, steps: [log] }));
  await save(id, draftOf({ trigger: { step: 'check_in_completed', input: {} } }));
  expect((await ask('POST', `/zaps/${id}/find`)).body).toMatchObject({
    trigger: { found: expect.any(Array), record: { status: 'success' } },
  });
  await save(id, draftOf({ trigger: onOrders, steps: [{ id: 'unready', action: 'set_stock', input: {} }] }));
  expect(await ask('POST', `/zaps/${id}/steps/unready/test`)).toMatchObject({
    status: 422,
    body: { problems: [{ label: 'SKU' }, { message: expect.stringContaining('is required') }] },
  });
});
