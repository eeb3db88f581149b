// The fields of a customer (specification 2.4), written once: what people see, what they may type, what the API shows.
import { defineInputFields } from 'zapier-platform-core';
import * as z from 'zod/mini';
import { choicesOf } from './choices.ts';
import { labelled } from './output.ts';
import { identityFields } from './records.ts';
import { decimal, email, flag, optional, pairs, text } from './typed.ts';

/** How a field looks in the editor. */
interface Form {
  group?: keyof typeof groups;
  type?: 'string' | 'text' | 'boolean';
  dict?: boolean;
  required?: boolean;
  helpText?: string;
  placeholder?: string;
}

/** The sections of the form, in order. */
const groups = {
  identity: 'Identity',
  contact: 'Contact',
  address: 'Address',
  location: 'Location',
  more: 'More',
} as const;

/** A field: its label, the schema of what the API shows, the reader of what is typed, a sample, and its form. */
function field<S extends z.ZodMiniType, T extends z.ZodMiniType>(
  label: string,
  shown: S,
  typed: T,
  sample: z.output<S>,
  form: Form,
) {
  return { label, shown: labelled(label, z.nullable(shown)), typed: optional(typed), sample, form };
}

/** The fields that an upsert can empty. */
const nullable = {
  customer_code: field('Customer Code', z.string(), text(50), 'C-1042', {
    group: 'identity',
    helpText: 'Up to 50 characters.',
  }),
  contact_person: field('Contact Person', z.string(), text(255), 'Maria Huber', { group: 'contact' }),
  email: field('Email', z.string(), email(255), 'maria.huber@example.com', { group: 'contact' }),
  phone: field('Phone', z.string(), text(50), '+43 512 555 0142', {
    group: 'contact',
    helpText: 'Up to 50 characters.',
  }),
  address: field('Address', z.string(), text(500), 'Maria-Theresien-Straße 12', {
    group: 'address',
    type: 'text',
    helpText: 'Street and number, up to 500 characters.',
  }),
  city: field('City', z.string(), text(100), 'Innsbruck', { group: 'address' }),
  province: field('Province', z.string(), text(100), 'Tyrol', { group: 'address' }),
  postal_code: field('Postal Code', z.string(), text(20), '6020', {
    group: 'address',
    helpText: 'Up to 20 characters.',
  }),
  // Text, because Zapier would make 0 of what is no number.
  lat: field('Latitude', z.number(), decimal(-90, 90), 47.2654, {
    group: 'location',
    helpText: 'Decimal degrees from -90 to 90.',
    placeholder: '47.2654',
  }),
  lng: field('Longitude', z.number(), decimal(-180, 180), 11.3928, {
    group: 'location',
    helpText: 'Decimal degrees from -180 to 180.',
    placeholder: '11.3928',
  }),
  metadata: field(
    'Metadata',
    z.looseObject({}),
    pairs(),
    { segment: 'retail' },
    {
      group: 'more',
      dict: true,
      helpText: 'Any other facts about the customer, each with a name and a value.',
    },
  ),
};

const name = { label: 'Name', sample: 'Alpine Sports Innsbruck' };
const isActive = {
  label: 'Active',
  helpText: 'Leave empty to keep the customer active. An inactive customer is reactivated.',
};

/** The documented fields of a customer, under the names in which they are written. */
export const customer = z.looseObject({
  external_system: labelled('External System', z.string()),
  external_id: labelled('External ID', z.string()),
  name: labelled(name.label, z.string()),
  ...each(nullable, 'shown'),
  is_active: labelled(isActive.label, z.boolean()),
});

export const customerSample = {
  external_system: 'hubspot',
  external_id: '20817',
  name: name.sample,
  ...each(nullable, 'sample'),
  is_active: true,
} satisfies z.output<typeof customer>;

/** What identifies a customer, as typed. */
export const identityInputs = { external_system: text(), external_id: text() };

/** What an upsert takes, as typed. */
export const customerInputs = {
  name: text(255),
  ...each(nullable, 'typed'),
  is_active: optional(flag()),
  create_default_store: optional(flag()),
};

/** The fields that an upsert can empty. */
export const clearableFields = keysOf(nullable);

/** The sections of the form of an upsert. */
export const customerGroups = Object.entries(groups).map(([key, label]) => ({ key, label }));

/** The form of an upsert, what is required first. */
export const customerFields = defineInputFields([
  ...identityFields.map((field) => ({ ...field, group: 'identity' })),
  {
    key: 'name',
    label: name.label,
    type: 'string',
    required: true,
    group: 'identity',
    placeholder: name.sample,
  },
  ...keysOf(nullable).map((key) => {
    const { label, form } = nullable[key];
    return { key, label, ...(!form.dict && { type: 'string' as const }), ...form };
  }),
  { key: 'is_active', ...isActive, type: 'boolean', group: 'more' },
  {
    key: 'create_default_store',
    label: 'Create Default Store',
    type: 'boolean',
    group: 'more',
    helpText: 'Whether to create a default store along with the customer. Leave empty for yes.',
  },
  {
    key: 'clear_fields',
    label: 'Fields to Empty',
    type: 'string',
    list: true,
    group: 'more',
    choices: choicesOf(each(nullable, 'label')),
    helpText: 'A field that is left empty above keeps its value. Choose it here to remove the value.',
  },
]);

/** One part of each field, under the field's key. */
function each<K extends string, P extends string, F extends Record<K, Record<P, unknown>>>(
  fields: F,
  part: P,
) {
  const parts = Object.entries<Record<P, unknown>>(fields).map(([key, field]) => [key, field[part]]);
  // `Object.fromEntries` forgets which key has which type.
  return Object.fromEntries(parts) as { [Key in keyof F]: F[Key][P] };
}

function keysOf<F extends object>(fields: F) {
  // `Object.keys` forgets which keys there are; an object literal has no others.
  return Object.keys(fields) as (keyof F & string)[];
}
