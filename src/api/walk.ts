// How a list is read page by page from a mark on, and where reading stands when it ends. The specification does not
// show in which order a list comes, so that is told from its records; where it cannot be told, all of it is read.
import * as z from 'zod/mini';
import { dayOf, digest, type Rec, timeOf } from '../values.ts';
import { type Cursor, changeTime, plainChangeTime, timeKey } from './answer.ts';
import type { Listing } from './lists.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** By how much the clocks of the API's parts may differ. */
const SKEW_MS = 15 * 60_000;

/** How far the time zone of a text that names none may be ahead of UTC. */
const FARTHEST_ZONE_MS = 14 * 60 * MINUTE_MS;

/** How many records in a row prove that reading has come to what is known already: a single one may have a twin. */
const RUN = 3;

/** A place in a list. Its times are the API's own texts, which may lack a zone: they are never calculated with. */
export const mark = z.object({
  /** What changed since then, after the record with this id where there is one. */
  since: z.optional(z.string()),
  id: z.optional(z.string().check(z.regex(/^\d+$/))),
  /** Or what happened on this day or later. */
  day: z.optional(z.string()),
  /** The page of that, from 1. */
  page: z.optional(z.int()),
  /** True where pages count from the newest record, so that what is new only pushes them on. */
  deep: z.optional(z.boolean()),
  /** Fingerprints: of the record that the page begins with, or of the newest ones, with which reading ends. */
  check: z.optional(z.string()),
  /** When the mark was set, in minutes since 1970. */
  at: z.int(),
});
export type Mark = z.output<typeof mark>;

/** A place in a list of changes. */
type Place = Pick<Mark, 'since' | 'id'>;

/** In which order a list comes; `mixed` is neither, and undefined cannot be told. */
type Order = 'oldest first' | 'newest first' | 'mixed' | undefined;

/** One walk through a list: ask for `ask`, hand over the page, until there is nothing more to ask for. */
export class Walk {
  /** Where it began. */
  start: Mark;
  /** What to ask for next; undefined at the end of the list. */
  ask: Mark | undefined;
  readonly #isByDay: boolean;
  readonly #identify: (record: Rec) => unknown;
  readonly #pages: { ask: Mark; page: Listing }[] = [];
  readonly #prints: string[] = [];
  #clock: number | undefined;
  #isNumbered = false;

  /** @param identify what of a record stays the same, to recognize it by */
  constructor(start: Mark, identify: (record: Rec) => unknown = (record) => record) {
    this.start = start;
    this.ask = start;
    this.#isByDay = start.day !== undefined;
    this.#identify = identify;
  }

  get records(): Rec[] {
    return this.#pages.flatMap(({ page }) => page.records);
  }

  /** The API's clock at the first page, or else the app's, in milliseconds since 1970. */
  get now(): number {
    return this.#clock ?? Date.now();
  }

  /** Takes the page that was asked for. */
  take(ask: Mark, page: Listing): void {
    this.#clock ??= page.clock;
    if (this.#pages.length === 0 && ask.page && !ask.deep && ask.check !== this.#print(page.records[0])) {
      // What is remembered does not stand there: something before it has changed, or the order is another one.
      this.start = ask.day ? dayMark(ask.at * MINUTE_MS) : { since: ask.since, id: ask.id, at: ask.at };
      this.ask = this.start;
      return;
    }
    this.#pages.push({ ask, page });
    this.#prints.push(...(this.#isByDay ? page.records.map((record) => this.#print(record)) : []));
    this.ask = this.#isKnown() ? undefined : this.#next(ask, page);
  }

  /** The number of the list's last page, where the first answer tells it. */
  get lastPage(): number | undefined {
    return this.#pages[0]?.page.lastPage;
  }

  /** How many pages were read. */
  get pagesRead(): number {
    return this.#pages.length;
  }

  /** True where the API gives the same page over and over, so that the rest of the list cannot be reached. */
  get isStuck(): boolean {
    const [previous, last] = this.#pages.slice(-2).map(({ page }) => page.records);
    return last !== undefined && last.length > 0 && isEqual(previous, last);
  }

  /** True when it began at the newest record and comes to older ones. */
  get isNewestFirst(): boolean {
    return this.#order === 'newest first';
  }

