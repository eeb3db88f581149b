import { ApiError } from '../errors.ts';
import {
  addCustomer,
  customerFields,
  customerRecord,
  findCustomer,
  listCustomers,
} from '../model/customers.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, customerIdentity, listLength, tenantAddress } from './common.ts';

const newCustomer = customerFields.extend(customerIdentity.shape);

/** Customers, as people create them. */
export function customerRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/customers', { schema: { params: tenantAddress } }, async ({ params }) => {
    const tenant = getTenant(database, params.tenant);
    const everyone = { includeDeleted: true, page: 1, perPage: listLength };
    return answer(listCustomers(database, tenant.id, everyone).customers.map(customerRecord));
  });

  app.post(
    '/tenants/:tenant/customers',
    { schema: { params: tenantAddress, body: newCustomer } },
    async ({ params, body }, reply) => {
      const { external_system, external_id, ...fields } = body;
      const identity = { external_system, external_id };
      const customer = database.change((change) => {
        const tenant = getTenant(change, params.tenant);
        if (findCustomer(change, tenant.id, identity)) throw new ApiError(409, 'Customer already exists');
        return addCustomer(change, tenant.id, identity, fields);
      });
      reply.code(201);
      return answer(customerRecord(customer));
    },
  );
}
