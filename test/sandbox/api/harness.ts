import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, jest } from '@jest/globals';
import { z } from 'zod';
import type { SandboxOptions } from '../../../sandbox/api/app.ts';
import { startSandbox } from '../../../sandbox/api/server.ts';

// Real servers and processes on a busy machine take longer than Jest's five seconds now and then.
jest.setTimeout(20_000);

/** What a test started; it is ended after the test, however that went. */
const tearDowns: (() => unknown)[] = [];

afterEach(async () => {
  for (const tearDown of tearDowns.splice(0).reverse()) await tearDown();
});

export function afterThisTest(tearDown: () => unknown): void {
  tearDowns.push(tearDown);
}

export const alpenglow = 'sk_sandbox_alpenglow';
export const kaffeehaus = 'sk_sandbox_kaffeehaus';

const jsonObject = z.record(z.string(), z.unknown());

type Json = z.output<typeof jsonObject>;

export type Answer = { status: number; body: unknown; headers: Headers };

export type Call = {
  /** The API key; alpenglow's when left out, none when null. */
  key?: string | null;
  /** Sent as JSON, or as it is when it is a string. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** A client of one sandbox. */
export type Client = ReturnType<typeof clientOf>;

/** Starts a sandbox of the test's own. */
export async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  afterThisTest(() => sandbox.close());
  return { ...clientOf(sandbox.origin), close: sandbox.close };
}

export function clientOf(origin: string) {
  async function send(method: string, address: string, { body, headers = {} }: Call): Promise<Answer> {
    const response = await fetch(`${origin}${address}`, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answered = await response.text();
    return { status: response.status, headers: response.headers, body: answered && JSON.parse(answered) };
  }
  const api = (method: string, path: string, call: Call = {}) => {
    const key = call.key === undefined ? alpenglow : call.key;
    const headers = { ...(key !== null && { 'x-api-key': key }), ...call.headers };
    return send(method, `/api/v1${path}`, { ...call, headers });
  };
  const dashboard = (method: string, path: string, body?: unknown) =>
    send(method, `/dashboard${path}`, { body });
  return {
    origin,
    api,
    get: (path: string, call?: Call) => api('GET', path, call),
    put: (path: string, body: unknown, call?: Call) => api('PUT', path, { body, ...call }),
    post: (path: string, body: unknown, call?: Call) => api('POST', path, { body, ...call }),
    delete: (path: string, call?: Call) => api('DELETE', path, call),
    dashboard,
    /** Something that a person does at alpenglow. */
    people: (path: string, body: unknown, method = 'POST') =>
      dashboard(method, `/tenants/alpenglow/${path}`, body),
  };
}

/** @returns the record in an answer of shape `data`. */
export function record(answer: Answer): Json {
  return z.object({ data: jsonObject }).parse(answer.body).data;
}

/** @returns the records in an answer of shape `data`. */
export function records(answer: Answer): Json[] {
  return z.object({ data: z.array(jsonObject) }).parse(answer.body).data;
}

/** @returns one field of each record in an answer of shape `data`. */
export function column(answer: Answer, field: string): unknown[] {
  return records(answer).map((each) => each[field]);
}

const cursorBody = z.object({
  next_cursor: z.object({ updated_since: z.string(), updated_since_id: z.int() }),
});

/** @returns the query that goes on from an answer's cursor. */
export function cursorQuery(answer: Answer): string {
  const { updated_since, updated_since_id } = cursorBody.parse(answer.body).next_cursor;
  return `updated_since=${updated_since}&updated_since_id=${updated_since_id}`;
}

/** The errors of a 422 by field. */
export function fieldErrors(answer: Answer): Json {
  return z.object({ errors: jsonObject }).parse(answer.body).errors;
}

export const berghaus = { external_system: 'erp', external_id: 'C-1001' };

/** An order as a sales representative submits it. */
export function submission(more: object = {}) {
  return { customer: berghaus, items: [{ sku: 'TENT-2P', quantity: 3 }], ...more };
}

/** Submits an order and moves it to a status by the shortest way. @returns its number. */
export async function orderIn(client: Client, status: string, more: object = {}): Promise<string> {
  const ways: Record<string, string[]> = {
    pending: [],
    confirmed: ['confirmed'],
    processing: ['confirmed', 'processing'],
    delivered: ['confirmed', 'delivered'],
    cancelled: ['cancelled'],
  };
  const number = String(record(await client.people('orders', submission(more))).order_number);
  for (const step of ways[status] ?? []) await client.put(`/orders/${number}/status`, { status: step });
  return number;
}

/** Makes a key with these scopes. @returns its value and id. */
export async function makeKey(client: Client, scopes: string[], more: object = {}) {
  const made = await client.people('keys', { name: 'Test', scopes, ...more });
  return z.object({ value: z.string(), id: z.int() }).parse(record(made));
}

type Hopefully<T> = T | false | undefined;

/** Waits until `condition` gives something; fails after five seconds, or as many as are given. */
export async function until<T>(
  condition: () => Hopefully<T> | Promise<Hopefully<T>>,
  seconds = 5,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const result = await condition();
    if (result) return result;
    await setTimeout(5);
  }
  throw new Error(`The condition did not come true within ${seconds} seconds`);
}

