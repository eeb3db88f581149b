import { isBlank } from './coerce.ts';
import { asText, isRecord } from './references.ts';

/** What people call a record by, the most telling first. */
const TELLING = [
  /^order_number$/,
  /(^|_)sku$/,
  /^(name|title|subject|company)$/,
  /(^|_)number$/,
  /(^|_)(name|code|email)$/,
  /(^|_)id$/,
];

const LONGEST = 60;

/**
 * What tells a record apart from others of its kind: its number, its SKU, its name, else its id; also those of a
 * record within it, such as the customer of a visit.
 * @returns undefined for a record without any of those
 */
export function titleOf(record: Record<string, unknown>): string | undefined {
  const own = Object.entries(record);
  const inner = own.flatMap(([, value]) => (isRecord(value) ? Object.entries(value) : []));
  for (const entries of [own, inner]) {
    for (const pattern of TELLING) {
      const found = entries.find(
        ([key, value]) => pattern.test(key) && !isBlank(value) && typeof value !== 'object',
      );
      if (found) return shorten(asText(found[1]));
    }
  }
  return undefined;
}

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
