import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { product } from '../../src/product.ts';
import { column, dataFile, makeKey, orderIn, records, start, until } from '../sandbox/api/harness.ts';
import { draftOf, open } from './playground.ts';

const acknowledge = {
  id: 'ack',
  action: 'acknowledge_order',
  input: { order_number: '{{trigger.order_number}}' },
};

test('goes on after a restart as if nothing had happened', async () => {
  const file = await dataFile();
  const before = await open({ file });
  await before.connect();
  const id = await before.keep(draftOf({ steps: [acknowledge] }));
  await before.publish(id);
  const polling = await before.keep(
    draftOf({ title: 'Poll', trigger: { step: 'customer_updated', input: {} } }),
  );
  await before.publish(polling);
  await before.save(id, draftOf({ title: 'Half a thought', trigger: null }));
  await before.ask('POST', `/zaps/${polling}/find`);
  await before.ask('PUT', '/polling', { everySeconds: 60 });
  await orderIn(before, 'pending');
  await before.reached('?status=success');
  // Nobody has polled since: it is not lost.
  await before.people('customers', { external_system: 'erp', external_id: 'C-9', name: 'Neu' });
  const { tests } = await before.zap(polling);
  await before.close();

  // In between nothing is subscribed.
  const plain = await start({ file });
  expect(records(await plain.get(`/${product.automation}/subscriptions`))).toEqual([]);
  await plain.close();

  const after = await open({ file });
  expect(await after.state()).toMatchObject({
    connections: [{ id: 'connection-1', label: 'API key ending in glow', expired: null }],
    zaps: [
      {
        id,
        title: 'Half a thought',
        isOn: true,
        published: { version: 1 },
        hasChanges: true,
        runs: { total: 1 },
      },
      { id: polling, isOn: true, poll: { everySeconds: 60 } },
    ],
    everySeconds: 60,
  });
  expect(await after.zap(polling)).toMatchObject({ tests });
  expect(column(await after.get(`/${product.automation}/subscriptions`), 'event')).toEqual(['order.created']);
  expect(await after.runs('?search=neu')).toMatchObject({
    total: 1,
    runs: [{ zapId: polling, status: 'success' }],
  });
  await orderIn(after, 'pending');
  expect(await after.reached(`?zap=${id}&status=success`, 2)).toMatchObject([
    { id: 'run-3', version: 1 },
    {},
  ]);
  // A run of the time before.
  expect((await after.ask('POST', '/runs/replay', { ids: ['run-1'] })).body).toMatchObject({
    runs: [{ id: 'run-1', runId: 'run-4' }],
  });
  expect(await after.reached('?status=success', 4)).toMatchObject([{ replayOf: 'run-1' }, {}, {}, {}]);
});

test('forgets keys, and goes on once an account is connected again', async () => {
  const file = await dataFile();
  const before = await open({ file });
  const key = await makeKey(before, [`${product.automation}:read`, `${product.automation}:write`]);
  await before.connect(key.value);
  const id = await before.keep(draftOf());
  await before.publish(id);
  await before.close();
  const kept = new DatabaseSync(file);
  expect(JSON.stringify(kept.prepare('SELECT * FROM zap_connections').all())).not.toContain(key.value);
  kept.close();

  const after = await open({ file });
  expect(await after.state()).toMatchObject({
    connections: [{ expired: 'Keys are not kept in the data file. Connect this account again to go on.' }],
    zaps: [{ id, isOn: false, problem: expect.stringContaining('Connect this account again') }],
    trouble: [{ id: 'connection:connection-1', end: null }],
  });
  await after.ask('PUT', '/connections/connection-1', { authData: { api_key: key.value } });
  expect(await after.state()).toMatchObject({ zaps: [{ id, isOn: true, problem: null }], trouble: [] });
});

test('goes on waiting with what waited, and leaves to a person what was cut off', async () => {
  const file = await dataFile();
  const before = await open({ file });
  await before.connect();
  const id = await before.keep(draftOf({ steps: [acknowledge] }));
  await before.publish(id);
  await before.dashboard('POST', '/faults', {
    path: '/orders',
    status: 429,
    headers: { 'retry-after': '1' },
  });
  await orderIn(before, 'pending');
  await before.reached('?status=waiting');
  await orderIn(before, 'pending');
  await before.reached('?status=success');
  await before.post(`/${product.automation}/subscribe`, {
    event: 'order.created',
    target_url: 'http://127.0.0.1:9/left',
  });
  const left = column(await before.get(`/${product.automation}/subscriptions`), 'id').at(-1);
  await before.close();

  // As a server that was killed would leave it.
  const data = new DatabaseSync(file);
  data
    .prepare('UPDATE zap_runs SET status = ?, record = json_set(record, ?, ?) WHERE number = 2')
    .run('running', '$.status', 'running');
  data
    .prepare('UPDATE zaps SET subscription = ?')
    .run(JSON.stringify({ targetUrl: 'http://127.0.0.1:9/left', subscribeData: { id: left } }));
  data.close();

  const after = await open({ file });
  expect(await after.runs('?status=held')).toMatchObject({
    runs: [{ id: 'run-2', message: 'The playground ended while this ran. Replay it to go on.' }],
  });
  await after.reached('?status=success');
  expect(await after.runs('?status=success')).toMatchObject({ runs: [{ id: 'run-1', status: 'success' }] });
  const targets = column(await after.get(`/${product.automation}/subscriptions`), 'target_url');
  expect(targets).toEqual([expect.not.stringContaining('/left')]);
  await until(async () => (await after.zap(id)).zap.isOn === true);
});

test('refuses a file with Zaps of another version', async () => {
  const file = await dataFile();
  await (await open({ file })).close();
  const data = new DatabaseSync(file);
  data.exec('UPDATE zap_schema SET version = 99');
  data.close();
  await expect(open({ file })).rejects.toThrow(
    'its Zaps have version 99, and this playground reads version 1',
  );
});
