// Lists, a page at a time (specification 4.1 to 4.3, 8).
import type { Rec } from '../values.ts';
import { type Cursor, readCursor, readPaging } from './answer.ts';
import type { Api, Call, Resource } from './call.ts';
import { fetchRecords } from './request.ts';

/** What a server gives that ignores `per_page`: the documented default (8). */
const DEFAULT_PER_PAGE = 50;

/** The most records of a page. */
export const PER_PAGE = 100;

/** A request that answers with a list of records. */
export type ListCall = Call & { resource: Resource };

/** Which part of a list; pages count from 1. */
export interface Page {
  per_page: number;
  page?: number | undefined;
}

/** One page of a list, and what the answer says of the rest. */
export interface Listing {
  records: Rec[];
  /** Whether there may be more: the page is full, or the answer says so. */
  more: boolean;
  /** Whether the answer says so itself. */
  saysMore: boolean;
  /** Whether it looks like a full page of a server that gives fewer records than it was asked for. */
  isCapped: boolean;
  /** The number of the last page, where the answer says it. */
  lastPage: number | undefined;
  /** The next incremental cursor, where the list has one. */
  cursor: Cursor | undefined;
  /** The API's clock, in milliseconds since 1970, where it shows it. */
  clock: number | undefined;
}

/** One page of a list. */
export async function fetchPage(api: Api, call: ListCall, { per_page, page }: Page): Promise<Listing> {
  const query = { ...call.query, per_page, page };
  const { records, body, clock } = await fetchRecords(api, { ...call, query });
  const { size = per_page, saysMore, isSilent, lastPage } = readPaging(body, records.length, page ?? 1);
  const isFull = records.length >= Math.min(size, per_page);
  const isCapped = isSilent && records.length === DEFAULT_PER_PAGE;
  return { records, more: isFull || saysMore, saysMore, isCapped, lastPage, cursor: readCursor(body), clock };
}
