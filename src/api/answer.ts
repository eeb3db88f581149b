// How answers are read. The specification does not show envelopes, cursors or most fields (4.5), so each open
// shape is read tolerantly here, and nothing else in the app looks into an answer's structure.
import { asText, isBlank, isRecord, type Rec, timeOf } from '../values.ts';

/** What a resource is called in an envelope. */
export interface Noun {
  one: string;
  many: string;
}

/** Both values of an incremental cursor (specification 4.1, 4.3). */
export interface Cursor {
  updated_since: string;
  updated_since_id: number;
}

/**
 * The one record of an answer: in `data`, in `data.<noun>` or the body itself. What stands beside it in the
 * same envelope, such as the customer and the line items of an order, stays with it.
 * @returns undefined where there is none
 */
export function readRecord(body: unknown, noun: Noun): Rec | undefined {
  const given = isRecord(body) && 'data' in body ? body.data : body;
  const held = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (!isRecord(held)) return undefined;
  const record = unwrap(isRecord(body) && given !== body ? merge(held, detailsBeside(body)) : held, noun);
  const { success, ...fields } = record;
  const found = typeof success === 'boolean' ? fields : record;
  return Object.keys(found).length > 0 ? found : undefined;
}

/** The record within `<noun>`, with what stands beside it. */
function unwrap(held: Rec, noun: Noun): Rec {
  const { [noun.one]: named, ...beside } = held;
  return isRecord(named) ? merge(named, beside) : held;
}

/** A record with what it lacks. Details are more than a plain value of the same name, such as an id. */
function merge(record: Rec, beside: Rec): Rec {
  const more = Object.entries(beside).filter(
    ([key, value]) => !(key in record) || (isDetail(value) && !isDetail(record[key])),
  );
  return { ...record, ...Object.fromEntries(more) };
}

/** Records and lists beside `data` that belong to no envelope. */
function detailsBeside({ data, ...beside }: Rec): Rec {
  return Object.fromEntries(
    Object.entries(beside).filter(([key, value]) => isDetail(value) && !envelopeKey.test(key)),
  );
}

function isDetail(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** What an envelope holds beside records. */
const envelopeKey =
  /^(success|message|status|code|event|event_type|timestamp|sent_at|meta|pagination|links|errors|warnings)$/;

/**
 * The records of a list: in `data`, in `data.<nouns>`, the only array in `data`, or the body itself, each perhaps
 * in `<noun>`.
 * @returns undefined where there is no list, or where it holds something that is no record
 */
export function readRecords(body: unknown, noun: Noun): Rec[] | undefined {
  const list = findList(body, noun);
  return list?.every(isRecord) ? list.map((item) => unwrap(item, noun)) : undefined;
}

function findList(given: unknown, noun: Noun): unknown[] | undefined {
  if (Array.isArray(given)) return given;
  if (!isRecord(given)) return undefined;
  const within = findList(given.data, noun);
  if (within) return within;
  const named = given[noun.many];
  if (Array.isArray(named)) return named;
  const arrays = Object.entries(given).flatMap(([key, value]) =>
    Array.isArray(value) && !envelopeKey.test(key) ? [value] : [],
  );
  return arrays.length === 1 ? arrays[0] : undefined;
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
  const numbers = (name: RegExp) => {
    const found = signs.flatMap(({ key, value }) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return name.test(key) && typeof number === 'number' && Number.isSafeInteger(number) ? [number] : [];
    });
    return found.length > 0 ? Math.max(...found) : undefined;
  };
  const size = numbers(/^(per_?page|page_?size|limit)$/i);
  const total = numbers(/^(total(_?(count|records|items|results))?|count)$/i);
  const pages = numbers(/^((last|total|num)_?pages?|page_?count|pages)$/i);
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
  return { size: size !== undefined && size > 0 ? size : undefined, saysMore, isSilent, lastPage };
}

/** Every value of an answer outside its lists of records, with its key. */
function signsOf(value: unknown): { key: string; value: unknown }[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, value]) => [{ key, value }, ...signsOf(value)]);
}