  /** Where the list ended, for the next walk to begin at; undefined where it does not show. */
  get end(): Mark | undefined {
    if (this.start.deep) return undefined;
    return this.#isByDay ? this.#endOfDays() : this.#endOfChanges();
  }

  /** Where to go on when the walk is interrupted. */
  get next(): Mark | undefined {
    const last = this.#pages.at(-1);
    const { ask } = this;
    if (!last || !ask?.page || ask.deep) return ask;
    if (this.#isStable(last)) return this.pageMark(last);
    // In a list that is neither, a record that leaves moves the others up; a page read again makes up for it.
    const page = this.isNewestFirst ? ask.page : ask.page - 1;
    return { ...ask, page, deep: true, at: minutes(this.now) };
  }

  /**
   * What to begin at once a walk that `next` continues has come to its end, where that is not its own end: the newest
   * record where the list begins with that one, else at least when the walk began, by the API's clock.
   */
  get top(): Mark | undefined {
    if (!this.next?.deep) return undefined;
    const { end } = this;
    if (end && (this.isNewestFirst || this.#clock === undefined)) return end;
    const recently = this.#recently();
    return end && isAfter(end, recently) ? end : recently;
  }

  /** The mark of a page in a list that only grows at its end. */
  pageMark({ ask, page }: { ask: Mark; page: Listing }): Mark {
    const { deep: _, ...place } = ask;
    return { ...place, page: ask.page ?? 1, check: this.#print(page.records[0]), at: minutes(this.now) };
  }

  /** True where pages keep their records as long as nothing before them changes. */
  #isStable({ page }: { page: Listing }): boolean {
    const order = this.#order;
    if (!this.#isByDay && risesOtherwise(page.records)) return false;
    if (order !== undefined) return order === 'oldest first';
    // Where the order cannot be told: whatever came before a record that has no twin would have moved it.
    const first = this.#print(page.records[0]);
    return this.records.filter((record) => this.#print(record) === first).length === 1;
  }

  #next(ask: Mark, page: Listing): Mark | undefined {
    const previous = this.#pages.at(-2);
    const astray = previous && !ask.page && this.#astray(previous, page);
    if (astray) {
      this.#isNumbered = true;
      return numbered(astray);
    }
    if (page.records.length === 0) {
      if (page.saysMore && page.cursor && this.#isNew(placeOf(page.cursor)))
        return this.#marked(placeOf(page.cursor));
      return ask.page && (page.lastPage ?? 0) > ask.page ? numbered(ask) : undefined;
    }
    if (!page.more && !page.isCapped) return undefined;
    return this.#follow(ask, page) ?? numbered(ask);
  }

  /**
   * Going on from the end of a page may not lead to what comes next.
   * @returns what to count pages of instead; undefined where all is well
   */
  #astray(previous: { ask: Mark; page: Listing }, { records }: Listing): Mark | undefined {
    const { ask, page } = previous;
    // The cursor was that of the whole list, and not of its page.
    if (records.length === 0) return page.saysMore || namesAnother(page) ? ask : undefined;
    // The API does not look at the cursor.
    if (isEqual(page.records, records)) return this.#pages.at(-1)?.ask;
    // A list without a cursor is asked for what changed at the last time or later; some leave out that time.
    return page.cursor || page.records.some((record) => isEqual(record, records[0])) ? undefined : ask;
  }

  /** True for a place that this walk has not asked for yet. */
  #isNew({ since, id }: Place): boolean {
    return !this.#pages.some(({ ask }) => ask.since === since && ask.id === id);
  }

  /** Goes on from where the page ended, which misses nothing when records change meanwhile. */
  #follow(ask: Mark, { records, cursor }: Listing): Mark | undefined {
    if (this.#isByDay || this.#isNumbered || ask.deep) return undefined;
    const key = timeKey(records, cursor ? plainChangeTime : changeTime);
    const order = orderOf(key === undefined ? [] : records.map((record) => timeOf(record[key])));
    if (order === 'newest first' || order === 'mixed') return undefined;
    const last = key === undefined ? undefined : records.at(-1)?.[key];
    if (cursor) {
      const place = placeOf(cursor);
      return this.#isNew(place) && !isLater(cursor.updated_since, last) ? this.#marked(place) : undefined;
    }
    const since = timeText(last);
    // A page that another field explains may rise in time by chance.
    if (since === undefined || isAfter({ since }, ask) === false || risesOtherwise(records)) return undefined;
    // Where all changed at one time, the rest may be older or newer.
    return order === undefined ? undefined : this.#marked({ since });
  }

  /** True when reading has come to the newest records of an earlier walk. */
  #isKnown(): boolean {
    const { check, page, deep } = this.start;
    if (!this.#isByDay || check === undefined || (page && !deep)) return false;
    const run = check.split('.');
    return this.#prints.some((_, from) => run.every((print, i) => this.#prints[from + i] === print));
  }

  #endOfChanges(): Mark | undefined {
    const cursors = this.#pages.flatMap(({ page }) => (page.cursor ? [placeOf(page.cursor)] : []));
    const hasCursor = cursors.some((place) => this.#isPast(place));
    const places = hasCursor ? cursors : this.#pages.flatMap(({ page }) => timesOf(page.records));
    let end: Mark = this.start;
    for (const place of places) {
      // What answers a request lies behind what was asked for.
      if (this.#isPast(place) && (isAfter(place, end) ?? true)) end = this.#marked(place);
    }
    const last = this.#pages.findLast(({ page }) => page.records.length > 0);
    if (last && !hasCursor && (places.length === 0 || this.#isTiedAt(end))) {
      // No time to go by, or more records of one time than a page holds: the API's clock will do, once it is later.
      const recently = this.#recently();
      if (isAfter(recently, end)) return recently;
      if (this.#isStable(last) && last.ask.since === end.since) return this.pageMark(last);
    }
    return end === this.start ? undefined : end;
  }

  #isTiedAt({ since }: Place): boolean {
    return this.#pages.some(({ page }) => {
      const times = changeTimes(page.records);
      return page.more && times.length > 0 && times.every((time) => time === timeOf(since));
    });
  }

  #endOfDays(): Mark | undefined {
    const [first] = this.#pages;
    const last = this.#pages.findLast(({ page }) => page.records.length > 0);
    if (!first || !last) return this.#recently();
    const order = this.#order;
    if (order === 'oldest first' || (order === undefined && last.ask.page && this.#isStable(last))) {
      return this.pageMark(last);
    }
    if (order !== 'newest first') return this.#recently();
    const check = this.#prints.slice(0, RUN).join('.');
    return { ...this.#recently(), check };
  }

  /** What is surely not newer than anything that the walk can have missed. */
  #recently(): Mark {
    if (this.#isByDay) return dayMark(this.now);
    return { since: new Date(this.now - SKEW_MS).toISOString(), at: minutes(this.now) };
  }

  get #order(): Order {
    const records = this.records;
    if (!this.#isByDay) return orderOf(changeTimes(records));
    const orders = new Set(
      Object.keys(records[0] ?? {}).map((key) => orderOf(records.map((record) => rank(key, record[key])))),
    );
    if (orders.has('oldest first') !== orders.has('newest first')) {
      return orders.has('oldest first') ? 'oldest first' : 'newest first';
    }
    const { check, page, deep } = this.start;
    if (check === undefined) return undefined;
    return page && !deep ? 'oldest first' : 'newest first';
  }

  /** A record from the future pulls nothing ahead, nor does one of this second, which others may still share. */
  #isPast({ since, id }: Place): boolean {
    const time = timeOf(since);
    if (since === undefined) return false;
    const slack = (id === undefined ? -1000 : 0) + (hasZone(since) ? 0 : FARTHEST_ZONE_MS);
    return time === undefined || this.#clock === undefined || time <= this.#clock + slack;
  }

  #marked(place: Place): Mark {
    return { since: place.since, id: place.id, at: minutes(this.now) };
  }

  #print(record: Rec | undefined): string {
    return record ? digest(this.#identify(record), 'base64url').slice(0, 8) : '';
  }
}

/** The mark that everything lies behind which happened at this time or later, in whatever time zone its day began. */
export function dayMark(time: number): Mark {
  return { day: dayOf(time - DAY_MS), at: minutes(time) };
}

/** Milliseconds since 1970 as whole minutes. */
export function minutes(time: number): number {
  return Math.floor(time / MINUTE_MS);
}

/**
 * True where one place of a list of changes comes after another.
 * @returns undefined where one names its time zone and the other does not, so that they cannot be compared
 */
export function isAfter(place: Place, other: Place): boolean | undefined {
  if (place.since === undefined || other.since === undefined) return other.since === undefined;
  if (hasZone(place.since) !== hasZone(other.since)) return undefined;
  const [time, otherTime] = [timeOf(place.since), timeOf(other.since)];
  if (time === undefined || otherTime === undefined) return place.since !== other.since;
  if (time !== otherTime) return time > otherTime;
  const [id, otherId] = [BigInt(place.id ?? 0), BigInt(other.id ?? 0)];
  return id === otherId ? place.since > other.since : id > otherId;
}

function placeOf({ updated_since, updated_since_id }: Cursor): Place {
  return { since: updated_since, id: String(updated_since_id) };
}

function numbered(ask: Mark): Mark {
  return { ...ask, page: (ask.page ?? 1) + 1 };
}

function hasZone(text: string): boolean {
  return /(z|[+-]\d{2}:?\d{2})$/i.test(text);
}

/** True where a cursor names another record than the last one of its page; an id of another kind says nothing. */
function namesAnother({ records, cursor }: Listing): boolean {
  const id = String(records.at(-1)?.['id']);
  return cursor !== undefined && /^\d+$/.test(id) && id !== String(cursor.updated_since_id);
}

/** True where a cursor speaks of a later time than the last record of its page does. */
function isLater(cursor: string, last: unknown): boolean {
  if (typeof last === 'string' && hasZone(last) !== hasZone(cursor)) return false;
  const [time, lastTime] = [timeOf(cursor), timeOf(last)];
  return time !== undefined && lastTime !== undefined && time > lastTime + 1000;
}

/** A time as `updated_since` takes it: the API's own text, or a unix time in ISO 8601. */
function timeText(value: unknown): string | undefined {
  const time = timeOf(value);
  if (time === undefined) return undefined;
  return typeof value === 'string' && value.includes('-') ? value : new Date(time).toISOString();
}

/** The times at which records changed, as places in their list. */
function timesOf(records: readonly Rec[]): Place[] {
  const key = timeKey(records, changeTime);
  return key === undefined ? [] : records.map((record) => ({ since: timeText(record[key]) }));
}

/** When each record changed, where all show it under one name; else none. */
function changeTimes(records: readonly Rec[]): number[] {
  const key = timeKey(records, changeTime);
  return key === undefined ? [] : records.map((record) => timeOf(record[key]) ?? 0);
}

/** What a field says of its record's place in the order in which records came to be: a time, or the API's own id. */
function rank(key: string, value: unknown): number | undefined {
  if (/^(movement_|record_)?id$/i.test(key) && /^\d+$/.test(String(value))) return Number(value);
  return typeof value === 'string' || /_at$|time|date|stamp/i.test(key) ? timeOf(value) : undefined;
}

/** The order of values, undefined where it cannot be told: there is none, or all are the same. */
function orderOf(values: readonly (number | undefined)[]): Order {
  const steps = new Set(values.slice(1).map((value, i) => Math.sign(Number(value) - Number(values[i]))));
  if (values.length < 2 || values.includes(undefined)) return undefined;
  if (steps.has(1) && steps.has(-1)) return 'mixed';
  return steps.has(1) ? 'oldest first' : steps.has(-1) ? 'newest first' : undefined;
}

/** True where another field than a time, such as the SKU, explains the order of records. */
function risesOtherwise(records: readonly Rec[]): boolean {
  const rises = (values: readonly unknown[]) =>
    values.every((value, i) => {
      const before = i > 0 ? values[i - 1] : undefined;
      if (i === 0) return ['string', 'number'].includes(typeof value) && timeOf(value) === undefined;
      if (typeof value === 'number') return typeof before === 'number' && before < value;
      return typeof value === 'string' && typeof before === 'string' && before < value;
    });
  return (
    records.length > 1 &&
    Object.keys(records[0] ?? {}).some((key) => rises(records.map((record) => record[key])))
  );
}

function isEqual(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}
