import { readInputs } from '../api/inputs.ts';
import { changedOrders, order, orderFilters, orderSample, targetStatuses } from '../api/orders.ts';
import { targetStatusChoices, typeFilter } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { choices, optional } from '../fields/typed.ts';
import { isBlank } from '../values.ts';
import { definePollTrigger } from './poll.ts';

export default definePollTrigger({
  key: 'order_status_changed',
  noun: 'Order',
  label: 'Order Status Changed',
  description: 'Triggers when an order or a quote is confirmed, processed, delivered or canceled.',
  inputFields: [
    {
      key: 'status',
      label: 'New Status',
      type: 'string',
      list: true,
      choices: targetStatusChoices,
      helpText: 'Leave empty for every status.',
    },
    typeFilter,
  ],
  poll: async (api, memory) => {
    const { status = targetStatuses, type } = readInputs(api, {
      status: optional(choices(targetStatuses)),
      type: orderFilters.type,
    });
    const [only, ...others] = status;
    const orders = await changedOrders(api, { status: others.length > 0 ? undefined : only, type }, memory);
    // One without a status stays, and is reported as unreadable.
    return orders.filter(
      (order) => isBlank(order.status) || status.some((wanted) => wanted === order.status),
    );
  },
  sample: { ...orderSample, status: 'confirmed' },
  outputFields: outputFields(order, ['order_number', 'status']),
});
