// What all layers need to handle values that nobody vouches for: what a person typed, and what the API answered.
import { createHash } from 'node:crypto';

/** A record as the API sends it: every field passes, also those that no document names. */
export type Rec = Record<string, unknown>;

export function isRecord(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for what an empty field holds: nothing, white space, an empty list or an empty set of pairs. */
export function isBlank(given: unknown): boolean {
  if (given === undefined || given === null) return true;
  if (typeof given === 'string') return given.trim() === '';
  return typeof given === 'object' && Object.values(given).every(isBlank);
}

/** Any value as text, also an object with a key `toString` of its own, on which String() fails. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  return isRecord(value) ? JSON.stringify(value) : String(value);
}

/** A value in a message: short, and recognizable where it is odd. */
export function quote(given: unknown): string {
  const words = typeof given === 'object' ? JSON.stringify(given) : String(given);
  return `“${shorten(words, 60)}”`;
}

/** A text of at most `max` characters, cut between whole characters. */
export function shorten(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

/**
 * A moment in milliseconds since 1970: ISO 8601, where a text without a zone counts as UTC, or a unix time in
 * seconds or milliseconds.
 * @returns undefined for anything else
 */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}(\.\d+)?$/.test(value))) {
    const number = Number(value);
    if (!(number > 1e8)) return undefined;
    return number > 1e11 ? number : number * 1000;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(value)) return undefined;
  const text = value.trim().replace(' ', 'T');
  // A day alone counts as UTC already.
  const hasZone = text.length === 10 || /(z|[+-]\d{2}:?\d{2})$/i.test(text);
  const time = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** A calendar day in UTC, `2026-11-21`. @param time milliseconds since 1970 */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** JSON with sorted keys: the order in which the API sends fields is no change. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** A fingerprint of a value, the same for equal ones. */
export function digest(value: unknown, encoding: 'hex' | 'base64url' = 'hex'): string {
  return createHash('sha256').update(canonical(value)).digest(encoding);
}

/** True for what says yes: `true`, `1`, `"yes"`; `false`, `0`, `"no"` and whatever is empty do not. */
export function isYes(value: unknown): boolean {
  return !isBlank(value) && !/^(false|no|n|off|0|null|none)$/i.test(asText(value).trim());
}
