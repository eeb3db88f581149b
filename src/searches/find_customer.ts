import { findCustomer } from '../api/customers.ts';
import { readInputs } from '../api/inputs.ts';
import { customer, customerSample, identityInputs } from '../fields/customer.ts';
import { outputFields } from '../fields/output.ts';
import { identityFields } from '../fields/records.ts';
import { defineFind } from './find.ts';

export default defineFind({
  key: 'find_customer',
  noun: 'Customer',
  label: 'Find Customer',
  description: 'Finds a customer by external ID, including deactivated customers.',
  inputFields: identityFields,
  find: (api) => findCustomer(api, readInputs(api, identityInputs)),
  sample: customerSample,
  outputFields: outputFields(customer),
});
