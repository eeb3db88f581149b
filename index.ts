import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from './package.json' with { type: 'json' };
import authentication from './src/authentication.ts';
import set_stock from './src/creates/set_stock.ts';
import update_order_status from './src/creates/update_order_status.ts';
import upsert_customer from './src/creates/upsert_customer.ts';
import check_in_completed from './src/triggers/check_in_completed.ts';
import customer_created from './src/triggers/customer_created.ts';
import order_created from './src/triggers/order_created.ts';
import order_delivered from './src/triggers/order_delivered.ts';

export default defineApp({
  version: packageJson.version,
  platformVersion,
  // Requests are checked in src/api/request.ts alone; blank inputs are told from missing ones in src/fields.
  flags: { cleanInputData: false, skipThrowForStatus: true, throwForThrottlingEarly: false },
  authentication,
  triggers: { order_created, order_delivered, customer_created, check_in_completed },
  creates: { update_order_status, set_stock, upsert_customer },
});
