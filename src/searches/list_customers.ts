import { customerFilters, listCustomers } from '../api/customers.ts';
import { readInputs } from '../api/inputs.ts';
import { customer, customerSample } from '../fields/customer.ts';
import { changedSince } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, partInputs, partOf } from './list.ts';

export default defineList({
  key: 'list_customers',
  noun: 'Customer',
  label: 'Find Many Customers',
  description: 'Finds customers, active or deactivated.',
  inputFields: [
    { key: 'is_active', label: 'Active', type: 'boolean', helpText: 'Leave empty for both.' },
    changedSince,
    {
      key: 'include_deleted',
      label: 'Include Deactivated',
      type: 'boolean',
      helpText: 'Leave empty to include them only if Changed Since is filled in.',
    },
  ],
  list: async (api) => {
    const { limit, page, ...filters } = readInputs(api, { ...customerFilters, ...partInputs });
    return listCustomers(api, filters, partOf({ limit, page }));
  },
  sample: customerSample,
  outputFields: outputFields(customer),
});
