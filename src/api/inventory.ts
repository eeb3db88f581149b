// Products and their stock: specification 2.2, 2.3 and 4.2.
import * as z from 'zod/mini';
import { labelled, type OutputField } from '../fields/output.ts';
import { choice, date, flag, moment, optional, text, whole } from '../fields/typed.ts';
import { product as brand } from '../product.ts';
import { asText, dayOf, isBlank, isRecord, quote, type Rec } from '../values.ts';
import { changeOf } from './answer.ts';
import { type BulkOutcome, readBulkFields, readBulkOutcome } from './bulk.ts';
import type { Api } from './call.ts';
import { fetchNew } from './changes.ts';
import { halted, plain, unreadable, unusable } from './errors.ts';
import { fetchPage, type Listing, type Page } from './lists.ts';
import type { Memory } from './memory.ts';
import { fetchRecord, send, writeRecord } from './request.ts';

export const movementTypes = ['reservation', 'release', 'deduction', 'adjustment', 'import', 'sync'] as const;

/** The most products of a bulk update (8). */
export const BULK_LIMIT = 500;

/** The documented fields of a product, and the available quantity, which the app adds where it is missing. */
export const product = z.looseObject({
  sku: labelled('SKU', z.string()),
  stock_qty: labelled('Quantity on Hand', z.int()),
  reserved_qty: labelled('Reserved Quantity', z.int()),
  available_qty: labelled('Available Quantity', z.int()),
});

const resource = { one: 'product', many: 'products', schema: product, identity: 'sku' };

export const productSample = {
  sku: 'TENT-2P-GRN',
  stock_qty: 120,
  reserved_qty: 8,
  available_qty: 112,
} satisfies z.output<typeof product>;

/** The documented fields of a movement: an audit record of a change of stock. */
export const movement = z.looseObject({
  sku: labelled('SKU', z.string()),
  type: labelled('Type', z.enum(movementTypes)),
});

const movements = { one: 'movement', many: 'movements', schema: movement, identity: 'sku' };

export const movementSample = { sku: 'TENT-2P-GRN', type: 'reservation' } satisfies z.output<typeof movement>;

/** The outcome of a bulk update: the documented totals, and the failed items as the app tells them. */
export const bulkOutcomeFields: OutputField[] = [
  { key: 'updated', label: 'Updated', type: 'integer' },
  { key: 'replayed', label: 'Replayed', type: 'integer' },
  { key: 'failed', label: 'Failed', type: 'integer' },
  {
    key: 'failed_items',
    label: 'Failed Items',
    children: [
      { key: 'sku', label: 'SKU', type: 'string' },
      { key: 'reason', label: 'Reason', type: 'string' },
    ],
  },
];

export const bulkOutcomeSample = {
  updated: 118,
  replayed: 0,
  failed: 1,
  failed_items: [{ sku: 'TENT-1P-RED', reason: 'SKU not found' }],
} satisfies BulkOutcome;

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
    resource,
    ...about(sku),
    conflict: `The reference ${quote(change.reference ?? '')} was used before for the product ${quote(sku)} with another quantity than ${change.stock_qty}, so the stock was not changed. Use a new reference for each stock count.`,
  } as const;
  return withAvailable((await writeRecord(api, call, { sku })).record);
}

/**
 * `POST /inventory/bulk` (4.2): sets the quantities of 1 to 500 products in one request.
 * @returns all that the API says, with its totals and the failed items under fixed names
 * @throws a soft stop that names the failed items, when it is to halt on them
 */
export async function setStockInBulk(
  api: Api,
  update: { products: { sku: string; stock_qty: number }[]; reference?: string | undefined },
  haltOnFailure: boolean,
): Promise<Rec & BulkOutcome> {
  const call = {
    method: 'POST',
    path: ['inventory', 'bulk'],
    body: update,
    scope: 'inventory:write',
    subject: 'the stock quantities',
    conflict: `The reference ${quote(update.reference ?? '')} was used before with other quantities, so nothing was changed. Use a new reference for each stock count.`,
  } as const;
  const { body } = await send(api, call);
  const skus = update.products.map(({ sku }) => sku);
  const outcome = readBulkOutcome(body, skus);
  if (!outcome) throw unreadable(api, call);
  if (haltOnFailure && outcome.failed > 0) throw halted(api, tellFailures(outcome));
  return { ...readBulkFields(body), ...outcome };
}

function tellFailures({ failed, failed_items, updated }: BulkOutcome): string {
  const named = failed_items.slice(0, 20).map(({ sku, reason }) => `${quote(sku)}: ${plain(reason)}`);
  const more = failed_items.length > named.length ? ` and ${failed_items.length - named.length} more` : '';
  const products = failed === 1 ? '1 product' : `${failed} products`;
  const others = updated === 1 ? '1 was' : `${updated} were`;
  return `${products} could not be set, ${others}. ${named.join('; ')}${more}`.trim();
}

/**
 * `GET /inventory/{sku}` (4.2).
 * @returns the product with its quantities; undefined if there is none
 */
