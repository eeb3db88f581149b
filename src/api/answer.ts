// How answers are read. The specification does not show envelopes, cursors or most fields (4.5), so each open
// shape is read tolerantly here, and nothing else in the app looks into an answer's structure.

/** A record as the API sends it: every field passes, also those that no document names. */
export type Rec = Record<string, unknown>;

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

export function isRecord(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any value as text, also an object with a key `toString` of its own, on which String() fails. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  return isRecord(value) ? JSON.stringify(value) : String(value);
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
  const { [noun.one]: named, ...beside } = held;
  const record = isRecord(named) ? { ...beside, ...named } : held;
  const { success, ...fields } = record;
  const found = typeof success === 'boolean' ? fields : record;
  return Object.keys(found).length > 0 ? found : undefined;
}

/**
 * The records of a list: in `data`, in `data.<nouns>`, the only array in `data`, or the body itself.
 * @returns undefined where there is no list, or where it holds something that is no record
 */
export function readRecords(body: unknown, noun: Noun): Rec[] | undefined {
  const list = findList(body, noun);
  return list?.every(isRecord) ? list : undefined;
}

function findList(given: unknown, noun: Noun): unknown[] | undefined {
  if (Array.isArray(given)) return given;
  if (!isRecord(given)) return undefined;
  const within = findList(given.data, noun);
  if (within) return within;
  const named = given[noun.many];
  if (Array.isArray(named)) return named;
  const arrays = Object.values(given).filter(Array.isArray);
  return arrays.length === 1 ? arrays[0] : undefined;
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
  const { data } = body;
  if (isRecord(data) || (Array.isArray(data) && data.every(isRecord))) return readPayloads(data);
  return Object.keys(body).length > 0 ? [body] : undefined;
}

/** The next incremental cursor, wherever it stands outside the records; undefined where there is none. */
export function readCursor(body: unknown): Cursor | undefined {
  const places = cursorPlaces(body, 0);
  return places.sort((a, b) => b.rank - a.rank)[0]?.cursor;
}

/** Names that speak of what comes next win over plain ones, which may only repeat what was asked. */
function cursorPlaces(value: unknown, rank: number): { cursor: Cursor; rank: number }[] {
  if (!isRecord(value)) return [];
  const here = [
    { cursor: cursorOf(value.next_updated_since, value.next_updated_since_id), rank: 2 },
    { cursor: cursorOf(value.updated_since, value.updated_since_id), rank },
  ].flatMap(({ cursor, rank }) => (cursor ? [{ cursor, rank }] : []));
  const below = Object.entries(value).flatMap(([key, inner]) =>
    cursorPlaces(inner, /cursor|next/.test(key) ? 1 : rank),
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
  return deletionMarks.some((mark) => Boolean(record[mark]));
}

/** When a customer was deactivated, or any other mark of it; undefined where the record does not say. */
export function readDeletionMark(record: Rec): unknown {
  const mark = deletionMarks.find((mark) => typeof record[mark] === 'string' && record[mark] !== '');
  return mark && record[mark];
}

const deletionMarks = ['deleted_at', 'deactivated_at', 'deleted', 'is_deleted', 'tombstone', 'is_tombstone'];

/** The outcome of a bulk update (specification 4.2), of which only the three totals are documented. */
export interface BulkOutcome {
  updated: number;
  replayed: number;
  failed: number;
  failed_items: { sku: string; reason: string }[];
}

/**
 * The totals of a bulk update and the items that failed, wherever they stand in the answer.
 * @returns undefined where the answer tells neither
 */
export function readBulkOutcome(body: unknown): BulkOutcome | undefined {
  const items = bulkItems(body, false);
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
  return undefined;
}

interface BulkItem {
  sku: string;
  reason: string;
  failed: boolean;
  replayed: boolean;
}

/** Every record with a SKU in any list of the answer. */
function bulkItems(value: unknown, inFailed: boolean): BulkItem[] {
  if (Array.isArray(value)) {
    return value.filter(isRecord).flatMap((item) => {
      if (typeof item.sku !== 'string') return [];
      const outcome = asText(item.status ?? item.outcome ?? item.result ?? '');
      const reason = [item.error, item.message, item.reason, outcome].find(
        (text) => typeof text === 'string' && text,
      );
      const failed =
        inFailed ||
        item.success === false ||
        /fail|error|not.?found|invalid/i.test(outcome) ||
        Boolean(item.error);
      return [
        {
          sku: item.sku,
          reason: String(reason ?? 'No reason given'),
          failed,
          replayed: /replay/i.test(outcome) || item.replayed === true,
        },
      ];
    });
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    bulkItems(inner, inFailed || /fail|error/i.test(key)),
  );
}

/** Newest first, by the time that every record shows; in the order given where they show none. */
export function newestFirst(records: readonly Rec[]): Rec[] {
  const mark = ['updated_at', 'created_at', 'occurred_at'].find((mark) =>
    records.every((record) => typeof record[mark] === 'string' && !Number.isNaN(Date.parse(record[mark]))),
  );
  if (!mark) return [...records];
  return [...records].sort((a, b) => Date.parse(String(b[mark])) - Date.parse(String(a[mark])));
}
