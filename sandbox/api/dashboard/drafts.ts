import { z } from 'zod';
import { text } from '../fields.ts';
import {
  addDraft,
  type Draft,
  deleteDraft,
  draftRecord,
  getDraft,
  listDrafts,
  replaceDraft,
  submitDraft,
} from '../model/drafts.ts';
import { orderTypes } from '../model/orders.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, author, customerName, listLength, numberedAddress, tenantAddress } from './common.ts';
import { orderLine, shownOrder } from './orders.ts';

const draftFields = z.strictObject({
  type: z.enum(orderTypes).default('order'),
  customer: customerName.nullish(),
  items: z.array(orderLine).max(100).default([]),
  notes: text(1000).nullish(),
});

/** Orders and quotes that are not submitted yet, which the API never shows (2.1). */
export function draftRoutes(app: App, { database }: Services): void {
  const shown = (tenantId: number, draft: Draft) => draftRecord(database, tenantId, draft);

  app.get('/tenants/:tenant/drafts', { schema: { params: tenantAddress } }, async ({ params }) => {
    const { id } = getTenant(database, params.tenant);
    return answer(listDrafts(database, id, listLength).map((draft) => shown(id, draft)));
  });

  app.post(
    '/tenants/:tenant/drafts',
    { schema: { params: tenantAddress, body: draftFields } },
    async ({ params, body }, reply) => {
      const { id } = getTenant(database, params.tenant);
      const draft = database.change((change) => addDraft(change, id, body));
      reply.code(201);
      return answer(shown(id, draft));
    },
  );

  app.get('/tenants/:tenant/drafts/:id', { schema: { params: numberedAddress } }, async ({ params }) => {
    const { id } = getTenant(database, params.tenant);
    return answer(shown(id, getDraft(database, id, params.id)));
  });

  app.put(
    '/tenants/:tenant/drafts/:id',
    { schema: { params: numberedAddress, body: draftFields } },
    async ({ params, body }) => {
      const { id } = getTenant(database, params.tenant);
      return answer(
        shown(
          id,
          database.change((change) => replaceDraft(change, id, params.id, body)),
        ),
      );
    },
  );

  app.delete('/tenants/:tenant/drafts/:id', { schema: { params: numberedAddress } }, async ({ params }) => {
    database.change((change) => deleteDraft(change, getTenant(change, params.tenant).id, params.id));
    return answer(null);
  });

  app.post(
    '/tenants/:tenant/drafts/:id/submit',
    { schema: { params: numberedAddress } },
    async (request, reply) => {
      const { tenant, id } = request.params;
      const order = database.change(
        (change) => submitDraft(change, getTenant(change, tenant).id, id),
        author(request),
      );
      reply.code(201);
      return answer(shownOrder(order));
    },
  );
}
