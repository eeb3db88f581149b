import { z } from 'zod';
import { iso, json } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { type FieldErrors, invalid, notFound } from '../errors.ts';
import { type CustomerName, getCustomer, getCustomerById } from './customers.ts';
import { submitOrder } from './order-changes.ts';
import { currency, type Order, orderTypes } from './orders.ts';
import { findProduct, getProduct } from './products.ts';

const line = z.object({ sku: z.string(), quantity: z.int() });

const draftRow = z.object({
  id: z.int(),
  type: z.enum(orderTypes),
  customer_id: z.int().nullable(),
  items: json(z.array(line)),
  notes: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});

export type Draft = z.output<typeof draftRow>;

/** What a sales representative has so far: an order that may lack anything. */
export type DraftFields = {
  type: Order['type'];
  customer?: CustomerName | null | undefined;
  items: readonly z.output<typeof line>[];
  notes?: string | null | undefined;
};

/** @returns the draft as the dashboard shows it, with today's names and prices. */
export function draftRecord(reader: Reader, tenantId: number, draft: Draft) {
  const { customer_id, created_at, updated_at, ...fields } = draft;
  const customer = customer_id === null ? null : getCustomerById(reader, customer_id);
  const items = draft.items.map(({ sku, quantity }) => {
    const { name, unit_price } = getProduct(reader, tenantId, sku);
    return { sku, name, quantity, cents: unit_price };
  });
  return {
    ...fields,
    customer: customer && {
      id: customer.id,
      external_system: customer.external_system,
      external_id: customer.external_id,
      name: customer.name,
    },
    items: items.map(({ cents, ...item }) => ({
      ...item,
      unit_price: cents / 100,
      line_total: (item.quantity * cents) / 100,
    })),
    currency,
    total: items.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

/** @returns a tenant's drafts, the one changed last first. */
export function listDrafts(reader: Reader, tenantId: number, limit: number): Draft[] {
  return reader.all(
    draftRow,
    'SELECT * FROM drafts WHERE tenant_id = :tenantId ORDER BY updated_at DESC, id DESC LIMIT :limit',
    { tenantId, limit },
  );
}

/** @throws ApiError 404 */
export function getDraft(reader: Reader, tenantId: number, id: number): Draft {
  const draft = reader.get(draftRow, 'SELECT * FROM drafts WHERE tenant_id = :tenantId AND id = :id', {
    tenantId,
    id,
  });
  if (!draft) throw notFound('Draft');
  return draft;
}

/** Saves a new draft. @throws ApiError 404 unknown customer; 422 unknown SKU. */
export function addDraft(change: Change, tenantId: number, fields: DraftFields): Draft {
  const { id } = change.run(
    `INSERT INTO drafts (tenant_id, type, customer_id, items, notes, created_at, updated_at)
     VALUES (:tenantId, :type, :customerId, :items, :notes, :at, :at)`,
    { tenantId, ...columnsOf(change, tenantId, fields), at: change.at },
  );
  return getDraft(change, tenantId, id);
}

/** Saves a draft anew, as a whole. @throws ApiError 404 unknown draft or customer; 422 unknown SKU. */
export function replaceDraft(change: Change, tenantId: number, id: number, fields: DraftFields): Draft {
  getDraft(change, tenantId, id);
  change.run(
    `UPDATE drafts SET type = :type, customer_id = :customerId, items = :items, notes = :notes, updated_at = :at
     WHERE id = :id`,
    { id, ...columnsOf(change, tenantId, fields), at: change.at },
  );
  return getDraft(change, tenantId, id);
}

/** @throws ApiError 404 */
export function deleteDraft(change: Change, tenantId: number, id: number): void {
  getDraft(change, tenantId, id);
  change.run('DELETE FROM drafts WHERE id = :id', { id });
}

/**
 * Makes an order of a draft, which is then gone: it gets its number, its place in lists and its time only now (2.1).
 * @throws ApiError 404; 422 that names what the draft lacks.
 */
export function submitDraft(change: Change, tenantId: number, id: number): Order {
  const { type, customer_id, items, notes } = getDraft(change, tenantId, id);
  const missing: FieldErrors = {
    ...(customer_id === null && { customer: ['The customer field is required'] }),
    ...(items.length === 0 && { items: ['The items must have at least 1 items'] }),
  };
  if (customer_id === null || items.length === 0) throw invalid(missing);
  deleteDraft(change, tenantId, id);
  return submitOrder(change, tenantId, { type, customer: { id: customer_id }, items, notes });
}

function columnsOf(reader: Reader, tenantId: number, { type, customer, items, notes }: DraftFields) {
  items.forEach(({ sku }, index) => {
    if (!findProduct(reader, tenantId, sku)) throw invalid({ [`items.${index}.sku`]: ['SKU not found'] });
  });
  return {
    type,
    customerId: customer ? getCustomer(reader, tenantId, customer).id : null,
    items: JSON.stringify(items),
    notes: notes ?? null,
  };
}
