// Lets the built app read the live API, step by step, and looks at what no step asks for.
import type { App } from '../../sandbox/zaps/app.ts';
import type { Definition } from '../../sandbox/zaps/definition.ts';
import { Failure } from '../../sandbox/zaps/failure.ts';
import { type Exchange, Recorder } from './recorder.ts';
import { isRecord, type Rec } from './shape.ts';

/** The limits leave room for a Zap of the same tenant that runs at the same time (60 a minute). */
export const MOST_REQUESTS = 40;

/** The lists of the API, each with the searches that read it and what its records are known by. */
export const lists = [
  { name: 'orders', path: '/orders', identity: 'order_number', many: 'list_orders', one: 'find_order' },
  { name: 'products', path: '/inventory', identity: 'sku', many: 'list_products', one: 'find_product' },
  {
    name: 'customers',
    path: '/customers',
    identity: 'external_id',
    many: 'list_customers',
    one: 'find_customer',
  },
  { name: 'movements', path: '/inventory/movements', identity: 'sku', many: 'list_stock_movements' },
] as const;

/** The lists that have the incremental cursor (specification 4.1, 4.3). */
const incremental = ['orders', 'customers'];

/** The instant triggers. */
export const hooks = ['order_created', 'order_delivered', 'customer_created', 'check_in_completed'];
/** What each poll is asked with: every product counts as low. */
const polls: Record<string, Rec> = {
  order_status_changed: {},
  customer_updated: {},
  customer_deactivated: {},
  stock_movement_created: {},
  low_stock: { threshold: 1_000_000_000 },
};

/** Every step that reads: what `npm run learn` learns about. */
export const learnable = [
  ...hooks,
  ...Object.keys(polls),
  ...lists.flatMap((list) => ('one' in list ? [list.many, list.one] : [list.many])),
];

/** How reading for a step ended. */
export type Outcome =
  | { kind: 'records'; records: Rec[] }
  /** The tenant has none. */
  | { kind: 'none' }
  /** The key lacks a permission, or the API has no such address: said in `says`. */
  | { kind: 'refused'; says: string }
  /** The API answered, but the app does not understand it. */
  | { kind: 'unread'; says: string; path: string }
  /** The API did not answer as it should. */
  | { kind: 'failed'; says: string };

export interface Reading {
  /** The app's; undefined where reading ended before the app was needed. */
  definition: Definition | undefined;
  steps: ReadonlyMap<string, Outcome>;
  exchanges: readonly Exchange[];
  /** The word in the path of the hook endpoints; undefined where none was found. */
  word: string | undefined;
  /** The answer to a page of one record, of each list with more than one, and to asking for what changed. */
  second: ReadonlyMap<string, Exchange>;
  since: ReadonlyMap<string, Exchange>;
  /** The answer to an order that does not exist. */
  unknown: Exchange | undefined;
  /** Why reading ended early. */
  stopped: string | undefined;
}

/** Words that APIs of this kind use where the specification has a neutral one. */
const words = ['zapier', 'automations', 'integrations', 'hooks', 'webhooks'];

/** Thrown when going on makes no sense. */
class Stopped extends Error {}

/** Opens the built app with an environment. */
export type OpenApp = (environment: Record<string, string>) => Promise<App>;

/**
 * @param environment the live address and key, and the word of the hook endpoints
 * @throws Error when the app cannot be loaded
 */
