import { z } from 'zod';
import { getTenant, listTenants, plans, saveTenant, type Tenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, tenantAddress } from './common.ts';

const changes = z.strictObject({
  plan: z.enum(plans).optional(),
  account_active: z.boolean().optional(),
  subscription_active: z.boolean().optional(),
});

function tenantRecord({ id: _id, ...fields }: Tenant) {
  return fields;
}

/** The organisations, their plans and states (5.6). */
export function tenantRoutes(app: App, { database }: Services): void {
  app.get('/tenants', async () => answer(listTenants(database).map(tenantRecord)));

  app.patch(
    '/tenants/:tenant',
    { schema: { params: tenantAddress, body: changes } },
    async ({ params, body }) => {
      const tenant = database.change((change) => {
        const current = getTenant(change, params.tenant);
        saveTenant(change, {
          ...current,
          plan: body.plan ?? current.plan,
          account_active: body.account_active ?? current.account_active,
          subscription_active: body.subscription_active ?? current.subscription_active,
        });
        return getTenant(change, params.tenant);
      });
      return answer(tenantRecord(tenant));
    },
  );
}
