// Polls against many changes: complete, in few requests, also while records change.
import { describe, expect, test } from '@jest/globals';
import { timestampKinds } from '../../sandbox/api/database/database.ts';
import { shapes } from '../../sandbox/api/envelope.ts';
import { habitDescription, habitNames } from '../../sandbox/api/http/carelessness.ts';
import { submission } from '../sandbox/api/harness.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

const step = 'triggers.order_status_changed.operation.perform';

/** Submits orders that share one updated_at, and confirms them one after the other or leaves them. */
async function submit(w: World, count: number, status?: string): Promise<string[]> {
  const orders = Array.from({ length: count }, (_, i) => ({
    ...submission(),
    type: 'quote',
    order_number: `BULK-${String(i).padStart(4, '0')}`,
  }));
  expect((await w.people('orders', { orders })).status).toBe(201);
  const numbers = orders.map(({ order_number }) => order_number);
  if (status) {
    for (const number of numbers) await w.put(`/orders/${number}/status`, { status });
  }
  return numbers;
}

describe.each(timestampKinds)('a poll, where times are kept to %s,', (timestamps) => {
  const world = (options: WorldOptions = {}) => startWorld({ timestamps, ...options });

  test('costs one request while at most 100 orders changed', async () => {
    const w = await world();
    const { requests } = await w.invoke(step);
    expect(requests).toHaveLength(1);
  });

  test('brings 2,350 changed orders in at most 25 requests, newest first', async () => {
    const w = await world();
    const numbers = await submit(w, 2350, 'confirmed');
    const { results, requests } = await w.invoke(step, { inputData: { status: ['confirmed'] } });
    const found = (Array.isArray(results) ? results : []).map(({ order_number }) => order_number);
    expect(new Set(found).size).toBe(found.length);
    expect(found.slice(0, 2350)).toEqual(numbers.toReversed());
    expect(requests.length).toBeLessThanOrEqual(25);
  }, 60_000);

  test.each(shapes)(
    'is complete where 250 orders share one updated_at, in answers of the shape “%s”',
    async (shape) => {
      const w = await world({ shape });
      const numbers = await submit(w, 250);
      // Pending orders start nothing, but have to be read past.
      for (const number of numbers.slice(0, 3))
        await w.put(`/orders/${number}/status`, { status: 'confirmed' });
      const { results, requests } = await w.invoke(step);
      const found = (Array.isArray(results) ? results : []).map(({ order_number }) => order_number);
      expect(found.slice(0, 3)).toEqual(numbers.slice(0, 3).toReversed());
      // Where an answer does not say that it is the last, or pages are all there is to go on, it takes one more.
      expect(requests.length).toBeLessThanOrEqual(shape === 'data' || shape === 'named' ? 3 : 4);
    },
  );

  test('misses nothing while records change between its pages', async () => {
    const w = await world();
    const numbers = await submit(w, 350, 'confirmed');
    const poll = w.invoke(step, { inputData: { status: ['confirmed'] } });
    let done = false;
    const finished = poll.finally(() => {
      done = true;
    });
    for (let i = 0; !done; i += 1) await w.put(`/orders/${numbers[i]}/status`, { status: 'processing' });
    const { results } = await finished;
    const found = new Set((Array.isArray(results) ? results : []).map(({ order_number }) => order_number));
    const { results: later } = await w.invoke(step, { inputData: { status: ['processing'] } });
    for (const { order_number } of Array.isArray(later) ? later : []) found.add(order_number);
    expect(numbers.filter((number) => !found.has(number))).toEqual([]);
  });

  test('while it is tried out costs one request, however much changed', async () => {
    const w = await world();
    await submit(w, 250);
    const { requests } = await w.invoke(step, { meta: { isLoadingSample: true } });
    expect(requests).toHaveLength(1);
  });
});

describe('a poll of a careless server', () => {
  // A connection that is closed in the middle ends a poll, and the next one goes on: that is tested elsewhere.
  const habits = habitNames.filter((habit) => habit !== 'close_idle');
  const described = habits.map((habit) => [habitDescription(habit), habit] as const);

  test.each(described)('is complete where 250 orders share one updated_at, although %s', async (_, habit) => {
    const w = await startWorld({ careless: { [habit]: true } });
    const numbers = await submit(w, 250);
    for (const number of numbers.slice(0, 240))
      await w.put(`/orders/${number}/status`, { status: 'confirmed' });
    const { results } = await w.invoke(step, { inputData: { status: ['confirmed'] } });
    const found = new Set((Array.isArray(results) ? results : []).map(({ order_number }) => order_number));
    expect(numbers.slice(0, 240).filter((number) => !found.has(number))).toEqual([]);
  });
});
