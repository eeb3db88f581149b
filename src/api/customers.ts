// Customers that a CRM manages: specification 2.4, 3.3 and 4.3.
import type * as z from 'zod/mini';
import { customer, type customerInputs } from '../fields/customer.ts';
import { flag, moment, optional } from '../fields/typed.ts';
import { asText, isBlank, isYes, quote, type Rec, timeOf } from '../values.ts';
import type { Api } from './call.ts';
import { fetchNew } from './changes.ts';
import { fetchPage, type Listing, type Page } from './lists.ts';
import type { Memory } from './memory.ts';
import { fetchRecord, writeRecord } from './request.ts';

/** The pair that identifies a customer in the outside system. */
export interface CustomerIdentity {
  external_system: string;
  external_id: string;
}

/** How a tombstone may say that it is one (2.4). */
const deletionMarks = [
  'deleted_at',
  'removed_at',
  'deleted',
  'is_deleted',
  'deletion',
  'tombstone',
  'is_tombstone',
];

const resource = {
  one: 'customer',
  many: 'customers',
  schema: customer,
  identity: 'external_id',
  marks: [...deletionMarks, 'deactivated_at'],
};

/** The body of an upsert: the fields to write, null to empty one. */
export type CustomerUpdate = {
  [K in keyof z.output<z.ZodMiniObject<typeof customerInputs>>]:
    | z.output<z.ZodMiniObject<typeof customerInputs>>[K]
    | null;
};

/**
 * `PUT /customers/{externalSystem}/{externalId}` (4.3): creates, updates or brings back a customer.
 * @returns the customer afterwards; `created` tells whether it is new
 */
export async function upsertCustomer(
  api: Api,
  identity: CustomerIdentity,
  update: CustomerUpdate,
): Promise<Rec> {
  const { status, record } = await writeRecord(
    api,
    {
      method: 'PUT',
      path: pathOf(identity),
      body: update,
      scope: 'customers:write',
      resource,
      ...about(identity),
    },
    { ...identity },
  );
  return { ...withIdentity(record), created: status === 201 };
}

/**
 * `DELETE /customers/{externalSystem}/{externalId}` (4.3): deactivates a customer, who can be brought back by an
 * upsert. An inactive one stays inactive.
 * @returns the customer, or the tombstone, afterwards
 */
export async function deactivateCustomer(api: Api, identity: CustomerIdentity): Promise<Rec> {
  const { record } = await writeRecord(
    api,
    { method: 'DELETE', path: pathOf(identity), scope: 'customers:write', resource, ...about(identity) },
    { ...identity, is_active: false },
  );
  return withIdentity(record);
}

/**
 * `GET /customers/{externalSystem}/{externalId}` (4.3).
 * @returns the customer, or the tombstone of a deactivated one; undefined where the identity is unknown
 */
export async function findCustomer(api: Api, identity: CustomerIdentity): Promise<Rec | undefined> {
  const record = await fetchRecord(api, {
    method: 'GET',
    path: pathOf(identity),
    scope: 'customers:read',
    resource,
    accept: [404],
    ...about(identity),
  });
  return record && { ...identity, ...withIdentity(record) };
}

/** What a list of customers can be limited by, as typed. */
export const customerFilters = {
  is_active: optional(flag()),
  updated_since: optional(moment()),
  include_deleted: optional(flag()),
};

type CustomerFilters = Partial<z.output<z.ZodMiniObject<typeof customerFilters>>>;

/** `GET /customers` (4.3): one page. */
export async function listCustomers(api: Api, filters: CustomerFilters, page: Page): Promise<Listing> {
  const listing = await fetchPage(api, listCall(filters), page);
  return { ...listing, records: listing.records.map(withIdentity) };
}

/** `GET /customers` (4.3): every customer that changed since the last poll, newest first; see `changes.ts`. */
export async function changedCustomers(
  api: Api,
  filters: Pick<CustomerFilters, 'include_deleted'>,
  memory: Memory | undefined,
): Promise<Rec[]> {
  return (await fetchNew(api, { call: listCall(filters) }, memory)).map(withIdentity);
}

function listCall(query: CustomerFilters) {
  return {
    method: 'GET',
    path: ['customers'],
    query,
    scope: 'customers:read',
    resource,
    subject: 'the list of customers',
  } as const;
}

function pathOf({ external_system, external_id }: CustomerIdentity) {
  return ['customers', external_system, external_id];
}

/** Adds the external identity under the app's names where the API writes it in the specification's (2.4). */
function withIdentity(record: Rec): Rec {
  const { externalSystem, externalId } = record;
  return {
    ...(externalSystem !== undefined && { external_system: externalSystem }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...record,
  };
}

function about({ external_system, external_id }: CustomerIdentity) {
  return {
    subject: `the customer ${quote(external_id)} of ${quote(external_system)}`,
    hint: 'Check the external system and the external ID.',
  };
}

/** True for the tombstone of a deactivated customer (2.4): `is_active` says no, or a mark of deletion says yes. */
export function isTombstone(record: Rec): boolean {
  const { is_active, deactivated_at, deactivated, status } = record;
  const isActive = isBlank(is_active) ? undefined : isYes(is_active);
  if (isActive === false || deletionMarks.some((mark) => isYes(record[mark]))) return true;
  // A customer that was brought back may still say when it was deactivated.
  if (isActive) return false;
  return isYes(deactivated_at) || isYes(deactivated) || /^(deleted|deactivated)$/i.test(asText(status));
}

/** When a customer was deactivated, as the record says it; undefined where it shows no time. */
export function readDeletionTime(record: Rec): unknown {
  const marks = resource.marks.map((mark) => record[mark]);
  return marks.find((mark) => timeOf(mark) !== undefined);
}
