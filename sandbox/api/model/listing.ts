import { z } from 'zod';
import type { Params, Reader } from '../database/database.ts';

/** Values of the columns that an index begins with, after the tenant: together they are one range of that index. */
export type Range = Record<string, string | number>;

/** Which part of a list is asked for. */
export type ListWindow = {
  /** Lists what has changed since, oldest change first; without it, the newest record comes first. */
  since?: Since | undefined;
  /** Lists those changes newest first all the same. */
  newestFirst?: boolean;
  /** Puts one record less than `perPage` on a page. */
  isShort?: boolean;
  page: number;
  perPage: number;
};

export type Listing = ListWindow & {
  table: 'orders' | 'products' | 'movements' | 'customers';
  /** Everything that is in one of these ranges is listed. */
  ranges: Range[];
  /** Milliseconds since 1970, the first of the period and the first after it. */
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
};

/** A place in the order of changes: with a number, what comes after it; without, everything from that time on. */
export type Since = { updated_at: number; change_number?: number | undefined };

/**
 * A place in the order of changes that a caller can go on from. Its number is that of a change, not of a record: of two
 * changes at the same time, the later one has the greater number, whichever record was there first.
 */
export type Cursor = { updated_at: number; change_number: number };

export type Page = { ids: number[]; hasMore: boolean; page: number; perPage: number };

const placeRow = z.object({ id: z.int(), place: z.int(), tie: z.int() });

/** What comes first of two changes at the same time, where the list has a cursor; else the records' ids decide. */
const numbered: readonly Listing['table'][] = ['orders', 'customers'];

/**
 * Reads one page of a list, in a time that does not depend on how much there is: SQLite merges ranges of one index,
 * each of them in the order of the list already, and stops when the page is full.
 */
export function readPage(reader: Reader, tenantId: number, listing: Listing): Page {
  const { page, perPage, since, newestFirst, isShort } = listing;
  const place = since ? 'updated_at' : 'created_at';
  const size = isShort ? Math.max(1, perPage - 1) : perPage;
  const window = { limit: size + 1, offset: (page - 1) * size };
  const rows = read(reader, tenantId, listing, place, since && !newestFirst ? 'ASC' : 'DESC', window);
  return { ids: rows.slice(0, size).map((row) => row.id), hasMore: rows.length > size, page, perPage };
}

/**
 * The cursor to go on from (4.1, 4.3): the last listed change; where nothing has changed, the place that was asked
 * from; where the caller did not ask for changes, or gets the newest first, the newest change there is. That one may
 * lie outside the period that was asked for: every later change comes after it all the same, and it is found without a
 * search.
 * @param last the last record of the page, which is in the order of changes.
 */
export function nextCursor(
  reader: Reader,
  tenantId: number,
  listing: Listing,
  last: Cursor | undefined,
): Cursor {
  const { since, newestFirst } = listing;
  if (since && !(last && newestFirst)) {
    return last ?? { updated_at: since.updated_at, change_number: since.change_number ?? 0 };
  }
  const whole = { ...listing, createdFrom: undefined, createdBefore: undefined };
  const [newest] = read(reader, tenantId, whole, 'updated_at', 'DESC', { limit: 1, offset: 0 });
  return { updated_at: newest?.place ?? 0, change_number: newest?.tie ?? 0 };
}

function read(
  reader: Reader,
  tenantId: number,
  listing: Listing,
  place: 'created_at' | 'updated_at',
  direction: 'ASC' | 'DESC',
  window: { limit: number; offset: number },
) {
  if (listing.ranges.length === 0) return [];
  const params: Params = { tenantId, ...window };
  const tie = place === 'updated_at' && numbered.includes(listing.table) ? 'change_number' : 'id';
  const period = periodSql(listing, params);
  const selects = listing.ranges.map((range, index) => {
    const columns = Object.entries(range).map(([column, value]) => {
      params[`${column}_${index}`] = value;
      return ` AND ${column} = :${column}_${index}`;
    });
    return `SELECT id, ${place} AS place, ${tie} AS tie FROM ${listing.table} WHERE tenant_id = :tenantId${columns.join('')}${period}`;
  });
  const order = `ORDER BY place ${direction}, tie ${direction} LIMIT :limit OFFSET :offset`;
  return reader.all(placeRow, `${selects.join(' UNION ALL ')} ${order}`, params);
}

/** The conditions on times, whose values are added to `params`. */
function periodSql({ createdFrom, createdBefore, since }: Listing, params: Params): string {
  let sql = '';
  if (createdFrom !== undefined) {
    sql += ' AND created_at >= :createdFrom';
    params.createdFrom = createdFrom;
  }
  if (createdBefore !== undefined) {
    sql += ' AND created_at < :createdBefore';
    params.createdBefore = createdBefore;
  }
  if (since) {
    params.since = since.updated_at;
    if (since.change_number === undefined) return `${sql} AND updated_at >= :since`;
    sql += ' AND (updated_at, change_number) > (:since, :sinceNumber)';
    params.sinceNumber = since.change_number;
  }
  return sql;
}
