import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { deactivateCustomer } from '../api/customers.ts';
import { readInputs } from '../api/inputs.ts';
import { customer, customerSample, identityInputs } from '../fields/customer.ts';
import { outputFields } from '../fields/output.ts';
import { identityFields } from '../fields/records.ts';

const inputFields = defineInputFields([
  ...identityFields,
  {
    key: 'note',
    type: 'copy',
    helpText:
      'Sales reps no longer see the customer, but nothing is deleted. To bring the customer back, use **Create or Update Customer** with the same external ID.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  return deactivateCustomer(api, readInputs(api, identityInputs));
}) satisfies CreatePerform<InferInputData<typeof inputFields>>;

export default defineCreate({
  key: 'deactivate_customer',
  noun: 'Customer',
  display: {
    label: 'Deactivate Customer',
    description: 'Deactivates a customer, who can be brought back later.',
  },
  operation: {
    inputFields,
    perform,
    sample: { ...customerSample, is_active: false },
    outputFields: outputFields(customer),
  },
});
