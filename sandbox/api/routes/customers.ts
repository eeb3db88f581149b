import { z } from 'zod';
import { identifier } from '../fields.ts';
import { windowOf } from '../http/carelessness.ts';
import {
  cursorParameters,
  hasWholeCursor,
  noParameters,
  paging,
  queryBoolean,
  wholeCursor,
} from '../http/query.ts';
import { keyHolder } from '../model/authors.ts';
import {
  customerFields,
  customerRecord,
  deactivateCustomer,
  getCustomer,
  listCustomers,
  upsertCustomer,
} from '../model/customers.ts';
import type { App, Services } from '../services.ts';

const listQuery = z
  .strictObject({
    ...cursorParameters,
    is_active: queryBoolean.optional(),
    include_deleted: queryBoolean.optional(),
    ...paging(50),
  })
  .refine(hasWholeCursor, wholeCursor);

const customerAddress = z
  .object({ externalSystem: identifier, externalId: identifier })
  .transform(({ externalSystem, externalId }) => ({
    external_system: externalSystem,
    external_id: externalId,
  }));

const noCustomer = 'The external identity is unknown.';

/** Customers (4.3). */
export function customerRoutes(app: App, services: Services): void {
  const { database } = services;

  app.get(
    '/customers',
    {
      config: {
        scope: 'customers:read',
        summary: 'List customers',
        details:
          'Customers that no external system manages have no external identity and are not listed; orders, check-ins and events show them.',
        answers: { 200: (shape) => shape.list('customer') },
      },
      schema: { querystring: listQuery },
    },
    async ({ tenantId, query }) => {
      const { page, customers, cursor } = listCustomers(database, tenantId, {
        isActive: query.is_active,
        // Who polls for changes has to hear of deletions; asking for inactive customers is asking for tombstones.
        includeDeleted:
          query.include_deleted ?? (query.updated_since !== undefined || query.is_active === false),
        ...windowOf(query, services.careless),
      });
      return services.envelope.list('customer', customers.map(customerRecord), page, cursor);
    },
  );

  const address = '/customers/:externalSystem/:externalId';

  app.get(
    address,
    {
      config: {
        scope: 'customers:read',
        summary: 'Read a customer or its tombstone',
        answers: { 200: (shape) => shape.record('customer'), 404: noCustomer },
      },
      schema: { params: customerAddress, querystring: noParameters },
    },
    async ({ tenantId, params }) =>
      services.envelope.record('customer', customerRecord(getCustomer(database, tenantId, params))),
  );

  app.put(
    address,
    {
      config: {
        scope: 'customers:write',
        summary: 'Create, update or reactivate a customer',
        answers: { 200: (shape) => shape.record('customer'), 201: (shape) => shape.record('customer') },
      },
      schema: { params: customerAddress, querystring: noParameters, body: customerFields },
    },
    async (request, reply) => {
      const { tenantId, params, body } = request;
      const { customer, created } = database.change(
        (change) => upsertCustomer(change, tenantId, params, body),
        keyHolder(request),
      );
      reply.code(created ? 201 : 200);
      return services.envelope.record('customer', customerRecord(customer));
    },
  );

  app.delete(
    address,
    {
      config: {
        scope: 'customers:write',
        summary: 'Deactivate a customer',
        answers: { 200: (shape) => shape.record('customer'), 404: noCustomer },
      },
      schema: { params: customerAddress, querystring: noParameters },
    },
    async (request) => {
      const { tenantId, params } = request;
      const customer = database.change(
        (change) => deactivateCustomer(change, tenantId, params),
        keyHolder(request),
      );
      return services.envelope.record('customer', customerRecord(customer));
    },
  );
}
