import { z } from 'zod';

const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** A rule that zod has no word for; the sentence begins with the field's name. */
export function must(rule: string) {
  return { params: { rule } };
}

/** A text of at most `max` characters (not UTF-16 units: an emoji is one), which a database can keep unchanged. */
export function text(max: number) {
  return characters(max).meta({ maxLength: max });
}

/** As `text`, and not empty. */
export function filled(max: number) {
  return characters(max).min(1).meta({ maxLength: max });
}

function characters(max: number) {
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
export const webAddress = characters(500)
  .refine(isWebAddress, must('must be a valid http or https URL'))
  .meta({ maxLength: 500, format: 'uri' });

/** An e-mail address (2.4). */
export const emailAddress = characters(255).meta({ maxLength: 255, format: 'email' }).pipe(z.email());

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** Keys and values of any kind. It is passed on as it is: zod's own objects drop the key `__proto__`. */
export const anyObject = z
  .unknown()
  .transform((value, context): Record<string, unknown> => {
    if (isObject(value)) return value;
    context.addIssue({ code: 'custom', ...must('must be an object'), input: value });
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: {} });

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Free-form keys and values; the depth is bounded so that writing them as JSON cannot fail. */
export const freeForm = anyObject
  .refine((value) => isAtMostDeep(value, 20), must('must not be nested more than 20 levels deep'))
  .meta({
    type: 'object',
    additionalProperties: {},
    description: 'Any keys and values, nested at most 20 levels deep.',
  });

function isAtMostDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isAtMostDeep(inner, levels - 1));
}

/** A point in time with its zone, in any form of ISO 8601; becomes milliseconds since 1970. */
export const instant = z
  .string()
  .meta({ format: 'date-time' })
  .transform((value, context) => {
    const milliseconds = parseInstant(value);
    if (milliseconds !== undefined) return milliseconds;
    context.addIssue({
      code: 'custom',
      ...must('must be an ISO 8601 date-time with a time zone'),
      input: value,
    });
    return z.NEVER;
  });

/** A point in time as the API shows it. */
export const shownInstant = z.string().meta({ format: 'date-time' });

function parseInstant(value: string): number | undefined {
  const [, day, time, zone] = dateTime.exec(value) ?? [];
  if (!day || !time || !zone || !isDay(day)) return undefined;
  const hours = zone.slice(0, 3);
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${hours}:${zone.slice(3).replace(':', '') || '00'}`;
  const milliseconds = Date.parse(`${day}T${time.replace(',', '.')}${offset}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

const isoDate = z.iso.date();

/** Whether this is a day of the calendar, YYYY-MM-DD. */
export function isDay(value: string): boolean {
  return isoDate.safeParse(value).success;
}