export async function findProduct(api: Api, sku: string): Promise<Rec | undefined> {
  const call = {
    method: 'GET',
    path: ['inventory', addressable(api, sku)],
    scope: 'inventory:read',
    resource,
    accept: [404],
    ...about(sku),
  } as const;
  const record = await fetchRecord(api, call);
  return record && withAvailable(record);
}

/** What a list of products can be limited by, as typed. */
export const productFilters = { is_active: optional(flag()), updated_since: optional(moment()) };

type ProductFilters = Partial<z.output<z.ZodMiniObject<typeof productFilters>>>;

/** `GET /inventory` (4.2): one page. */
export async function listProducts(api: Api, filters: ProductFilters, page: Page): Promise<Listing> {
  const listing = await fetchPage(api, productsCall(filters), page);
  return { ...listing, records: listing.records.map(withAvailable) };
}

/**
 * `GET /inventory` (4.2): the active products that changed since the last poll and have at most this quantity
 * available, newest first; see `changes.ts`.
 */
export async function lowProducts(api: Api, threshold: number, memory: Memory | undefined): Promise<Rec[]> {
  const call = productsCall({ is_active: true });
  const products = (await fetchNew(api, { call }, memory)).map(withAvailable);
  const isKnown = ({ available_qty }: Rec) => typeof available_qty === 'number';
  // A product may have no quantity; that none has one means that they are called otherwise.
  if (products.length > 0 && !products.some(isKnown)) throw unreadable(api, call);
  return products.filter((product) => isKnown(product) && Number(product.available_qty) <= threshold);
}

/** The day on which a product changed, in UTC; today where the API does not show when. */
export function dayOfChange(record: Rec): string {
  return dayOf(changeOf(record) ?? Date.now());
}

/** A product as a person chooses it from a list. */
export function labelProduct(record: Rec): string {
  const { sku, name, available_qty } = record;
  const details = [name && asText(name), typeof available_qty === 'number' && `${available_qty} available`]
    .filter(Boolean)
    .join(', ');
  return details ? `${asText(sku)} (${details})` : asText(sku);
}

function productsCall(query: ProductFilters) {
  return {
    method: 'GET',
    path: ['inventory'],
    query,
    scope: 'inventory:read',
    resource,
    subject: 'the list of products',
  } as const;
}

/** What a list of movements can be limited by, as typed. */
export const movementFilters = {
  sku: optional(text(255)),
  type: optional(choice(movementTypes)),
  from_date: optional(date()),
  to_date: optional(date()),
};

type MovementFilters = Partial<z.output<z.ZodMiniObject<typeof movementFilters>>>;

/** `GET /inventory/movements` (4.2): one page. */
export function listMovements(api: Api, filters: MovementFilters, page: Page): Promise<Listing> {
  return fetchPage(api, movementsCall(filters), page);
}

/** `GET /inventory/movements` (4.2): every movement since the last poll, newest first; see `changes.ts`. */
export function newMovements(
  api: Api,
  filters: Pick<MovementFilters, 'sku' | 'type'>,
  memory: Memory | undefined,
): Promise<Rec[]> {
  const feed = { call: movementsCall(filters), byDay: true, identify: movementIdentity };
  return fetchNew(api, feed, memory);
}

/**
 * What tells a movement from others: the API's own id where it shows one, else its content. Of the records embedded in
 * it, such as the product, only what identifies them counts: they change, and the movement does not.
 */
export function movementIdentity(record: Rec): unknown {
  if (!isBlank(record.id)) return [record.id];
  const content = Object.entries(record).map(([key, value]) => [
    key,
    isRecord(value) ? identifying(value) : value,
  ]);
  return Object.fromEntries(content);
}

function identifying(record: Rec): Rec {
  const keys = ['id', 'sku', 'order_number', 'external_id', 'number', 'code'];
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
}

function movementsCall(query: MovementFilters) {
  return {
    method: 'GET',
    path: ['inventory', 'movements'],
    query,
    scope: 'inventory:read',
    resource: movements,
    subject: 'the list of stock movements',
  } as const;
}

/** Adds `available_qty`, on hand minus reserved, where the API calls it otherwise (2.2 does not show its name). */
export function withAvailable(record: Rec): Rec {
  const { available_qty, stock_qty, reserved_qty } = record;
  if (typeof available_qty === 'number' || typeof stock_qty !== 'number' || typeof reserved_qty !== 'number')
    return record;
  return { ...record, available_qty: stock_qty - reserved_qty };
}

/** Refuses SKUs that an address below `/inventory` would take for an endpoint of its own. */
function addressable(api: Api, sku: string): string {
  if (!['movements', 'bulk', '.', '..'].includes(sku)) return sku;
  throw unusable(
    api,
    `The SKU ${quote(sku)} cannot be used here, because a web address of ${brand.name} with it would mean something else. Set its stock with the action Set Stock Quantities in Bulk, or find it with the search Find Many Products.`,
  );
}

function about(sku: string) {
  return {
    subject: `the product ${quote(sku)}`,
    hint: 'Check the SKU, upper and lower case included.',
  };
}
