import { z } from 'zod';
import { bit, flag, iso } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { ApiError, notFound } from '../errors.ts';
import { shownInstant } from '../fields.ts';
import { differences, note } from './history.ts';
import { type ListWindow, readPage } from './listing.ts';

const productRow = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  unit_price: z.int(),
  stock_qty: z.int(),
  reserved_qty: z.int(),
  is_active: flag,
  created_at: z.int(),
  updated_at: z.int(),
});

export type Product = z.output<typeof productRow>;

/** The product as the API shows it, but for the available quantity, whose name depends on the envelope. */
export const productSchema = z.strictObject({
  sku: z.string(),
  name: z.string(),
  stock_qty: z.int().min(0),
  reserved_qty: z.int(),
  is_active: z.boolean(),
  unit_price: z.number(),
  created_at: shownInstant,
  updated_at: shownInstant,
});

/** @returns the product as the API shows it, but for the available quantity. */
export function productRecord(product: Product): z.output<typeof productSchema> {
  return {
    sku: product.sku,
    name: product.name,
    stock_qty: product.stock_qty,
    reserved_qty: product.reserved_qty,
    is_active: product.is_active,
    unit_price: product.unit_price / 100,
    created_at: iso(product.created_at),
    updated_at: iso(product.updated_at),
  };
}

/** @returns what is on hand and not reserved; below 0 where more was ordered than there is. */
export function availableQuantity(product: Product): number {
  return product.stock_qty - product.reserved_qty;
}

/** @returns the product with exactly this SKU, whose case matters (2.2). */
export function findProduct(reader: Reader, tenantId: number, sku: string): Product | undefined {
  return reader.get(productRow, 'SELECT * FROM products WHERE tenant_id = :tenantId AND sku = :sku', {
    tenantId,
    sku,
  });
}

/** @throws ApiError 404 */
export function getProduct(reader: Reader, tenantId: number, sku: string): Product {
  const product = findProduct(reader, tenantId, sku);
  if (!product) throw notFound('Product');
  return product;
}

export function getProductById(reader: Reader, id: number): Product {
  return reader.one(productRow, 'SELECT * FROM products WHERE id = :id', { id });
}

/** Keeps how much there is of a product. @returns the product as it is then. */
export function saveLevels(change: Change, id: number, levels: { stock: number; reserved: number }): Product {
  return change.one(
    productRow,
    `UPDATE products SET stock_qty = :stock, reserved_qty = :reserved, updated_at = :at WHERE id = :id
     RETURNING *`,
    { ...levels, at: change.at, id },
  );
}

export type NewProduct = {
  sku: string;
  name: string;
  /** In cents. */
  unit_price: number;
  stock_qty: number;
  is_active: boolean;
};

/** @throws ApiError 409 when the tenant has a product with that SKU. */
export function addProduct(change: Change, tenantId: number, product: NewProduct): Product {
  if (findProduct(change, tenantId, product.sku))
    throw new ApiError(409, `SKU '${product.sku}' is already in use`);
  const { id } = change.run(
    `INSERT INTO products (tenant_id, sku, name, unit_price, stock_qty, is_active, created_at, updated_at)
     VALUES (:tenantId, :sku, :name, :unit_price, :stock_qty, :is_active, :at, :at)`,
    { ...product, is_active: bit(product.is_active), tenantId, at: change.at },
  );
  note(change, tenantId, 'product', id, 'created');
  return getProductById(change, id);
}

/** What is left out stays as it is; the price is in cents. */
export type ProductChanges = {
  name?: string | undefined;
  unit_price?: number | undefined;
  is_active?: boolean | undefined;
};

/** Changes what people say about a product; its stock is moved. @throws ApiError 404 */
export function editProduct(change: Change, tenantId: number, sku: string, changes: ProductChanges): Product {
  const current = getProduct(change, tenantId, sku);
  const next = {
    name: changes.name ?? current.name,
    unit_price: changes.unit_price ?? current.unit_price,
    is_active: changes.is_active ?? current.is_active,
  };
  const differing = differences<typeof next>(current, next, ['name', 'unit_price', 'is_active']);
  if (Object.keys(differing).length === 0) return current;
  change.run(
    `UPDATE products SET name = :name, unit_price = :unit_price, is_active = :is_active, updated_at = :at
     WHERE id = :id`,
    { ...next, is_active: bit(next.is_active), id: current.id, at: change.at },
  );
  const { unit_price: price, ...others } = differing;
  note(change, tenantId, 'product', current.id, 'edited', {
    ...others,
    ...(price && { unit_price: { from: current.unit_price / 100, to: next.unit_price / 100 } }),
  });
  return getProductById(change, current.id);
}

export type ProductFilter = ListWindow & {
  isActive?: boolean | undefined;
};

/** One page of products: newest first, or with `since` in the order of their changes (4.2). */
export function listProducts(reader: Reader, tenantId: number, filter: ProductFilter) {
  const { isActive, ...window } = filter;
  const ranges = [true, false]
    .filter((active) => isActive === undefined || active === isActive)
    .map((active) => ({ is_active: bit(active) }));
  const page = readPage(reader, tenantId, { table: 'products', ranges, ...window });
  return { page, products: page.ids.map((id) => getProductById(reader, id)) };
}
