import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import { newestFirst } from '../api/answer.ts';
import { PER_PAGE } from '../api/lists.ts';
import { labelOrder, listOrders } from '../api/orders.ts';
import { connect } from '../api/request.ts';

const perform = (async (z, bundle) => {
  const page = { per_page: PER_PAGE, page: (bundle.meta?.page ?? 0) + 1 };
  const { records } = await listOrders(connect(z, bundle), {}, page);
  return newestFirst(records).map((order) => ({ id: String(order.order_number), label: labelOrder(order) }));
}) satisfies PollingTriggerPerform;

export default defineTrigger({
  key: 'order_list',
  noun: 'Order',
  display: { label: 'List of Orders', description: 'Fills the dropdowns of orders.', hidden: true },
  operation: { type: 'polling', perform, canPaginate: true },
});
