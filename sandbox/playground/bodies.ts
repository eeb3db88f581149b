/** What the page asks the playground's server for. */
import { z } from 'zod';
import { runStatus } from '../zaps/records.ts';
import { draft } from './protocol.ts';

export const connectBody = z.strictObject({ authData: z.record(z.string(), z.string()) });

/**
 * Everything may be left out: a new Zap is empty, from a template, from a draft, or a copy of another Zap, with that
 * draft in place of the other's if there is one.
 */
export const newZapBody = z.strictObject({
  template: z.string().optional(),
  copyOf: z.string().optional(),
  draft: draft.optional(),
  connectionId: z.string().nullable().default(null),
});

/**
 * @param basedOn the revision that was changed; a stale one is refused with 409 and the body of `Stale`.
 * @param by which tab does it
 */
export const restoreBody = z.strictObject({ basedOn: z.int(), by: z.string().nullable().default(null) });
export const saveBody = restoreBody.extend({ draft });

export const publishBody = z.strictObject({ basedOn: z.int(), turnOn: z.boolean().default(true) });
export const pickBody = z.strictObject({ record: z.int().min(0) });

/** The text of a file, and what it is called. */
export const importBody = z.strictObject({
  name: z.string(),
  content: z.string(),
  connectionId: z.string().nullable().default(null),
});

/** Two versions, the draft being "draft". */
export const compareQuery = z.object({ from: z.string(), to: z.string().default('draft') });

/** Asks for one page of a dropdown, `dynamic` being as in the field: `order_list.id.label`. */
export const choicesBody = z.strictObject({
  connectionId: z.string(),
  dynamic: z.string(),
  page: z.int().min(0).default(0),
});

/** Seconds between two polls of every polling Zap; null for only by hand. */
export const pollBody = z.strictObject({ everySeconds: z.int().min(1).max(3600).nullable() });

export const replayBody = z.strictObject({ ids: z.array(z.string()).min(1).max(1000) });

const number = z.coerce.number().int().min(0);

/** Newest first. With `before` (a run's id) new runs do not shift the pages. */
export const pageQuery = z.object({
  zap: z.string().optional(),
  before: z.string().optional(),
  offset: number.default(0),
  limit: number.max(500).default(100),
});

export const runQuery = pageQuery.extend({
  /** Several with commas. */
  status: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(runStatus))
    .optional(),
  /** ISO 8601, of the start. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Found in titles, messages and data, whatever the case. */
  search: z.string().optional(),
  cause: z.string().optional(),
});
