// How answers are read. The specification does not show envelopes, cursors or most fields (4.5), so each open
// shape is read tolerantly here, and nothing else in the app looks into an answer's structure.
//
// One rule finds records everywhere: a record is what shows a documented field of its resource. It is looked for in
// `data`, under its noun and in the body itself; what stands beside it and is no word of an envelope stays with it.
// What is found nowhere is refused, never handed on unread.
import * as z from 'zod/mini';
import { asText, isBlank, isRecord, isYes, type Rec, timeOf } from '../values.ts';
import type { Resource } from './call.ts';

/** Both values of an incremental cursor (specification 4.1, 4.3). The id is text where a number cannot hold it. */
export interface Cursor {
  updated_since: string;
  updated_since_id: number | string;
}

/** What an envelope holds beside records. */
const envelopeWord =
  /^(success|ok|message|status|code|error|errors|warnings|event|event_?type|event_?name|topic|timestamp|sent_at|meta|pagination|paging|links)$/i;

/**
 * The one record of an answer: in `data`, in `data.<noun>` or the body itself. What stands beside it in the
 * same envelope, such as the customer and the line items of an order, stays with it.
 * @returns undefined if there is none
 */
export function readRecord(body: unknown, resource: Resource | undefined): Rec | undefined {
  const found = findRecord(body, resource);
  if (!found || found !== body) return found;
  // The envelope's words stand in the record itself.
  const own = Object.entries(found).filter(([key, value]) => !isOutcome(key, value));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

function findRecord(given: unknown, resource: Resource | undefined): Rec | undefined {
  if (Array.isArray(given)) return given.length === 1 ? findRecord(given[0], resource) : undefined;
  if (!isRecord(given)) return undefined;
  const isOuter = isKnown(given, resource);
  const { data, ...beside } = given;
  const inner = isOuter && !shows(onlyOne(data), resource) ? undefined : findRecord(data, resource);
  if (inner) return merge(inner, detailsIn(beside));
  const noun = resource?.one ?? '';
  const { [noun]: named, ...around } = given;
  if (!isOuter && isRecord(named) && shows(named, resource)) return merge(named, withoutOutcome(around));
  return shows(given, resource) ? given : undefined;
}

function onlyOne(data: unknown): unknown {
  return Array.isArray(data) && data.length === 1 ? data[0] : data;
}

/** True where a record shows the field by which its resource is known. */
function isKnown(record: Rec, resource: Resource | undefined): boolean {
  return (
    resource !== undefined &&
    Object.keys(record).some((key) => snake(key) === resource.identity && !isBlank(record[key]))
  );
}

/** True for what shows at least one documented field, with a value that it can have. */
function shows(value: unknown, resource: Resource | undefined): value is Rec {
  if (!isRecord(value)) return false;
  const fields = Object.entries(value).filter(([, field]) => !isBlank(field));
  const shape = resource?.schema?.shape;
  if (!shape) return fields.some(([key]) => !envelopeWord.test(key) && key !== 'data');
  return fields.some(([key, field]) => {
    // Not `shape[name]` alone, which exists for names such as `constructor`.
    const name = snake(key);
    const documented = Object.hasOwn(shape, name) && shape[name];
    return (
      name === resource.identity ||
      resource.marks?.includes(key) ||
      (documented && z.safeParse(documented, field).success)
    );
  });
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A record with what it lacks. Details are more than a plain value of the same name, such as an id. */
function merge(record: Rec, beside: Rec): Rec {
  const more = Object.entries(beside).filter(
    ([key, value]) => !(key in record) || (isDetail(value) && !isDetail(record[key])),
  );
  return { ...record, ...Object.fromEntries(more) };
}

/** Records and lists that belong to no envelope. */
function detailsIn(beside: Rec): Rec {
  return Object.fromEntries(
    Object.entries(beside).filter(([key, value]) => isDetail(value) && !envelopeWord.test(key)),
  );
}

function withoutOutcome(fields: Rec): Rec {
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => !isOutcome(key, value)));
}

/** True for how an answer says that all went well: the status of a request is no order's status. */
function isOutcome(key: string, value: unknown): boolean {
  if (/^(success|ok)$/i.test(key)) return typeof value === 'boolean' || /^(true|1)$/i.test(asText(value));
  return key === 'status' && /^(ok|okay|success|successful|true|2\d\d)$/i.test(asText(value));
}

