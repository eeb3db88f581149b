import { z } from 'zod';
import { bit, flag, iso, json } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import {
  anyObject,
  emailAddress,
  filled,
  freeForm,
  latitude,
  longitude,
  shownInstant,
  text,
} from '../fields.ts';
import { publish } from './events.ts';
import { differences, nextChange, note } from './history.ts';
import { type Listing, type ListWindow, nextCursor, readPage } from './listing.ts';

/** How an external system names a customer (2.4). */
export type Identity = { external_system: string; external_id: string };

/** How the dashboard names a customer, who may have no such identity. */
export type CustomerName = Identity | { id: number };

/** The writable fields (2.4). */
export const customerFields = z.strictObject({
  name: filled(255),
  customer_code: text(50).nullish(),
  contact_person: text(255).nullish(),
  email: emailAddress.nullish(),
  phone: text(50).nullish(),
  address: text(500).nullish(),
  city: text(100).nullish(),
  province: text(100).nullish(),
  postal_code: text(20).nullish(),
  lat: latitude.nullish(),
  lng: longitude.nullish(),
  metadata: freeForm.nullish(),
  is_active: z.boolean().optional(),
  create_default_store: z.boolean().default(true).meta({ default: true }),
});

export type CustomerFields = z.output<typeof customerFields>;

const details = {
  name: z.string(),
  customer_code: z.string().nullable(),
  contact_person: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  postal_code: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
};

/** Null for a customer that no external system manages. */
const identity = { external_system: z.string().nullable(), external_id: z.string().nullable() };

/** What a write leaves behind, whatever it was sent. */
const writable = z.object({
  ...identity,
  ...details,
  metadata: anyObject.nullable(),
  is_active: z.boolean(),
});
const writableColumns = writable.keyof().options;
const blank = Object.fromEntries(writableColumns.map((column) => [column, null]));

type Writable = z.output<typeof writable>;

const customerRow = z.object({
  id: z.int(),
  ...identity,
  ...details,
  metadata: json(anyObject).nullable(),
  is_active: flag,
  has_store: flag,
  created_at: z.int(),
  updated_at: z.int(),
  change_number: z.int(),
  deleted_at: z.int().nullable(),
});

export type Customer = z.output<typeof customerRow>;

/** The customer as events show it; an inactive one is a deletion tombstone. It has no id of its own (2.4). */
export const anyCustomerSchema = z.strictObject({
  ...identity,
  ...details,
  metadata: anyObject.nullable(),
  is_active: z.boolean(),
  stores: z.array(z.strictObject({ name: z.string(), is_default: z.boolean() })),
  created_at: shownInstant,
  updated_at: shownInstant,
  deleted_at: shownInstant.nullable(),
});

/** The customer as the endpoints show it, which have only those that an external system manages (1). */
export const customerSchema = anyCustomerSchema.extend({
  external_system: z.string(),
  external_id: z.string(),
});

/** @returns the customer as the API and the events show it. */
export function customerRecord(customer: Customer): z.output<typeof anyCustomerSchema> {
  const {
    id: _id,
    change_number: _number,
    has_store,
    created_at,
    updated_at,
    deleted_at,
    ...fields
  } = customer;
  return {
    ...fields,
    stores: has_store ? [{ name: fields.name, is_default: true }] : [],
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    deleted_at: deleted_at === null ? null : iso(deleted_at),
  };
}

const columns = customerRow.keyof().options.join(', ');
const insertSql = `
  INSERT INTO customers (tenant_id, has_store, created_at, updated_at, change_number, deleted_at,
    ${writableColumns.join(', ')})
  VALUES (:tenantId, :hasStore, :at, :at, ${nextChange}, :deletedAt,
    ${writableColumns.map((column) => `:${column}`).join(', ')})
  RETURNING ${columns}`;
const updateSql = `
  UPDATE customers SET updated_at = :at, change_number = ${nextChange}, deleted_at = :deletedAt,
    ${writableColumns.map((column) => `${column} = :${column}`).join(', ')}
  WHERE id = :id
  RETURNING ${columns}`;
const customerSql = `SELECT ${columns} FROM customers`;
const customerByIdSql = `${customerSql} WHERE id = :id`;
const customerSqlOf = {
  id: `${customerSql} WHERE tenant_id = :tenantId AND id = :id`,
  identity: `${customerSql}
    WHERE tenant_id = :tenantId AND external_system = :external_system AND external_id = :external_id`,
};

export function findCustomer(reader: Reader, tenantId: number, name: CustomerName): Customer | undefined {
  const sql = 'id' in name ? customerSqlOf.id : customerSqlOf.identity;
  return reader.get(customerRow, sql, { tenantId, ...name });
}

/** @throws ApiError 404 */
export function getCustomer(reader: Reader, tenantId: number, name: CustomerName): Customer {
  const customer = findCustomer(reader, tenantId, name);
  if (!customer) throw notFound('Customer');
  return customer;
}

export function getCustomerById(reader: Reader, id: number): Customer {
  return reader.one(customerRow, customerByIdSql, { id });
}

export type CustomerFilter = ListWindow & {
  isActive?: boolean | undefined;
  includeDeleted: boolean;
  /** Also those that no external system manages. */
  includeUnmanaged?: boolean;
};

