// A Field Sales API that someone else might have written from the specification: it makes other choices wherever
// the specification leaves one, and shares no code with the app nor with the sandbox.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = { id: number; at: number; [field: string]: unknown };

export interface Manner {
  /** Milliseconds since 1970. */
  now: () => number;
  /** How its clock differs from everybody's, in minutes. */
  skew?: number;
  /** The most records of a page, whatever is asked for. */
  pageSize?: number;
  /** Called for each request, before it is answered: where time passes. */
  onRequest?: () => void;
  /** How times are written: with a zone, exactly or in whole seconds, or as the server's own wall clock shows them. */
  times?: 'zoned' | 'seconds' | 'local';
  /** How the server's days and wall clock differ from UTC, in hours; they may change with the seasons. */
  zone?: number | ((at: number) => number);
  /** Whether lists of changes come with a cursor, or with pages alone. */
  cursors?: 'given' | 'of all' | 'none';
  /** What a list says of its pages. */
  meta?: 'totals' | 'more' | 'nothing';
  /** Whether `updated_since` alone leaves out what changed just then. */
  isExclusive?: boolean;
  /** In which order lists without a cursor come. */
  order?: 'oldest' | 'newest' | 'sku';
  /** Whether a movement shows an id and a time. */
  movements?: 'with id' | 'without id' | 'bare';
  /** Answers this many requests with 429, from a request on. */
  refuse?: { from: number; count: number };
}

