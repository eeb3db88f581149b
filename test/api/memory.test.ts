import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { memoryOf, patiently } from '../../src/api/memory.ts';
import { tester } from '../app.ts';

const month = 30 * 24 * 60 * 60;

/** Zapier's cache, as far as a memory asks it, and what it was asked. */
function cacheOf(answers: Partial<Record<'get' | 'set' | 'delete', () => Promise<unknown>>> = {}) {
  const asked: unknown[][] = [];
  const answer =
    (name: 'get' | 'set' | 'delete', usual: unknown) =>
    (...given: unknown[]) => {
      asked.push([name, ...given]);
      return answers[name] ? answers[name]() : Promise.resolve(usual);
    };
  const cache = { get: answer('get', null), set: answer('set', true), delete: answer('delete', true) };
  return { asked, z: { cache } as unknown as ZObject };
}

const bundleOf = (zap: unknown, inputData: object = {}, authData: object = {}) =>
  ({ meta: { zap: { id: zap } }, inputData, authData }) as unknown as Bundle;

/** The key under which a memory is kept. */
async function keyOf(zap: unknown, trigger = 'low_stock', inputData = {}, authData = {}): Promise<unknown> {
  const { asked, z } = cacheOf();
  await memoryOf(z, bundleOf(zap, inputData, authData), trigger)?.recall();
  return asked[0]?.[1];
}

describe('asking the cache', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('gives what it answers, also nothing', async () => {
    expect(await patiently(async () => null)).toEqual({ answer: null });
    expect(jest.getTimerCount()).toBe(0);
  });

  test('gives nothing where it fails, at once or later', async () => {
    expect(await patiently(() => Promise.reject(new Error('down')))).toBeUndefined();
    expect(
      await patiently(() => {
        throw new Error('down');
      }),
    ).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('stops after two seconds, and not before', async () => {
    let ended = false;
    const asking = patiently(() => new Promise(() => {})).then((answer) => {
      ended = true;
      return answer;
    });
    await jest.advanceTimersByTimeAsync(1999);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await asking).toBeUndefined();
  });
});

describe('the memory of a Zap', () => {
  const remembered = async (value: unknown, set?: () => Promise<unknown>) => {
    const { asked, z } = cacheOf(set && { set });
    return { isKept: await memoryOf(z, bundleOf(1), 'low_stock')?.remember(value), asked };
  };

  test('is there for each Zap, trigger and set of inputs, whatever their order, and not by key', async () => {
    const key = await keyOf(1, 'low_stock', { sku: 'A', type: 'sync' }, { api_key: 'old' });
    expect(key).toMatch(/^p[\w-]{22}$/);
    expect(await keyOf(1, 'low_stock', { type: 'sync', sku: 'A' }, { api_key: 'new' })).toBe(key);
    for (const other of [
      await keyOf(2, 'low_stock', { sku: 'A', type: 'sync' }),
      await keyOf(1, 'customer_updated', { sku: 'A', type: 'sync' }),
      await keyOf(1, 'low_stock', { sku: 'B', type: 'sync' }),
    ]) {
      expect(other).not.toBe(key);
    }
  });

  test.each<[string, unknown]>([
    ['is missing', undefined],
    ['is null', null],
    ['is empty', ''],
  ])('is not there where the Zap’s id %s', (_, id) => {
    expect(memoryOf(cacheOf().z, bundleOf(id), 'low_stock')).toBeUndefined();
  });

  test('is not there where nothing is known of the run', () => {
    expect(memoryOf(cacheOf().z, { inputData: {} } as unknown as Bundle, 'low_stock')).toBeUndefined();
  });

  test('recalls what the cache holds, and says where it does not answer', async () => {
    const recall = (get: () => Promise<unknown>) => memoryOf(cacheOf({ get }).z, bundleOf(0), 'x')?.recall();
    expect(await recall(async () => ({ a: 1 }))).toEqual({ answer: { a: 1 } });
    expect(await recall(async () => null)).toEqual({ answer: null });
    expect(await recall(() => Promise.reject(new Error('down')))).toBeUndefined();
  });

  test('asks the cache to keep it for a month', async () => {
    const { isKept, asked } = await remembered({ a: 1 });
    expect(isKept).toBe(true);
    expect(asked).toEqual([['set', expect.any(String), { a: 1 }, month]]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['refuses', async () => false],
    ['does not say', async () => undefined],
    ['fails', () => Promise.reject(new Error('down'))],
  ])('knows that nothing is kept where the cache %s', async (_, set) => {
    expect((await remembered({ a: 1 }, set)).isKept).toBe(false);
  });

  test('is of JSON alone: core refuses what is undefined, and one object twice', async () => {
    const mark = { since: '2026-11-21', id: undefined };
    const { asked } = await remembered({ from: mark, to: mark });
    expect(asked[0]?.[2]).toStrictEqual({ from: { since: '2026-11-21' }, to: { since: '2026-11-21' } });
  });

  test('is kept and recalled by core’s own cache', async () => {
    const mark = { since: '2026-11-21', id: undefined };
    const recalled = await tester(async (z: ZObject) => {
      const memory = memoryOf(z, bundleOf(1), 'low_stock');
      const isKept = await memory?.remember({ from: mark, to: mark });
      return [isKept, await memory?.recall()];
    });
    expect(recalled).toEqual([
      true,
      { answer: { from: { since: '2026-11-21' }, to: { since: '2026-11-21' } } },
    ]);
  });

  test('is forgotten on demand, also where that fails', async () => {
    const { asked, z } = cacheOf();
    await memoryOf(z, bundleOf(1), 'low_stock')?.forget();
    expect(asked).toEqual([['delete', await keyOf(1)]]);
    const failing = cacheOf({ delete: () => Promise.reject(new Error('down')) });
    await memoryOf(failing.z, bundleOf(1), 'low_stock')?.forget();
  });
});