function isDetail(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/**
 * The records of a list: in `data`, in `data.<nouns>`, the only array in `data`, or the body itself, each perhaps
 * in `<noun>`.
 * @returns undefined where there is no list, or where it holds something else
 */
export function readRecords(body: unknown, resource: Resource): Rec[] | undefined {
  const named = findList(body, resource.many);
  const list = named ?? onlyList(body);
  if (!list?.every(isRecord)) return undefined;
  const records = list.map((item) => {
    const { [resource.one]: inner, ...beside } = item;
    return isRecord(inner) && !isKnown(item, resource) ? merge(inner, beside) : item;
  });
  // A list under a name that is not known may be of something else.
  const isRead =
    named !== undefined || records.length === 0 || records.some((record) => shows(record, resource));
  return isRead ? records : undefined;
}

function findList(given: unknown, many: string): unknown[] | undefined {
  if (Array.isArray(given)) return given;
  if (!isRecord(given)) return undefined;
  const named = given[many];
  return findList(given.data, many) ?? (Array.isArray(named) ? named : undefined);
}

/** The only list of an answer, or of its `data`, whatever it is called. */
function onlyList(given: unknown): unknown[] | undefined {
  if (!isRecord(given)) return undefined;
  const lists = Object.entries(given).flatMap(([key, value]) =>
    Array.isArray(value) && !envelopeWord.test(key) ? [value] : [],
  );
  return onlyList(given.data) ?? (lists.length === 1 ? lists[0] : undefined);
}

/**
 * True for an answer that says itself that it failed, whatever its HTTP status: `success` or `ok` that says no, an
 * `error`, a `status` that means failure. What a record says of itself is no such sign.
 */
export function saysFailure(body: unknown, resource: Resource | undefined): boolean {
  if (!isRecord(body)) return false;
  const levels = [body, body.data, body.result, body.response, body.meta].filter(isRecord);
  return levels.some((level) => {
    const { success, ok, error, status, errors } = level;
    if (![success, ok].every((sign) => (sign ?? null) === null || isYes(sign))) return true;
    if (isKnown(level, resource)) return false;
    const isFailed = /^(error|errored|fail|failed|failure|ko|[45]\d\d)$/i.test(asText(status ?? ''));
    return isYes(error) || isFailed || (!isBlank(errors) && !isYes(success) && resource !== undefined);
  });
}

/**
 * What an answer says beside the confirmation of a write, where it shows no record.
 * @returns undefined where it confirms nothing
 */
export function readConfirmation(body: unknown): Rec | undefined {
  if (!isRecord(body) || ![body.success, body.ok].some(isYes)) return undefined;
  // A record in an envelope that is not known stays unread.
  return Object.fromEntries(
    Object.entries(body).filter(([key, value]) => !isOutcome(key, value) && !isDetail(value)),
  );
}

/** What an answer says of the rest of its list. */
export interface Paging {
  /** How many records it gives a page, where it says so. */
  size: number | undefined;
  /** Whether any sign in it says that there is more. */
  saysMore: boolean;
  /** Whether it says nothing at all of that. */
  isSilent: boolean;
  /** The number of the last page, where it can be told. */
  lastPage: number | undefined;
}

/**
 * What an answer says of the rest of its list, wherever it stands outside the records. An incremental cursor is no
 * sign: it comes with every answer.
 * @param count how many records the answer holds
 * @param page the number of the page, from 1
 */
export function readPaging(body: unknown, count: number, page: number): Paging {
  const signs = signsOf(body);
  const most = (name: RegExp) => {
    const numbers = signs.flatMap(({ key, value }) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return name.test(key) && typeof number === 'number' && Number.isSafeInteger(number) ? [number] : [];
    });
    return numbers.length > 0 ? Math.max(...numbers) : undefined;
  };
  const named = most(/^(per_?page|page_?size|limit)$/i) ?? 0;
  const size = named > 0 ? named : undefined; // 0 or -1 stands for no limit.
  const total = most(/^(total(_?(count|records|items|results))?|count)$/i);
  const pages = most(/^((last|total|num)_?pages?|page_?count|pages)$/i);
  const before = (page - 1) * Math.max(size ?? 0, count);
  const flags = signs.filter(({ key }) => /^has_?(more|next)(_?page)?$|^more$/i.test(key));
  const saysMore =
    (pages !== undefined && pages > page) ||
    (total !== undefined && count > 0 && total > before + count) ||
    flags.some(({ value }) => isYes(value)) ||
    signs.some(({ key, value }) => isNextLink(key, value, page));
  const lastPage =
    pages ?? (total !== undefined && count > 0 ? Math.ceil(total / (size ?? count)) : undefined);
  const isSilent = size === undefined && lastPage === undefined && flags.length === 0 && !saysMore;
  return { size, saysMore, isSilent, lastPage };
}

/** Every value of an answer outside its lists of records, with its key. */
function signsOf(value: unknown): { key: string; value: unknown }[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, value]) => [{ key, value }, ...signsOf(value)]);
}

function isNextLink(key: string, value: unknown, page: number): boolean {
  if (key === 'links' && Array.isArray(value)) {
    return value.some((link) => isRecord(link) && link.rel === 'next' && !isBlank(link.href ?? link.url));
  }
  if (!/^next(_?(page|url|link|href|page_?url|page_?token|token|cursor))?$/i.test(key)) return false;
  if (typeof value === 'number') return value > page;
  // The pair of an incremental cursor is none; a link within a record is.
  if (isRecord(value)) return typeof value.href === 'string' || typeof value.url === 'string';
  return typeof value === 'string' && value.trim() !== '';
}

