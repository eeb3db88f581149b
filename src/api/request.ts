// The one place that talks to the API: address, key, time-out and redirects are decided here and nowhere else.
import diagnostics from 'node:diagnostics_channel';
// Not node:http: importing that from an ES module loads all of fetch, 13 ms of a start.
import { EventEmitter } from 'node:events';
import type { Bundle, InputFields, ZObject } from 'zapier-platform-core';
import { product } from '../product.ts';
import { asText, isRecord, type Rec } from '../values.ts';
import { type Noun, readRecord, readRecords } from './answer.ts';
import {
  explainRefusal,
  isUnreachable,
  reportedFailure,
  unreachable,
  unreadable,
  unusable,
} from './errors.ts';

/** What a run may take, all its requests together: Zapier ends it after 30 seconds, and this leaves time to say so. */
const TIMEOUT_MS = 25_000;

/** What a permission of an API key is called (specification 5.3). */
export type Scope = `${'inventory' | 'orders' | 'customers' | 'automation'}:${'read' | 'write'}`;

/** One run of one step: what every function of `api/` takes first. */
export interface Api {
  z: ZObject;
  bundle: Bundle;
  /** The labels of the step's input fields by key, for messages. */
  labels: ReadonlyMap<string, string>;
  /** When the run gives up waiting, in milliseconds since 1970. */
  deadline: number;
  /** True while an account is being connected, where a refused key is a typing mistake and not an expiry. */
  connecting: boolean;
}

/** Query parameters; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** One request to the API, and how to speak of it when it is refused. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path segments below the base address, as typed: they are encoded here. */
  path: readonly string[];
  query?: Query;
  /** Sent as JSON; keys that are undefined are left out. */
  body?: object;
  scope: Scope;
  /** What the request is about, in words: `the order “SO-1”`. */
  subject: string;
  /** What to check when the API has no such record. */
  hint?: string;
  /** The step's side of a conflict (409), as a sentence. */
  conflict?: string;
  /** Refusals that the caller reads itself. */
  accept?: readonly number[];
}

/** What the API answered: the status and the JSON body, undefined where there is none by definition (204). */
export interface Answer {
  status: number;
  body: unknown;
  /** The API's clock, in milliseconds since 1970, where it shows it. */
  clock?: number | undefined;
}

/**
 * Begins a step's talk with the API.
 * @param inputFields the step's own, whose labels appear in messages
 */
export function connect(
  z: ZObject,
  bundle: Bundle,
  inputFields: InputFields = [],
  { connecting = false } = {},
): Api {
  const labels = new Map<string, string>();
  for (const field of inputFields) {
    if (typeof field === 'function') continue;
    for (const { key, label } of [field, ...(field.children ?? [])]) labels.set(key, label ?? key);
  }
  return { z, bundle, labels, connecting, deadline: Date.now() + TIMEOUT_MS };
}

/** The connection's API key without the white space that comes with pasting. */
export function apiKey(bundle: Pick<Bundle, 'authData'>): string {
  return asText(bundle.authData?.api_key ?? '').trim();
}

/** The path segment of the hook endpoints, which real deployments may call otherwise (specification 4.4). */
export function automationPath(): string {
  return process.env.AUTOMATION_PATH?.replace(/^\/+|\/+$/g, '') || 'automation';
}

/**
 * Sends one request (specification 4) and returns an answer that is good: a 2xx with readable JSON that does
 * not say `success: false`, or a status that the caller accepts.
 * @throws what `errors.ts` makes of everything else
 */
