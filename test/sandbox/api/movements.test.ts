// Every product's movements add up to what it has, whatever happens on however many days.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Database } from '../../../sandbox/api/database/database.ts';
import { makeData } from '../../../sandbox/api/database/made-data.ts';
import { ApiError } from '../../../sandbox/api/errors.ts';
import { listMovements, movementRecord, movementTypes } from '../../../sandbox/api/model/movements.ts';
import { submitOrder, updateStatus } from '../../../sandbox/api/model/order-changes.ts';
import { orderStatuses, orderTypes } from '../../../sandbox/api/model/orders.ts';
import { addProduct, getProduct } from '../../../sandbox/api/model/products.ts';
import { setStock, setStockInBulk } from '../../../sandbox/api/model/stock.ts';
import { afterThisTest, berghaus, orderIn, record, records, start } from './harness.ts';

const skus = ['A', 'B', 'C'];
const opening = 5;
const day = 24 * 60 * 60 * 1000;

const sku = fc.constantFrom(...skus);
const quantity = fc.integer({ min: 1, max: 9 });
const reference = fc.constantFrom(null, 'R-1', 'R-2');
const stock = fc.record({ sku, stock_qty: fc.integer({ min: 0, max: 12 }) });

/** Something that happens in the product, or is sent to the API; it may be refused. */
const happening = fc.oneof(
  fc.record({
    what: fc.constant('submit' as const),
    type: fc.constantFrom(...orderTypes),
    items: fc.array(fc.record({ sku, quantity }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    what: fc.constant('move' as const),
    order: fc.nat(6),
    status: fc.constantFrom(...orderStatuses.filter((status) => status !== 'pending')),
  }),
  fc.record({
    what: fc.constant('set' as const),
    stock,
    reference,
    type: fc.constantFrom('sync', 'adjustment'),
  }),
  fc.record({ what: fc.constant('bulk' as const), products: fc.array(stock, { maxLength: 4 }), reference }),
  fc.constant({ what: 'night' as const }),
);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('the movements of every product add up after random days', () => {
  let now = Date.parse('2026-05-01T08:00:00Z');
  const database = new Database(undefined, () => new Date(now));
  afterThisTest(() => database.close());
  makeData(database);
  let round = 0;
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      round += 1;
      const own = (each: string) => `${each}-${round}`;
      const orders: string[] = [];
      database.change((change) => {
        for (const each of skus)
          addProduct(change, 1, {
            sku: own(each),
            name: each,
            unit_price: 100,
            stock_qty: opening,
            is_active: true,
          });
      });
      for (const each of happenings) {
        try {
          database.change((change) => {
            if (each.what === 'night') now += day;
            if (each.what === 'submit') {
              const items = each.items.map((item) => ({ ...item, sku: own(item.sku) }));
              orders.push(
                submitOrder(change, 1, { type: each.type, customer: berghaus, items }).order_number,
              );
            }
            const order = each.what === 'move' && orders[each.order];
            if (order) updateStatus(change, 1, order, { status: each.status, external_reference: null });
            if (each.what === 'set')
              setStock(change, 1, each.type, { ...each.stock, sku: own(each.stock.sku) }, each.reference);
            if (each.what === 'bulk') {
              const products = each.products.map((item) => ({ ...item, sku: own(item.sku) }));
              setStockInBulk(change, 1, products, each.reference);
            }
          });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      }
      for (const each of skus.map(own)) addsUp(each);
    }),
    { numRuns: 60 },
  );

  function addsUp(product: string) {
    const { movements } = listMovements(database, 1, { sku: product, page: 1, perPage: 1000 });
    const shown = movements.map(movementRecord).reverse();
    const { stock_qty, reserved_qty } = getProduct(database, 1, product);
    const [reserving, others] = [
      ['reservation', 'release'],
      ['deduction', 'adjustment', 'import', 'sync'],
    ].map((types) => shown.filter(({ type }) => types.includes(type)).map((movement) => movement.quantity));
    expect([...(reserving ?? []), ...(others ?? [])]).toHaveLength(shown.length);
    const delivered = shown.filter(({ type }) => type === 'deduction');
    expect({ product, stock_qty, reserved_qty }).toEqual({
      product,
      stock_qty: opening + sum(others ?? []),
      reserved_qty: sum(reserving ?? []) + sum(delivered.map((each) => each.quantity - each.shortage)),
    });
    // Each goes on where the one before it ended.
    let [onHand, reserved] = [opening, 0];
    for (const each of shown) {
      expect([each.stock_qty_before, each.reserved_qty_before]).toEqual([onHand, reserved]);
      expect(each.stock_qty_after).toBeGreaterThanOrEqual(0);
      [onHand, reserved] = [each.stock_qty_after, each.reserved_qty_after];
    }
    expect([onHand, reserved]).toEqual([stock_qty, reserved_qty]);
  }
});

test('a delivery takes what is on hand, and says what it lacked', async () => {
  const client = await start();
  await client.people('products', { sku: 'NEW', name: 'New', stock_qty: 3 });
  await orderIn(client, 'delivered', { items: [{ sku: 'NEW', quantity: 7 }] });
  await orderIn(client, 'delivered', { items: [{ sku: 'NEW', quantity: 2 }] });
  expect(record(await client.get('/inventory/NEW'))).toMatchObject({ stock_qty: 0, reserved_qty: 0 });
  const deductions = records(await client.get('/inventory/movements?sku=NEW&type=deduction'));
  expect(deductions).toMatchObject([
    { quantity: 0, shortage: 2, stock_qty_before: 0, stock_qty_after: 0, reserved_qty_after: 0 },
    { quantity: -3, shortage: 4, stock_qty_before: 3, stock_qty_after: 0, reserved_qty_before: 7 },
  ]);
});

test('only a delivery can lack something', async () => {
  const client = await start();
  const all = records(await client.get('/inventory/movements?per_page=100'));
  expect(new Set(all.map((each) => each.type))).toEqual(new Set(movementTypes));
  expect(all.filter((each) => each.shortage !== 0)).toEqual([]);
});
