import { describe, expect, test } from '@jest/globals';
import { api, failure, runWith } from '../app.ts';

const set = (inputData: Record<string, unknown>) => runWith('creates.set_stock', inputData);
const path = '/inventory/TENT-2P';

describe('set_stock', () => {
  test('sends the quantity and the reference, and returns the product with its available quantity', async () => {
    api()
      .put(path, { stock_qty: 12, reference: 'COUNT-1' })
      .reply(200, { data: { product: { sku: 'TENT-2P', stock_qty: 12, reserved_qty: 5 } } });
    expect(await set({ sku: 'TENT-2P', stock_qty: '12', reference: 'COUNT-1' })).toEqual({
      sku: 'TENT-2P',
      stock_qty: 12,
      reserved_qty: 5,
      available_qty: 7,
    });
  });

  test('sends the quantity zero', async () => {
    api()
      .put(path, { stock_qty: 0 })
      .reply(200, { data: { sku: 'TENT-2P', stock_qty: 0 } });
    expect(await set({ sku: 'TENT-2P', stock_qty: 0, reference: '' })).toEqual({
      sku: 'TENT-2P',
      stock_qty: 0,
    });
  });

  test("keeps the API's own available quantity", async () => {
    api().put(path).reply(200, { stock_qty: 9, reserved_qty: 1, available_qty: 3 });
    expect(await set({ sku: 'TENT-2P', stock_qty: 9 })).toMatchObject({ available_qty: 3 });
  });

  test.each<[string, unknown]>([
    ['with a unit', '12 pcs'],
    ['that is missing', ''],
    ['with a fraction', 1.5],
    ['below zero', -1],
    ['that is one or a thousand', '1.000'],
  ])('refuses a quantity %s before anything is sent', async (_, stock_qty) => {
    const { name, message } = await failure(set({ sku: 'TENT-2P', stock_qty }));
    expect(name).toBe('AppError');
    expect(message).toMatch(/^New Quantity .* (is required|is unclear|must be a whole number of at least 0)/);
  });

  test.each(['movements', 'bulk', '.', '..'])(
    'refuses the SKU %s, which an address cannot carry',
    async (sku) => {
      const { name, message } = await failure(set({ sku, stock_qty: 1 }));
      expect(name).toBe('AppError');
      expect(message).toMatch(/cannot be used here.*Set Stock Quantities in Bulk/);
    },
  );

  test('refuses a SKU of more than 255 characters', async () => {
    expect((await failure(set({ sku: 'x'.repeat(256), stock_qty: 1 }))).message).toMatch(
      /^SKU must be at most 255/,
    );
  });

  test('halts at a reference that was used with another quantity', async () => {
    api().put(path).reply(409, { success: false, error: 'Reference already used with quantity 4' });
    const { name, message } = await failure(set({ sku: 'TENT-2P', stock_qty: 9, reference: 'COUNT-1' }));
    expect(name).toBe('HaltedError');
    expect(message).toMatch(
      /reference “COUNT-1”.*product “TENT-2P”.*another quantity than 9.*“Reference already used/,
    );
  });

  test('names the product that does not exist', async () => {
    api().put(path).reply(404, { success: false, error: 'Product not found' });
    expect((await failure(set({ sku: 'TENT-2P', stock_qty: 9 }))).message).toMatch(
      /does not know the product “TENT-2P”\. Check the SKU/,
    );
  });

  test("reports the API's message by the label of the field", async () => {
    api()
      .put(path)
      .reply(422, {
        success: false,
        error: 'The given data was invalid.',
        errors: { stock_qty: ['The stock qty must be at least 0'] },
      });
    expect((await failure(set({ sku: 'TENT-2P', stock_qty: 9 }))).message).toMatch(
      /New Quantity \(Replaces the Current One\): The stock qty must be at least 0\./,
    );
  });
});
