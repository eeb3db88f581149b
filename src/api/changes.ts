// What a poll reads: all that is new since the last one, in as few requests as that takes.
//
// The idea. A list is read from a mark, a place that the API can be asked to begin at, to its end. Zapier's cache
// remembers two marks for each Zap: `from`, where the next poll begins, and `to`, how far has been read.
//
// The invariant. What is not yet read twice is asked for again: `from` moves only to what an earlier poll had
// reached and this one has read past. So the results of any poll may get lost on their way, and Zapier, which
// removes what comes twice, still gets everything.
//
// How the marks move. After an hour, so that a quiet list costs one request and little is written; at once after a
// poll of more than two requests, so that a mass change is not read forever. A poll that is interrupted, by its
// budget or by the API, moves them past what was read completely, and the next one goes on there.
//
// Where marks come from. From the API alone: its cursor as given, or the latest time that its records show, never
// later than its own clock, so that one record dated 2036 pulls nothing ahead. See walk.ts.
//
// What may fail. Without a memory (no Zap ID, or a cache that is out of reach, refuses, forgets or does not answer) a
// poll looks back 25 hours; only where that is too much for one poll is it an error. A cache that did not answer is
// not written to either, since it may hold marks from long before.
import * as z from 'zod/mini';
import type { Rec } from '../values.ts';
import { newestFirst } from './answer.ts';
import type { Api } from './call.ts';
import { isTemporary, tooMany } from './errors.ts';
import { fetchPage, type ListCall, type Listing, PER_PAGE } from './lists.ts';
import type { Memory } from './memory.ts';
import { dayMark, isAfter, type Mark, mark, minutes, Walk } from './walk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What one poll may cost: the API allows 60 requests a minute for all Zaps of a connection together (8). */
const MOST_REQUESTS = 30;
const MOST_MS = 20_000;

/** A poll of more requests than this moves its marks at once. */
const CHEAP_REQUESTS = 2;

/** What a poll without a memory looks back on: the daily limit can keep polls from running for most of a day (8). */
const WINDOW_MS = 25 * HOUR_MS;

/** How many requests of turning a Zap on are kept for finding the end of a list that begins with the oldest. */
const SEARCH_REQUESTS = 14;

/** What is remembered. `top` is what `to` becomes when a list that is read from its newest record has come to its end. */
const marks = z.object({ from: mark, to: mark, top: z.optional(mark) });
type Marks = z.output<typeof marks>;

/** A list that a poll follows. */
export interface Feed {
  call: ListCall;
  /** True where the list cannot be asked for what changed since a time, but for days. */
  byDay?: boolean;
  /** What of a record stays the same, to recognize it by. */
  identify?: (record: Rec) => unknown;
  /** How far back Zapier is told what was so when a Zap is turned on, in milliseconds, where a day is not enough. */
  history?: number;
}

/** A walk, and why it is over. */
interface Reading {
  walk: Walk;
  requests: number;
  /** What the API refused, where that ended it. */
  refusal?: unknown;
}

/**
 * All records that are new, newest first, among them some that are not. While a trigger is only being tried out, one
 * page of what there is shows what records look like.
 * @param memory where the Zap remembers how far it has read
 * @throws what `errors.ts` makes of a refusal of the first page, and of a later one where no memory can go on from it
 */
export async function fetchNew(api: Api, feed: Feed, memory: Memory | undefined): Promise<Rec[]> {
  const { isLoadingSample, isPopulatingDedupe } = api.bundle.meta ?? {};
  if (isLoadingSample) {
    return newestFirst((await fetchPage(api, feed.call, { per_page: PER_PAGE })).records);
  }
  const found = isPopulatingDedupe ? await turnOn(api, feed, memory) : await poll(api, feed, memory);
  return newestFirst(found.reverse());
}

async function poll(api: Api, feed: Feed, memory: Memory | undefined): Promise<Rec[]> {
  const recalled = await memory?.recall();
  const known = marks.safeParse(recalled?.answer).data;
  const reading = await new Budget(api, feed).read(known?.from ?? windowOf(feed, WINDOW_MS));
  const { walk, refusal } = reading;
  if (walk.ask && walk.isStuck) throw tooMany(api, feed.call, walk.records.length);
  const next = known ? moved(known, reading) : begun(walk);
  const isKept = next === undefined || (recalled !== undefined && (await memory?.remember(next)) === true);
  // Without a memory the next poll would begin at the same place and never reach what is missing here.
  if (walk.ask && !isKept && !known) throw refusal ?? tooMany(api, feed.call, walk.records.length);
  return walk.records;
}

/** The marks after a poll without a memory. */
function begun({ start, ask, end, next, top }: Walk): Marks {
  return ask ? { from: start, to: next ?? start, ...(top && { top }) } : { from: start, to: end ?? start };
}

/** The marks after a poll; undefined where they stay as they are. */
function moved({ from, to, top }: Marks, { walk, requests }: Reading): Marks | undefined {
  const { start } = walk;
  if (walk.ask) {
    const next = walk.next ?? to;
    const above = top ?? walk.top;
    // Both are places on the same way: up to the nearer one, everything has been read twice.
    const isBehind = follows(to, next);
    const [twice, once] = isBehind === undefined ? [start, next] : isBehind ? [next, to] : [to, next];
    return { from: twice, to: once, ...(above && { top: above }) };
  }
  const reached = (start.deep ? top : walk.end) ?? to;
  const end = follows(to, reached) ? to : reached;
  const isDue =
    requests > CHEAP_REQUESTS || start.page !== undefined || minutes(walk.now) - to.at >= HOUR_MS / MINUTE_MS;
  if (!isDue || (isSame(from, to) && isSame(to, end))) return undefined;
  return { from: to, to: end };
}

