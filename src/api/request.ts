// The one place that talks to the API: address, key, time-out and redirects are decided here and nowhere else.
import type { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
// Not node:http: importing that from an ES module loads all of fetch, 13 ms of a start.
import { EventEmitter } from 'node:events';
import { product } from '../product.ts';
import { isRecord, type Rec } from '../values.ts';
import { readConfirmation, readRecord, readRecords, saysFailure } from './answer.ts';
import { type Api, apiKey, type Call, type Resource } from './call.ts';
import { explainRefusal, reportedFailure, unreachable, unreadable, unusable } from './errors.ts';

/** The longest answer that is read, in bytes. */
const MOST_BYTES = 20_000_000;

/** How deep an answer may be nested; no record comes near it, and reading much more would exhaust the stack. */
const MOST_LEVELS = 200;

/** What the API answered: the status and the JSON body, undefined if there is none by definition (204). */
export interface Answer {
  status: number;
  body: unknown;
  /** The API's clock, in milliseconds since 1970, where it shows it. */
  clock?: number | undefined;
}

/**
 * The word of the hook endpoints, in their path and their scopes, for which the specification has a neutral one (4.4).
 * @throws where `AUTOMATION_PATH` is not one word
 */
export function automationWord(api: Api): string {
  const given = process.env.AUTOMATION_PATH || product.automation;
  const word = given.trim().replace(/^\/+|\/+$/g, '');
  if (/^[\w-]+$/.test(word)) return word;
  throw unusable(
    api,
    `The app's environment variable AUTOMATION_PATH is “${given}”, but has to be one word, such as automation. This is for whoever publishes the app to set.`,
  );
}

/**
 * Sends one request (specification 4) and returns an answer that is good: a 2xx with readable JSON that does
 * not say that it failed, or a status that the caller accepts.
 * @throws what `errors.ts` makes of everything else
 */
export async function send(api: Api, call: Call): Promise<Answer> {
  const response = await attempt(api, call);
  const { status, content } = response;
  if (status === 204) return { status, body: undefined };
  const body = parse(content);
  if (call.accept?.includes(status)) return { status, body };
  if (status >= 300)
    throw explainRefusal(api, call, { status, body, retryAfter: response.getHeader('retry-after') });
  if (typeof body !== 'object' || body === null) throw unreadable(api, call, kindOf(content));
  if (saysFailure(body, call.resource)) throw reportedFailure(api, call, body);
  return { status, body, clock: timeOfHeader(response.getHeader('date')) };
}

/**
 * Sends a request that answers with one record.
 * @returns undefined where the caller accepts the refusal
 */
export async function fetchRecord(api: Api, call: Call): Promise<Rec | undefined> {
  const { status, body } = await send(api, call);
  if (call.accept?.includes(status)) return undefined;
  const record = readRecord(body, call.resource);
  if (!record) throw unreadable(api, call);
  return record;
}

/**
 * Sends a change, and returns the status and the record as it is afterwards. What identifies the record is
 * added where the answer does not repeat it.
 */
export async function writeRecord(
  api: Api,
  call: Call,
  identity: Rec,
): Promise<{ status: number; record: Rec }> {
  const { status, body } = await send(api, call);
  const record = readRecord(body, call.resource);
  const shown = record ?? readConfirmation(body);
  if (!shown && status !== 204) throw unreadable(api, call);
  const missing = Object.entries(identity).filter(([key]) => (shown?.[key] ?? null) === null);
  return { status, record: { ...shown, ...Object.fromEntries(missing) } };
}

/** Sends a request that answers with a list; the body comes along for its cursor. */
export async function fetchRecords(
  api: Api,
  call: Call & { resource: Resource },
): Promise<Answer & { records: Rec[] }> {
  const answer = await send(api, call);
  const records = readRecords(answer.body, call.resource);
  if (!records) throw unreadable(api, call);
  return { ...answer, records };
}

interface Response {
  status: number;
  content: string;
  getHeader(name: string): string | null | undefined;
}

/** Sends a request; a read that an idle connection swallowed is sent a second time. */
async function attempt(api: Api, call: Call): Promise<Response> {
  try {
    return await sendOnce(api, call);
  } catch (error) {
    const wasSwallowed = call.method === 'GET' && isBeforeAnswer(error) && Date.now() < api.deadline;
    if (!wasSwallowed) throw explainBreak(api, call, error);
  }
  try {
    return await sendOnce(api, call);
  } catch (error) {
    throw explainBreak(api, call, error);
  }
}

async function sendOnce(api: Api, call: Call): Promise<Response> {
  const cutOff = new AbortController();
  const options = {
    method: call.method,
    url: address(api, call),
    headers: headers(api, call),
    // A ready Buffer, because core deletes {{…}} from the strings of a body that it serializes itself.
    ...(call.body && { body: Buffer.from(JSON.stringify(call.body)) }),
    // Without this, core takes the query apart and deletes {{…}} from it as well.
    merge: false,
    redirect: 'manual' as const,
    size: MOST_BYTES,
    signal: AbortSignal.any([cutOff.signal, AbortSignal.timeout(Math.max(1, api.deadline - Date.now()))]),
  };
  // Loaded with the first request: a start has no need of it.
  watched ??= new (await import('node:async_hooks')).AsyncLocalStorage();
  return watched.run(cutOff, () => api.z.request(options));
}

/** The request under way, for what watches its connection. */
let watched: AsyncLocalStorage<AbortController> | undefined;
const cutOffs = new WeakMap<object, AbortController>();

diagnostics.subscribe('http.client.request.start', (message) => {
  const { request } = isRecord(message) ? message : {};
  const cutOff = watched?.getStore();
  if (cutOff && isRecord(request)) cutOffs.set(request, cutOff);
});

// Node-fetch does not notice that an answer ends before its announced length, and would wait for the rest.
diagnostics.subscribe('http.client.response.finish', (message) => {
  const { request, response } = isRecord(message) ? message : {};
  const cutOff = isRecord(request) ? cutOffs.get(request) : undefined;
  if (!cutOff || !(response instanceof EventEmitter)) return;
  response.once('close', () => {
    if ('complete' in response && response.complete === false) cutOff.abort();
  });
});

/** True where a connection broke before any of the answer came, as one does that the server had closed for idleness. */
function isBeforeAnswer(error: unknown): boolean {
  return isRecord(error) && ['ECONNRESET', 'EPIPE'].includes(String(error.code));
}

/** A broken connection or a time-out, as node-fetch reports them, in words. */
function explainBreak(api: Api, call: Call, error: unknown): unknown {
  if (!(error instanceof Error) || !['FetchError', 'AbortError'].includes(error.name)) return error;
  if ('type' in error && error.type === 'max-size') return unreadable(api, call, 'is longer than 20 MB');
  return unreachable(api, call);
}

function parse(content: string): unknown {
  const text = content.replace(/^\uFEFF/, '');
  try {
    if (isTooDeep(text)) return undefined;
    // Integers that a number cannot hold stay exact, as text.
    return /\d{16}/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function exactly(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value;
}

function isTooDeep(text: string): boolean {
  let level = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === '[' || token === '{') level += 1;
    else if (token === ']' || token === '}') level -= 1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

function kindOf(content: string): string {
  if (content.trim() === '') return 'is empty';
  if (/^\s*</.test(content)) return 'is a web page and not data';
  if (!/^\s*[[{]/.test(content)) return 'holds no data';
  return isTooDeep(content) ? 'is nested too deeply' : 'ends in the middle';
}

function timeOfHeader(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function headers(api: Api, call: Call): Record<string, string> {
  const key = apiKey(api.bundle);
  // Anything else cannot stand in a header; core would quote the value in its own error.
  if (!/^[\x21-\x7e]+$/.test(key) || key.includes('{{')) {
    throw unusable(
      api,
      key
        ? `This does not look like an API key of ${product.name}: it contains spaces or special characters. Copy the whole key again; it starts with sk_.`
        : `The connection has no API key. Make one in ${product.name} under ${product.apiKeysPlace} and reconnect the account.`,
    );
  }
  return {
    accept: 'application/json',
    // What core sets for requests that it merges; its log tells requests of z.request by it.
    'user-agent': 'Zapier',
    'x-api-key': key,
    ...(call.body && { 'content-type': 'application/json' }),
  };
}

function address(api: Api, call: Call): string {
  const path = call.path.map((segment) => encodeSegment(api, segment)).join('/');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  // Not every server takes a plus for a space.
  return `${baseUrl(api)}/${path}${query.size > 0 ? `?${query.toString().replaceAll('+', '%20')}` : ''}`;
}

function encodeSegment(api: Api, segment: string): string {
  // URL parsers take both for a step within the path, however they are encoded.
  if (segment === '.' || segment === '..') {
    throw unusable(
      api,
      `“${segment}” cannot be looked up: a web address cannot carry a value that is only dots. Check the value that was typed or mapped.`,
    );
  }
  try {
    return encodeURIComponent(segment);
  } catch {
    throw unusable(
      api,
      `“${segment.toWellFormed()}” cannot be looked up: it contains a broken character. Check the value that was typed or mapped.`,
    );
  }
}

/** Read for each request, not when the definition is loaded: Zapier sets the environment per event. */
function baseUrl(api: Api): string {
  const given = process.env.BASE_URL?.trim();
  const publisher = 'Whoever publishes the app has to set it.';
  if (!given) {
    throw unusable(
      api,
      `The app does not know where ${product.name} is: its environment variable BASE_URL is not set. ${publisher}`,
    );
  }
  // Not canParse: once it is hot, Node.js 22's refuses letters beyond ASCII.
  const url = URL.parse(given);
  const plain = url && !url.username && !url.password && !/[?#]/.test(given);
  const named = url && /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i.test(url.hostname);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!plain || !named || !safe) {
    throw unusable(
      api,
      `The app's environment variable BASE_URL is not a usable address. It must begin with https:// and have no placeholder, user, query or fragment, as in https://api.example.com/v1. ${publisher}`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
