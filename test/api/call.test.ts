import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Bundle, InputFields, ZObject } from 'zapier-platform-core';
import { type Api, apiKey, connect } from '../../src/api/call.ts';
import { tester } from '../app.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** What a run begins with. */
const begin = (meta: object, inputFields?: InputFields, circumstances?: { attended?: boolean }) => {
  const given: object = { meta };
  return tester((z: ZObject, bundle: Bundle): Api => connect(z, bundle, inputFields, circumstances), given);
};

describe('a run', () => {
  test('gives up after 25 seconds, which leaves time to say so', async () => {
    expect((await begin({})).deadline).toBe(now + 25_000);
  });

  test.each<[string, object]>([
    ['a sample is loaded', { isLoadingSample: true }],
    ['a dropdown is filled', { isFillingDynamicDropdown: true }],
    ['a connection is tested', { isTestingAuth: true }],
  ])('is watched while %s', async (_, meta) => {
    expect(await begin(meta)).toMatchObject({ attended: true, connecting: false });
  });

  test('is not watched while a Zap is on', async () => {
    const meta = { isPopulatingDedupe: true, isLoadingSample: false };
    expect(await begin(meta)).toMatchObject({ attended: false, connecting: false });
  });

  test('is watched where its step knows that somebody is there', async () => {
    expect((await begin({}, [], { attended: true })).attended).toBe(true);
  });

  test('knows its fields and their columns by their labels, or by their keys', async () => {
    const { labels } = await begin({}, [
      { key: 'status', label: 'New Status' },
      { key: 'plain' },
      { key: 'products', label: 'Products', children: [{ key: 'sku', label: 'SKU' }] },
      async () => [{ key: 'later' }],
    ]);
    expect([...labels]).toEqual([
      ['status', 'New Status'],
      ['plain', 'plain'],
      ['products', 'Products'],
      ['sku', 'SKU'],
    ]);
    expect((await begin({})).labels.size).toBe(0);
  });
});

test.each<[string, object, string]>([
  ['as it was pasted', { authData: { api_key: ' sk_1\n' } }, 'sk_1'],
  ['that a field made a number of', { authData: { api_key: 12 } }, '12'],
  ['that is missing', { authData: {} }, ''],
  ['of a run without a connection', {}, ''],
])('the key %s is text without white space around it', (_, given, key) => {
  const bundle: object = given;
  expect(apiKey(bundle as Bundle)).toBe(key);
});