export async function send(api: Api, call: Call): Promise<Answer> {
  const url = address(api, call);
  const cutOff = new AbortController();
  const options = {
    method: call.method,
    url,
    headers: headers(api, call),
    // A ready Buffer, because core deletes {{…}} from the strings of a body that it serializes itself.
    ...(call.body && { body: Buffer.from(JSON.stringify(call.body)) }),
    // Without this, core takes the query apart and deletes {{…}} from it as well.
    merge: false,
    redirect: 'manual' as const,
    signal: AbortSignal.any([cutOff.signal, AbortSignal.timeout(Math.max(1, api.deadline - Date.now()))]),
  };
  let response: { status: number; content: string; getHeader(name: string): string | null | undefined };
  const unwatch = watchForCutOff(new URL(url), cutOff);
  try {
    response = await api.z.request(options);
  } catch (error) {
    throw isUnreachable(error) ? unreachable(api, call) : error;
  } finally {
    unwatch();
  }
  const { status, content } = response;
  const good = status >= 200 && status < 300;
  const body = parse(content);
  if (status === 204) return { status, body: undefined };
  if (call.accept?.includes(status) && !good) return { status, body };
  if (!good) throw explainRefusal(api, call, { status, body, retryAfter: response.getHeader('retry-after') });
  if (typeof body !== 'object' || body === null) throw unreadable(api, call, content);
  if ('success' in body && body.success === false) throw reportedFailure(api, call, body);
  return { status, body, clock: timeOfHeader(response.getHeader('date')) };
}

function timeOfHeader(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Sends a request that answers with one record.
 * @returns undefined where the caller accepts the refusal
 */
export async function fetchRecord(api: Api, call: Call, noun: Noun): Promise<Rec | undefined> {
  const { status, body } = await send(api, call);
  if (call.accept?.includes(status)) return undefined;
  const record = readRecord(body, noun);
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
  noun: Noun,
  identity: Rec,
): Promise<{ status: number; record: Rec }> {
  const { status, body } = await send(api, call);
  const record = readRecord(body, noun);
  const confirmed = status === 204 || (isRecord(body) && body.success === true);
  if (!record && !confirmed) throw unreadable(api, call);
  const missing = Object.entries(identity).filter(([key]) => (record?.[key] ?? null) === null);
  return { status, record: { ...record, ...Object.fromEntries(missing) } };
}

/** Sends a request that answers with a list; the body comes along for its cursor. */
export async function fetchRecords(
  api: Api,
  call: Call,
  noun: Noun,
): Promise<{ records: Rec[]; body: unknown; clock: number | undefined }> {
  const { body, clock } = await send(api, call);
  const records = readRecords(body, noun);
  if (!records) throw unreadable(api, call);
  return { records, body, clock };
}

/**
 * Aborts a request whose answer ends before its announced length: node-fetch does not notice, and would wait for
 * the rest until the time-out.
 * @returns what ends the watch
 */
function watchForCutOff({ pathname, search }: URL, cutOff: AbortController): () => void {
  const channel = 'http.client.response.finish';
  const watch = (message: unknown) => {
    const { request, response } = isRecord(message) ? message : {};
    if (!isRecord(request) || request.path !== pathname + search) return;
    if (!(response instanceof EventEmitter)) return;
    response.once('close', () => {
      if ('complete' in response && response.complete === false) cutOff.abort();
    });
  };
  diagnostics.subscribe(channel, watch);
  return () => diagnostics.unsubscribe(channel, watch);
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function headers(api: Api, call: Call): Record<string, string> {
  const key = apiKey(api.bundle);
  // Anything else cannot stand in a header; core would quote the value in its own error.
  if (!/^[\x21-\x7e]+$/.test(key) || key.includes('{{')) {
    throw unusable(
      api,
      key
        ? `This does not look like an API key of ${product.name}: it holds spaces or special characters. Copy the whole key again; it starts with sk_.`
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
      `“${segment}” cannot be looked up: it holds a broken character. Check the value that was typed or mapped.`,
    );
  }
}

/** Read for each request, not when the definition is loaded: Zapier sets the environment per event. */
function baseUrl(api: Api): string {
  const given = process.env.BASE_URL?.trim();
  const publisher = 'This is for whoever publishes the app to set.';
  if (!given) {
    throw unusable(
      api,
      `The app does not know where ${product.name} is: its environment variable BASE_URL is not set. ${publisher}`,
    );
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const plain = url && !url.username && !url.password && !/[?#]/.test(given);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!plain || !safe) {
    throw unusable(
      api,
      `The app's environment variable BASE_URL is not a usable address. It must begin with https:// and hold no user, query or fragment, as in https://api.example.com/v1. ${publisher}`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
