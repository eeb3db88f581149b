import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  afterThisTest,
  type Client,
  clientOf,
  column,
  cursorQuery,
  dataFile,
  record,
  records,
  start,
  submission,
  subscribeTo,
  until,
} from './harness.ts';

const answeredWrites = 60;

/** Runs the sandbox as people do, in a process of its own. @returns a client of it once it listens. */
async function run(file: string): Promise<{ client: Client; process: ChildProcess }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--port', '0', '--no-limits', '--db', file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  afterThisTest(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin) return { client: clientOf(origin), process: child };
  }
  throw new Error('The sandbox has ended before it listened');
}

/** One of each kind of write, under this name. @returns their statuses. */
async function writeAll(client: Client, name: string): Promise<number[]> {
  const writes = [
    await client.put(`/customers/crm/${name}`, { name }),
    await client.people('orders', submission({ order_number: name })),
    await client.put(`/orders/${name}/status`, { status: 'confirmed', external_reference: name }),
    await client.put('/inventory/ROPE-60', { stock_qty: 5, reference: name }),
  ];
  return writes.map((write) => write.status);
}

/** One worker's writes, one after the other, until the process is gone. @returns what was answered. */
async function writeUntilGone(client: Client, worker: number, onAnswer: () => void): Promise<string[]> {
  const answered: string[] = [];
  for (let count = 0; ; count += 1) {
    const name = `${worker}-${count}`;
    const statuses = await writeAll(client, name).catch(() => undefined);
    if (!statuses) return answered;
    expect(statuses).toEqual([201, 201, 200, 200]);
    answered.push(name);
    onAnswer();
  }
}

test('keeps every answered write when it is killed in the middle of writes', async () => {
  const file = await dataFile();
  const first = await run(file);
  await subscribeTo(first.client, 'order.created', 'http://127.0.0.1:9/hook');
  let left = answeredWrites;
  const kill = () => {
    left -= 1;
    if (left === 0) first.process.kill('SIGKILL');
  };
  const workers = await Promise.all([1, 2, 3].map((worker) => writeUntilGone(first.client, worker, kill)));
  const answered = workers.flat();
  expect(answered.length).toBeGreaterThanOrEqual(answeredWrites);

  const { client } = await run(file);
  for (const name of answered) {
    expect(record(await client.get(`/customers/crm/${name}`))).toMatchObject({ name });
    expect(record(await client.get(`/orders/${name}`))).toMatchObject({
      status: 'confirmed',
      external_reference: name,
    });
    // A reference that is remembered is refused with another quantity.
    expect((await client.put('/inventory/ROPE-60', { stock_qty: 1_000_000, reference: name })).status).toBe(
      409,
    );
  }
  // Also of writes that nobody got an answer to, either all is there or nothing.
  const reserved = column(
    await client.get('/inventory/movements?sku=TENT-2P&type=reservation&per_page=100'),
    'order_number',
  );
  const orders = column(await client.get('/orders?per_page=100'), 'order_number').filter((name) =>
    /^\d-/.test(String(name)),
  );
  expect(reserved.filter((name) => /^\d-/.test(String(name)))).toEqual(orders);
  const owed = z
    .array(z.object({ order_number: z.string() }))
    .parse(column(await client.people('deliveries', undefined, 'GET'), 'record'));
  expect(owed.map((each) => each.order_number)).toEqual(orders);
  expect(orders).toEqual(expect.arrayContaining(answered));
});

test('ends cleanly when it is told to, and keeps its data', async () => {
  const file = await dataFile();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { client, process: child } = await run(file);
    await client.put(`/customers/crm/${signal}`, { name: signal });
    const ended = once(child, 'exit');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  }
  const client = await start({ file });
  for (const signal of ['SIGTERM', 'SIGINT']) {
    expect(record(await client.get(`/customers/crm/${signal}`)).name).toBe(signal);
  }
});

test('goes on with a file: no data made twice, cursors, keys and references kept', async () => {
  const file = await dataFile();
  const before = await start({ file });
  const orders = (await before.get('/orders')).body;
  const cursor = cursorQuery(await before.get('/orders'));
  await before.put('/inventory/TENT-2P', { stock_qty: 7, reference: 'COUNT-1' });
  await before.dashboard('PATCH', '/tenants/kaffeehaus', { account_active: false });
  await before.close();

  const after = await start({ file, now: () => new Date('2020-01-01T00:00:00Z') });
  expect((await after.get('/orders')).body).toEqual(orders);
  expect(records(await after.dashboard('GET', '/tenants'))).toMatchObject([{}, { account_active: false }]);
  expect((await after.put('/inventory/TENT-2P', { stock_qty: 8, reference: 'COUNT-1' })).status).toBe(409);
  // The clock is years behind: the new order still comes after the cursor.
  await after.people('orders', submission({ order_number: 'LATER' }));
  expect(column(await after.get(`/orders?${cursor}`), 'order_number')).toEqual(['LATER']);
});

test('keeps nothing without a file', async () => {
  const before = await start();
  await before.put('/customers/crm/1', { name: 'Gone' });
  await before.close();
  const after = await start();
  expect((await after.get('/customers/crm/1')).status).toBe(404);
});

test('lets a file be used by one sandbox only', async () => {
  const file = await dataFile();
  const first = await start({ file });
  await expect(start({ file })).rejects.toThrow('locked');
  await first.close();
  const second = await until(() => start({ file }));
  expect((await second.get('/orders')).status).toBe(200);
});

test.each([
  ['other data', 'CREATE TABLE notes (text)', 'it holds other data'],
  [
    'a later version',
    'PRAGMA user_version = 99',
    'its data has version 99, and this sandbox reads version 3',
  ],
])('leaves a database of %s alone', async (_, sql, message) => {
  const file = await dataFile();
  const foreign = new DatabaseSync(file);
  foreign.exec(sql);
  foreign.close();
  const before = await readFile(file);
  await expect(start({ file })).rejects.toThrow(message);
  // But for the header, which remembers the journal's kind.
  expect((await readFile(file)).subarray(100)).toEqual(before.subarray(100));
});
