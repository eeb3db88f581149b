import { type CreatePerform, defineCreate, type InferInputData } from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { upsertCustomer } from '../api/customers.ts';
import type { Problem } from '../api/errors.ts';
import { readInputs } from '../api/inputs.ts';
import {
  clearableFields,
  customer,
  customerFields,
  customerGroups,
  customerInputs,
  customerSample,
  identityInputs,
} from '../fields/customer.ts';
import { outputFields } from '../fields/output.ts';
import { choices, optional } from '../fields/typed.ts';
import { isBlank } from '../values.ts';

const fieldsToEmpty = optional(choices(clearableFields));

/** Fields that are both filled in and to be emptied. */
function contradictions({ clear_fields, ...filled }: Record<string, unknown>): Problem[] {
  const toEmpty = fieldsToEmpty.safeParse(clear_fields).data ?? [];
  const message = 'has a value and is also in Fields to Empty. Remove one of the two';
  return toEmpty.filter((field) => !isBlank(filled[field])).map((field) => ({ path: [field], message }));
}

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, customerFields);
  const {
    external_system,
    external_id,
    clear_fields = [],
    ...data
  } = readInputs(api, { ...identityInputs, ...customerInputs, clear_fields: fieldsToEmpty }, contradictions);
  const cleared = Object.fromEntries(clear_fields.map((field) => [field, null]));
  return upsertCustomer(api, { external_system, external_id }, { ...data, ...cleared });
}) satisfies CreatePerform<InferInputData<typeof customerFields>>;

export default defineCreate({
  key: 'upsert_customer',
  noun: 'Customer',
  display: {
    label: 'Create or Update Customer',
    description: 'Creates a customer, or updates the one with the same external ID.',
  },
  operation: {
    inputFields: customerFields,
    inputFieldGroups: customerGroups,
    perform,
    sample: { ...customerSample, created: true },
    outputFields: [...outputFields(customer), { key: 'created', label: 'Newly Created', type: 'boolean' }],
  },
});