/** Starts the server. @returns what a test does to its data, and what it counted */
export async function startCarelessApi(manner: Manner) {
  const tables = {
    orders: new Map<unknown, Row>(),
    customers: new Map<unknown, Row>(),
    products: new Map<unknown, Row>(),
    movements: new Map<unknown, Row>(),
  };
  type Table = keyof typeof tables;
  const sorted: Partial<Record<Table, Row[]>> = {};
  const log: string[] = [];
  let lastId = 0;
  const now = () => manner.now() + (manner.skew ?? 0) * 60_000;

  const offset = (at: number) => {
    const { zone = 0 } = manner;
    return (typeof zone === 'number' ? zone : zone(at)) * 3_600_000;
  };
  const local = (at: number) => new Date(at + offset(at)).toISOString();
  const tell = (at: number) => {
    if (manner.times === 'local') return local(at).slice(0, 19).replace('T', ' ');
    const exact = new Date(at).toISOString();
    return manner.times === 'seconds' ? `${exact.slice(0, 19)}Z` : exact;
  };
  const understand = (text: string) => {
    if (/[zZ]$|[+-]\d\d:?\d\d$/.test(text)) return Date.parse(text);
    const wall = Date.parse(`${text.replace(' ', 'T')}Z`);
    const instants = [wall - 86_400_000, wall + 86_400_000].map((day) => wall - offset(day));
    const shown = instants.filter((at) => at + offset(at) === wall);
    // An hour comes twice in autumn: the first counts.
    return Math.min(...(shown.length > 0 ? shown : instants));
  };

  const put = (table: Table, key: unknown, fields: object, at = now()) => {
    const known = tables[table].get(key);
    if (!known) lastId += 1;
    // Times without fractions are compared without them, as the database of such a server would.
    const stamp = manner.times === 'local' || manner.times === 'seconds' ? Math.floor(at / 1000) * 1000 : at;
    tables[table].set(key, { ...(known ?? { id: lastId }), ...fields, id: known?.id ?? lastId, at: stamp });
    delete sorted[table];
  };
  const rows = (table: Table): Row[] => {
    sorted[table] ??= [...tables[table].values()].sort((a, b) => a.at - b.at || a.id - b.id);
    return sorted[table];
  };

  const show = (table: Table, { id, at, ...row }: Row): object => {
    if (table !== 'movements') return { id, ...row, updated_at: tell(at) };
    const style = manner.movements ?? 'with id';
    const product = tables.products.get(row.sku);
    return {
      ...(style === 'with id' && { id }),
      ...row,
      ...(product && { product: show('products', product) }),
      ...(style !== 'bare' && { created_at: tell(at) }),
    };
  };

  const list = (table: Table, query: URLSearchParams, response: ServerResponse) => {
    const { pageSize = 100, cursors = 'given', order = 'oldest' } = manner;
    const perPage = Math.min(Number(query.get('per_page') ?? 50), pageSize);
    const page = Number(query.get('page') ?? 1);
    const since = query.get('updated_since');
    const sinceId = query.get('updated_since_id');
    const from = since === null ? 0 : understand(since);
    const isSince = (row: Row) =>
      sinceId === null
        ? row.at > from || (row.at === from && !manner.isExclusive)
        : row.at > from || (row.at === from && row.id > Number(sinceId));
    const midnight = (day: string | null) => (day === null ? undefined : understand(`${day} 00:00:00`));
    const first = midnight(query.get('from_date')) ?? 0;
    const end = (midnight(query.get('to_date')) ?? Number.POSITIVE_INFINITY) + 86_400_000;
    const isOfDays = ({ at }: Row) => at >= first && at < end;
    const fields = ['status', 'type', 'sku', 'is_active'].filter((field) => query.has(field));
    const isWanted = (row: Row) =>
      fields.every((field) => String(row[field]) === query.get(field)) &&
      (query.get('include_deleted') !== 'false' || row.deleted !== 'true');
    const found = rows(table).filter((row) => isSince(row) && isWanted(row) && isOfDays(row));

    const hasCursor = cursors !== 'none' && (table === 'orders' || table === 'customers');
    const isForward = hasCursor ? since !== null : order === 'oldest';
    if (!hasCursor && order === 'sku' && table === 'products')
      found.sort((a, b) => (String(a.sku) < String(b.sku) ? -1 : 1));
    else if (!isForward) found.reverse();

    const shown = found.slice((page - 1) * perPage, page * perPage);
    // Where nothing changed, a cursor repeats what was asked; where nothing was asked, it is the newest of all.
    const last = since === null || cursors === 'of all' ? found.at(since === null ? 0 : -1) : shown.at(-1);
    const pages = Math.ceil(found.length / perPage);
    const meta = {
      totals: { page, per_page: perPage, total: found.length, last_page: pages },
      more: { page, has_more: page < pages },
      nothing: undefined,
    }[manner.meta ?? 'totals'];
    answer(response, 200, {
      success: true,
      data: shown.map((row) => show(table, row)),
      ...(meta && { meta }),
      ...(hasCursor && {
        cursor: {
          updated_since: last ? tell(last.at) : (since ?? tell(now())),
          updated_since_id: last ? last.id : Number(sinceId ?? 0),
        },
      }),
    });
  };

  const answer = (response: ServerResponse, status: number, body: object, headers: object = {}) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        date: new Date(now()).toUTCString(),
        ...headers,
      })
      .end(JSON.stringify(body));

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    log.push(`${pathname}?${searchParams}`);
    manner.onRequest?.();
    const refuse = manner.refuse;
    if (refuse && log.length >= refuse.from && log.length < refuse.from + refuse.count)
      return answer(response, 429, { success: false, error: 'Too many requests' }, { 'retry-after': '30' });
    const paths: Record<string, Table> = {
      '/v1/orders': 'orders',
      '/v1/customers': 'customers',
      '/v1/inventory': 'products',
      '/v1/inventory/movements': 'movements',
    };
    const table = paths[pathname];
    if (table) return list(table, searchParams, response);
    return answer(response, 404, { success: false, error: 'Not found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** The addresses of all requests. */
    log,
    manner,
    order: (order_number: string, status: string, at?: number) =>
      put('orders', order_number, { order_number, status, type: 'order', acknowledged: false }, at),
    acknowledge: (order_number: string) =>
      put('orders', order_number, { acknowledged: true, external_reference: `ERP-${order_number}` }),
    customer: (external_id: string, fields: object = {}, at?: number) =>
      put('customers', external_id, { external_system: 'erp', external_id, ...fields }, at),
    product: (sku: string, stock_qty: number, fields: object = {}, at?: number) =>
      put('products', sku, { sku, stock_qty, reserved_qty: 0, is_active: true, ...fields }, at),
    /** @returns the movement's number */
    movement: (sku: string, at?: number): string => {
      const number = `M-${tables.movements.size + 1}`;
      put('movements', number, { sku, type: 'adjustment', quantity: 1, number }, at);
      return number;
    },
    clear: () => {
      for (const table of Object.values(tables)) table.clear();
      for (const table of ['orders', 'customers', 'products', 'movements'] as const) delete sorted[table];
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type CarelessApi = Awaited<ReturnType<typeof startCarelessApi>>;
