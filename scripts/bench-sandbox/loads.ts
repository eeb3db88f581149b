import { once } from 'node:events';
import { createServer } from 'node:http';
import autocannon from 'autocannon';
import { z } from 'zod';
import { apiPath } from '../../sandbox/api/app.ts';
import { readyTenants } from '../../sandbox/api/database/made-data.ts';
import { orderNumber, skus } from './fill.ts';

/** What a load did: a rate, and how long one request took. */
export type Figure = { what: string; perSecond: number; unit: string; medianMs: number | undefined };

export type LoadOptions = {
  origin: string;
  /** Orders that were filled in. */
  orders: number;
  /** Requests of each load. */
  requests: number;
  /** Hook subscriptions that each get every delivery. */
  subscribers: number;
};

/** Requests under way at the same time. */
const connections = 10;

const key = readyTenants[0].key;

type Call = { method: 'GET' | 'PUT' | 'POST'; path: string; body?: object };

type Load = {
  what: string;
  /** How many things one request writes; one when left out. */
  size?: number;
  /** The nth request of the load, from 0. */
  call: (n: number) => Call;
};

/** Spreads reads and writes over everything there is, the same way each time. */
const spread = (n: number, among: number) => (n * 7919) % among;

const orderPage = z.object({
  next_cursor: z.object({ updated_since: z.string(), updated_since_id: z.int() }),
});

/** The loads on the API; `cursor` is where a poll goes on that has seen everything. */
function loads(orders: number, cursor: string): Load[] {
  const get =
    (path: (n: number) => string) =>
    (n: number): Call => ({ method: 'GET', path: path(n) });
  const sku = (n: number) => skus[n % skus.length] ?? '';
  return [
    { what: 'read one order', call: get((n) => `/orders/${orderNumber(spread(n, orders))}`) },
    { what: 'list 50 orders', call: get(() => '/orders') },
    { what: 'list 50 pending quotes', call: get(() => '/orders?status=pending&type=quote') },
    { what: 'poll orders, nothing new', call: get(() => `/orders?${cursor}`) },
    { what: 'read one product', call: get((n) => `/inventory/${sku(n)}`) },
    { what: 'list 50 movements of a product', call: get((n) => `/inventory/movements?sku=${sku(n)}`) },
    {
      what: 'set the stock of a product',
      call: (n) => ({ method: 'PUT', path: `/inventory/${sku(n)}`, body: { stock_qty: 1_000 + n } }),
    },
    {
      what: 'create a customer',
      call: (n) => ({ method: 'PUT', path: `/customers/bench/${orders}-${n}`, body: { name: 'Bench' } }),
    },
    {
      what: 'set the stock of 500 products',
      size: skus.length,
      call: (n) => ({
        method: 'POST',
        path: '/inventory/bulk',
        body: { products: skus.map((each) => ({ sku: each, stock_qty: 5_000 + n })) },
      }),
    },
  ];
}

/**
 * Puts all loads on a sandbox, one after the other.
 * @throws Error when a request is refused or fails: such figures would mean nothing.
 */
export async function runLoads(options: LoadOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const first = await fetch(`${options.origin}${apiPath}/orders?per_page=1`, {
    headers: { 'x-api-key': key },
  });
  const { updated_since, updated_since_id } = orderPage.parse(await first.json()).next_cursor;
  const cursor = `updated_since=${updated_since}&updated_since_id=${updated_since_id}`;
  for (const load of loads(options.orders, cursor)) figures.push(await runLoad(load, options));
  figures.push(await runDeliveries(options));
  return figures;
}

async function runLoad({ what, call, size = 1 }: Load, { origin, requests }: LoadOptions): Promise<Figure> {
  const amount = Math.max(connections, Math.ceil(requests / Math.min(size, 20)));
  let n = 0;
  let started = 0;
  let ended = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: origin,
    connections,
    amount,
    sampleInt: 100,
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = call(n);
          n += 1;
          return {
            ...request,
            method,
            path: `${apiPath}${path}`,
            headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          };
        },
      },
    ],
  };
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  // It only ends with the next sample.
  run.on('start', () => {
    started = performance.now();
  });
  run.on('response', () => {
    ended = performance.now();
  });
  const result = await promise;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${amount} requests failed: ${what}.`);
  return {
    what,
    perSecond: (amount * size * 1000) / (ended - started),
    unit: size > 1 ? 'products/s' : 'requests/s',
    medianMs: result.latency.p50,
  };
}

/** Has orders submitted at once, and waits until every subscriber has every one of them. */
async function runDeliveries({ origin, requests, subscribers }: LoadOptions): Promise<Figure> {
  const submissions = Math.max(1, Math.ceil(requests / subscribers));
  const wanted = submissions * subscribers;
  let received = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume();
    response.end();
    received += 1;
    if (received === wanted) resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  try {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const ids: number[] = [];
    for (let n = 0; n < subscribers; n += 1) {
      const body = JSON.stringify({ event: 'order.created', target_url: `http://127.0.0.1:${port}/${n}` });
      const made = await fetch(`${origin}${apiPath}/automation/subscribe`, { method: 'POST', headers, body });
      ids.push(z.object({ data: z.object({ id: z.int() }) }).parse(await made.json()).data.id);
    }
    const customer = { external_system: 'erp', external_id: 'C-1001' };
    const order = { customer, items: [{ sku: skus[0], quantity: 1 }] };
    const started = performance.now();
    const submitted = await fetch(`${origin}/dashboard/tenants/${readyTenants[0].slug}/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ orders: Array.from({ length: submissions }, () => order) }),
    });
    if (!submitted.ok) throw new Error(`The orders were refused: ${await submitted.text()}`);
    await all;
    const seconds = (performance.now() - started) / 1000;
    for (const id of ids)
      await fetch(`${origin}${apiPath}/automation/subscribe/${id}`, { method: 'DELETE', headers });
    return {
      what: `deliver to ${subscribers} subscribers`,
      perSecond: wanted / seconds,
      unit: 'deliveries/s',
      medianMs: undefined,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
