import { readInputs } from '../api/inputs.ts';
import { listOrders, order, orderFilters, orderSample } from '../api/orders.ts';
import { choicesOf } from '../fields/choices.ts';
import { dayFields, typeFilter } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, limitInput } from './list.ts';

export default defineList({
  key: 'list_orders',
  noun: 'Order',
  label: 'Find Many Orders',
  description: 'Finds orders and quotes by status, type or date.',
  inputFields: [
    {
      key: 'status',
      label: 'Status',
      type: 'string',
      choices: choicesOf({
        pending: 'Pending',
        confirmed: 'Confirmed',
        processing: 'Processing',
        delivered: 'Delivered',
        cancelled: 'Cancelled',
      }),
      helpText: 'Leave empty for every status.',
    },
    typeFilter,
    {
      key: 'acknowledged',
      label: 'Acknowledged',
      type: 'boolean',
      helpText: 'Leave empty for both.',
    },
    ...dayFields,
  ],
  list: async (api) => {
    const { limit, ...filters } = readInputs(api, { ...orderFilters, ...limitInput });
    return listOrders(api, filters, { per_page: limit });
  },
  sample: orderSample,
  outputFields: outputFields(order),
});
