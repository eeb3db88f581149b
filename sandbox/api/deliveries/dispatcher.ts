import type { Database } from '../database/database.ts';
import {
  type AttemptOutcome,
  type Delivery,
  keepAttempt,
  nextDelivery,
  owedSubscribers,
  type Queue,
} from '../model/deliveries.ts';
import { webhookSecret } from '../model/webhooks.ts';
import type { Services } from '../services.ts';
import { sign, webhookBody } from './webhook.ts';

/** How long a receiver may take, in milliseconds. */
const timeout = 10_000;

const longestTimer = 2 ** 31 - 1;

/** One queue of one subscriber. */
type Lane = {
  readonly subscriber: string;
  readonly queue: Queue;
  timer?: NodeJS.Timeout;
  sending?: Promise<void>;
};

/**
 * Sends the queued deliveries (section 6): for each subscriber one after the other, in the order of their causes. One
 * that fails waits for its own retry, while those behind it go on; subscribers do not wait for each other. The queue is
 * in the database, so that a restart goes on with it. Pauses are real time, also where a test sets the sandbox's clock.
 */
export class Dispatcher {
  readonly #database: Database;
  readonly #services: Services;
  readonly #retryDelays: readonly number[];
  readonly #lanes = new Map<string, readonly [first: Lane, again: Lane]>();
  readonly #closing = new AbortController();

  /** @param retryDelays the pauses after the first, second, … failed attempt, in milliseconds. */
  constructor(services: Services, retryDelays: readonly number[]) {
    this.#database = services.database;
    this.#services = services;
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
      for (const subscriber of subscribers) for (const lane of this.#lanesOf(subscriber)) this.#wake(lane);
    });
  }

  #lanesOf(subscriber: string): readonly [first: Lane, again: Lane] {
    const lanes = this.#lanes.get(subscriber) ?? [
      { subscriber, queue: 'first' },
      { subscriber, queue: 'again' },
    ];
    this.#lanes.set(subscriber, lanes);
    return lanes;
  }

  /** Sends the next delivery of a lane, now or when its pause is over, unless one is under way. */
  #wake(lane: Lane): void {
    if (this.#closing.signal.aborted || lane.sending) return;
    clearTimeout(lane.timer);
    const delivery = nextDelivery(this.#database, lane.subscriber, lane.queue);
    if (!delivery) return;
    const wait = delivery.next_attempt_at - Date.now();
    if (wait > 0) this.#wakeAfter(lane, wait);
    else lane.sending = this.#send(lane, delivery);
  }

  async #send(lane: Lane, delivery: Delivery): Promise<void> {
    const outcome = await this.#attempt(delivery);
    delete lane.sending;
    // An attempt that was broken off by closing did not fail: it is made again after the restart.
    if (this.#closing.signal.aborted) return;
    try {
      const isDelivered = this.#database.change((change) =>
        keepAttempt(change, delivery, outcome, this.#retryDelays),
      );
      this.#wake(lane);
      if (!isDelivered) this.#wake(this.#lanesOf(lane.subscriber)[1]);
    } catch (error) {
      // Such as a full disk: the attempt is forgotten, and made again.
      console.error(error);
      this.#wakeAfter(lane, this.#retryDelays[0] ?? 1000);
    }
  }

  #wakeAfter(lane: Lane, milliseconds: number): void {
    lane.timer = setTimeout(() => this.#wake(lane), Math.min(milliseconds, longestTimer));
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
      return { headers, body: JSON.stringify(this.#services.envelope.delivery(event, created_at, record)) };
    }
    const body = webhookBody(delivery);
    const signature = sign(webhookSecret(this.#database, webhook_id), at, body);
    return { headers: { ...headers, ...signature }, body };
  }

  /** Stops at once: what is queued stays queued. */
  async close(): Promise<void> {
    this.#closing.abort();
    const lanes = [...this.#lanes.values()].flat();
    for (const { timer } of lanes) clearTimeout(timer);
    await Promise.all(lanes.map(({ sending }) => sending));
  }
}

/** The cause behind fetch's "fetch failed" says what happened. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
