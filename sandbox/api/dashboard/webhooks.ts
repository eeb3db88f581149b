import { z } from 'zod';
import { webAddress } from '../fields.ts';
import { getDelivery, webhookHistory } from '../model/deliveries.ts';
import { getTenant } from '../model/tenants.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  queueTest,
  webhookEventNames,
  webhookRecord,
} from '../model/webhooks.ts';
import type { App, Services } from '../services.ts';
import { answer, listLength, numberedAddress, tenantAddress } from './common.ts';

const events = z
  .array(z.enum(webhookEventNames))
  .min(1)
  .transform((names) => [...new Set(names)]);

const newWebhook = z.strictObject({ url: webAddress, events });

const changes = newWebhook.partial().extend({ enabled: z.boolean().optional() });

/** Webhook endpoints, and what was delivered to them (3.6, 6.2). */
export function webhookRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/webhooks', { schema: { params: tenantAddress } }, async ({ params }) =>
    answer(listWebhooks(database, getTenant(database, params.tenant).id).map(webhookRecord)),
  );

  app.post(
    '/tenants/:tenant/webhooks',
    { schema: { params: tenantAddress, body: newWebhook } },
    async ({ params, body }, reply) => {
      const { webhook, secret } = database.change((change) =>
        addWebhook(change, getTenant(change, params.tenant).id, body),
      );
      reply.code(201);
      // The only time that the secret is shown.
      return answer({ ...webhookRecord(webhook), secret });
    },
  );

  app.patch(
    '/tenants/:tenant/webhooks/:id',
    { schema: { params: numberedAddress, body: changes } },
    async ({ params, body }) => {
      const webhook = database.change((change) =>
        changeWebhook(change, getTenant(change, params.tenant).id, params.id, body),
      );
      return answer(webhookRecord(webhook));
    },
  );

  app.delete('/tenants/:tenant/webhooks/:id', { schema: { params: numberedAddress } }, async ({ params }) => {
    database.change((change) => deleteWebhook(change, getTenant(change, params.tenant).id, params.id));
    return answer(null);
  });

  app.post(
    '/tenants/:tenant/webhooks/:id/test',
    { schema: { params: numberedAddress } },
    async ({ params }, reply) => {
      const id = database.change((change) =>
        queueTest(change, getTenant(change, params.tenant).id, params.id),
      );
      reply.code(201);
      return answer(getDelivery(database, id));
    },
  );

  app.get(
    '/tenants/:tenant/webhooks/:id/deliveries',
    { schema: { params: numberedAddress } },
    async ({ params }) => {
      const { id } = getWebhook(database, getTenant(database, params.tenant).id, params.id);
      return answer(webhookHistory(database, id, listLength));
    },
  );
}
