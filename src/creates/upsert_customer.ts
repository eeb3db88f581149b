import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import {
  clearableFields,
  customer,
  customerData,
  customerIdentity,
  customerSample,
  upsertCustomer,
} from '../api/customers.ts';
import type { Problem } from '../api/errors.ts';
import { readInputs } from '../api/inputs.ts';
import { choicesOf } from '../fields/choices.ts';
import { outputFields } from '../fields/output.ts';
import { identityFields } from '../fields/records.ts';
import { choices, optional } from '../fields/typed.ts';
import { isBlank } from '../values.ts';

const inputFields = defineInputFields([
  ...identityFields,
  { key: 'name', label: 'Name', type: 'string', required: true },
  { key: 'customer_code', label: 'Customer Code', type: 'string', helpText: 'Up to 50 characters.' },
  { key: 'contact_person', label: 'Contact Person', type: 'string' },
  { key: 'email', label: 'Email', type: 'string' },
  { key: 'phone', label: 'Phone', type: 'string', helpText: 'Up to 50 characters.' },
  { key: 'address', label: 'Address', type: 'text', helpText: 'Street and number, up to 500 characters.' },
  { key: 'city', label: 'City', type: 'string' },
  { key: 'province', label: 'Province', type: 'string' },
  { key: 'postal_code', label: 'Postal Code', type: 'string', helpText: 'Up to 20 characters.' },
  // Text, because Zapier would make 0 of what is no number.
  {
    key: 'lat',
    label: 'Latitude',
    type: 'string',
    helpText: 'Decimal degrees from -90 to 90, such as `47.2654`.',
  },
  {
    key: 'lng',
    label: 'Longitude',
    type: 'string',
    helpText: 'Decimal degrees from -180 to 180, such as `11.3928`.',
  },
  {
    key: 'metadata',
    label: 'Metadata',
    dict: true,
    helpText: 'Any further facts about the customer, each with a name and a value.',
  },
  {
    key: 'is_active',
    label: 'Active',
    type: 'boolean',
    helpText: 'Leave empty to have the customer active: an inactive one is brought back.',
  },
  {
    key: 'create_default_store',
    label: 'Create Default Store',
    type: 'boolean',
    helpText: 'Whether a default store is made with the customer. Leave empty for yes.',
  },
  {
    key: 'clear_fields',
    label: 'Fields to Empty',
    type: 'string',
    list: true,
    choices: choicesOf({
      customer_code: 'Customer Code',
      contact_person: 'Contact Person',
      email: 'Email',
      phone: 'Phone',
      address: 'Address',
      city: 'City',
      province: 'Province',
      postal_code: 'Postal Code',
      lat: 'Latitude',
      lng: 'Longitude',
      metadata: 'Metadata',
    }),
    helpText: 'A field that is left empty above keeps its value; choose it here to remove the value.',
  },
]);

const fieldsToEmpty = optional(choices(clearableFields));

/** Fields that are both filled in and to be emptied. */
function contradictions({ clear_fields, ...filled }: Record<string, unknown>): Problem[] {
  const toEmpty = fieldsToEmpty.safeParse(clear_fields).data ?? [];
  const message = 'is filled in and among the Fields to Empty: choose one';
  return toEmpty.filter((field) => !isBlank(filled[field])).map((field) => ({ path: [field], message }));
}

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  const {
    external_system,
    external_id,
    clear_fields = [],
    ...data
  } = readInputs(api, { ...customerIdentity, ...customerData, clear_fields: fieldsToEmpty }, contradictions);
  const cleared = Object.fromEntries(clear_fields.map((field) => [field, null]));
  return upsertCustomer(api, { external_system, external_id }, { ...data, ...cleared });
}) satisfies CreatePerform<InferInputData<typeof inputFields>>;

export default defineCreate({
  key: 'upsert_customer',
  noun: 'Customer',
  display: {
    label: 'Create or Update Customer',
    description: 'Creates a customer, or updates the one with the same external ID.',
  },
  operation: {
    inputFields,
    perform,
    sample: { ...customerSample, created: true },
    outputFields: [...outputFields(customer), { key: 'created', label: 'Newly Created', type: 'boolean' }],
  },
});
