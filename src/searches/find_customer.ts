import { customer, customerIdentity, customerSample, findCustomer } from '../api/customers.ts';
import { readInputs } from '../api/inputs.ts';
import { outputFields } from '../fields/output.ts';
import { identityFields } from '../fields/records.ts';
import { defineFind } from './find.ts';

export default defineFind({
  key: 'find_customer',
  noun: 'Customer',
  label: 'Find Customer',
  description: 'Finds a customer by its external ID, deactivated ones included.',
  inputFields: identityFields,
  find: (api) => findCustomer(api, readInputs(api, customerIdentity)),
  sample: customerSample,
  outputFields: outputFields(customer),
});
