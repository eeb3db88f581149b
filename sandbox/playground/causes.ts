import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../api/database/database.ts';
import { nextDelivery, type Queue } from '../api/model/deliveries.ts';
import { subscriberName } from '../api/model/queue.ts';

/** What somebody did in the product: the events that it caused are those after the first, up to the last. */
type Action = { id: string; at: string; after: number; last: number };

/** Earlier actions are forgotten; their runs keep their name. */
const remembered = 1000;

/** In milliseconds. */
const longestWait = 5000;

const numberRow = z.object({ number: z.int() });

/** Tells which runs come of what somebody did in the product, by the events that its deliveries are of. */
export class Causes {
  readonly #database: Database;
  #actions: Action[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** The last event before something is done, for `end`. */
  begin(): number {
    return this.#database.one(numberRow, 'SELECT coalesce(max(id), 0) AS number FROM events').number;
  }

  /** @param after what `begin` gave. @returns what the action is called */
  end(after: number): string {
    const action = { id: randomUUID(), at: new Date().toISOString(), after, last: this.begin() };
    this.#actions = [...this.#actions.slice(-remembered), action];
    return action.id;
  }

  /** The action behind what is being delivered to an address: a subscriber gets one delivery at a time. */
  of(address: string): string | null {
    const subscription = this.#database.get(
      numberRow,
      'SELECT id AS number FROM subscriptions WHERE target_url = :address',
      { address },
    );
    if (!subscription) return null;
    const subscriber = subscriberName({ subscriptionId: subscription.number });
    const next = (queue: Queue) => nextDelivery(this.#database, subscriber, queue)?.event_id;
    // The runner takes every delivery at once, so there is hardly ever one to be tried again.
    const event = next('first') ?? next('again');
    if (event === undefined) return null;
    return this.#actions.findLast(({ after, last }) => event > after && event <= last)?.id ?? null;
  }

  get(id: string): Action | undefined {
    return this.#actions.find((action) => action.id === id);
  }

  /** Whether deliveries of an action are still to come. */
  isUnderWay({ after, last }: Action): boolean {
    const sql = `SELECT count(*) AS number FROM deliveries
      WHERE state = 'pending' AND subscription_id IS NOT NULL AND event_id > :after AND event_id <= :last`;
    return this.#database.one(numberRow, sql, { after, last }).number > 0;
  }

  /** Waits until everything is delivered to the addresses of a runner, but not for a delivery that keeps failing. */
  async delivered(origin: string): Promise<void> {
    const sql = `SELECT count(*) AS number FROM deliveries WHERE state = 'pending' AND target_url LIKE :start`;
    const left = () => this.#database.one(numberRow, sql, { start: `${origin}/%` }).number;
    const until = Date.now() + longestWait;
    while (left() > 0 && Date.now() < until) await sleep(20);
  }
}
