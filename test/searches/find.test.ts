import { describe, expect, test } from '@jest/globals';
import { api, failure, runWith } from '../app.ts';

const identity = { external_system: 'crm', external_id: '7' };

describe.each([
  ['find_order', { order_number: 'SO 1/2' }, '/orders/SO%201%2F2', 'order'],
  ['find_product', { sku: 'Tent #1' }, '/inventory/Tent%20%231', 'product'],
  ['find_customer', identity, '/customers/crm/7', 'customer'],
] as const)('%s', (key, inputData, path, noun) => {
  const find = (input: Record<string, unknown> = inputData) => runWith(`searches.${key}`, input);

  test('finds the record itself, with every field', async () => {
    api()
      .get(path)
      .reply(200, { success: true, data: { [noun]: { ...inputData, new_field: { a: 1 } } } });
    expect(await find()).toEqual([{ ...inputData, new_field: { a: 1 } }]);
  });

  test('finds nothing if there is none', async () => {
    api().get(path).reply(404, { success: false, error: 'Not found' });
    expect(await find()).toEqual([]);
  });

  test('fails where the answer holds no record: that is not the same as nothing found', async () => {
    api().get(path).reply(200, { success: true });
    expect((await failure(find())).message).toMatch(/cannot be read/);
  });

  test('asks for what it needs', async () => {
    expect((await failure(find({}))).message).toMatch(/is required.* Nothing was sent/);
  });

  test('names its scope when the key lacks it', async () => {
    api().get(path).reply(403, { success: false, error: 'Insufficient permissions' });
    expect((await failure(find())).message).toMatch(/“(orders|inventory|customers):read”/);
  });
});

test('find_order keeps customer, sales rep and line items that stand beside the order', async () => {
  const beside = { customer: { name: 'A' }, sales_rep: { name: 'R' }, items: [{ sku: 'X' }] };
  api()
    .get('/orders/1')
    .reply(200, { data: { order: { order_number: '1' }, ...beside } });
  expect(await runWith('searches.find_order', { order_number: 1 })).toEqual([
    { order_number: '1', ...beside },
  ]);
});

test('find_product adds what is available where the API names it otherwise', async () => {
  api()
    .get('/inventory/A')
    .reply(200, { data: { sku: 'A', stock_qty: 5, reserved_qty: 7, available: -2 } });
  expect(await runWith('searches.find_product', { sku: 'A' })).toEqual([
    { sku: 'A', stock_qty: 5, reserved_qty: 7, available: -2, available_qty: -2 },
  ]);
});

test.each(['movements', 'bulk', '..'])(
  'find_product refuses the SKU %s, and says what to use',
  async (sku) => {
    expect((await failure(runWith('searches.find_product', { sku }))).message).toMatch(/Find Many Products/);
  },
);

test('find_customer adds the identity that it was found by', async () => {
  api()
    .get('/customers/crm/7')
    .reply(200, { data: { name: 'A', is_active: false } });
  expect(await runWith('searches.find_customer', identity)).toEqual([
    { ...identity, name: 'A', is_active: false },
  ]);
});
