import { readInputs } from '../api/inputs.ts';
import { listOrders, order, orderFilters, orderSample } from '../api/orders.ts';
import { choicesOf } from '../fields/choices.ts';
import { dayFields, typeFilter } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, partInputs, partOf } from './list.ts';

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
        cancelled: 'Canceled',
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
    const { limit, page, ...filters } = readInputs(api, { ...orderFilters, ...partInputs });
    return listOrders(api, filters, partOf({ limit, page }));
  },
  sample: orderSample,
  outputFields: outputFields(order),
});
