import { z } from 'zod';
import { bit, flag, iso } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { shownInstant } from '../fields.ts';
import { dropDeliveries } from './queue.ts';

/** What can be subscribed to (2.5). */
export const eventNames = [
  'order.created',
  'order.delivered',
  'customer.created',
  'check_in.completed',
] as const;

export type EventName = (typeof eventNames)[number];

const subscriptionRow = z.object({
  id: z.int(),
  event: z.enum(eventNames),
  target_url: z.string(),
  is_active: flag,
  created_at: z.int(),
  updated_at: z.int(),
});

export type Subscription = z.output<typeof subscriptionRow>;

/** The subscription as the API shows it, but for its identifier, whose name depends on the envelope. */
export const subscriptionSchema = z.strictObject({
  event: z.enum(eventNames),
  target_url: z.string(),
  is_active: z.boolean(),
  created_at: shownInstant,
  updated_at: shownInstant,
});

/** @returns the subscription as the API shows it, but for its identifier. */
export function subscriptionRecord(subscription: Subscription): z.output<typeof subscriptionSchema> {
  return {
    event: subscription.event,
    target_url: subscription.target_url,
    is_active: subscription.is_active,
    created_at: iso(subscription.created_at),
    updated_at: iso(subscription.updated_at),
  };
}

export function listSubscriptions(reader: Reader, tenantId: number): Subscription[] {
  return reader.all(subscriptionRow, 'SELECT * FROM subscriptions WHERE tenant_id = :tenantId ORDER BY id', {
    tenantId,
  });
}

/** @throws ApiError 404 */
export function getSubscription(reader: Reader, tenantId: number, id: number): Subscription {
  const subscription = reader.get(
    subscriptionRow,
    'SELECT * FROM subscriptions WHERE tenant_id = :tenantId AND id = :id',
    { tenantId, id },
  );
  if (!subscription) throw notFound('Subscription');
  return subscription;
}

/** @param event also one that hooks cannot be subscribed to: then there are none. */
export function activeSubscriptions(reader: Reader, tenantId: number, event: string): Subscription[] {
  if (!eventNames.some((name) => name === event)) return [];
  return reader.all(
    subscriptionRow,
    'SELECT * FROM subscriptions WHERE tenant_id = :tenantId AND event = :event AND is_active = 1 ORDER BY id',
    { tenantId, event },
  );
}

/** Creates a subscription; one with the same event and target is activated again, and keeps its identifier (3.4). */
export function subscribe(
  change: Change,
  tenantId: number,
  input: { event: EventName; target_url: string },
): { subscription: Subscription; created: boolean } {
  const existing = change.get(
    subscriptionRow,
    'SELECT * FROM subscriptions WHERE tenant_id = :tenantId AND event = :event AND target_url = :target_url',
    { tenantId, ...input },
  );
  if (existing) return { subscription: activate(change, tenantId, existing.id, true), created: false };
  const { id } = change.run(
    `INSERT INTO subscriptions (tenant_id, event, target_url, created_at, updated_at)
     VALUES (:tenantId, :event, :target_url, :at, :at)`,
    { tenantId, ...input, at: change.at },
  );
  return { subscription: getSubscription(change, tenantId, id), created: true };
}

/** Switches a subscription on or off; off, what is still queued for it is dropped. @throws ApiError 404 */
export function activate(change: Change, tenantId: number, id: number, active: boolean): Subscription {
  const subscription = getSubscription(change, tenantId, id);
  if (subscription.is_active === active) return subscription;
  change.run('UPDATE subscriptions SET is_active = :active, updated_at = :at WHERE id = :id', {
    active: bit(active),
    at: change.at,
    id,
  });
  if (!active) dropDeliveries(change, { subscriptionId: id });
  return getSubscription(change, tenantId, id);
}

/** Removes a subscription, and what is still queued for it. @throws ApiError 404 */
export function unsubscribe(change: Change, tenantId: number, id: number): Subscription {
  const subscription = getSubscription(change, tenantId, id);
  change.run('DELETE FROM subscriptions WHERE id = :id', { id });
  dropDeliveries(change, { subscriptionId: id });
  return subscription;
}
