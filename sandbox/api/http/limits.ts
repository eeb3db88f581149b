import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { ApiError } from '../errors.ts';
import { countCall, type Plan } from '../model/tenants.ts';

/** What the requests of a minute are counted by: "all external endpoints" (section 8) reads either way. */
export const throttles = ['key', 'route'] as const;

/** How many requests are taken (section 8); what is left out is not limited. */
export type LimitOptions = {
  /** Of one key, in a minute. */
  perMinute?: number;
  /** Whether a key has one budget for all endpoints, as when left out, or one for each. */
  throttle?: (typeof throttles)[number];
  /** Of a tenant on the Professional plan, in a day in UTC. */
  perDay?: number;
};

/** The limits that the specification states. */
export const specifiedLimits = {
  perMinute: 60,
  throttle: 'key',
  perDay: 5_000,
} as const satisfies LimitOptions;

type Caller = { id: number; tenant_id: number; plan: Plan };

/** How much of a limit is spent, the request at hand included; `length` is that of its window, in milliseconds. */
type Spent = { limit: number; spent: number; length: number };

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The throttle of a key and the daily quota of a tenant (section 8). The minute is counted in memory, the day in the
 * data file, where it outlives a restart.
 */
export class Limits {
  readonly #options: LimitOptions;
  readonly #database: Database;
  #minute = Number.NaN;
  #counts = new Map<string, number>();

  constructor(options: LimitOptions, database: Database) {
    this.#options = options;
    this.#database = database;
  }

  /**
   * Counts a request, and writes what is left of the narrower limit into the headers of its answer.
   * @throws ApiError 429 when a limit is used up.
   */
  spend(caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
    const { perMinute, perDay } = this.#options;
    const now = this.#database.now();
    const all: Spent[] = [];
    const add = (spent: Spent, message: string) => {
      if (spent.spent > spent.limit) refuse(reply, spent, now, message);
      all.push(spent);
    };
    // The throttle comes first: what it refuses does not use up the day.
    if (perMinute !== undefined) {
      const spent = this.#countMinute(caller, request, now);
      add({ limit: perMinute, spent, length: minute }, 'Too many requests');
    }
    if (perDay !== undefined && caller.plan === 'professional') {
      const spent = this.#database.change((change) =>
        countCall(change, caller.tenant_id, Math.floor(now / day)),
      );
      add({ limit: perDay, spent, length: day }, 'Daily API call limit exceeded');
    }
    const [narrowest] = all.sort((a, b) => a.limit - a.spent - (b.limit - b.spent));
    if (narrowest) tell(reply, narrowest);
  }

  #countMinute({ id }: Caller, { routeOptions }: FastifyRequest, now: number): number {
    const current = Math.floor(now / minute);
    if (current !== this.#minute) {
      this.#minute = current;
      this.#counts.clear();
    }
    const isByRoute = this.#options.throttle === 'route';
    const who = isByRoute ? `${id} ${routeOptions.method} ${routeOptions.url}` : String(id);
    const spent = (this.#counts.get(who) ?? 0) + 1;
    this.#counts.set(who, spent);
    return spent;
  }
}

function tell(reply: FastifyReply, { limit, spent }: Spent): void {
  reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': Math.max(0, limit - spent) });
}

/** Refuses until the limit's next window begins. */
function refuse(reply: FastifyReply, spent: Spent, now: number, message: string): never {
  tell(reply, spent);
  reply.header('retry-after', Math.ceil((spent.length - (now % spent.length)) / 1000));
  throw new ApiError(429, message);
}
