import { z } from 'zod';
import { filled, text } from '../fields.ts';
import { validate } from '../http/validation.ts';
import { historyOf } from '../model/history.ts';
import { movementRecord, movementsOfOrder } from '../model/movements.ts';
import { submitOrder, updateStatus } from '../model/order-changes.ts';
import { getOrder, listOrders, type Order, orderRecord, orderStatuses, orderTypes } from '../model/orders.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, author, customerName, listLength, pages, tenantAddress } from './common.ts';

export const orderLine = z.strictObject({ sku: filled(255), quantity: z.int().min(1).max(1_000_000) });

const submission = z.strictObject({
  type: z.enum(orderTypes).default('order'),
  order_number: filled(255).optional(),
  customer: customerName,
  items: z.array(orderLine).min(1).max(100),
  notes: text(1000).nullish(),
});

const submissions = z.strictObject({ orders: z.array(submission).min(1).max(5000) });

const move = z.strictObject({
  order_number: filled(255),
  status: z.enum(orderStatuses).exclude(['pending']),
});

const oneOrMany = z.looseObject({ orders: z.unknown().optional() });

const listQuery = z.object({
  status: z.enum(orderStatuses).optional(),
  type: z.enum(orderTypes).optional(),
  ...pages,
});

const orderAddress = tenantAddress.extend({ orderNumber: z.string() });

/** An order as the dashboard shows it: with the number of its customer, who may have no external identity. */
export function shownOrder(order: Order) {
  return { ...orderRecord(order), customer_id: order.customer_id };
}

/** Orders and quotes, as sales representatives submit them: one, or many at the same moment. */
export function orderRoutes(app: App, { database }: Services): void {
  app.get(
    '/tenants/:tenant/orders',
    { schema: { params: tenantAddress, querystring: listQuery } },
    async ({ params, query }) => {
      const { status, type, page, per_page: perPage } = query;
      const tenant = getTenant(database, params.tenant);
      const { orders } = listOrders(database, tenant.id, { status, type, page, perPage });
      return answer(orders.map(shownOrder));
    },
  );

  app.post(
    '/tenants/:tenant/orders',
    { schema: { params: tenantAddress, body: oneOrMany } },
    async (request, reply) => {
      const { params, body } = request;
      const isOne = body.orders === undefined;
      const wanted = isOne ? [validate(submission, body)] : validate(submissions, body).orders;
      const orders = database.change((change) => {
        const tenant = getTenant(change, params.tenant);
        return wanted.map((each) => shownOrder(submitOrder(change, tenant.id, each)));
      }, author(request));
      reply.code(201);
      return answer(isOne ? orders[0] : orders);
    },
  );

  app.get(
    '/tenants/:tenant/orders/:orderNumber',
    { schema: { params: orderAddress } },
    async ({ params }) => {
      const tenant = getTenant(database, params.tenant);
      const order = getOrder(database, tenant.id, params.orderNumber);
      return answer({
        ...shownOrder(order),
        movements: movementsOfOrder(database, tenant.id, order.order_number).map(movementRecord),
        history: historyOf(database, 'order', order.id, listLength),
      });
    },
  );

  app.post(
    '/tenants/:tenant/orders/move',
    { schema: { params: tenantAddress, body: move } },
    async (request) => {
      const { order_number, status } = request.body;
      const update = { status, external_reference: null };
      const order = database.change(
        (change) => updateStatus(change, getTenant(change, request.params.tenant).id, order_number, update),
        author(request),
      );
      return answer(shownOrder(order));
    },
  );
}
