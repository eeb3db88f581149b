import { z } from 'zod';

const dayLength = 24 * 60 * 60 * 1000;
const largestPage = 2 ** 31 - 1;
const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** A rule that zod has no word for; the sentence begins with the field's name. */
function must(rule: string) {
  return { params: { rule } };
}

/** A text of at most `max` characters (not UTF-16 units: an emoji is one), which a database can keep unchanged. */
export function text(max: number) {
  return z
    .string()
    .check((context) => {
      const value = context.value;
      if (value.length > max && [...value].length > max) {
        context.issues.push({ code: 'too_big', origin: 'string', maximum: max, input: value });
      }
    })
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      must('must only contain valid characters'),
    );
}

/** As `text`, and not empty. */
export function filled(max: number) {
  return text(max).min(1);
}

/** Half of an external system's name for a customer, for which no length is documented (2.4). */
export const identifier = filled(2000);

/** A reference of the external system (2.1, 4.2); an empty one is no reference. */
export const reference = text(255)
  .nullish()
  .transform((value) => value || null);

/** A quantity on hand (2.2). */
export const stockQuantity = z.int().min(0);

/** A latitude and a longitude in degrees (2.4). */
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** An http(s) address (2.5). */
export const webAddress = text(500).refine(isWebAddress, must('must be a valid http or https URL'));

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** Free-form keys and values; the depth is bounded so that writing them as JSON cannot fail. */
export const freeForm = z
  .record(z.string(), z.unknown())
  .refine((value) => isAtMostDeep(value, 20), must('must not be nested more than 20 levels deep'));

function isAtMostDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isAtMostDeep(inner, levels - 1));
}

/** A point in time with its zone, in any form of ISO 8601; becomes milliseconds since 1970. */
export const instant = z.string().transform((value, context) => {
  const milliseconds = parseInstant(value);
  if (milliseconds !== undefined) return milliseconds;
  context.addIssue({
    code: 'custom',
    ...must('must be an ISO 8601 date-time with a time zone'),
    input: value,
  });
  return z.NEVER;
});

function parseInstant(value: string): number | undefined {
  const [, day, time, zone] = dateTime.exec(value) ?? [];
  if (!day || !time || !zone || !isDay(day)) return undefined;
  const hours = zone.slice(0, 3);
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${hours}:${zone.slice(3).replace(':', '') || '00'}`;
  const milliseconds = Date.parse(`${day}T${time.replace(',', '.')}${offset}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function isDay(value: string): boolean {
  return z.iso.date().safeParse(value).success;
}

/** A day, YYYY-MM-DD, in UTC. */
const day = z.string().refine(isDay, must('must be a date of the form YYYY-MM-DD'));

/** The first day of a period; becomes its first millisecond. */
export const fromDate = day.transform((value) => Date.parse(value));

/** The last day of a period, which belongs to it whole; becomes the first millisecond after it. */
export const toDate = day.transform((value) => Date.parse(value) + dayLength);

/** A boolean in a query string. */
export const queryBoolean = z.string().transform((value, context) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  context.addIssue({ code: 'invalid_type', expected: 'boolean', input: value });
  return z.NEVER;
});

/** An integer in a query string or an address. */
export const queryInteger = z
  .string()
  .transform((value) => (/^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN))
  .pipe(z.int());

/** The two paging parameters (section 8). */
export function paging(defaultPerPage: number) {
  return {
    per_page: queryInteger.pipe(z.int().min(1).max(100)).default(defaultPerPage),
    page: queryInteger.pipe(z.int().min(1).max(largestPage)).default(1),
  };
}

/** The two cursor parameters; an id alone points nowhere. */
export const cursorParameters = {
  updated_since: instant.optional(),
  updated_since_id: queryInteger.pipe(z.int().min(0)).optional(),
};

/** Refuses a cursor that lacks its first half. */
export function hasWholeCursor(query: {
  updated_since?: number | undefined;
  updated_since_id?: number | undefined;
}) {
  return query.updated_since !== undefined || query.updated_since_id === undefined;
}

export const wholeCursor = {
  path: ['updated_since'],
  ...must('field is required when updated since id is present'),
};

/** For endpoints without query parameters: every one is unknown. */
export const noParameters = z.strictObject({});
