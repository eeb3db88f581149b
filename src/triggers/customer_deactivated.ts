import { changedCustomers, isTombstone, readDeletionTime } from '../api/customers.ts';
import { customer, customerSample } from '../fields/customer.ts';
import { outputFields } from '../fields/output.ts';
import { definePollTrigger, identified, idField, sampleId } from './poll.ts';

export default definePollTrigger({
  key: 'customer_deactivated',
  noun: 'Customer',
  label: 'Customer Deactivated',
  description: 'Triggers when a customer is deactivated.',
  poll: async (api, memory) => {
    const customers = await changedCustomers(api, { include_deleted: true }, memory);
    return customers.filter(isTombstone).map((tombstone) => {
      // The time of the deactivation tells one from the next; without it, the tombstone as a whole has to.
      const time = readDeletionTime(tombstone);
      const { external_system, external_id } = tombstone;
      return identified(
        tombstone,
        time !== undefined && external_id ? [external_system, external_id, time] : tombstone,
      );
    });
  },
  sample: { id: sampleId, ...customerSample, is_active: false },
  outputFields: [idField, ...outputFields(customer)],
});
