import { newestFirst } from '../api/answer.ts';
import { labelOrder, listOrders } from '../api/orders.ts';
import { defineDropdown } from './dropdown.ts';

export default defineDropdown({
  key: 'order_list',
  noun: 'Order',
  label: 'List of Orders',
  description: 'Fills the dropdowns of orders.',
  list: async (api, page) => newestFirst((await listOrders(api, {}, page)).records),
  value: 'order_number',
  labelOf: labelOrder,
});
