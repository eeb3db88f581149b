import type { Change } from '../database/database.ts';

/** Who is sent deliveries: a hook subscription (6.1) or a webhook endpoint (6.2). */
export type Subscriber = { subscriptionId: number } | { webhookId: number };

/** @returns the subscriber's name, under which the queue keeps what it is owed in order. */
export function subscriberName(subscriber: Subscriber): string {
  return 'webhookId' in subscriber
    ? `webhook ${subscriber.webhookId}`
    : `subscription ${subscriber.subscriptionId}`;
}

/** Keeps an event that is going to be delivered. @returns its id. */
export function addEvent(change: Change, tenantId: number, event: string, record: object): number {
  return change.run(
    'INSERT INTO events (tenant_id, event, record, created_at) VALUES (:tenantId, :event, :record, :at)',
    { tenantId, event, record: JSON.stringify(record), at: change.at },
  ).id;
}

/** Queues one delivery of an event. @returns its id. */
export function queueDelivery(
  change: Change,
  tenantId: number,
  eventId: number,
  subscriber: Subscriber,
  targetUrl: string,
): number {
  const { id } = change.run(
    `INSERT INTO deliveries (event_id, tenant_id, subscription_id, webhook_id, target_url)
     VALUES (:eventId, :tenantId, :subscriptionId, :webhookId, :targetUrl)`,
    { eventId, tenantId, subscriptionId: null, webhookId: null, ...subscriber, targetUrl },
  );
  change.queuedFor.add(subscriberName(subscriber));
  return id;
}

/** Drops what a subscriber is still owed. */
export function dropDeliveries(change: Change, subscriber: Subscriber): void {
  change.run(`UPDATE deliveries SET state = 'dropped' WHERE subscriber = :subscriber AND state = 'pending'`, {
    subscriber: subscriberName(subscriber),
  });
}
