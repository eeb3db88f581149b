// Products and their stock: specification 2.2, 2.3 and 4.2.
import * as z from 'zod/mini';
import { labelled } from '../fields/output.ts';
import { optional, quote, text, whole } from '../fields/typed.ts';
import { product as brand } from '../product.ts';
import type { Rec } from './answer.ts';
import { unusable } from './errors.ts';
import { type Api, writeRecord } from './request.ts';

const noun = { one: 'product', many: 'products' };

/** The documented fields of a product, and the available quantity, which the app adds where it is missing. */
export const product = z.looseObject({
  sku: labelled('SKU', z.string()),
  stock_qty: labelled('Quantity on Hand', z.int()),
  reserved_qty: labelled('Reserved Quantity', z.int()),
  available_qty: labelled('Available Quantity', z.int()),
});

export const productSample = {
  sku: 'TENT-2P-GRN',
  stock_qty: 120,
  reserved_qty: 8,
  available_qty: 112,
} satisfies z.output<typeof product>;

/** What setting a quantity takes, as typed. */
export const stockChange = {
  stock_qty: whole(),
  reference: optional(text(255)),
};

/**
 * `PUT /inventory/{sku}` (4.2): sets the absolute quantity on hand. The same reference with the same quantity
 * again is accepted.
 * @returns the product afterwards
 */
export async function setStock(
  api: Api,
  sku: string,
  change: z.output<z.ZodMiniObject<typeof stockChange>>,
): Promise<Rec> {
  const call = {
    method: 'PUT',
    path: ['inventory', addressable(api, sku)],
    body: change,
    scope: 'inventory:write',
    ...about(sku),
    conflict: `The reference ${quote(change.reference ?? '')} was used before for the product ${quote(sku)} with another quantity than ${change.stock_qty}, so the stock was not changed. Use a new reference for each stock count.`,
  } as const;
  return withAvailable((await writeRecord(api, call, noun, { sku })).record);
}

/** Adds `available_qty`, on hand minus reserved, where the API calls it otherwise (2.2 does not show its name). */
export function withAvailable(record: Rec): Rec {
  const { stock_qty, reserved_qty } = record;
  if ('available_qty' in record || typeof stock_qty !== 'number' || typeof reserved_qty !== 'number')
    return record;
  return { ...record, available_qty: stock_qty - reserved_qty };
}

/** Refuses SKUs that an address below `/inventory` would take for an endpoint of its own. */
function addressable(api: Api, sku: string): string {
  if (!['movements', 'bulk', '.', '..'].includes(sku)) return sku;
  throw unusable(
    api,
    `The SKU ${quote(sku)} cannot be used here, because a web address of ${brand.name} with it would mean something else. Set its stock with the action Set Stock Quantities in Bulk.`,
  );
}

function about(sku: string) {
  return {
    subject: `the product ${quote(sku)}`,
    hint: 'Check the SKU, upper and lower case included.',
  };
}
