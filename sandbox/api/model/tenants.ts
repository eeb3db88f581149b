import { z } from 'zod';
import { bit, flag, iso } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { notFound } from '../errors.ts';

/** The plans; the API comes with the last two (5.6). */
export const plans = ['starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/** How long a trial lasts, in milliseconds; it includes the API features of the Professional plan (section 8). */
export const trialLength = 14 * 24 * 60 * 60 * 1000;

/** The columns that say what a tenant may do. */
export const standingRow = z.object({
  plan: z.enum(plans),
  account_active: flag,
  subscription_active: flag,
  trial_ends_at: z.int().nullable(),
});

type Standing = z.output<typeof standingRow>;

const tenantRow = standingRow.extend({ id: z.int(), slug: z.string(), name: z.string() });

export type Tenant = z.output<typeof tenantRow>;

/**
 * @param now milliseconds since 1970.
 * @returns the plan whose features the tenant has: at least Professional during a trial (section 8); undefined when
 *   neither a subscription nor a trial is active.
 */
export function currentPlan(standing: Standing, now: number): Plan | undefined {
  const onTrial = standing.trial_ends_at !== null && now < standing.trial_ends_at;
  if (onTrial && standing.plan === 'starter') return 'professional';
  return onTrial || standing.subscription_active ? standing.plan : undefined;
}

/** The organization as the dashboard shows it. */
export function tenantRecord({ id: _id, trial_ends_at, ...fields }: Tenant) {
  return { ...fields, trial_ends_at: trial_ends_at === null ? null : iso(trial_ends_at) };
}

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
    `UPDATE tenants SET plan = :plan, account_active = :account, subscription_active = :subscription,
       trial_ends_at = :trialEndsAt
     WHERE id = :id`,
    {
      id: tenant.id,
      plan: tenant.plan,
      account: bit(tenant.account_active),
      subscription: bit(tenant.subscription_active),
      trialEndsAt: tenant.trial_ends_at,
    },
  );
}

const callsRow = z.object({ calls: z.int() });

/**
 * Counts a request of a tenant.
 * @param day the number of the day in UTC since 1970.
 * @returns how many it has made on that day, this one included.
 */
export function countCall(change: Change, tenantId: number, day: number): number {
  return change.one(
    callsRow,
    `UPDATE tenants SET calls = iif(calls_day = :day, calls + 1, 1), calls_day = :day WHERE id = :tenantId
     RETURNING calls`,
    { tenantId, day },
  ).calls;
}
