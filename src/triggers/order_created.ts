import { order, orderFilters, orderSample } from '../api/orders.ts';
import { typeFilter } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineHookTrigger } from './hook.ts';

export default defineHookTrigger({
  key: 'order_created',
  noun: 'Order',
  event: 'order.created',
  label: 'New Order',
  description: 'Triggers when a sales rep submits an order or a quote.',
  filters: { inputFields: [typeFilter], shape: { type: orderFilters.type } },
  sample: orderSample,
  outputFields: outputFields(order),
});
