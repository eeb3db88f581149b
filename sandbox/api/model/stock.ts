import { z } from 'zod';
import type { Change } from '../database/database.ts';
import { ApiError } from '../errors.ts';
import { publish } from './events.ts';
import { addMovement, type MovementType } from './movements.ts';
import {
  findProduct,
  getProduct,
  getProductById,
  type Product,
  productRecord,
  saveLevels,
} from './products.ts';

/** What an order does to the stock of each of its lines (2.3). */
export type OrderEffect = 'reservation' | 'release' | 'deduction';

type Levels = { stock: number; reserved: number };

const referenceRow = z.object({ stock_qty: z.int() });

/** Reserves, releases or deducts the quantity of one order line. */
export function moveForOrder(
  change: Change,
  tenantId: number,
  effect: OrderEffect,
  line: { product_id: number; quantity: number },
  orderNumber: string,
): void {
  const product = getProductById(change, line.product_id);
  const { quantity } = line;
  const { stock_qty: stock, reserved_qty: reserved } = product;
  // Orders may be taken for more than there is. A delivery takes what is on hand, which never falls below nothing
  // (2.2), and says what it lacked: the specification allows it in any case (3.1).
  const levels: Record<OrderEffect, Levels> = {
    reservation: { stock, reserved: reserved + quantity },
    release: { stock, reserved: reserved - quantity },
    deduction: { stock: Math.max(0, stock - quantity), reserved: reserved - quantity },
  };
  move(change, tenantId, product, effect, levels[effect], { orderNumber });
}

/** How a quantity was set: one product or many through the API, or by a person in the dashboard. */
export type PushType = Extract<MovementType, 'sync' | 'import' | 'adjustment'>;

export type StockOutcome = { status: 'updated' | 'unchanged' | 'replayed'; product: Product };

/**
 * Sets a product's absolute quantity (4.2). A reference that was accepted before is a replay, and changes nothing.
 * @throws ApiError 404 unknown SKU; 409 when the reference was accepted with another quantity.
 */
export function setStock(
  change: Change,
  tenantId: number,
  type: PushType,
  item: { sku: string; stock_qty: number },
  reference: string | null,
): StockOutcome {
  const product = getProduct(change, tenantId, item.sku);
  if (reference !== null && isReplay(change, product, item.stock_qty, reference)) {
    return { status: 'replayed', product };
  }
  if (product.stock_qty === item.stock_qty) return { status: 'unchanged', product };
  const levels = { stock: item.stock_qty, reserved: product.reserved_qty };
  return { status: 'updated', product: move(change, tenantId, product, type, levels, { reference }) };
}

/** Remembers a reference that is new. */
function isReplay(change: Change, product: Product, quantity: number, reference: string): boolean {
  const key = { productId: product.id, reference };
  const accepted = change.get(
    referenceRow,
    'SELECT stock_qty FROM stock_references WHERE product_id = :productId AND reference = :reference',
    key,
  );
  if (!accepted) {
    change.run('INSERT INTO stock_references VALUES (:productId, :reference, :quantity)', {
      ...key,
      quantity,
    });
    return false;
  }
  if (accepted.stock_qty !== quantity) {
    throw new ApiError(
      409,
      `Reference '${reference}' was already accepted with quantity ${accepted.stock_qty}`,
    );
  }
  return true;
}

const bulkItemSchema = z.strictObject({
  sku: z.string(),
  status: z.enum(['updated', 'unchanged', 'replayed', 'failed']),
  stock_qty: z.int().optional(),
  message: z.string().optional(),
});

const totals = { updated: z.int(), replayed: z.int(), failed: z.int() };

/** What came of a bulk: the totals (4.2), and what became of each item. */
export const bulkSchema = z.strictObject({ ...totals, items: z.array(bulkItemSchema) });

/** The totals alone. */
export const bulkTotalsSchema = z.strictObject(totals);

type BulkItem = z.output<typeof bulkItemSchema>;

export type BulkResult = z.output<typeof bulkSchema>;

/** Sets many quantities; an item that fails leaves the others alone (4.2). Only active products are matched. */
export function setStockInBulk(
  change: Change,
  tenantId: number,
  items: readonly { sku: string; stock_qty: number }[],
  reference: string | null,
): BulkResult {
  const outcomes = items.map((item) => setBulkItem(change, tenantId, item, reference));
  const count = (...statuses: BulkItem['status'][]) =>
    outcomes.filter((outcome) => statuses.includes(outcome.status)).length;
  return {
    updated: count('updated', 'unchanged'),
    replayed: count('replayed'),
    failed: count('failed'),
    items: outcomes,
  };
}

function setBulkItem(
  change: Change,
  tenantId: number,
  item: { sku: string; stock_qty: number },
  reference: string | null,
): BulkItem {
  const { sku } = item;
  if (!findProduct(change, tenantId, sku)?.is_active)
    return { sku, status: 'failed', message: 'SKU not found' };
  try {
    const { status, product } = setStock(change, tenantId, 'import', item, reference);
    return { sku, status, stock_qty: product.stock_qty };
  } catch (error) {
    if (error instanceof ApiError) return { sku, status: 'failed', message: error.message };
    throw error;
  }
}

/** @returns the product as it is then. */
function move(
  change: Change,
  tenantId: number,
  product: Product,
  type: MovementType,
  levels: Levels,
  source: { orderNumber?: string; reference?: string | null },
): Product {
  const moved = saveLevels(change, product.id, levels);
  addMovement(change, tenantId, {
    sku: product.sku,
    type,
    stock_before: product.stock_qty,
    stock_after: levels.stock,
    reserved_before: product.reserved_qty,
    reserved_after: levels.reserved,
    order_number: source.orderNumber ?? null,
    reference: source.reference ?? null,
  });
  publish(change, tenantId, 'stock.changed', () => productRecord(moved));
  return moved;
}
