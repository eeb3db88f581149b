import { z } from 'zod';
import { instant, isDay, must } from '../fields.ts';
import type { Since } from '../model/listing.ts';

const dayLength = 24 * 60 * 60 * 1000;
const largestPage = 2 ** 31 - 1;

/** A day, YYYY-MM-DD, in UTC. */
const day = z.string().refine(isDay, must('must be a date of the form YYYY-MM-DD')).meta({ format: 'date' });

/** The first day of a period; becomes its first millisecond. */
export const fromDate = day.transform((value) => Date.parse(value));

/** The last day of a period, which belongs to it whole; becomes the first millisecond after it. */
export const toDate = day.transform((value) => Date.parse(value) + dayLength);

/** A boolean in a query string. */
export const queryBoolean = z
  .string()
  .meta({ type: 'boolean' })
  .transform((value, context) => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    context.addIssue({ code: 'invalid_type', expected: 'boolean', input: value });
    return z.NEVER;
  });

/** An integer from `minimum` to `maximum` in a query string or an address. */
export function queryInteger(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .meta({ type: 'integer', minimum, maximum })
    .transform((value) => (/^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN))
    .pipe(z.int().min(minimum).max(maximum));
}

/** The two paging parameters (section 8). */
export function paging(defaultPerPage: number) {
  return {
    per_page: queryInteger(1, 100).default(defaultPerPage).meta({ default: defaultPerPage }),
    page: queryInteger(1, largestPage).default(1).meta({ default: 1 }),
  };
}

/** The two cursor parameters; an id alone points nowhere. */
export const cursorParameters = {
  updated_since: instant.optional(),
  updated_since_id: queryInteger(0).optional(),
};

/** The two cursor parameters after validation. */
export type CursorQuery = { updated_since?: number | undefined; updated_since_id?: number | undefined };

/** Refuses a cursor that lacks its first half. */
export function hasWholeCursor(query: CursorQuery): boolean {
  return query.updated_since !== undefined || query.updated_since_id === undefined;
}

export const wholeCursor = {
  path: ['updated_since'],
  ...must('field is required when updated since id is present'),
};

/** For endpoints without query parameters: every one is unknown. */
export const noParameters = z.strictObject({});

/** @returns the place in the order of changes that a list's query asks to go on from. */
export function since(query: CursorQuery): Since | undefined {
  return query.updated_since === undefined
    ? undefined
    : { updated_at: query.updated_since, change_number: query.updated_since_id };
}