/** True where one mark comes after another on one way through a list; undefined where they are not on one way. */
function follows(mark: Mark, other: Mark): boolean | undefined {
  const isOneBase = mark.since === other.since && mark.id === other.id && mark.day === other.day;
  if (isOneBase)
    return mark.deep === other.deep || !mark.page ? (mark.page ?? 1) > (other.page ?? 1) : undefined;
  if (mark.day || other.day || mark.deep || other.deep) return undefined;
  const isAhead = isAfter(mark, other);
  return isAhead && other.page ? undefined : isAhead;
}

function isSame(mark: Mark, other: Mark): boolean {
  return JSON.stringify({ ...mark, at: 0 }) === JSON.stringify({ ...other, at: 0 });
}

/**
 * Begins the memory, and tells Zapier what was so before, so that nothing old starts a run: first the hour that the
 * next polls look back on, then a day, on which polls without a memory look back, then the list's history.
 */
async function turnOn(api: Api, feed: Feed, memory: Memory | undefined): Promise<Rec[]> {
  const budget = new Budget(api, feed);
  const first = await budget.read(
    windowOf(feed, HOUR_MS),
    feed.byDay ? MOST_REQUESTS - SEARCH_REQUESTS : MOST_REQUESTS,
  );
  const { walk } = first;
  const found = walk.records;
  const start = feed.byDay ? await startOfDays(budget, first, found) : startOfChanges(walk);
  // What is left of the time before the Zap was turned off would start runs for all that has happened since.
  if (memory && !(await memory.remember(start))) await memory.forget();
  for (const span of [WINDOW_MS, feed.history ?? 0]) {
    if (walk.ask || budget.isSpent || span === 0) break;
    found.unshift(...(await budget.read(windowOf(feed, span))).walk.records);
  }
  return found;
}

/** Where more changed within the hour than can be read, what is old is left behind. */
function startOfChanges(walk: Walk): Marks {
  if (!walk.ask) return begun(walk);
  const now = { since: new Date(walk.now).toISOString(), at: minutes(walk.now) };
  return { from: now, to: now };
}

/** Where the days cannot be read to their end, it is looked for. @param found takes what is read there */
async function startOfDays(budget: Budget, { walk }: Reading, found: Rec[]): Promise<Marks> {
  const begin = (mark: Mark) => ({ from: mark, to: mark });
  if (!walk.ask) return begin(walk.end ?? walk.start);
  if (walk.isNewestFirst) return begin(walk.top ?? walk.start);
  const last = await budget.findLastPage(walk);
  if (!last) return begun(walk);
  found.push(...last.page.records);
  return begin(walk.pageMark(last));
}

/** What makes the mark of so long ago, in milliseconds. A day may begin in any time zone. */
function windowOf({ byDay }: Feed, span: number): (now: number) => Mark {
  return (now) =>
    byDay
      ? { ...dayMark(now - span + 12 * HOUR_MS), at: minutes(now) }
      : { since: new Date(now - span).toISOString(), at: minutes(now) };
}

/** The requests and the time that one poll may take. */
class Budget {
  readonly #api: Api;
  readonly #feed: Feed;
  readonly #deadline = Date.now() + MOST_MS;
  #requests = 0;

  constructor(api: Api, feed: Feed) {
    this.#api = api;
    this.#feed = feed;
  }

  get isSpent(): boolean {
    return this.#requests >= MOST_REQUESTS || Date.now() >= this.#deadline;
  }

  /**
   * Reads a list from a mark to its end, or as far as the budget goes.
   * @param begin the mark, or what makes it of the time
   * @throws what `errors.ts` makes of a refusal of the very first page
   */
  async read(begin: Mark | ((now: number) => Mark), mostRequests = MOST_REQUESTS): Promise<Reading> {
    const before = this.#requests;
    let walk = new Walk(typeof begin === 'function' ? begin(Date.now()) : begin, this.#feed.identify);
    while (walk.ask && !this.isSpent && this.#requests < mostRequests) {
      const { ask } = walk;
      try {
        const page = await this.fetch(ask);
        const { clock } = page;
        // It is the API's clock that tells how long ago something was.
        if (typeof begin === 'function' && ask === walk.start && clock && begin(clock).at < ask.at - 10) {
          walk = new Walk(begin(clock), this.#feed.identify);
          begin = walk.start;
        } else walk.take(ask, page);
      } catch (refusal) {
        if (this.#requests <= 1 || !isTemporary(refusal)) throw refusal;
        return { walk, requests: this.#requests - before, refusal };
      }
    }
    return { walk, requests: this.#requests - before };
  }

  /** The last page of a list that begins with the oldest record; undefined where the budget does not reach it. */
  async findLastPage(walk: Walk): Promise<{ ask: Mark; page: Listing } | undefined> {
    let full = walk.pagesRead;
    let empty = Number.POSITIVE_INFINITY;
    let last: { ask: Mark; page: Listing } | undefined;
    let guess = walk.lastPage ?? full * 2;
    while (!this.isSpent) {
      const ask = { ...walk.start, page: guess };
      const page = await this.fetch(ask);
      if (page.records.length === 0) empty = guess;
      else {
        full = guess;
        last = { ask, page };
        if (!page.more) return last;
      }
      if (empty === full + 1) return last;
      guess = Number.isFinite(empty) ? Math.floor((full + empty) / 2) : full * 2;
    }
    return undefined;
  }

  fetch({ since, id, day, page }: Mark): Promise<Listing> {
    this.#requests += 1;
    const { call } = this.#feed;
    const query = { ...call.query, updated_since: since, updated_since_id: id, from_date: day };
    return fetchPage(this.#api, { ...call, query }, { per_page: PER_PAGE, page });
  }
}