export async function readApi(
  open: OpenApp,
  { baseUrl, key, word }: { baseUrl: string; key: string; word: string },
): Promise<Reading> {
  const recorder = new Recorder(baseUrl, key, MOST_REQUESTS);
  const reading = {
    steps: new Map<string, Outcome>(),
    second: new Map<string, Exchange>(),
    since: new Map<string, Exchange>(),
  };
  let definition: Definition | undefined;
  let found: string | undefined;
  let unknown: Exchange | undefined;
  let stopped: string | undefined;
  const server = await recorder.listen();
  try {
    found = await findWord(recorder, word);
    const app = await open({ BASE_URL: server.origin, AUTOMATION_PATH: found ?? word });
    definition = app.definition();
    try {
      const read = async (step: string, method: string, inputData: Rec = {}) => {
        const before = recorder.exchanges.length;
        const outcome = await app
          .invoke(method, {
            // The recorder has the key; what the app holds is never sent on.
            authData: { api_key: 'sk_read_through_the_recorder' },
            inputData,
            meta: { isLoadingSample: method.startsWith('triggers.') },
          })
          .then(
            ({ results }) => recordsOf(results),
            (error: unknown) => outcomeOf(error, recorder.exchanges.slice(before)),
          );
        reading.steps.set(step, outcome);
        if (outcome.kind === 'failed') refuseToGoOn(recorder.exchanges.at(-1));
        return outcome.kind === 'records' ? outcome.records : [];
      };
      if (found !== undefined)
        for (const hook of hooks) await read(hook, `triggers.${hook}.operation.performList`);
      for (const list of lists) {
        const input = { limit: 100, ...(list.name === 'customers' && { include_deleted: true }) };
        const [first] = await read(list.many, `searches.${list.many}.operation.perform`, input);
        if (first && 'one' in list)
          await read(list.one, `searches.${list.one}.operation.perform`, identityOf(first));
        const count = recordCount(reading.steps.get(list.many));
        const same = list.name === 'customers' ? '&include_deleted=true' : '';
        if (count > 1)
          reading.second.set(list.name, await recorder.read(`${list.path}?per_page=1&page=2${same}`));
        if (count > 0 && incremental.includes(list.name))
          reading.since.set(
            list.name,
            await recorder.read(`${list.path}?updated_since=2000-01-01T00%3A00%3A00Z&per_page=1`),
          );
      }
      for (const [poll, input] of Object.entries(polls))
        await read(poll, `triggers.${poll}.operation.perform`, input);
      unknown = await recorder.read('/orders/no-such-order-0000');
    } finally {
      await app.close();
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    stopped = error.message;
  } finally {
    await server.close();
  }
  return { ...reading, definition, exchanges: recorder.exchanges, word: found, unknown, stopped };
}

/** Tests the connection, and finds the word of the hook endpoints where it is another. */
async function findWord(recorder: Recorder, word: string): Promise<string | undefined> {
  for (const candidate of new Set([word, 'automation', ...words])) {
    const exchange = await recorder.read(`/${candidate}/subscriptions`);
    if (exchange.status !== 404) {
      refuseToGoOn(exchange);
      return candidate;
    }
  }
  return undefined;
}

/** @throws Stopped where every further request would end the same way */
function refuseToGoOn({ status, headers }: Exchange = noAnswer): void {
  if (status === null)
    throw new Stopped(
      'The API could not be reached, or its answer broke off. Check BASE_URL, and try again.',
    );
  if (status === 401) throw new Stopped('The API does not accept the key. Check authData_api_key.');
  if (status === 402) throw new Stopped('The API says that the subscription of this tenant is not active.');
  if (status === 429) {
    const seconds = headers.get('retry-after');
    const wait = seconds && /^\d+$/.test(seconds) ? ` in ${seconds} seconds` : '';
    throw new Stopped(`The API’s limit of requests is reached. Try again${wait}.`);
  }
}

const noAnswer: Exchange = { path: '', status: null, headers: new Headers(), body: undefined, text: '' };

/** The records that a step gave; those of a search for many stand in its result. */
function recordsOf(results: unknown): Outcome {
  const given = Array.isArray(results) ? results.filter(isRecord) : [];
  const records = given.flatMap((one) =>
    Array.isArray(one['results']) && 'has_more' in one ? one['results'].filter(isRecord) : [one],
  );
  return records.length > 0 ? { kind: 'records', records } : { kind: 'none' };
}

function recordCount(outcome: Outcome | undefined): number {
  return outcome?.kind === 'records' ? outcome.records.length : 0;
}

/** What a search finds this record by. */
function identityOf({ order_number, sku, external_system, external_id }: Rec): Rec {
  if (order_number !== undefined) return { order_number };
  return external_id !== undefined ? { external_system, external_id } : { sku };
}

function outcomeOf(error: unknown, exchanges: readonly Exchange[]): Outcome {
  if (!(error instanceof Failure)) throw error;
  const { message: says } = error;
  const last = exchanges.at(-1);
  if (!last) return { kind: 'unread', says, path: '' };
  if (last.status === 403) return { kind: 'refused', says };
  if (last.status === 200 && last.body !== undefined) return { kind: 'unread', says, path: last.path };
  return { kind: 'failed', says };
}
