// Customers that a CRM manages: specification 2.4, 3.3 and 4.3.
import * as z from 'zod/mini';
import { labelled } from '../fields/output.ts';
import { decimal, email, flag, moment, optional, pairs, text } from '../fields/typed.ts';
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

/** The documented fields of a customer, under the names in which they are written. */
export const customer = z.looseObject({
  external_system: labelled('External System', z.string()),
  external_id: labelled('External ID', z.string()),
  name: labelled('Name', z.string()),
  customer_code: labelled('Customer Code', z.nullable(z.string())),
  contact_person: labelled('Contact Person', z.nullable(z.string())),
  email: labelled('Email', z.nullable(z.string())),
  phone: labelled('Phone', z.nullable(z.string())),
  address: labelled('Address', z.nullable(z.string())),
  city: labelled('City', z.nullable(z.string())),
  province: labelled('Province', z.nullable(z.string())),
  postal_code: labelled('Postal Code', z.nullable(z.string())),
  lat: labelled('Latitude', z.nullable(z.number())),
  lng: labelled('Longitude', z.nullable(z.number())),
  metadata: labelled('Metadata', z.nullable(z.record(z.string(), z.unknown()))),
  is_active: labelled('Active', z.boolean()),
});

export const customerSample = {
  external_system: 'hubspot',
  external_id: '20817',
  name: 'Alpine Sports Innsbruck',
  customer_code: 'C-1042',
  contact_person: 'Maria Huber',
  email: 'maria.huber@example.com',
  phone: '+43 512 555 0142',
  address: 'Maria-Theresien-Straße 12',
  city: 'Innsbruck',
  province: 'Tyrol',
  postal_code: '6020',
  lat: 47.2654,
  lng: 11.3928,
  metadata: { segment: 'retail' },
  is_active: true,
} satisfies z.output<typeof customer>;

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

/** What identifies a customer, as typed. */
export const customerIdentity = { external_system: text(), external_id: text() };

/** What an upsert takes, as typed. */
export const customerData = {
  name: text(255),
  customer_code: optional(text(50)),
  contact_person: optional(text(255)),
  email: optional(email(255)),
  phone: optional(text(50)),
  address: optional(text(500)),
  city: optional(text(100)),
  province: optional(text(100)),
  postal_code: optional(text(20)),
  lat: optional(decimal(-90, 90)),
  lng: optional(decimal(-180, 180)),
  metadata: optional(pairs()),
  is_active: optional(flag()),
  create_default_store: optional(flag()),
};

/** The fields that an upsert can empty. */
export const clearableFields = [
  'customer_code',
  'contact_person',
  'email',
  'phone',
  'address',
  'city',
  'province',
  'postal_code',
  'lat',
  'lng',
  'metadata',
] as const;

/** The body of an upsert: the fields to write, null to empty one. */
export type CustomerData = {
  [K in keyof z.output<z.ZodMiniObject<typeof customerData>>]:
    | z.output<z.ZodMiniObject<typeof customerData>>[K]
    | null;
};

/**
 * `PUT /customers/{externalSystem}/{externalId}` (4.3): creates, updates or brings back a customer.
 * @returns the customer afterwards; `created` tells whether it is new
 */
export async function upsertCustomer(api: Api, identity: CustomerIdentity, data: CustomerData): Promise<Rec> {
  const { status, record } = await writeRecord(
    api,
    {
      method: 'PUT',
      path: pathOf(identity),
      body: data,
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
  return isYes(deactivated_at) || isYes(deactivated) || /^(deleted|deactivated)$/i.test(asText(status ?? ''));
}

/** When a customer was deactivated, as the record says it; undefined where it shows no time. */
export function readDeletionTime(record: Rec): unknown {
  const marks = resource.marks.map((mark) => record[mark]);
  return marks.find((mark) => timeOf(mark) !== undefined);
}
