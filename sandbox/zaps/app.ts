import { resolve } from 'node:path';
import type { CacheOptions, CacheUsage } from './cache.ts';
import type { AppEvent } from './container.ts';
import { appDefinition, type Definition } from './definition.ts';
import { Failure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { mask } from './mask.ts';
import { type Platform, startPlatform } from './platform.ts';
import { Pool } from './pool.ts';
import type { TimeMachine } from './time-machine.ts';

export type { ApiRequest, Invocation } from './invocation.ts';

/** Zapier ends an invocation after this time. */
const LIMIT_MS = 30_000;

/** What an app is handed; `invoke` fills in what is left out, as every bundle has those parts. */
export interface Bundle {
  authData?: Record<string, unknown>;
  inputData?: Record<string, unknown>;
  inputDataRaw?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  targetUrl?: string;
  subscribeData?: unknown;
  cleanedRequest?: unknown;
  rawRequest?: unknown;
}

export interface AppSettings {
  /** The version's environment variables. Requests to the origin of `BASE_URL` are counted. */
  environment?: Record<string, string>;
  /** Milliseconds that an invocation may take. */
  limitMs?: number;
  /** The time that the platform's cache and the app itself see. */
  time?: TimeMachine | undefined;
  cache?: CacheOptions | undefined;
}

export interface AppOptions extends AppSettings {
  /** Path of the built app (`dist/index.js`) or of a built zip's `zapierwrapper.js`. */
  entry: string;
}

/** The built app, invoked as Zapier invokes it in production. */
export interface App {
  /** The definition, with functions replaced by marks, as Zapier keeps it. */
  definition(): Definition;
  /** What the platform's schema finds wrong with the definition. */
  validate(): Promise<unknown>;
  /**
   * @param method path into the definition, such as `creates.KEY.operation.perform`
   * @throws Failure
   */
  invoke(method: string, bundle?: Bundle): Promise<Invocation>;
  cacheUsage: Readonly<CacheUsage>;
  close(): Promise<void>;
}

/** Loads a built app. @throws when it cannot be loaded, with the reason */
export async function loadApp({ entry, ...options }: AppOptions): Promise<App> {
  const pool = new Pool(resolve(entry));
  try {
    const app = await appIn(pool, options);
    return { ...app, close: () => pool.close().then(app.close) };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/**
 * An app in containers that others may use too, with an environment, a cache, and a time of its own. Closing it
 * leaves the containers to whoever made them.
 * @throws when it cannot be loaded, with the reason
 */
export async function appIn(pool: Pool, options: AppSettings = {}): Promise<App> {
  const { time, limitMs = LIMIT_MS } = options;
  const platform = await startPlatform(time && (() => time.now()), options.cache);
  const send = ({ environment: ours, ...event }: Partial<AppEvent>) => {
    // Core streams what it logs to Zapier for whoever has a token.
    const environment = { ...options.environment, ...ours, LOGGING_TOKEN: '' };
    return pool.handle({ ...event, environment }, { limitMs, time });
  };
  try {
    const definition = appDefinition.parse((await send({ command: 'definition', bundle: {} })).results);
    return {
      definition: () => definition,
      validate: async () => (await send({ command: 'validate', bundle: {} })).results,
      invoke: (method, bundle = {}) =>
        masking(send(executeEvent(method, bundle, platform)), secretsOf(definition, bundle.authData)),
      cacheUsage: platform.cacheUsage,
      close: platform.close,
    };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

function executeEvent(method: string, bundle: Bundle, platform: Platform): Partial<AppEvent> {
  const { authData = {}, inputData = {}, inputDataRaw = inputData, meta, ...rest } = bundle;
  const token = platform.tokenFor(authData);
  return {
    command: 'execute',
    method,
    bundle: { authData, inputData, inputDataRaw, meta: { ...PLAIN_META, ...meta }, ...rest },
    rpc_base: platform.rpcBase,
    // Not as the event's token, for which core would log, too.
    environment: { ZAPIER_DEPLOY_KEY: token },
    storeKey: `${token}:${method}`,
  };
}

/** What of an account is to be seen nowhere: its passwords; all of it where none is marked as such. */
function secretsOf({ authentication }: Definition, authData: Record<string, unknown> = {}): string[] {
  const keys = (authentication?.fields ?? []).filter(({ type }) => type === 'password').map(({ key }) => key);
  return Object.entries(authData)
    .filter(([key]) => keys.length === 0 || keys.includes(key))
    .map(([, value]) => String(value).trim())
    .filter((secret) => secret !== '');
}

/** Hands an invocation on with the secrets masked in its requests. @throws Failure, likewise */
async function masking(invocation: Promise<Invocation>, secrets: readonly string[]): Promise<Invocation> {
  try {
    const done = await invocation;
    mask(done.requests, secrets);
    return done;
  } catch (error) {
    if (error instanceof Failure) mask(error.requests, secrets);
    throw error;
  }
}

const PLAIN_META = {
  isBulkRead: false,
  isFillingDynamicDropdown: false,
  isLoadingSample: false,
  isPopulatingDedupe: false,
  isTestingAuth: false,
  limit: -1,
  page: 0,
  timezone: 'UTC',
  inputFields: {},
};
