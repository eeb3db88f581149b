import { z } from 'zod';
import { bit, flag } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { notFound } from '../errors.ts';

/** The plans; the API comes with the last two (5.6). */
export const plans = ['starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

const tenantRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  plan: z.enum(plans),
  account_active: flag,
  subscription_active: flag,
});

export type Tenant = z.output<typeof tenantRow>;

export function listTenants(reader: Reader): Tenant[] {
  return reader.all(tenantRow, 'SELECT * FROM tenants ORDER BY id');
}

/** @throws ApiError 404 */
export function getTenant(reader: Reader, slug: string): Tenant {
  const tenant = reader.get(tenantRow, 'SELECT * FROM tenants WHERE slug = :slug', { slug });
  if (!tenant) throw notFound('Tenant');
  return tenant;
}

export function addTenant(change: Change, tenant: { slug: string; name: string; plan: Plan }): number {
  return change.run('INSERT INTO tenants (slug, name, plan) VALUES (:slug, :name, :plan)', tenant).id;
}

/** Keeps a tenant's plan and states, each effective from the next request on (5.6). */
export function saveTenant(change: Change, tenant: Tenant): void {
  change.run(
    `UPDATE tenants SET plan = :plan, account_active = :account, subscription_active = :subscription WHERE id = :id`,
    {
      id: tenant.id,
      plan: tenant.plan,
      account: bit(tenant.account_active),
      subscription: bit(tenant.subscription_active),
    },
  );
}
