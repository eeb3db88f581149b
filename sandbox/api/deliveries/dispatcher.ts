import type { Database } from '../database/database.ts';
import type { Envelope } from '../envelope.ts';
import {
  type AttemptOutcome,
  type Delivery,
  keepAttempt,
  nextDelivery,
  owedSubscribers,
} from '../model/deliveries.ts';
import { webhookSecret } from '../model/webhooks.ts';
import { sign, webhookBody } from './webhook.ts';

/** How long a receiver may take, in milliseconds. */
const timeout = 10_000;

const longestTimer = 2 ** 31 - 1;

/**
 * Sends the queued deliveries (section 6): for each subscriber one after the other, in the order of their causes;
 * subscribers do not wait for each other. The queue is in the database, so that a restart goes on with it. Pauses
 * are real time, also where a test sets the sandbox's clock.
 */
export class Dispatcher {
  readonly #database: Database;
  readonly #envelope: Envelope;
  readonly #retryDelays: readonly number[];
  readonly #sending = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  /** @param retryDelays the pauses after the first, second, … failed attempt, in milliseconds. */
  constructor(database: Database, envelope: Envelope, retryDelays: readonly number[]) {
    this.#database = database;
    this.#envelope = envelope;
    this.#retryDelays = retryDelays;
  }

  /** Goes on with what was queued before, and with all that is queued from now on. */
  start(): void {
    this.#database.onQueued((subscribers) => this.#wakeSoon(subscribers));
    this.#wakeSoon(owedSubscribers(this.#database));
  }

  /** Deliveries never delay the answer to the request that caused them. */
  #wakeSoon(subscribers: Iterable<string>): void {
    setImmediate(() => {
      for (const subscriber of subscribers) this.#wake(subscriber);
    });
  }

  /** Sends a subscriber's oldest delivery, now or when its pause is over, unless one is under way. */
  #wake(subscriber: string): void {
    if (this.#closing.signal.aborted || this.#sending.has(subscriber)) return;
    clearTimeout(this.#timers.get(subscriber));
    this.#timers.delete(subscriber);
    const delivery = nextDelivery(this.#database, subscriber);
    if (!delivery) return;
    const wait = delivery.next_attempt_at - Date.now();
    if (wait > 0) this.#wakeAfter(subscriber, wait);
    else this.#sending.set(subscriber, this.#send(subscriber, delivery));
  }

  async #send(subscriber: string, delivery: Delivery): Promise<void> {
    const outcome = await this.#attempt(delivery);
    this.#sending.delete(subscriber);
    // An attempt that was broken off by closing did not fail: it is made again after the restart.
    if (this.#closing.signal.aborted) return;
    try {
      this.#database.change((change) => keepAttempt(change, delivery, outcome, this.#retryDelays));
      this.#wake(subscriber);
    } catch (error) {
      // Such as a full disk: the attempt is forgotten, and made again.
      console.error(error);
      this.#wakeAfter(subscriber, this.#retryDelays[0] ?? 1000);
    }
  }

  #wakeAfter(subscriber: string, milliseconds: number): void {
    const timer = setTimeout(() => this.#wake(subscriber), Math.min(milliseconds, longestTimer));
    this.#timers.set(subscriber, timer);
  }

  async #attempt(delivery: Delivery): Promise<AttemptOutcome> {
    const at = Date.now();
    const started = performance.now();
    const finish = (result: { status: number } | { error: string }): AttemptOutcome => ({
      at,
      durationMs: Math.round(performance.now() - started),
      status: null,
      error: null,
      ...result,
    });
    try {
      const response = await fetch(delivery.target_url, {
        method: 'POST',
        ...this.#message(delivery, at),
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeout)]),
      });
      await response.body?.cancel();
      return finish({ status: response.status });
    } catch (error) {
      return finish({ error: reason(error) });
    }
  }

  /** What a hook (6.1) or a webhook endpoint (6.2) is sent. */
  #message(delivery: Delivery, at: number): { headers: Record<string, string>; body: string } {
    const headers = { 'content-type': 'application/json', 'user-agent': 'field-sales-sandbox' };
    const { event, created_at, record, webhook_id } = delivery;
    if (webhook_id === null) {
      return { headers, body: JSON.stringify(this.#envelope.delivery(event, created_at, record)) };
    }
    const body = webhookBody(delivery);
    const signature = sign(webhookSecret(this.#database, webhook_id), at, body);
    return { headers: { ...headers, ...signature }, body };
  }

  /** Stops at once: what is queued stays queued. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#sending.values());
  }
}

/** The cause behind fetch's "fetch failed" says what happened. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
