import { order, orderSample } from '../api/orders.ts';
import { typeFilter } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineHookTrigger } from './hook.ts';

export default defineHookTrigger({
  key: 'order_delivered',
  noun: 'Order',
  event: 'order.delivered',
  label: 'Order Delivered',
  description: 'Triggers when an order is marked as delivered.',
  filters: [typeFilter],
  sample: { ...orderSample, status: 'delivered', acknowledged: true },
  outputFields: outputFields(order),
});
