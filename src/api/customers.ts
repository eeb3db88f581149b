// Customers that a CRM manages: specification 2.4, 3.3 and 4.3.
import * as z from 'zod/mini';
import { labelled } from '../fields/output.ts';
import { decimal, email, flag, optional, pairs, quote, text } from '../fields/typed.ts';
import type { Rec } from './answer.ts';
import { type Api, writeRecord } from './request.ts';

const noun = { one: 'customer', many: 'customers' };

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
      path: ['customers', identity.external_system, identity.external_id],
      body: data,
      scope: 'customers:write',
      ...about(identity),
    },
    noun,
    { ...identity },
  );
  return { ...withIdentity(record), created: status === 201 };
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