function isNextLink(key: string, value: unknown, page: number): boolean {
  if (!/^next(_?(page|url|link|href|page_?url|page_?token|token|cursor))?$/i.test(key)) return false;
  if (typeof value === 'number') return value > page;
  // The pair of an incremental cursor is none; a link within a record is.
  if (isRecord(value)) return typeof value.href === 'string' || typeof value.url === 'string';
  return typeof value === 'string' && value.trim() !== '';
}

/** True for what says yes: `true`, `1`, `"yes"`; `false`, `0`, `"no"` and whatever is empty do not. */
export function isYes(value: unknown): boolean {
  return !isBlank(value) && !/^(false|no|n|off|0|null|none)$/i.test(asText(value).trim());
}

/**
 * The records of a hook delivery or of a sample, which may be wrapped in `data` (specification 6.1 shows
 * neither). Both are unwrapped alike, so that both have the same shape.
 * @returns undefined where the body holds something that is no record
 */
export function readPayloads(body: unknown): Rec[] | undefined {
  if (Array.isArray(body)) {
    const payloads = body.map(readPayloads);
    return payloads.every((found) => found !== undefined) ? payloads.flat() : undefined;
  }
  if (!isRecord(body)) return undefined;
  const { data, ...beside } = body;
  const isWrapped = !identities.some((key) => key in body) && 'data' in body;
  if (isWrapped && (isRecord(data) || Array.isArray(data)) && isDetail(data)) {
    if (isRecord(data) || data.every(isRecord)) return readPayloads(data);
  }
  // An empty `data` holds nothing, unless the record stands around it.
  const isEmpty = !isDetail(data) && typeof data === 'object';
  const isEnvelope = isWrapped && isEmpty && Object.keys(beside).every((key) => envelopeKey.test(key));
  if (isEnvelope) return Array.isArray(data) ? [] : undefined;
  return Object.keys(body).length > 0 ? [body] : undefined;
}

/** By which the documented records are known. */
const identities = ['order_number', 'external_id', 'sku'];

/** The next incremental cursor, wherever it stands outside the records; undefined where there is none. */
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
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
  if (typeof since !== 'string' || since === '' || !Number.isSafeInteger(number)) return undefined;
  return { updated_since: since, updated_since_id: Number(number) };
}

/** The integer identifier of a subscription (specification 2.5), under any name that it plausibly has. */
export function readSubscriptionId(record: Rec): number | undefined {
  for (const value of [record.id, record.subscription_id, record.subscription, record.hook_id]) {
    const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof id === 'number' && Number.isSafeInteger(id) && id >= 1) return id;
  }
  return undefined;
}

/** True when the record is the tombstone of a deactivated customer (specification 2.4). */
export function isTombstone(record: Rec): boolean {
  if (record.is_active === false || record.is_active === 0) return true;
  if (deletionMarks.some((mark) => Boolean(record[mark]))) return true;
  // A customer that was brought back may still say when it was deactivated.
  if (record.is_active === true || record.is_active === 1) return false;
  return (
    Boolean(record.deactivated_at ?? record.deactivated) ||
    /^(deleted|deactivated)$/i.test(asText(record.status ?? ''))
  );
}

/** When a customer was deactivated, as the record says it; undefined where it shows no time. */
export function readDeletionTime(record: Rec): unknown {
  const marks = [...deletionMarks, 'deactivated_at'].map((mark) => record[mark]);
  return marks.find((mark) => timeOf(mark) !== undefined);
}

const deletionMarks = [
  'deleted_at',
  'removed_at',
  'deleted',
  'is_deleted',
  'deletion',
  'tombstone',
  'is_tombstone',
];

/** The outcome of a bulk update (specification 4.2), of which only the three totals are documented. */
export interface BulkOutcome {
  updated: number;
  replayed: number;
  failed: number;
  failed_items: { sku: string; reason: string }[];
}

/**
 * The totals of a bulk update and the items that failed, wherever they stand in the answer.
 * @param skus what was sent, by which items are known that do not name theirs in a field
 * @returns undefined where the answer tells neither
 */
