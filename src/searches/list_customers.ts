import { customer, customerFilters, customerSample, listCustomers } from '../api/customers.ts';
import { readInputs } from '../api/inputs.ts';
import { changedSince } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, limitInput } from './list.ts';

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
      helpText: 'Leave empty to include them only when a time is given above.',
    },
  ],
  list: async (api) => {
    const { limit, ...filters } = readInputs(api, { ...customerFilters, ...limitInput });
    return listCustomers(api, filters, { per_page: limit });
  },
  sample: customerSample,
  outputFields: outputFields(customer),
});
