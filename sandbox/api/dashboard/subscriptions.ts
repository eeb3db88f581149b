import { z } from 'zod';
import { listDeliveries } from '../model/deliveries.ts';
import {
  activate,
  listSubscriptions,
  type Subscription,
  subscriptionRecord,
} from '../model/subscriptions.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, listLength, numberedAddress, tenantAddress } from './common.ts';

const activation = z.strictObject({ active: z.boolean() });

function numbered(subscription: Subscription) {
  return { id: subscription.id, ...subscriptionRecord(subscription) };
}

/** Hook subscriptions, and what was delivered to them (6.1). */
export function subscriptionRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/subscriptions', { schema: { params: tenantAddress } }, async ({ params }) =>
    answer(listSubscriptions(database, getTenant(database, params.tenant).id).map(numbered)),
  );

  app.patch(
    '/tenants/:tenant/subscriptions/:id',
    { schema: { params: numberedAddress, body: activation } },
    async ({ params, body }) => {
      const subscription = database.change((change) =>
        activate(change, getTenant(change, params.tenant).id, params.id, body.active),
      );
      return answer(numbered(subscription));
    },
  );

  app.get('/tenants/:tenant/deliveries', { schema: { params: tenantAddress } }, async ({ params }) =>
    answer(listDeliveries(database, getTenant(database, params.tenant).id, listLength)),
  );
}