export function readBulkOutcome(body: unknown, skus: readonly string[]): BulkOutcome | undefined {
  const items = bulkItems(body, skus, false);
  const total = (name: string) => findTotal(body, name);
  const failedItems = items.filter(({ failed }) => failed).map(({ sku, reason }) => ({ sku, reason }));
  const counts = { updated: total('updated'), replayed: total('replayed'), failed: total('failed') };
  if (items.length === 0 && Object.values(counts).every((count) => count === undefined)) return undefined;
  const failed = counts.failed ?? failedItems.length;
  const replayed = counts.replayed ?? items.filter(({ replayed }) => replayed).length;
  return {
    updated: counts.updated ?? Math.max(0, items.length - failed - replayed),
    replayed,
    failed,
    failed_items: failedItems,
  };
}

/** All else that the answer to a bulk update holds, without its envelope. */
export function readBulkFields(body: unknown): Rec {
  if (!isRecord(body)) return { results: body };
  const { success, ...fields } = body;
  if (!('data' in fields)) return fields;
  return { ...detailsBeside(fields), ...(isRecord(fields.data) ? fields.data : { data: fields.data }) };
}

/** A total as a number, or as a list of what it counts. */
function findTotal(value: unknown, name: string): number | undefined {
  if (!isRecord(value)) return undefined;
  for (const key of [name, `${name}_count`, `total_${name}`, `${name}_total`]) {
    const total = value[key];
    if (typeof total === 'number') return total;
  }
  for (const inner of Object.values(value)) {
    const total = findTotal(inner, name);
    if (total !== undefined) return total;
  }
  const list = value[name];
  return Array.isArray(list) ? list.length : undefined;
}

interface BulkItem {
  sku: string;
  reason: string;
  failed: boolean;
  replayed: boolean;
}

/** Every item in any list of the answer, or under its SKU. */
function bulkItems(value: unknown, skus: readonly string[], inFailed: boolean): BulkItem[] {
  if (Array.isArray(value)) return value.flatMap((item) => bulkItem(item, skus, inFailed));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (skus.includes(key) && isRecord(inner)) return bulkItem({ sku: key, ...inner }, skus, inFailed);
    if (skus.includes(key) && inFailed) return bulkItem({ sku: key, message: asText(inner) }, skus, true);
    return bulkItems(inner, skus, inFailed || /fail|error/i.test(key));
  });
}

function bulkItem(item: unknown, skus: readonly string[], inFailed: boolean): BulkItem[] {
  if (typeof item === 'string') {
    return inFailed
      ? bulkItem({ sku: skuWithin(item, skus), ...(!skus.includes(item) && { message: item }) }, skus, true)
      : [];
  }
  if (!isRecord(item)) return [];
  const words = [item.error, item.message, item.reason].find((text) => typeof text === 'string' && text);
  const product = isRecord(item.product) ? item.product : {};
  const sku = item.sku ?? product.sku ?? (inFailed ? skuWithin(asText(words ?? ''), skus) : undefined);
  if (typeof sku !== 'string' && typeof sku !== 'number') return [];
  const outcome = asText(item.status ?? item.outcome ?? item.result ?? '');
  const failed =
    inFailed ||
    item.success === false ||
    item.ok === false ||
    Boolean(item.error) ||
    Number(outcome) >= 400 ||
    /fail|error|not.?found|invalid/i.test(outcome) ||
    /not.?found/i.test(asText(words ?? ''));
  const replayed = /replay/i.test(outcome) || item.replayed === true;
  return [{ sku: asText(sku), reason: asText(words || outcome || 'No reason given'), failed, replayed }];
}

/** The SKU that a message speaks of; of several the longest, as one may be the beginning of another. */
function skuWithin(message: string, skus: readonly string[]): string {
  return skus.filter((sku) => message.includes(sku)).sort((a, b) => b.length - a.length)[0] ?? '';
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
    .sort((a, b) => Number(changeTime.test(b)) - Number(changeTime.test(a)))[0];
}

/** Fields that tell when a record changed last, such as `updated_at`. */
export const changeTime = /updat|modif|chang/i;
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
