import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { type Memory, memoryOf, patiently } from '../../src/api/memory.ts';
import { type CacheAnswers, tester } from '../app.ts';

type Run = { zap?: unknown; trigger?: string; inputData?: object; authData?: object };

/** Uses the memory of a run while the cache answers like this; @returns what came of it and what the cache was asked. */
async function withMemory(
  use: (memory: Memory | undefined) => unknown,
  { zap = 1, trigger = 'low_stock', ...bundle }: Run = {},
  answers: CacheAnswers = {},
) {
  const asked: unknown[][] = [];
  const cache = { get: async () => null, set: async () => true, delete: async () => true, ...answers };
  const noting = Object.entries(cache).map(([name, answer]) => [
    name,
    (...given: unknown[]) => {
      asked.push([name, ...given]);
      return answer(...given);
    },
  ]);
  const result = await tester(
    (z: ZObject, run: Bundle) => {
      Object.assign(z.cache, Object.fromEntries(noting));
      Object.assign(run, { meta: { zap: { id: zap } } });
      return use(memoryOf(z, run, trigger));
    },
    { ...bundle },
  );
  return { result, asked };
}

/** The key under which a memory is kept. */
const keyOf = async (run: Run) => (await withMemory((memory) => memory?.recall(), run)).asked[0]?.[1];

const down = () => Promise.reject(new Error('down'));

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
  test('is there for each Zap, trigger and set of inputs, whatever their order, and not by key', async () => {
    const key = await keyOf({ inputData: { sku: 'A', type: 'sync' }, authData: { api_key: 'old' } });
    expect(key).toMatch(/^p[\w-]{22}$/);
    expect(await keyOf({ inputData: { type: 'sync', sku: 'A' }, authData: { api_key: 'new' } })).toBe(key);
    expect(await keyOf({ inputData: { sku: 'A', type: 'sync' }, zap: 2 })).not.toBe(key);
    expect(await keyOf({ inputData: { sku: 'A', type: 'sync' }, trigger: 'other' })).not.toBe(key);
    expect(await keyOf({ inputData: { sku: 'B', type: 'sync' } })).not.toBe(key);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['empty', ''],
  ])('is not there where the Zap’s id is %s', async (_, zap) => {
    expect((await withMemory((memory) => memory === undefined, { zap })).result).toBe(true);
  });

  test('is not there where nothing is known of the Zap', async () => {
    const isMissing = await tester((z: ZObject, run: Bundle) => memoryOf(z, run, 'x') === undefined);
    expect(isMissing).toBe(true);
  });

  test.each<[string, () => Promise<unknown>, unknown]>([
    ['recalls what the cache holds', async () => ({ a: 1 }), { answer: { a: 1 } }],
    ['recalls that it holds nothing', async () => null, { answer: null }],
    ['knows nothing where the cache does not answer', down, undefined],
  ])('%s', async (_, get, recalled) => {
    expect((await withMemory((memory) => memory?.recall(), { zap: 0 }, { get })).result).toEqual(recalled);
  });

  test('asks the cache to keep it for a month', async () => {
    const { result, asked } = await withMemory((memory) => memory?.remember({ a: 1 }));
    expect(result).toBe(true);
    expect(asked).toEqual([['set', await keyOf({}), { a: 1 }, 30 * 24 * 60 * 60]]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['refuses', async () => false],
    ['does not say', async () => undefined],
    ['fails', down],
  ])('knows that nothing is kept where the cache %s', async (_, set) => {
    expect((await withMemory((memory) => memory?.remember({ a: 1 }), {}, { set })).result).toBe(false);
  });

  const mark = { since: '2026-11-21', id: undefined };
  const plain = { from: { since: '2026-11-21' }, to: { since: '2026-11-21' } };

  test('is of JSON alone: core refuses what is undefined, and one object twice', async () => {
    const { asked } = await withMemory((memory) => memory?.remember({ from: mark, to: mark }));
    expect(asked[0]?.[2]).toStrictEqual(plain);
  });

  test('is kept and recalled by core’s own cache', async () => {
    const recalled = await tester(async (z: ZObject, run: Bundle) => {
      const memory = memoryOf(z, Object.assign(run, { meta: { zap: { id: 1 } } }), 'low_stock');
      return [await memory?.remember({ from: mark, to: mark }), await memory?.recall()];
    });
    expect(recalled).toEqual([true, { answer: plain }]);
  });

  test('is forgotten on demand, also where that fails', async () => {
    const { asked } = await withMemory((memory) => memory?.forget());
    expect(asked).toEqual([['delete', await keyOf({})]]);
    await withMemory((memory) => memory?.forget(), {}, { delete: down });
  });
});
