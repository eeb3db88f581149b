import type { Change } from '../database/database.ts';
import { activeSubscriptions, type EventName } from './subscriptions.ts';

/**
 * Queues one delivery for each active subscription of the tenant to this event, in the transaction of what caused it:
 * either both are kept, or neither (6.1).
 */
export function publish(change: Change, tenantId: number, event: EventName, record: object): void {
  const subscriptions = activeSubscriptions(change, tenantId, event);
  if (subscriptions.length === 0) return;
  const { id: eventId } = change.run(
    'INSERT INTO events (tenant_id, event, record, created_at) VALUES (:tenantId, :event, :record, :at)',
    { tenantId, event, record: JSON.stringify(record), at: change.at },
  );
  for (const subscription of subscriptions) {
    change.run(
      `INSERT INTO deliveries (event_id, tenant_id, subscription_id, target_url)
       VALUES (:eventId, :tenantId, :subscriptionId, :targetUrl)`,
      { eventId, tenantId, subscriptionId: subscription.id, targetUrl: subscription.target_url },
    );
    change.queuedFor.add(subscription.id);
  }
}
