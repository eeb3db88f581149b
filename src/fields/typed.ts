// What a person typed or mapped into a field, read as the value that the API takes. Each reader is a schema
// whose messages complete the sentence that begins with the field's label.
import * as z from 'zod/mini';
import { asText, isBlank, quote } from '../values.ts';

/** A refusal, in words that follow the field's label. */
class Refused {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function typed<T>(read: (given: unknown) => T | Refused) {
  return z.transform((given: unknown, context): T => {
    const value = isBlank(given) ? new Refused('is required') : read(given);
    if (!(value instanceof Refused)) return value;
    context.issues.push({ code: 'custom', input: given, message: value.message });
    return z.NEVER;
  });
}

/** The same value where it is filled in; undefined, which is left out of a request, where it is blank. */
export function optional<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.transform((given: unknown) => (isBlank(given) ? undefined : given)),
    z.optional(schema),
  );
}

/** The same value where it is filled in, and `value` where it is blank. */
export function withDefault<S extends z.ZodMiniType>(schema: S, value: z.output<S>) {
  return z.pipe(
    z.transform((given: unknown) => (isBlank(given) ? value : given)),
    schema,
  );
}

/** Text as typed, of at most `max` characters. */
export function text(max = Number.POSITIVE_INFINITY) {
  return typed((given) => readText(given, max));
}

/** An e-mail address of at most `max` characters, without the white space that comes with pasting. */
export function email(max: number) {
  return typed((given) => {
    const value = readText(typeof given === 'string' ? given.trim() : given, max);
    if (value instanceof Refused || /^[^\s@]+@[^\s@]+$/.test(value)) return value;
    return new Refused(`must be an e-mail address like name@example.com, but is ${quote(given)}`);
  });
}

function readText(given: unknown, max: number): string | Refused {
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof given)) return new Refused('must be text');
  const value = String(given);
  const { length } = [...value];
  if (length <= max) return value;
  return new Refused(`must be at most ${max} characters long, but has ${length}: ${quote(value)}`);
}

/** One of the given values, in any case, and with spaces or underscores. */
export function choice<const T extends string>(values: readonly T[]) {
  return typed((given) => readChoice(values, given));
}

function readChoice<T extends string>(values: readonly T[], given: unknown): T | Refused {
  const wanted = asText(given).trim().toLowerCase().replaceAll(' ', '_');
  const value = values.find((value) => value === wanted);
  const words = values.map((value) => value.replaceAll('_', ' '));
  return value ?? new Refused(`must be ${either(words)}, but is ${quote(given)}`);
}

/** A whole number: `12`, `"12"` and `12.0` are the same. `1.000` is one to some and a thousand to others. */
export function whole({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return typed((given) => {
    if (typeof given === 'string' && /^\s*-?\d+\.000\s*$/.test(given)) {
      return new Refused(
        `is unclear: ${quote(given)} can mean ${Number(given)} or ${Number(given) * 1000}; write it without a point`,
      );
    }
    const value = typeof given === 'string' && /^\s*-?\d+(\.0*)?\s*$/.test(given) ? Number(given) : given;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      ? value + 0 // never -0
      : new Refused(`must be a whole number ${range}, but is ${quote(given)}`);
  });
}

/** A number with or without decimals. */
export function decimal(min: number, max: number) {
  return typed((given) => {
    const value = typeof given === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(given) ? Number(given) : given;
    return typeof value === 'number' && value >= min && value <= max
      ? value
      : new Refused(`must be a number from ${min} to ${max}, but is ${quote(given)}`);
  });
}

/** A calendar day, `2026-11-21`, also out of a date with a time. */
export function date() {
  return typed((given) => {
    const day = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(asText(given))?.[1];
    return day && isoDay(day) === day
      ? day
      : new Refused(`must be a date like 2026-11-21, but is ${quote(given)}`);
  });
}

/** A moment in ISO 8601; without a zone it is taken as UTC. */
export function moment() {
  return typed((given) => {
    const words = asText(given).trim();
    const hasDay = isoDay(words.slice(0, 10)) === words.slice(0, 10);
    const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(words.slice(10));
    const time = Date.parse(hasZone || words.length === 10 ? words : `${words}Z`);
    return hasDay && Number.isFinite(time)
      ? new Date(time).toISOString()
      : new Refused(`must be a date and time like 2026-11-21T08:00:00Z, but is ${quote(given)}`);
  });
}

/** The day itself where it exists in the calendar; `2026-02-30` does not. */
function isoDay(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : undefined;
}

/** Yes or no. */
export function flag() {
  return typed((given) => {
    const word = asText(given).trim().toLowerCase();
    if (['true', 'yes', 'y', 't', 'on', '1'].includes(word)) return true;
    if (['false', 'no', 'n', 'f', 'off', '0'].includes(word)) return false;
    return new Refused(`must be yes or no, but is ${quote(given)}`);
  });
}

/** Key/value pairs; pairs with a blank value are left out. */
export function pairs() {
  return typed((given): Record<string, unknown> | Refused => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      return new Refused(`must be pairs of a name and a value, but is ${quote(given)}`);
    }
    return Object.fromEntries(
      Object.entries(given).filter(([name, value]) => name !== '' && !isBlank(value)),
    );
  });
}

/** Several of the given values, as a list or in one text with commas. */
export function choices<const T extends string>(values: readonly T[]) {
  return typed((given): T[] | Refused => {
    const entries = (typeof given === 'string' ? given.split(',') : [given].flat()).filter(
      (entry) => !isBlank(entry),
    );
    const read = entries.map((entry) => readChoice(values, entry));
    return (
      read.find((value) => value instanceof Refused) ?? read.filter((value) => typeof value === 'string')
    );
  });
}

/**
 * Line items: at least one row and at most `max`, where no two have the same `unique` value. Rows in which
 * nothing is filled in are left out; what is wrong is told by row and by that value.
 */
export function rows<S extends Record<string, z.ZodMiniType>>(
  shape: S,
  { unique, max }: { unique: keyof S & string; max: number },
) {
  const row = z.object(shape);
  return z.transform((given: unknown, context): z.output<typeof row>[] => {
    const refuse = (message: string, path: PropertyKey[] = []) =>
      context.issues.push({ code: 'custom', input: given, message, path });
    const filled = [given].flat().flatMap((cells, index) => (isBlank(cells) ? [] : [{ cells, index }]));
    if (filled.length === 0) refuse('is required');
    if (filled.length > max) {
      refuse(`has ${filled.length} rows, but takes at most ${max}`);
      return z.NEVER;
    }
    const seen = new Map<string, number>();
    return filled.flatMap(({ cells, index }) => {
      const typedRow = { ...blank(shape), ...(typeof cells === 'object' && cells) };
      const name = isBlank(typedRow[unique]) ? undefined : asText(typedRow[unique]);
      const place = name === undefined ? index : `row ${index + 1} (${quote(name)})`;
      const earlier = name === undefined ? undefined : seen.get(name);
      if (earlier !== undefined) refuse(`is the same as in row ${earlier + 1}`, [place, unique]);
      else if (name !== undefined) seen.set(name, index);
      const result = row.safeParse(typedRow);
      if (result.success) return [result.data];
      for (const { message, path } of result.error.issues) refuse(message, [place, ...path]);
      return [];
    });
  });
}

/** Inputs that were never touched are missing, and mean the same as blank ones. */
export function blank(shape: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, undefined]));
}

function either(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ');
}
