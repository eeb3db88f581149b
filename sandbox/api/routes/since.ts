import type { Since } from '../model/listing.ts';

/** @returns the place in the order of changes that a list's query asks to go on from. */
export function since(query: {
  updated_since?: number | undefined;
  updated_since_id?: number | undefined;
}): Since | undefined {
  return query.updated_since === undefined
    ? undefined
    : { updated_at: query.updated_since, id: query.updated_since_id };
}
