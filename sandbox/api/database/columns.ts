import { z } from 'zod';

/** A boolean as SQLite keeps it. */
export const flag = z.literal([0, 1]).transform((value) => value === 1);

/** A JSON text column, checked against `content` when it is read. */
export function json<S extends z.ZodType>(content: S) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(content);
}

/** A boolean as it goes into the database. */
export function bit(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** @returns the time as the API shows it: ISO 8601, UTC, with milliseconds. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
