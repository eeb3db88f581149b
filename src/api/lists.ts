// Lists, a page at a time or all that changed (specification 4.1 to 4.3, 8).
import { type Noun, newestFirst, type Rec, readCursor, readTotal } from './answer.ts';
import { tooMany } from './errors.ts';
import { type Api, type Call, fetchRecords, type Query } from './request.ts';

/** The most records of a page. */
export const PER_PAGE = 100;

/** The API takes 60 requests a minute, so a poll that needs more could never end. */
const MOST_PAGES = 60;

/**
 * How far back a poll looks. The daily limit of the API can keep polls from running for most of a day (8), and
 * what changes meanwhile must still be seen.
 */
export const WINDOW_MS = 25 * 60 * 60 * 1000;

/** Which part of a list; pages count from 1. */
export interface Page {
  per_page: number;
  page?: number;
}

/** The records of one page, and whether there may be more. */
export interface Listing {
  records: Rec[];
  more: boolean;
}

/** One page of a list. As many records as were asked for mean that there may be more. */
export async function fetchPage(
  api: Api,
  call: Call,
  noun: Noun,
  { per_page, page }: Page,
): Promise<Listing> {
  const { records } = await fetchRecords(api, { ...call, query: { ...call.query, per_page, page } }, noun);
  return { records, more: records.length >= per_page };
}

/**
 * All records that changed in the polling window, in one request while there are at most 100. Follows the
 * incremental cursor, which misses nothing when records change between two pages; without one it counts pages.
 * While a trigger is only being tried out, one page of what there is shows what records look like.
 * @returns the records, newest first
 * @throws where there are more than can be read in a minute
 */
export async function fetchChanges(
  api: Api,
  call: Call,
  noun: Noun,
  window: Query = since(),
): Promise<Rec[]> {
  if (api.bundle.meta?.isLoadingSample) {
    return newestFirst((await fetchPage(api, call, noun, { per_page: PER_PAGE })).records);
  }
  const found: Rec[] = [];
  let from = window;
  let page: number | undefined;
  let total: number | undefined;
  for (let requests = 0; requests < MOST_PAGES; requests += 1) {
    const query = { ...call.query, ...from, per_page: PER_PAGE, page };
    const { records, body } = await fetchRecords(api, { ...call, query }, noun);
    found.push(...records);
    total ??= readTotal(body);
    if (records.length < PER_PAGE) {
      const isSkipped = requests === 1 && page === undefined && found.length < total;
      if (!isSkipped) return newestFirst(found.reverse());
      // The cursor was that of the whole result and not of its page: the rest is read page by page.
      from = window;
      page = 2;
      continue;
    }
    const next = readCursor(body);
    // A cursor that does not move would ask for the same page for ever.
    const moves =
      next?.updated_since !== from.updated_since || next?.updated_since_id !== from.updated_since_id;
    if (next && moves && page === undefined) from = { ...next };
    else page = (page ?? 1) + 1;
  }
  throw tooMany(api, call, MOST_PAGES * PER_PAGE);
}

function since(): Query {
  return { updated_since: new Date(Date.now() - WINDOW_MS).toISOString() };
}
