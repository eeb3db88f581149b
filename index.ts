import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from './package.json' with { type: 'json' };
import authentication from './src/authentication.ts';
import acknowledge_order from './src/creates/acknowledge_order.ts';
import deactivate_customer from './src/creates/deactivate_customer.ts';
import set_stock from './src/creates/set_stock.ts';
import set_stock_bulk from './src/creates/set_stock_bulk.ts';
import update_order_status from './src/creates/update_order_status.ts';
import upsert_customer from './src/creates/upsert_customer.ts';
import order_list from './src/dropdowns/order_list.ts';
import product_list from './src/dropdowns/product_list.ts';
import find_customer from './src/searches/find_customer.ts';
import find_order from './src/searches/find_order.ts';
import find_product from './src/searches/find_product.ts';
import list_customers from './src/searches/list_customers.ts';
import list_orders from './src/searches/list_orders.ts';
import list_products from './src/searches/list_products.ts';
import list_stock_movements from './src/searches/list_stock_movements.ts';
import check_in_completed from './src/triggers/check_in_completed.ts';
import customer_created from './src/triggers/customer_created.ts';
import customer_deactivated from './src/triggers/customer_deactivated.ts';
import customer_updated from './src/triggers/customer_updated.ts';
import low_stock from './src/triggers/low_stock.ts';
import order_created from './src/triggers/order_created.ts';
import order_delivered from './src/triggers/order_delivered.ts';
import order_status_changed from './src/triggers/order_status_changed.ts';
import stock_movement_created from './src/triggers/stock_movement_created.ts';

const instant = { order_created, order_delivered, customer_created, check_in_completed };
const polling = {
  order_status_changed,
  customer_updated,
  customer_deactivated,
  stock_movement_created,
  low_stock,
};
const dropdowns = { order_list, product_list };

export default defineApp({
  version: packageJson.version,
  platformVersion,
  // Requests are checked in src/api/request.ts alone; blank inputs are told from missing ones in src/fields.
  flags: { cleanInputData: false, skipThrowForStatus: true, throwForThrottlingEarly: false },
  // The API allows 60 requests a minute (specification 8); Zapier paces the actions of a connection accordingly.
  throttle: { window: 60, limit: 60, scope: ['auth'] },
  authentication,
  triggers: { ...instant, ...polling, ...dropdowns },
  creates: {
    update_order_status,
    acknowledge_order,
    set_stock,
    set_stock_bulk,
    upsert_customer,
    deactivate_customer,
  },
  searches: {
    find_order,
    find_product,
    find_customer,
    list_orders,
    list_products,
    list_customers,
    list_stock_movements,
  },
  searchOrCreates: {
    find_customer: {
      key: 'find_customer',
      display: {
        label: 'Find or Create Customer',
        description: 'Finds a customer by external ID, or creates one if none exists.',
      },
      search: 'find_customer',
      create: 'upsert_customer',
    },
  },
});
