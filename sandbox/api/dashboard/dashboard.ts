import { requireLoopback } from '../http/loopback.ts';
import type { App, Services } from '../services.ts';
import { carelessnessRoutes } from './carelessness.ts';
import { checkInRoutes } from './check-ins.ts';
import { customerRoutes } from './customers.ts';
import { draftRoutes } from './drafts.ts';
import { faultRoutes } from './faults.ts';
import { historyRoutes } from './history.ts';
import { keyRoutes } from './keys.ts';
import { orderRoutes } from './orders.ts';
import { productRoutes } from './products.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { tenantRoutes } from './tenants.ts';
import { webhookRoutes } from './webhooks.ts';

/**
 * What people do in the product, as endpoints for tests and for trying things out by hand. They need no key, and are
 * for this machine only. Their answers always have the form `{success, data}`.
 */
export function dashboardRoutes(app: App, services: Services): void {
  app.addHook('onRequest', async (request) => requireLoopback(request));
  tenantRoutes(app, services);
  keyRoutes(app, services);
  orderRoutes(app, services);
  draftRoutes(app, services);
  customerRoutes(app, services);
  checkInRoutes(app, services);
  productRoutes(app, services);
  historyRoutes(app, services);
  subscriptionRoutes(app, services);
  webhookRoutes(app, services);
  faultRoutes(app, services);
  carelessnessRoutes(app, services);
}
