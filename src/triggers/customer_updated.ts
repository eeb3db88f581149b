import { changedCustomers, isTombstone } from '../api/customers.ts';
import { customer, customerSample } from '../fields/customer.ts';
import { outputFields } from '../fields/output.ts';
import { definePollTrigger, identified, idField, sampleId } from './poll.ts';

export default definePollTrigger({
  key: 'customer_updated',
  noun: 'Customer',
  label: 'New or Updated Customer',
  description: 'Triggers when a customer is created or changed.',
  poll: async (api, memory) => {
    const customers = await changedCustomers(api, { include_deleted: false }, memory);
    return customers.filter((customer) => !isTombstone(customer)).map((customer) => identified(customer));
  },
  sample: { id: sampleId, ...customerSample },
  outputFields: [idField, ...outputFields(customer)],
});