export type Received = {
  body: unknown;
  /** The body as it was sent. */
  raw: string;
  headers: IncomingMessage['headers'];
  url: string | undefined;
};

/** How a receiver answers; it never does when there is no status. */
type Reaction = { status?: number; location?: string };

/** Starts a server that takes hook deliveries in, and reacts to the first, second, … as it is told. */
export async function startReceiver(
  react: (count: number, raw: string) => Reaction = () => ({ status: 200 }),
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    received.push({
      body: JSON.parse(raw),
      raw,
      headers: request.headers,
      url: request.url,
    });
    const { status, location } = react(received.length, raw);
    if (status) response.writeHead(status, { ...(location && { location }) }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Waits for this many deliveries. */
    count: (count: number) => until(() => received.length >= count && received),
  };
}

/** Subscribes as alpenglow. @returns the subscription's id. */
export async function subscribeTo(client: Client, event: string, target_url: string): Promise<number> {
  const answer = await client.post('/automation/subscribe', { event, target_url });
  return z.int().parse(record(answer).id);
}

/** @returns the name of a data file in a directory of the test's own. */
export async function dataFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
  afterThisTest(() => rm(directory, { recursive: true, force: true }));
  return join(directory, 'data.sqlite');
}

const order = '/orders/SO-10007';
const customer = '/customers/erp/C-1001';

/** All endpoints (section 4) with a request that each of them accepts, and the scope that it needs. */
export const endpoints: { method: string; path: string; scope: string; body?: object }[] = [
  { method: 'GET', path: '/orders', scope: 'orders:read' },
  { method: 'GET', path: order, scope: 'orders:read' },
  { method: 'POST', path: `${order}/acknowledge`, scope: 'orders:write', body: {} },
  { method: 'PUT', path: `${order}/status`, scope: 'orders:write', body: { status: 'confirmed' } },
  { method: 'GET', path: '/inventory', scope: 'inventory:read' },
  { method: 'GET', path: '/inventory/movements', scope: 'inventory:read' },
  { method: 'GET', path: '/inventory/TENT-2P', scope: 'inventory:read' },
  { method: 'PUT', path: '/inventory/TENT-2P', scope: 'inventory:write', body: { stock_qty: 5 } },
  {
    method: 'POST',
    path: '/inventory/bulk',
    scope: 'inventory:write',
    body: { products: [{ sku: 'TENT-2P', stock_qty: 5 }] },
  },
  { method: 'GET', path: '/customers', scope: 'customers:read' },
  { method: 'GET', path: customer, scope: 'customers:read' },
  { method: 'PUT', path: customer, scope: 'customers:write', body: { name: 'Berghaus Sport' } },
  { method: 'DELETE', path: customer, scope: 'customers:write' },
  {
    method: 'POST',
    path: '/automation/subscribe',
    scope: 'automation:write',
    body: { event: 'order.created', target_url: 'http://127.0.0.1:9/hook' },
  },
  { method: 'DELETE', path: '/automation/subscribe/1', scope: 'automation:write' },
  { method: 'GET', path: '/automation/subscriptions', scope: 'automation:read' },
  { method: 'GET', path: '/automation/sample?event=order.created', scope: 'automation:read' },
];

export const scopes = [...new Set(endpoints.map((endpoint) => endpoint.scope))];