/** The next incremental cursor, wherever it stands outside the records; undefined if there is none. */
export function readCursor(body: unknown): Cursor | undefined {
  const places = cursorPlaces(body, 0);
  return places.sort((a, b) => b.rank - a.rank)[0]?.cursor;
}

/**
 * Names that speak of what comes next win over those of a cursor, and those over plain ones, which may only repeat
 * what was asked. What came before is none.
 */
function cursorPlaces(value: unknown, rank: number): { cursor: Cursor; rank: number }[] {
  if (!isRecord(value)) return [];
  const here = [
    { cursor: cursorOf(value.next_updated_since, value.next_updated_since_id), rank: 2 },
    { cursor: cursorOf(value.updated_since, value.updated_since_id), rank },
  ].flatMap(({ cursor, rank }) => (cursor ? [{ cursor, rank }] : []));
  const below = Object.entries(value).flatMap(([key, inner]) =>
    /prev/i.test(key)
      ? []
      : cursorPlaces(inner, Math.max(rank, /next/i.test(key) ? 2 : /cursor/i.test(key) ? 1 : 0)),
  );
  return [...here, ...below];
}

function cursorOf(since: unknown, id: unknown): Cursor | undefined {
  if (typeof since !== 'string' || since === '') return undefined;
  const number = readInteger(id);
  return number === undefined ? undefined : { updated_since: since, updated_since_id: number };
}

/** A whole number that is not negative, as text where a number cannot hold it; undefined for anything else. */
export function readInteger(value: unknown): number | string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value)) return undefined;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/**
 * The records of a hook delivery or of a sample (specification 6.1 shows neither). A body that wraps them in `data`
 * names its event or holds nothing of its own beside; both are unwrapped alike, so that both have the same shape.
 * @param events the names of the events, which a `type` may be
 * @param identity the field by which the record is known, where it is documented
 * @returns undefined where the body holds something that is no record
 */
export function readPayloads(body: unknown, events: readonly string[], identity = ''): Rec[] | undefined {
  if (Array.isArray(body)) {
    const payloads = body.map((item) => readPayloads(item, events, identity));
    return payloads.every((found) => found !== undefined) ? payloads.flat() : undefined;
  }
  if (!isRecord(body)) return undefined;
  const { data, ...beside } = body;
  const isEventName = (value: unknown) => events.some((event) => event === value);
  const isOwn = (key: string) => !(envelopeWord.test(key) || (key === 'type' && isEventName(body.type)));
  const own = Object.fromEntries(Object.entries(beside).filter(([key]) => isOwn(key)));
  const namesEvent =
    ['event', 'event_type', 'topic'].some((key) => !isBlank(body[key])) || isEventName(body.type);
  const isItself = identity in own && !(isRecord(data) && identity in data);
  const isWrapper = 'data' in body && !isItself && (namesEvent || Object.keys(own).length === 0);
  if (!isWrapper) return Object.keys(body).length > 0 ? [body] : undefined;
  const within = Array.isArray(data) || isDetail(data) ? readPayloads(data, events, identity) : undefined;
  if (within && (within.length > 0 || Object.keys(own).length === 0)) {
    return within.map((record) => merge(record, own));
  }
  // The record stands around a field that happens to be called `data`.
  return Object.keys(own).length > 0 ? [body] : undefined;
}

/**
 * What tells when each record changed: the field that all of them show as a moment, those that speak of changes
 * before others.
 * @param name which fields count
 */
export function timeKey(records: readonly Rec[], name: RegExp = anyTime): string | undefined {
  const [first] = records;
  if (!first) return undefined;
  return Object.keys(first)
    .filter((key) => name.test(key) && records.every((record) => timeOf(record[key]) !== undefined))
    .sort((a, b) => weight(b) - weight(a))[0];
}

/** The plain `updated_at` says more of a record than `price_updated_at`, and that more than `created_at`. */
function weight(key: string): number {
  return Number(changeTime.test(key)) + Number(plainChangeTime.test(key));
}

/** Fields that tell when a record changed last, such as `updated_at`. */
export const changeTime = /updat|modif|chang/i;
export const plainChangeTime = /^(last_?)?(updated|modified|changed)(_?(at|on))?$/i;
const anyTime = /updat|modif|chang|creat|occur|record|happen|mov|date|time|stamp|_at$|_on$|At$/i;

/** When a record changed last, in milliseconds since 1970; undefined where it does not show that. */
export function changeOf(record: Rec): number | undefined {
  const key = timeKey([record], changeTime);
  return key === undefined ? undefined : timeOf(record[key]);
}

/** Newest first, by the time that every record shows; in the order given where they show none. */
export function newestFirst(records: readonly Rec[]): Rec[] {
  const key = timeKey(records);
  if (!key) return [...records];
  return [...records].sort((a, b) => (timeOf(b[key]) ?? 0) - (timeOf(a[key]) ?? 0));
}
