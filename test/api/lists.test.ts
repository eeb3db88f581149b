import { describe, expect, test } from '@jest/globals';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { connect } from '../../src/api/call.ts';
import { fetchPage, type Listing, type Page } from '../../src/api/lists.ts';
import { API_KEY, api, tester } from '../app.ts';

const call = {
  method: 'GET',
  path: ['orders'],
  query: { type: 'quote' },
  scope: 'orders:read',
  resource: { one: 'order', many: 'orders', identity: 'order_number' },
  subject: 'the list of orders',
} as const;

/** One page, where the API answers like this. */
const pageOf = (body: object, page: Page, headers = {}): Promise<Listing> => {
  api()
    .get('/orders')
    .query({ type: 'quote', ...page })
    .reply(200, JSON.stringify(body), headers);
  return tester((z: ZObject, bundle: Bundle) => fetchPage(connect(z, bundle), call, page), {
    authData: { api_key: API_KEY },
  });
};

const orders = (count: number) => Array.from({ length: count }, (_, i) => ({ order_number: `SO-${i}` }));

describe('a page', () => {
  test.each<[string, 'more' | 'nothing', object]>([
    ['is full', 'more', orders(3)],
    ['holds more than was asked for', 'more', orders(4)],
    ['is not full', 'nothing', orders(2)],
    ['is empty', 'nothing', []],
    ['is full by its own size, which is smaller,', 'more', { data: orders(2), per_page: 2 }],
    ['is full, whatever larger size it names,', 'more', { data: orders(3), per_page: 100 }],
    ['names no real size, as servers do that have no limit,', 'nothing', { data: orders(2), per_page: -1 }],
    ['is not full by any size', 'nothing', { data: orders(1), per_page: 2 }],
    ['says that there is more', 'more', { data: orders(1), has_more: true }],
  ])('that %s has %s behind it', async (_, behind, body) => {
    expect((await pageOf(body, { per_page: 3, page: 1 })).more).toBe(behind === 'more');
  });

  test('of 50 records, and nothing else, may be that of a server that gives no more', async () => {
    expect((await pageOf(orders(50), { per_page: 100 })).isCapped).toBe(true);
  });

  test.each<[string, object]>([
    ['49 records', orders(49)],
    ['51 records', orders(51)],
    ['50 records, and how many there are,', { data: orders(50), total: 50 }],
  ])('of %s is not that of a server that gives no more', async (_, body) => {
    expect((await pageOf(body, { per_page: 100 })).isCapped).toBe(false);
  });

  test('comes with the last page, the next cursor and the clock of the API', async () => {
    const cursor = { updated_since: '2026-11-21T08:00:00Z', updated_since_id: 7 };
    const body = { data: orders(1), meta: { last_page: 4, next: cursor } };
    const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
    expect(await pageOf(body, { per_page: 3, page: 2 }, { date })).toEqual({
      records: orders(1),
      more: true,
      saysMore: true,
      isCapped: false,
      lastPage: 4,
      cursor,
      clock: Date.parse(date),
    });
    expect(await pageOf([], { per_page: 3 }, { date: 'soon' })).toMatchObject({
      lastPage: undefined,
      cursor: undefined,
      clock: undefined,
    });
  });
});
