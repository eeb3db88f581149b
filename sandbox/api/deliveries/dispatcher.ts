import type { Database } from '../database/database.ts';
import type { Envelope } from '../envelope.ts';
import {
  type AttemptOutcome,
  type Delivery,
  keepAttempt,
  nextDelivery,
  owedSubscriptions,
} from '../model/deliveries.ts';

/** How long a receiver may take, in milliseconds. */
const timeout = 10_000;

const longestTimer = 2 ** 31 - 1;

/**
 * Sends the queued hook deliveries (6.1): for each subscription one after the other, in the order of their causes;
 * subscriptions do not wait for each other. The queue is in the database, so that a restart goes on with it. Pauses
 * are real time, also where a test sets the sandbox's clock.
 */
export class Dispatcher {
  readonly #database: Database;
  readonly #envelope: Envelope;
  readonly #retryDelays: readonly number[];
  readonly #sending = new Map<number, Promise<void>>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  /** @param retryDelays the pauses after the first, second, … failed attempt, in milliseconds. */
  constructor(database: Database, envelope: Envelope, retryDelays: readonly number[]) {
    this.#database = database;
    this.#envelope = envelope;
    this.#retryDelays = retryDelays;
  }

  /** Goes on with what was queued before, and with all that is queued from now on. */
  start(): void {
    this.#database.onQueued((subscriptions) => this.#wakeSoon(subscriptions));
    this.#wakeSoon(owedSubscriptions(this.#database));
  }

  /** Deliveries never delay the answer to the request that caused them. */
  #wakeSoon(subscriptions: Iterable<number>): void {
    setImmediate(() => {
      for (const subscription of subscriptions) this.#wake(subscription);
    });
  }

  /** Sends a subscription's oldest delivery, now or when its pause is over, unless one is under way. */
  #wake(subscription: number): void {
    if (this.#closing.signal.aborted || this.#sending.has(subscription)) return;
    clearTimeout(this.#timers.get(subscription));
    this.#timers.delete(subscription);
    const delivery = nextDelivery(this.#database, subscription);
    if (!delivery) return;
    const wait = delivery.next_attempt_at - Date.now();
    if (wait > 0) {
      const timer = setTimeout(() => this.#wake(subscription), Math.min(wait, longestTimer));
      this.#timers.set(subscription, timer);
      return;
    }
    this.#sending.set(subscription, this.#send(subscription, delivery));
  }

  async #send(subscription: number, delivery: Delivery): Promise<void> {
    const outcome = await this.#attempt(delivery);
    this.#sending.delete(subscription);
    // An attempt that was broken off by closing did not fail: it is made again after the restart.
    if (this.#closing.signal.aborted) return;
    this.#database.change((change) => keepAttempt(change, delivery, outcome, this.#retryDelays));
    this.#wake(subscription);
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
        headers: { 'content-type': 'application/json', 'user-agent': 'field-sales-sandbox' },
        body: JSON.stringify(this.#envelope.delivery(delivery.event, delivery.created_at, delivery.record)),
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeout)]),
      });
      await response.body?.cancel();
      return finish({ status: response.status });
    } catch (error) {
      return finish({ error: reason(error) });
    }
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
