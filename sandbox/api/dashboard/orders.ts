import { z } from 'zod';
import { filled, text } from '../fields.ts';
import { validate } from '../http/validation.ts';
import { submitOrder, updateStatus } from '../model/order-changes.ts';
import { listOrders, orderRecord, orderStatuses, orderTypes } from '../model/orders.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, customerIdentity, listLength, tenantAddress } from './common.ts';

const submission = z.strictObject({
  type: z.enum(orderTypes).default('order'),
  order_number: filled(255).optional(),
  customer: customerIdentity,
  items: z
    .array(z.strictObject({ sku: filled(255), quantity: z.int().min(1).max(1_000_000) }))
    .min(1)
    .max(100),
  notes: text(1000).nullish(),
});

const submissions = z.strictObject({ orders: z.array(submission).min(1).max(5000) });

const move = z.strictObject({
  order_number: filled(255),
  status: z.enum(orderStatuses).exclude(['pending']),
});

const oneOrMany = z.looseObject({ orders: z.unknown().optional() });

/** Orders and quotes, as sales representatives submit them: one, or many at the same moment. */
export function orderRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/orders', { schema: { params: tenantAddress } }, async ({ params }) => {
    const tenant = getTenant(database, params.tenant);
    const { orders } = listOrders(database, tenant.id, { page: 1, perPage: listLength });
    return answer(orders.map(orderRecord));
  });

  app.post(
    '/tenants/:tenant/orders',
    { schema: { params: tenantAddress, body: oneOrMany } },
    async ({ params, body }, reply) => {
      const isOne = body.orders === undefined;
      const wanted = isOne ? [validate(submission, body)] : validate(submissions, body).orders;
      const orders = database.change((change) => {
        const tenant = getTenant(change, params.tenant);
        return wanted.map((each) => orderRecord(submitOrder(change, tenant.id, each)));
      });
      reply.code(201);
      return answer(isOne ? orders[0] : orders);
    },
  );

  app.post(
    '/tenants/:tenant/orders/move',
    { schema: { params: tenantAddress, body: move } },
    async ({ params, body: { order_number, status } }) => {
      const order = database.change((change) =>
        updateStatus(change, getTenant(change, params.tenant).id, order_number, {
          status,
          external_reference: null,
        }),
      );
      return answer(orderRecord(order));
    },
  );
}
