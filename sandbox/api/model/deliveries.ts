import { z } from 'zod';
import { iso, json } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { unsubscribe } from './subscriptions.ts';
import { countOutcome } from './webhooks.ts';

/** How an attempt ended: the status that was answered, or why there was none. */
export type AttemptOutcome = { at: number; durationMs: number; status: number | null; error: string | null };

const deliveryRow = z.object({
  id: z.int(),
  event_id: z.int(),
  tenant_id: z.int(),
  subscription_id: z.int().nullable(),
  webhook_id: z.int().nullable(),
  target_url: z.string(),
  state: z.enum(['pending', 'delivered', 'given_up', 'dropped']),
  attempts: z.int(),
  next_attempt_at: z.int(),
  event: z.string(),
  record: json(z.looseObject({})),
  created_at: z.int(),
});

export type Delivery = z.output<typeof deliveryRow>;

const attemptRow = z.object({
  at: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.int(),
});

const idRow = z.object({ id: z.int() });

const subscriberRow = z.object({ subscriber: z.string() });

const deliverySql = `SELECT deliveries.*, event, record, created_at
  FROM deliveries JOIN events ON events.id = event_id`;

/** A subscriber's deliveries wait in two queues, so that none that failed holds up others. */
export const queues = {
  /** Those that have not been tried, in the order of their causes. */
  first: 'next_attempt_at = 0',
  /** Those that failed, in the order in which they are due. */
  again: 'next_attempt_at > 0',
} as const;

export type Queue = keyof typeof queues;

/** @returns the delivery at the head of a subscriber's queue: the only one of it that may be tried now. */
export function nextDelivery(reader: Reader, subscriber: string, queue: Queue): Delivery | undefined {
  return reader.get(
    deliveryRow,
    `${deliverySql} WHERE subscriber = :subscriber AND state = 'pending' AND ${queues[queue]}
     ORDER BY next_attempt_at, deliveries.id LIMIT 1`,
    { subscriber },
  );
}

/** @returns the subscribers that are owed deliveries, for going on after a restart. */
export function owedSubscribers(reader: Reader): string[] {
  const rows = reader.all(
    subscriberRow,
    `SELECT DISTINCT subscriber FROM deliveries WHERE state = 'pending'`,
  );
  return rows.map((row) => row.subscriber);
}

/**
 * Keeps what came of an attempt: delivered (2xx), the hook subscription removed (410), to be tried again after the
 * next pause, or given up when all pauses are used up. A webhook endpoint has its failures counted.
 * @param retryDelays the pauses between attempts, in milliseconds.
 * @returns whether it was delivered.
 */
export function keepAttempt(
  change: Change,
  delivery: Delivery,
  { at, status, error, durationMs }: AttemptOutcome,
  retryDelays: readonly number[],
): boolean {
  const { id, attempts } = delivery;
  change.run(
    `INSERT INTO delivery_attempts (delivery_id, at, status, error, duration_ms)
     VALUES (:id, :at, :status, :error, :durationMs)`,
    { id, at, status, error, durationMs },
  );
  const pause = retryDelays[attempts];
  const succeeded = status !== null && status >= 200 && status < 300;
  // A delivery that was dropped while it was under way stays dropped.
  change.run(
    `UPDATE deliveries SET state = :state, attempts = :attempts, next_attempt_at = :next
     WHERE id = :id AND state = 'pending'`,
    {
      id,
      state: succeeded ? 'delivered' : pause === undefined ? 'given_up' : 'pending',
      attempts: attempts + 1,
      next: at + durationMs + (pause ?? 0),
    },
  );
  if (delivery.webhook_id !== null) countOutcome(change, delivery.webhook_id, succeeded);
  else if (status === 410) removeGone(change, delivery);
  return succeeded;
}

/** The subscription may have been removed by its owner in the meantime. */
function removeGone(change: Change, delivery: Delivery): void {
  const subscription = change.get(idRow, 'SELECT id FROM subscriptions WHERE id = :id', {
    id: delivery.subscription_id,
  });
  if (subscription) unsubscribe(change, delivery.tenant_id, subscription.id);
}

/** @returns a tenant's latest deliveries to hooks and webhook endpoints, newest first, each with its attempts. */
export function listDeliveries(reader: Reader, tenantId: number, limit: number) {
  const deliveries = reader.all(
    deliveryRow,
    `${deliverySql} WHERE deliveries.tenant_id = :tenantId ORDER BY deliveries.id DESC LIMIT :limit`,
    { tenantId, limit },
  );
  return deliveries.map((delivery) => deliveryRecord(reader, delivery));
}

/** @returns the latest deliveries to a webhook endpoint, newest first, each with its attempts (6.2). */
export function webhookHistory(reader: Reader, webhookId: number, limit: number) {
  const deliveries = reader.all(
    deliveryRow,
    `${deliverySql} WHERE webhook_id = :webhookId ORDER BY deliveries.id DESC LIMIT :limit`,
    { webhookId, limit },
  );
  return deliveries.map((delivery) => deliveryRecord(reader, delivery));
}

/** @returns one delivery that is known to be there, with its attempts. */
export function getDelivery(reader: Reader, id: number) {
  return deliveryRecord(reader, reader.one(deliveryRow, `${deliverySql} WHERE deliveries.id = :id`, { id }));
}

function deliveryRecord(reader: Reader, delivery: Delivery) {
  const attempts = reader.all(
    attemptRow,
    'SELECT at, status, error, duration_ms FROM delivery_attempts WHERE delivery_id = :id ORDER BY id',
    { id: delivery.id },
  );
  return {
    id: delivery.id,
    event: delivery.event,
    subscription_id: delivery.subscription_id,
    webhook_id: delivery.webhook_id,
    target_url: delivery.target_url,
    state: delivery.state,
    created_at: iso(delivery.created_at),
    next_attempt_at: delivery.state === 'pending' ? iso(delivery.next_attempt_at) : null,
    attempts: attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
    record: delivery.record,
  };
}
