import { describe, expect, test } from '@jest/globals';
import type nock from 'nock';
import { api, failure, runWith } from '../app.ts';

const products = [
  { sku: 'A', stock_qty: '1' },
  { sku: 'B', stock_qty: 0 },
];
const set = (input: Record<string, unknown>) => runWith('creates.set_stock_bulk', input);
const answer = (body: nock.Body) => api().post('/inventory/bulk').reply(200, body);

describe('set_stock_bulk', () => {
  test('sends the rows in one request, and returns all that the API says', async () => {
    api()
      .post('/inventory/bulk', {
        products: [
          { sku: 'A', stock_qty: 1 },
          { sku: 'B', stock_qty: 0 },
        ],
        reference: 'COUNT-1',
      })
      .reply(200, {
        success: true,
        data: {
          updated: 1,
          replayed: 0,
          failed: 1,
          items: [{ sku: 'B', status: 'failed', message: 'SKU not found' }],
        },
      });
    expect(await set({ products, reference: 'COUNT-1', on_failure: 'Continue' })).toEqual({
      updated: 1,
      replayed: 0,
      failed: 1,
      failed_items: [{ sku: 'B', reason: 'SKU not found' }],
      items: [{ sku: 'B', status: 'failed', message: 'SKU not found' }],
    });
  });

  test('knows the products that it sent in what the API says of them', async () => {
    api()
      .post('/inventory/bulk')
      .reply(200, { data: { updated: 1, errors: { B: 'Locked' } } });
    expect(await set({ products })).toMatchObject({
      failed: 1,
      failed_items: [{ sku: 'B', reason: 'Locked' }],
    });
  });

  test('halts with the totals alone where the API names no product', async () => {
    api().post('/inventory/bulk').reply(200, { updated: 1, failed: 2 });
    expect((await failure(set({ products, on_failure: 'halt' }))).message).toBe(
      '2 products could not be set, 1 was.',
    );
  });

  test.each<[string, nock.Body]>([
    [
      'in totals',
      {
        data: {
          totals: { updated: 2, replayed: 3, failed: 1 },
          results: [{ sku: 'B', success: false, error: 'No' }],
        },
      },
    ],
    [
      'with a suffix',
      { updated_count: 2, replayed_count: 3, failed_count: 1, failed_items: [{ sku: 'B', reason: 'No' }] },
    ],
    [
      'with a prefix',
      {
        data: { total_updated: 2, total_replayed: 3, total_failed: 1, errors: [{ sku: 'B', message: 'No' }] },
      },
    ],
    [
      'only by the items',
      {
        data: [
          { sku: 'A', outcome: 'updated' },
          { sku: 'C', outcome: 'updated' },
          ...['D', 'E', 'F'].map((sku) => ({ sku, outcome: 'replayed' })),
          { sku: 'B', outcome: 'not_found', reason: 'No' },
        ],
      },
    ],
  ])('reads the totals %s', async (_, body) => {
    answer(body);
    expect(await set({ products })).toMatchObject({
      updated: 2,
      replayed: 3,
      failed: 1,
      failed_items: [{ sku: 'B', reason: 'No' }],
    });
  });

  test('fails where the answer tells neither totals nor items', async () => {
    answer({ success: true });
    expect((await failure(set({ products }))).message).toMatch(/stock quantities cannot be read/);
  });

  test('halts on failed items when it is told to, and names them', async () => {
    const items = Array.from({ length: 22 }, (_, i) => ({ sku: `S${i}`, status: 'failed' }));
    answer({ data: { updated: 3, replayed: 0, failed: 22, items: [...items, { name: 'no sku' }] } });
    const { name, message } = await failure(set({ products, on_failure: 'halt' }));
    expect(name).toBe('HaltedError');
    expect(message).toMatch(
      /^22 products could not be set, 3 were\. “S0”: failed; .*“S19”: failed and 2 more$/,
    );
  });

  test('counts one as one, and shows reasons without markup', async () => {
    answer({ updated: 1, failed: [{ sku: 'B', message: '<b>Not < found</b>' }] });
    expect((await failure(set({ products, on_failure: 'halt' }))).message).toBe(
      '1 product could not be set, 1 was. “B”: Not < found',
    );
  });

  test('does not halt where nothing failed', async () => {
    answer({ updated: 2, replayed: 0, failed: 0 });
    expect(await set({ products, on_failure: 'halt' })).toEqual({
      updated: 2,
      replayed: 0,
      failed: 0,
      failed_items: [],
    });
  });

  test('names wrong rows by row and SKU, before anything is sent', async () => {
    const { name, message } = await failure(
      set({
        products: [
          { sku: 'A', stock_qty: 1 },
          { sku: '', stock_qty: 5 },
          { sku: '', stock_qty: '' },
          { sku: 'B', stock_qty: '12 pcs' },
          { sku: 'A', stock_qty: 3 },
          'C',
        ],
        reference: 'x'.repeat(256),
      }),
    );
    expect(name).toBe('AppError');
    const quantity = 'New Quantity (Replaces the Current One)';
    expect(message).toContain('Products, row 2, SKU is required.');
    expect(message).toContain(
      `Products, row 4 (“B”), ${quantity} must be a whole number of at least 0, but is “12 pcs”.`,
    );
    expect(message).toContain('Products, row 5 (“A”), SKU is the same as in row 1.');
    expect(message).toContain('Products, row 6, SKU is required.');
    expect(message).toContain('Reference must be at most 255');
    expect(message).not.toContain('row 3');
  });

  test('shortens a long list of wrong rows', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ sku: `S${i}`, stock_qty: 'x' }));
    expect((await failure(set({ products: many }))).message).toMatch(
      /row 20 .*There are 10 more problems\. Nothing was sent/,
    );
    expect((await failure(set({ products: many.slice(0, 20) }))).message).not.toContain('more problems');
  });

  test('is told of rows by their number in the editor, where blank ones were left out', async () => {
    const rows = Array.from({ length: 11 }, (_, i) => ({ sku: `S${i}`, stock_qty: i }));
    api()
      .post('/inventory/bulk')
      .reply(422, { errors: { 'products.0.sku': ['is odd'], 'products.10.sku': ['is odd'] } });
    const { message } = await failure(set({ products: [{ sku: '' }, ...rows] }));
    expect(message).toContain('Products, row 2, SKU: is odd. Products, row 12, SKU: is odd.');
  });

  test('takes 500 rows and no more', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ sku: `S${i}`, stock_qty: i }));
    answer({ updated: 500, replayed: 0, failed: 0 });
    expect(await set({ products: rows(500) })).toMatchObject({ updated: 500 });
    expect((await failure(set({ products: rows(501) }))).message).toMatch(
      /^Products has 501 rows, but takes at most 500/,
    );
  });

  test.each<[string, unknown]>([
    ['none', []],
    ['only an empty one', [{ sku: '', stock_qty: '' }]],
    ['nothing at all', undefined],
  ])('needs at least one row, and has %s', async (_, products) => {
    expect((await failure(set({ products }))).message).toMatch(/^Products is required/);
  });

  test('takes a single row that came without a list', async () => {
    api()
      .post('/inventory/bulk', { products: [{ sku: 'A', stock_qty: 1 }] })
      .reply(200, { updated: 1, replayed: 0, failed: 0 });
    await set({ products: { sku: 'A', stock_qty: 1 } });
  });

  test("reports the API's messages by row and label", async () => {
    const refuse = () =>
      api()
        .post('/inventory/bulk')
        .reply(422, { success: false, error: 'Invalid', errors: { 'products.1.sku': ['Too odd'] } });
    refuse();
    expect((await failure(set({ products }))).message).toMatch(/Products, row 2, SKU: Too odd\./);
    refuse();
    const withBlank = [{ sku: '', stock_qty: '' }, ...products];
    expect((await failure(set({ products: withBlank }))).message).toMatch(/Products, row 3, SKU: Too odd\./);
  });
});
