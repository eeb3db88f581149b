// The answer to a bulk update (specification 4.2), of which only the three totals are documented.
import { asText, isBlank, isRecord, isYes, type Rec } from '../values.ts';

/** What became of a bulk update. */
export interface BulkOutcome {
  updated: number;
  replayed: number;
  failed: number;
  failed_items: { sku: string; reason: string }[];
}

/** What the API says of one product. */
interface BulkItem {
  sku: string;
  reason: string;
  failed: boolean;
  replayed: boolean;
}

/** The documented totals. */
const counted = ['updated', 'replayed', 'failed'] as const;

/**
 * The totals of a bulk update and the items that failed, wherever they stand in the answer. Where items contradict
 * the totals, the totals win.
 * @param skus what was sent, by which items are known that do not name theirs in a field
 * @returns undefined where the answer tells neither
 */
export function readBulkOutcome(body: unknown, skus: readonly string[]): BulkOutcome | undefined {
  const items = itemsIn(body, skus, false);
  const [updated, replayed, failed] = counted.map((name) => totalOf(body, name));
  if (items.length === 0 && [updated, replayed, failed].every((total) => total === undefined))
    return undefined;
  const failedItems = items.filter((item) => item.failed);
  const failures = failed ?? failedItems.length;
  const replays = replayed ?? items.filter((item) => item.replayed).length;
  return {
    updated: updated ?? Math.max(0, items.length - failures - replays),
    replayed: replays,
    failed: failures,
    failed_items: failures === 0 ? [] : failedItems.map(({ sku, reason }) => ({ sku, reason })),
  };
}

/** All else that the answer to a bulk update holds, without its envelope. */
export function readBulkFields(body: unknown): Rec {
  if (!isRecord(body)) return { results: body };
  const { success: _, data, ...beside } = body;
  const fields = { ...beside, ...(isRecord(data) ? data : data !== undefined && { data }) };
  // A list that tells what a total counts keeps all that it says, beside the total that takes its name.
  const lists = [...counted, 'failed_items'].flatMap((name) =>
    Array.isArray(fields[name]) ? [[`${name}_list`, fields[name]]] : [],
  );
  return { ...fields, ...Object.fromEntries(lists) };
}

/** A total as a number, or as a list of what it counts. */
function totalOf(value: unknown, name: string): number | undefined {
  if (!isRecord(value)) return undefined;
  for (const key of [name, `${name}_count`, `total_${name}`, `${name}_total`]) {
    const total =
      typeof value[key] === 'string' && /^\d+$/.test(value[key]) ? Number(value[key]) : value[key];
    if (typeof total === 'number') return total;
  }
  for (const inner of Object.values(value)) {
    const total = totalOf(inner, name);
    if (total !== undefined) return total;
  }
  const list = value[name];
  return Array.isArray(list) ? list.length : undefined;
}

/** Every item in any list of the answer, or under its SKU. */
function itemsIn(value: unknown, skus: readonly string[], inFailed: boolean): BulkItem[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemOf(item, skus, inFailed));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!skus.includes(key)) return itemsIn(inner, skus, inFailed || /fail|error/i.test(key));
    if (isRecord(inner)) return itemOf({ sku: key, ...inner }, skus, inFailed);
    return inFailed ? itemOf({ sku: key, message: wordsOf(inner) }, skus, true) : [];
  });
}

function itemOf(item: unknown, skus: readonly string[], inFailed: boolean): BulkItem[] {
  if (typeof item === 'string') {
    if (!inFailed) return [];
    return itemOf({ sku: skuWithin(item, skus), ...(!skus.includes(item) && { message: item }) }, skus, true);
  }
  if (!isRecord(item)) return [];
  const { error, errors, error_message, message, reason, detail, status, outcome, result } = item;
  const words =
    [error, errors, error_message, reason, message, detail].map(wordsOf).find((text) => text !== '') ?? '';
  const sku = skuOf(item) ?? (inFailed ? skuWithin(words, skus) : undefined);
  if (sku === undefined) return [];
  const how = asText(status ?? outcome ?? (isRecord(result) ? '' : result) ?? '');
  const failed =
    inFailed ||
    [item.success, item.ok].some((sign) => (sign ?? null) !== null && !isYes(sign)) ||
    [error, errors, error_message].some(isYes) ||
    Number(how) >= 400 ||
    /fail|error|not.?found|invalid|reject/i.test(how) ||
    /not.?found/i.test(words);
  const replayed = !failed && (/replay/i.test(how) || isYes(item.replayed));
  return [{ sku, reason: words || how || 'No reason given', failed, replayed }];
}

/** The SKU of an item, its own or that of the record embedded in it. */
function skuOf(item: Rec): string | undefined {
  const own = [item.sku, item.product_sku].find((sku) => ['string', 'number'].includes(typeof sku));
  if (own !== undefined) return asText(own);
  for (const embedded of [item.product, item.item, item.input]) {
    if (isRecord(embedded)) return skuOf(embedded);
  }
  return undefined;
}

/** What a failure says, as text. */
function wordsOf(value: unknown): string {
  if (isBlank(value) || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(' ');
  if (!isRecord(value)) return asText(value);
  const told = [value.message, value.error, value.reason, value.detail].find(
    (text) => typeof text === 'string',
  );
  return told ?? wordsOf(Object.values(value));
}

/** The SKU that a message speaks of; of several the longest, as one may be the beginning of another. */
function skuWithin(message: string, skus: readonly string[]): string {
  return skus.filter((sku) => message.includes(sku)).sort((a, b) => b.length - a.length)[0] ?? '';
}
