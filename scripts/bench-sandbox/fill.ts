import { z } from 'zod';
import { type Change, Database } from '../../sandbox/api/database/database.ts';
import { makeData, readyTenants } from '../../sandbox/api/database/made-data.ts';
import { submitOrder, updateStatus } from '../../sandbox/api/model/order-changes.ts';
import { addProduct, findProduct } from '../../sandbox/api/model/products.ts';
import { getTenant } from '../../sandbox/api/model/tenants.ts';

/** The products that are written to: as many as one request may set (section 8). */
export const skus = Array.from({ length: 500 }, (_, index) => `BENCH-${index}`);

/** Orders that are kept in one transaction. */
const batch = 5_000;

const customers = ['C-1001', 'C-1002', 'C-1003', 'C-1004', 'C-1005'];

const countRow = z.object({ count: z.int() });

/** @returns the number of the nth order that was filled in, from 0. */
export function orderNumber(n: number): string {
  return `BENCH-${n}`;
}

/**
 * Fills a sandbox's data file until its first tenant has this many orders more than a new sandbox. Each goes the way
 * that every order goes, with stock and movements; a third is pending, a third confirmed, a third delivered.
 */
export function fill(file: string, orders: number): void {
  const database = new Database(file, () => new Date());
  try {
    makeData(database);
    const { id: tenantId } = getTenant(database, readyTenants[0].slug);
    let next = countFilled(database);
    while (next < orders) {
      const first = next;
      const end = Math.min(next + batch, orders);
      database.change((change) => {
        if (first === 0) addProducts(change, tenantId);
        const start = change.at;
        // A millisecond apart, as a cursor's times would be.
        for (let n = first; n < end; n += 1) addOrder({ ...change, at: start + n - first }, tenantId, n);
        change.run('UPDATE clock SET last = max(last, :last)', { last: start + batch });
      });
      next = end;
    }
  } finally {
    database.close();
  }
}

function countFilled(database: Database): number {
  const sql = `SELECT count(*) AS count FROM orders WHERE order_number LIKE 'BENCH-%'`;
  return database.one(countRow, sql).count;
}

function addProducts(change: Change, tenantId: number): void {
  for (const sku of skus) {
    if (findProduct(change, tenantId, sku)) continue;
    addProduct(change, tenantId, { sku, name: sku, unit_price: 100, stock_qty: 0, is_active: true });
  }
}

function addOrder(change: Change, tenantId: number, n: number): void {
  const customer = { external_system: 'erp', external_id: customers[n % customers.length] ?? '' };
  const items = [n, n * 7 + 1].map((each) => ({ sku: skus[each % skus.length] ?? '', quantity: 1 }));
  const order_number = orderNumber(n);
  submitOrder(change, tenantId, { type: n % 10 === 0 ? 'quote' : 'order', order_number, customer, items });
  const statuses = ([[], ['confirmed'], ['confirmed', 'delivered']] as const)[n % 3] ?? [];
  for (const status of statuses)
    updateStatus(change, tenantId, order_number, { status, external_reference: null });
}
