import { z } from 'zod';
import { instant } from '../fields.ts';
import { getTenant, listTenants, plans, saveTenant, tenantRecord, trialLength } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, tenantAddress } from './common.ts';

const changes = z.strictObject({
  plan: z.enum(plans).optional(),
  account_active: z.boolean().optional(),
  subscription_active: z.boolean().optional(),
  trial_ends_at: instant.nullish(),
});

/** The organizations, their plans, states and trials (5.6, 8). */
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
          trial_ends_at: body.trial_ends_at === undefined ? current.trial_ends_at : body.trial_ends_at,
        });
        return getTenant(change, params.tenant);
      });
      return answer(tenantRecord(tenant));
    },
  );

  app.post('/tenants/:tenant/trial', { schema: { params: tenantAddress } }, async ({ params }) => {
    const tenant = database.change((change) => {
      const trial_ends_at = database.now() + trialLength;
      saveTenant(change, { ...getTenant(change, params.tenant), trial_ends_at });
      return getTenant(change, params.tenant);
    });
    return answer(tenantRecord(tenant));
  });
}
