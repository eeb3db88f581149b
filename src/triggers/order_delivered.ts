import { order, orderFilters, orderSample } from '../api/orders.ts';
import { typeFilter } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineHookTrigger } from './hook.ts';

export default defineHookTrigger({
  key: 'order_delivered',
  noun: 'Order',
  event: 'order.delivered',
  label: 'Order Delivered',
  description: 'Triggers when an order is marked as delivered.',
  filters: { inputFields: [typeFilter], shape: { type: orderFilters.type } },
  sample: {
    ...orderSample,
    status: 'delivered',
    acknowledged: true,
    external_reference: 'INV-2026-0042',
  },
  outputFields: outputFields(order),
});
