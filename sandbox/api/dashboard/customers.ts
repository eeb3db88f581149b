import { z } from 'zod';
import { identifier } from '../fields.ts';
import { queryBoolean } from '../http/query.ts';
import {
  addCustomer,
  type Customer,
  customerFields,
  customerRecord,
  editCustomer,
  getCustomer,
  listCustomers,
  refuseKnown,
} from '../model/customers.ts';
import { historyOf } from '../model/history.ts';
import { ordersOfCustomer } from '../model/orders.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, author, listLength, numberedAddress, pages, tenantAddress } from './common.ts';
import { shownOrder } from './orders.ts';

/** Both halves of an identity or none: sales representatives make customers that no external system knows. */
const identityHalves = { external_system: identifier.optional(), external_id: identifier.optional() };

type IdentityHalves = { external_system?: string | undefined; external_id?: string | undefined };

const isWhole = (halves: IdentityHalves) =>
  (halves.external_system === undefined) === (halves.external_id === undefined);

const wholeIdentity = {
  path: ['external_id'],
  params: { rule: 'and the external system must be given together' },
};

const newCustomer = customerFields.extend(identityHalves).refine(isWhole, wholeIdentity);

const changes = customerFields
  .omit({ create_default_store: true })
  .partial()
  .extend(identityHalves)
  .refine(isWhole, wholeIdentity);

const listQuery = z.object({ is_active: queryBoolean.optional(), ...pages });

/** A customer as the dashboard shows it: numbered, as not every one has an external identity. */
function shown(customer: Customer) {
  return { id: customer.id, ...customerRecord(customer) };
}

/** Customers, as people create, edit and deactivate them. */
export function customerRoutes(app: App, { database }: Services): void {
  app.get(
    '/tenants/:tenant/customers',
    { schema: { params: tenantAddress, querystring: listQuery } },
    async ({ params, query }) => {
      const { customers } = listCustomers(database, getTenant(database, params.tenant).id, {
        isActive: query.is_active,
        includeDeleted: true,
        includeUnmanaged: true,
        page: query.page,
        perPage: query.per_page,
      });
      return answer(customers.map(shown));
    },
  );

  app.post(
    '/tenants/:tenant/customers',
    { schema: { params: tenantAddress, body: newCustomer } },
    async (request, reply) => {
      const { external_system, external_id, ...fields } = request.body;
      const isKnown = external_system !== undefined && external_id !== undefined;
      const name = isKnown ? { external_system, external_id } : undefined;
      const customer = database.change((change) => {
        const tenant = getTenant(change, request.params.tenant);
        if (name) refuseKnown(change, tenant.id, name);
        return addCustomer(change, tenant.id, name, fields);
      }, author(request));
      reply.code(201);
      return answer(shown(customer));
    },
  );

  app.get('/tenants/:tenant/customers/:id', { schema: { params: numberedAddress } }, async ({ params }) => {
    const customer = getCustomer(database, getTenant(database, params.tenant).id, { id: params.id });
    return answer({
      ...shown(customer),
      orders: ordersOfCustomer(database, customer.id, listLength).map(shownOrder),
      history: historyOf(database, 'customer', customer.id, listLength),
    });
  });

  app.patch(
    '/tenants/:tenant/customers/:id',
    { schema: { params: numberedAddress, body: changes } },
    async (request) => {
      const { params, body } = request;
      const customer = database.change(
        (change) => editCustomer(change, getTenant(change, params.tenant).id, params.id, body),
        author(request),
      );
      return answer(shown(customer));
    },
  );
}
