import { order, orderFilters } from '../api/orders.ts';
import { typeFilter } from '../fields/filters.ts';
import samples from '../samples.json' with { type: 'json' };
import { defineHookTrigger } from './hook.ts';

export default defineHookTrigger({
  key: 'order_delivered',
  noun: 'Order',
  event: 'order.delivered',
  label: 'Order Delivered',
  description: 'Triggers when an order is marked as delivered.',
  filters: { inputFields: [typeFilter], shape: { type: orderFilters.type } },
  sample: samples.order_delivered,
  resource: order,
});
