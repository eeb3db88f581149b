import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { bit, flag, iso, json } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { ApiError, notFound } from '../errors.ts';
import { addEvent, dropDeliveries, queueDelivery } from './queue.ts';
import { eventNames } from './subscriptions.ts';

/** What an endpoint can be subscribed to: the hooks' events, and some that the specification leaves open (6.2). */
export const webhookEventNames = [
  ...eventNames,
  'order.status_changed',
  'customer.updated',
  'customer.deactivated',
  'stock.changed',
] as const;

export type WebhookEventName = (typeof webhookEventNames)[number];

/** What a test delivery is called; nobody subscribes to it. */
export const testEvent = 'webhook.test';

/** Consecutive failed attempts after which an endpoint is disabled (3.6). */
const failuresAllowed = 10;

const webhookRow = z.object({
  id: z.int(),
  url: z.string(),
  events: json(z.array(z.enum(webhookEventNames))),
  is_active: flag,
  failures: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
});

const secretRow = z.object({ secret: z.string() });

const failuresRow = z.object({ failures: z.int() });

export type Webhook = z.output<typeof webhookRow>;

/** The endpoint as the dashboard lists it: without its secret, which nobody can see again. */
export function webhookRecord({ failures, created_at, updated_at, ...webhook }: Webhook) {
  return {
    ...webhook,
    consecutive_failures: failures,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

export function listWebhooks(reader: Reader, tenantId: number): Webhook[] {
  return reader.all(webhookRow, 'SELECT * FROM webhooks WHERE tenant_id = :tenantId ORDER BY id', {
    tenantId,
  });
}

/** @throws ApiError 404 */
export function getWebhook(reader: Reader, tenantId: number, id: number): Webhook {
  const webhook = reader.get(webhookRow, 'SELECT * FROM webhooks WHERE tenant_id = :tenantId AND id = :id', {
    tenantId,
    id,
  });
  if (!webhook) throw notFound('Webhook endpoint');
  return webhook;
}

/** @returns what the deliveries of an endpoint, which must be there, are signed with. */
export function webhookSecret(reader: Reader, id: number): string {
  return reader.one(secretRow, 'SELECT secret FROM webhooks WHERE id = :id', { id }).secret;
}

export function activeWebhooks(reader: Reader, tenantId: number, event: WebhookEventName): Webhook[] {
  return reader.all(
    webhookRow,
    `SELECT * FROM webhooks WHERE tenant_id = :tenantId AND is_active = 1
       AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = :event)
     ORDER BY id`,
    { tenantId, event },
  );
}

export type WebhookFields = { url: string; events: readonly WebhookEventName[] };

/** What is left out stays as it is. */
export type WebhookChanges = {
  url?: string | undefined;
  events?: readonly WebhookEventName[] | undefined;
  enabled?: boolean | undefined;
};

/** @returns the new endpoint, and the secret that it alone has. */
export function addWebhook(
  change: Change,
  tenantId: number,
  { url, events }: WebhookFields,
): { webhook: Webhook; secret: string } {
  const secret = `whsec_${randomBytes(24).toString('hex')}`;
  const { id } = change.run(
    `INSERT INTO webhooks (tenant_id, url, secret, events, created_at, updated_at)
     VALUES (:tenantId, :url, :secret, :events, :at, :at)`,
    { tenantId, url, secret, events: JSON.stringify(events), at: change.at },
  );
  return { webhook: getWebhook(change, tenantId, id), secret };
}

/**
 * Changes what an endpoint is sent, or switches it on or off. Switched on, its failures count from 0 again (3.6); off,
 * what is still queued for it is dropped.
 * @throws ApiError 404
 */
export function changeWebhook(
  change: Change,
  tenantId: number,
  id: number,
  { url, events, enabled }: WebhookChanges,
): Webhook {
  const current = getWebhook(change, tenantId, id);
  const isActive = enabled ?? current.is_active;
  change.run(
    `UPDATE webhooks SET url = :url, events = :events, is_active = :isActive, failures = :failures, updated_at = :at
     WHERE id = :id`,
    {
      id,
      url: url ?? current.url,
      events: JSON.stringify(events ?? current.events),
      isActive: bit(isActive),
      failures: isActive && !current.is_active ? 0 : current.failures,
      at: change.at,
    },
  );
  if (!isActive) dropDeliveries(change, { webhookId: id });
  return getWebhook(change, tenantId, id);
}

/** Removes an endpoint, and what is still queued for it. @throws ApiError 404 */
export function deleteWebhook(change: Change, tenantId: number, id: number): void {
  getWebhook(change, tenantId, id);
  change.run('DELETE FROM webhooks WHERE id = :id', { id });
  dropDeliveries(change, { webhookId: id });
}

/**
 * Queues a test delivery behind what the endpoint is owed already.
 * @returns the delivery's id.
 * @throws ApiError 404; 409 when the endpoint is disabled.
 */
export function queueTest(change: Change, tenantId: number, id: number): number {
  const webhook = getWebhook(change, tenantId, id);
  if (!webhook.is_active) throw new ApiError(409, 'The webhook endpoint is disabled; enable it first');
  const eventId = addEvent(change, tenantId, testEvent, { message: 'This is a test delivery.' });
  return queueDelivery(change, tenantId, eventId, { webhookId: id }, webhook.url);
}

/** Counts consecutive failures; after ten the endpoint is disabled, and what it is still owed is dropped (3.6). */
export function countOutcome(change: Change, id: number, succeeded: boolean): void {
  const counted = change.get(
    failuresRow,
    `UPDATE webhooks SET failures = iif(:succeeded, 0, failures + 1) WHERE id = :id AND is_active = 1
     RETURNING failures`,
    { id, succeeded: bit(succeeded) },
  );
  if (counted?.failures !== failuresAllowed) return;
  change.run('UPDATE webhooks SET is_active = 0, updated_at = :at WHERE id = :id', { id, at: change.at });
  dropDeliveries(change, { webhookId: id });
}