/** One page of customers, and the cursor to go on from: newest first, or with `since` in the order of changes (4.3). */
export function listCustomers(reader: Reader, tenantId: number, filter: CustomerFilter) {
  const { isActive, includeDeleted, includeUnmanaged, ...window } = filter;
  const states = [
    ...(isActive === false ? [] : [true]),
    ...(isActive !== true && includeDeleted ? [false] : []),
  ];
  const ranges = states.flatMap((active) =>
    (includeUnmanaged ? [true, false] : [true]).map((managed) => ({
      is_managed: bit(managed),
      is_active: bit(active),
    })),
  );
  const listing: Listing = { table: 'customers', ranges, ...window };
  const page = readPage(reader, tenantId, listing);
  const customers = page.ids.map((id) => getCustomerById(reader, id));
  return { page, customers, cursor: nextCursor(reader, tenantId, listing, customers.at(-1)) };
}

/** Creates, updates or reactivates a customer (3.3). Fields that are not sent stay as they are; null empties one. */
export function upsertCustomer(
  change: Change,
  tenantId: number,
  identity: Identity,
  fields: CustomerFields,
): { customer: Customer; created: boolean } {
  const current = findCustomer(change, tenantId, identity);
  if (!current) return { customer: addCustomer(change, tenantId, identity, fields), created: true };
  const next = written({ ...current, is_active: true }, fields);
  return { customer: saveCustomer(change, tenantId, current, next), created: false };
}

/** Turns a customer into a tombstone, which keeps its identity (3.3). @throws ApiError 404 */
export function deactivateCustomer(change: Change, tenantId: number, identity: Identity): Customer {
  const current = getCustomer(change, tenantId, identity);
  return saveCustomer(change, tenantId, current, writable.parse({ ...current, is_active: false }));
}

type Fields = Omit<CustomerFields, 'create_default_store'> & Identity;

/** What is left out stays as it is. */
export type CustomerChanges = { [Field in keyof Fields]?: Fields[Field] | undefined };

/**
 * Changes the fields of a customer that are sent, as people do, also whether it is active. An identity can be given
 * once, to a customer that has none: it is immutable (2.4).
 * @throws ApiError 404; 409 when another customer has the identity; 422 when this one has another.
 */
export function editCustomer(
  change: Change,
  tenantId: number,
  id: number,
  changes: CustomerChanges,
): Customer {
  const current = getCustomer(change, tenantId, { id });
  const next = written(current, changes);
  const isOther =
    next.external_system !== current.external_system || next.external_id !== current.external_id;
  if (isOther && current.external_id !== null)
    throw invalid({ external_id: ['The external identity cannot be changed'] });
  if (isOther && next.external_system !== null && next.external_id !== null)
    refuseKnown(change, tenantId, { external_system: next.external_system, external_id: next.external_id });
  return saveCustomer(change, tenantId, current, next);
}

/** @throws ApiError 409 when a customer has this identity. */
export function refuseKnown(reader: Reader, tenantId: number, name: Identity): void {
  if (findCustomer(reader, tenantId, name)) throw new ApiError(409, 'Customer already exists');
}

/**
 * Adds a customer that does not exist yet, and tells the subscribers of `customer.created`.
 * @param name undefined for one that no external system manages.
 */
export function addCustomer(
  change: Change,
  tenantId: number,
  name: Identity | undefined,
  fields: CustomerFields,
): Customer {
  const next = written({ ...blank, ...name, is_active: true }, fields);
  const customer = change.one(customerRow, insertSql, {
    ...toColumns(next),
    tenantId,
    hasStore: bit(fields.create_default_store),
    at: change.at,
    deletedAt: next.is_active ? null : change.at,
  });
  note(change, tenantId, 'customer', customer.id, 'created');
  publish(change, tenantId, 'customer.created', () => customerRecord(customer));
  return customer;
}

/** A customer that is written again as it is keeps its time, so that nobody polls a change that is none. */
function saveCustomer(change: Change, tenantId: number, current: Customer, next: Writable): Customer {
  const before = writable.parse(current);
  const changes = differences(before, next, writableColumns);
  if (Object.keys(changes).length === 0) return current;
  const saved = change.one(customerRow, updateSql, {
    ...toColumns(next),
    id: current.id,
    at: change.at,
    deletedAt: next.is_active ? null : (current.deleted_at ?? change.at),
  });
  const isGone = current.is_active && !saved.is_active;
  const isBack = !current.is_active && saved.is_active;
  const action = isGone ? 'deactivated' : isBack ? 'reactivated' : 'edited';
  note(change, tenantId, 'customer', saved.id, action, changes);
  const event = isGone ? 'customer.deactivated' : 'customer.updated';
  publish(change, tenantId, event, () => customerRecord(saved));
  return saved;
}

/** The sent fields over those that are there. */
function written(current: object, fields: object): Writable {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return writable.parse({ ...current, ...Object.fromEntries(sent) });
}

function toColumns({ metadata: freeFields, is_active, ...rest }: Writable) {
  return { ...rest, metadata: freeFields && JSON.stringify(freeFields), is_active: bit(is_active) };
}
