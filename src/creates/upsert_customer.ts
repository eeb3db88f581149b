import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import {
  customer,
  customerData,
  customerIdentity,
  customerSample,
  upsertCustomer,
} from '../api/customers.ts';
import { connect } from '../api/request.ts';
import { identityFields } from '../fields/identity.ts';
import { readInputs } from '../fields/inputs.ts';
import { outputFields } from '../fields/output.ts';

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
  {
    key: 'lat',
    label: 'Latitude',
    type: 'number',
    helpText: 'Decimal degrees from -90 to 90, such as `47.2654`.',
  },
  {
    key: 'lng',
    label: 'Longitude',
    type: 'number',
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
    helpText: 'Leave empty for yes. It matters only when the customer is new.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  const { external_system, external_id, ...data } = readInputs(api, { ...customerIdentity, ...customerData });
  return upsertCustomer(api, { external_system, external_id }, data);
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
