import type { Change } from '../database/database.ts';
import { addEvent, queueDelivery, type Subscriber } from './queue.ts';
import { activeSubscriptions } from './subscriptions.ts';
import { activeWebhooks, type WebhookEventName } from './webhooks.ts';

/**
 * Queues one delivery for each active hook subscription and webhook endpoint of the tenant that wants this event, in
 * the transaction of what caused it: either both are kept, or neither (section 6).
 * @param record called only when somebody wants it.
 */
export function publish(
  change: Change,
  tenantId: number,
  event: WebhookEventName,
  record: () => object,
): void {
  const receivers: [Subscriber, string][] = [
    ...activeSubscriptions(change, tenantId, event).map((each): [Subscriber, string] => [
      { subscriptionId: each.id },
      each.target_url,
    ]),
    ...activeWebhooks(change, tenantId, event).map((each): [Subscriber, string] => [
      { webhookId: each.id },
      each.url,
    ]),
  ];
  if (receivers.length === 0) return;
  const eventId = addEvent(change, tenantId, event, record());
  for (const [subscriber, url] of receivers) queueDelivery(change, tenantId, eventId, subscriber, url);
}
