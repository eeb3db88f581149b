import { labelOrder, recentOrders } from '../api/orders.ts';
import { defineDropdown } from './dropdown.ts';

export default defineDropdown({
  key: 'order_list',
  noun: 'Order',
  label: 'List of Orders',
  description: 'Fills the dropdowns of orders.',
  list: recentOrders,
  value: 'order_number',
  labelOf: labelOrder,
});
