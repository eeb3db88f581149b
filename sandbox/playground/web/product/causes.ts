// What lets each trigger start: something that people do in the product.
import { routes } from '../model/routes.ts';
import { adjustStock, completeCheckIn, createCustomer, type ProductAction, submitOrder } from './actions.ts';

type Cause = { says: string } & ({ action: ProductAction } | { label: string; href: string });

const toOrders = { label: 'Go to the orders', href: routes.product('orders') };
const toCustomers = { label: 'Go to the customers', href: routes.product('customers') };

/** By the triggers' keys. */
export const causes: Record<string, Cause> = {
  order_created: { says: 'Submit an order, as a sales rep would.', action: submitOrder },
  order_delivered: { says: 'Move an order to Delivered in the product.', ...toOrders },
  customer_created: { says: 'Create a customer in the product.', action: createCustomer },
  check_in_completed: { says: 'Complete a visit at a customer.', action: completeCheckIn },
  order_status_changed: { says: 'Move an order in the product; the next poll finds it.', ...toOrders },
  customer_updated: { says: 'Create a customer; the next poll finds it.', action: createCustomer },
  customer_deactivated: { says: 'Deactivate a customer; the next poll finds it.', ...toCustomers },
  stock_movement_created: {
    says: 'Adjust the stock of a product; the next poll finds it.',
    action: adjustStock,
  },
  low_stock: { says: 'Set the stock of a product low; the next poll finds it.', action: adjustStock },
};
