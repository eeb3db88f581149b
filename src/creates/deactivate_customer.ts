import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { customer, customerIdentity, customerSample, deactivateCustomer } from '../api/customers.ts';
import { readInputs } from '../api/inputs.ts';
import { outputFields } from '../fields/output.ts';
import { identityFields } from '../fields/records.ts';

const inputFields = defineInputFields([
  ...identityFields,
  {
    key: 'note',
    type: 'copy',
    helpText:
      'The customer disappears from the lists of the sales reps, but nothing is deleted: the action **Create or Update Customer** with the same external ID brings the customer back.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  return deactivateCustomer(api, readInputs(api, customerIdentity));
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
