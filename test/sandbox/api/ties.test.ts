// Times that are kept to the second, as many databases do: records tie, and cursors hold all the same.
import { expect, test } from '@jest/globals';
import { type Client, column, cursorQuery, dataFile, record, records, start, submission } from './harness.ts';

const noon = Date.parse('2026-05-01T12:00:00.700Z');

/** A sandbox that keeps times to the second, with a clock that the test moves. */
async function startWithSeconds(more: { file?: string } = {}) {
  let time = noon;
  const client = await start({ timestamps: 'seconds', now: () => new Date(time), ...more });
  return {
    ...client,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const submit = (client: Client, numbers: readonly string[]) =>
  client.people('orders', { orders: numbers.map((order_number) => submission({ order_number })) });

/** Every time in what the API shows. */
function times(shown: unknown): string[] {
  return JSON.stringify(shown).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
}

test('writes all times to the second, those of the made data too', async () => {
  const client = await startWithSeconds();
  const started = record(await client.people('orders', submission())).created_at;
  client.pass(200);
  const { created_at } = record(await client.people('orders', submission()));
  expect([started, created_at]).toEqual(['2026-05-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z']);
  client.pass(100);
  await client.put('/customers/crm/1', { name: 'One' });
  await client.people('check-ins', { customer: { external_system: 'crm', external_id: '1' } });
  const paths = [
    '/orders',
    '/customers?include_deleted=1',
    '/inventory',
    '/inventory/movements?per_page=100',
  ];
  const shown = [];
  for (const path of paths) shown.push((await client.get(path)).body);
  shown.push((await client.people('check-ins', undefined, 'GET')).body);
  expect(times(shown).length).toBeGreaterThan(50);
  expect(times(shown).filter((time) => !time.endsWith(':01.000Z') && !time.endsWith(':00.000Z'))).toEqual([]);
  expect(record(await client.get('/customers/crm/1')).created_at).toBe('2026-05-01T12:00:01.000Z');
});

test('shows each of 250 orders of one second once to whoever follows the cursor, or the pages', async () => {
  const client = await startWithSeconds();
  const numbers = Array.from({ length: 250 }, (_, index) => `T-${index}`);
  for (let from = 0; from < 250; from += 50) await submit(client, numbers.slice(from, from + 50));
  const second = 'updated_since=2026-05-01T12:00:00Z';
  const followed = [];
  for (let cursor = `${second}&updated_since_id=0`; ; ) {
    const answer = await client.get(`/orders?per_page=100&${cursor}`);
    if (records(answer).length === 0) break;
    followed.push(...column(answer, 'order_number'));
    cursor = cursorQuery(answer);
  }
  const paged = [];
  for (const page of [1, 2, 3])
    paged.push(...column(await client.get(`/orders?per_page=100&page=${page}&${second}`), 'order_number'));
  expect(followed).toEqual(numbers);
  expect(paged).toEqual(numbers);
});

test('loses no change of a record that changes again in the second of the cursor', async () => {
  const client = await startWithSeconds();
  const numbers = Array.from({ length: 12 }, (_, index) => `T-${index}`);
  await submit(client, numbers);
  const seen = new Map<unknown, unknown>();
  let cursor = 'updated_since=2026-05-01T12:00:00Z';
  for (let turn = 0; turn < 20; turn += 1) {
    const answer = await client.get(`/orders?per_page=5&${cursor}`);
    for (const order of records(answer)) seen.set(order.order_number, order.status);
    cursor = cursorQuery(answer);
    // One that has been listed already changes, and its time stays the same.
    const number = numbers[turn % numbers.length];
    if (turn < 12) await client.put(`/orders/${number}/status`, { status: 'confirmed' });
  }
  expect(numbers.map((number) => seen.get(number))).toEqual(numbers.map(() => 'confirmed'));
});

test('counts the whole second that is asked for as changed since then', async () => {
  const client = await startWithSeconds();
  await submit(client, ['A']);
  const since = async (time: string) =>
    column(await client.get(`/orders?updated_since=${time}`), 'order_number');
  expect(await since('2026-05-01T12:00:00Z')).toEqual(['A']);
  expect(await since('2026-05-01T12:00:01Z')).toEqual([]);
});

test('does not go back behind what a file holds that was written to the millisecond', async () => {
  const file = await dataFile();
  const before = await start({ file, now: () => new Date(noon) });
  await submit(before, ['A']);
  const cursor = cursorQuery(await before.get('/orders'));
  await before.close();
  const after = await startWithSeconds({ file });
  await submit(after, ['B']);
  const changed = records(await after.get(`/orders?${cursor}`));
  expect(changed).toMatchObject([{ order_number: 'B', created_at: '2026-05-01T12:00:01.000Z' }]);
});
