import { z } from 'zod';
import { reference, text } from '../fields.ts';
import { windowOf } from '../http/carelessness.ts';
import {
  cursorParameters,
  fromDate,
  hasWholeCursor,
  noParameters,
  paging,
  queryBoolean,
  toDate,
  wholeCursor,
} from '../http/query.ts';
import { keyHolder } from '../model/authors.ts';
import { acknowledgeOrder, updateStatus } from '../model/order-changes.ts';
import { getOrder, listOrders, orderRecord, orderStatuses, orderTypes } from '../model/orders.ts';
import type { App, Services } from '../services.ts';

const listQuery = z
  .strictObject({
    status: z.enum(orderStatuses).optional(),
    type: z.enum(orderTypes).optional(),
    acknowledged: queryBoolean.optional(),
    ...cursorParameters,
    from_date: fromDate.optional(),
    to_date: toDate.optional(),
    ...paging(50),
  })
  .refine(hasWholeCursor, wholeCursor);

const orderAddress = z.object({ orderNumber: z.string() });

const acknowledgement = z.strictObject({ external_reference: reference });

const statusUpdate = z.strictObject({
  status: z.enum(orderStatuses).exclude(['pending']),
  external_reference: reference,
  notes: text(1000).nullish(),
});

const noOrder = 'The organization has no such order.';

/** Orders (4.1). */
export function orderRoutes(app: App, services: Services): void {
  const { database } = services;

  app.get(
    '/orders',
    {
      config: {
        scope: 'orders:read',
        summary: 'List submitted orders',
        answers: { 200: (shape) => shape.list('order') },
      },
      schema: { querystring: listQuery },
    },
    async ({ tenantId, query }) => {
      const { page, orders, cursor } = listOrders(database, tenantId, {
        status: query.status,
        type: query.type,
        acknowledged: query.acknowledged,
        createdFrom: query.from_date,
        createdBefore: query.to_date,
        ...windowOf(query, services.careless),
      });
      return services.envelope.list('order', orders.map(orderRecord), page, cursor);
    },
  );

  app.get(
    '/orders/:orderNumber',
    {
      config: {
        scope: 'orders:read',
        summary: 'Read an order',
        answers: { 200: (shape) => shape.record('order'), 404: noOrder },
      },
      schema: { params: orderAddress, querystring: noParameters },
    },
    async ({ tenantId, params }) =>
      services.envelope.record('order', orderRecord(getOrder(database, tenantId, params.orderNumber))),
  );

  app.post(
    '/orders/:orderNumber/acknowledge',
    {
      config: {
        scope: 'orders:write',
        summary: 'Acknowledge an order',
        answers: {
          200: (shape) => shape.record('order'),
          404: noOrder,
          409: 'The order is linked to another external reference.',
        },
      },
      schema: { params: orderAddress, querystring: noParameters, body: acknowledgement },
    },
    async (request) => {
      const { tenantId, params, body } = request;
      const order = database.change(
        (change) => acknowledgeOrder(change, tenantId, params.orderNumber, body.external_reference),
        keyHolder(request),
      );
      return services.envelope.record('order', orderRecord(order));
    },
  );

  app.put(
    '/orders/:orderNumber/status',
    {
      config: {
        scope: 'orders:write',
        summary: 'Move an order on',
        details:
          'An update to the status that the order has is a safe replay when its reference is the one that the order is linked to, or the one that the last update carried. A replay changes nothing: the notes stay as they are.',
        answers: {
          200: (shape) => shape.record('order'),
          404: noOrder,
          409: 'The order is linked to another external reference.',
        },
      },
      schema: { params: orderAddress, querystring: noParameters, body: statusUpdate },
    },
    async (request) => {
      const { tenantId, params, body } = request;
      const order = database.change(
        (change) => updateStatus(change, tenantId, params.orderNumber, body),
        keyHolder(request),
      );
      return services.envelope.record('order', orderRecord(order));
    },
  );
}
