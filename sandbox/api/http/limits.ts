import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Plan } from '../model/tenants.ts';

/** How many requests are taken (section 8); what is left out is not limited. */
export type LimitOptions = {
  /** Of one key to one route, in a minute. */
  perMinute?: number;
  /** Of a tenant on the Professional plan, in a day in UTC. */
  perDay?: number;
};

/** The limits that the specification states. */
export const specifiedLimits = { perMinute: 60, perDay: 5_000 } as const satisfies LimitOptions;

type Caller = { id: number; tenant_id: number; plan: Plan };

/** Counts what is spent until the next minute or day of the clock begins. */
class Counter {
  readonly #length: number;
  #window = Number.NaN;
  #counts = new Map<string, number>();

  /** @param length of the window, in milliseconds. */
  constructor(length: number) {
    this.#length = length;
  }

  /** @returns how many have been spent in this window, this one included, and the seconds until the next. */
  spend(who: string, now: number): { spent: number; secondsLeft: number } {
    const window = Math.floor(now / this.#length);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const spent = (this.#counts.get(who) ?? 0) + 1;
    this.#counts.set(who, spent);
    return { spent, secondsLeft: Math.ceil(((window + 1) * this.#length - now) / 1000) };
  }
}

/**
 * The throttle of a route's caller and the daily quota of a tenant (section 8). Counts are kept in memory: they
 * begin anew when the sandbox is started again, and cost no read a write.
 */
export class Limits {
  readonly #options: LimitOptions;
  readonly #now: () => Date;
  readonly #minute = new Counter(60_000);
  readonly #day = new Counter(24 * 60 * 60_000);

  constructor(options: LimitOptions, now: () => Date) {
    this.#options = options;
    this.#now = now;
  }

  /**
   * Counts a request, and writes what is left into the headers of its answer.
   * @throws ApiError 429 when a limit is used up.
   */
  spend(caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
    const { perMinute, perDay } = this.#options;
    const now = this.#now().getTime();
    // The throttle comes first: what it refuses does not use up the day, and what it leaves is less.
    if (perMinute !== undefined) {
      const { method, url } = request.routeOptions;
      const { spent, secondsLeft } = this.#minute.spend(`${caller.id} ${method} ${url}`, now);
      tell(reply, perMinute, spent);
      if (spent > perMinute) refuse(reply, secondsLeft, 'Too many requests');
    }
    if (perDay !== undefined && caller.plan === 'professional') {
      const { spent, secondsLeft } = this.#day.spend(String(caller.tenant_id), now);
      if (spent > perDay || perMinute === undefined) tell(reply, perDay, spent);
      if (spent > perDay) refuse(reply, secondsLeft, 'Daily API call limit exceeded');
    }
  }
}

function tell(reply: FastifyReply, limit: number, spent: number): void {
  reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': Math.max(0, limit - spent) });
}

function refuse(reply: FastifyReply, secondsLeft: number, message: string): never {
  reply.header('retry-after', secondsLeft);
  throw new ApiError(429, message);
}
