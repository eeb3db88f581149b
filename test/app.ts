// The app as unit tests call it: through core, against a mocked API.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import nock from 'nock';
import { type Bundle, createAppTester, type ZObject } from 'zapier-platform-core';
import App from '../index.ts';
import { BASE_URL } from './unit.setup.ts';

export { App, BASE_URL };
export const API_KEY = 'sk_test_0123456789abcdef';

// Core ends a process that has grown large, as a container on Zapier should be ended. A worker of tests grows too.
Object.assign(createRequire(resolve('package.json'))('zapier-platform-core/src/constants'), {
  KILL_MAX_LIMIT: Number.POSITIVE_INFINITY,
});

/** Core prepares an app's whole definition for each call, which takes longer than most calls. */
const withoutSteps = { ...App, triggers: {}, creates: {}, searches: {}, searchOrCreates: {} };

/** Runs any function with a `z` and a bundle of core's. */
export const tester = createAppTester(withoutSteps);

/** What core's stand-in for the cache holds; nothing where the cache is out of reach, as core then asks a server. */
let kept: object | undefined = {};

/** What Zapier's cache answers instead of core's stand-in, which knows no times, refusals or failures. */
export type CacheAnswers = Partial<
  Record<'get' | 'set' | 'delete', (...given: unknown[]) => Promise<unknown>>
>;

/**
 * Runs a function of the definition as Zapier does.
 * @param cache whether the platform's cache is empty, as the run before left it, or out of reach; or what it answers
 * @param path where it stands: `creates.set_stock` (its perform), `authentication.test`, `triggers.x.performList`
 */
export async function run(
  path: string,
  bundle: Partial<Bundle> = {},
  { cache = 'fresh' }: { cache?: 'fresh' | 'kept' | 'down' | CacheAnswers } = {},
) {
  const [kind = '', key = '', name = 'perform'] = path.split('.');
  const isStep = kind !== 'authentication';
  const part: unknown = Object(App)[kind]?.[key];
  const found: unknown = isStep ? Object(part).operation?.[name] : part;
  const isFunction = (value: unknown): value is (z: ZObject, bundle: Bundle) => unknown =>
    typeof value === 'function';
  if (!isFunction(found)) throw new Error(`The definition has no ${path}`);
  const testStep = createAppTester({ ...withoutSteps, ...(isStep && { [kind]: { [key]: part } }) });
  if (cache === 'fresh') kept = {};
  if (cache === 'down') kept = undefined;
  Object.assign(testStep, { zcacheTestObj: kept });
  // Core finds what is part of the app many times faster than what is not.
  const perform =
    typeof cache === 'object'
      ? (z: ZObject, bundle: Bundle) => {
          Object.assign(z.cache, cache);
          return found(z, bundle);
        }
      : found;
  return testStep(perform, { authData: { api_key: API_KEY }, ...bundle });
}

/** Runs an action, a search or a poll with these inputs. */
export const runWith = (path: string, inputData: Bundle['inputData']) => run(path, { inputData });

/** The mocked API. Only requests that carry the key and ask for JSON match. */
export function api(): nock.Scope {
  return nock(BASE_URL, { reqheaders: { 'x-api-key': API_KEY, accept: 'application/json' } });
}

/** How a run ended: the name of its error, what a person reads, and the seconds until it is tried again. */
export async function failure(running: Promise<unknown>): Promise<{
  name: string;
  message: string;
  delay?: number;
}> {
  const error = await running.then(
    (results) => Promise.reject(new Error(`succeeded with ${JSON.stringify(results)}`)),
    (error: Error) => error,
  );
  const { name, message } = error;
  return message.startsWith('{') ? { name, ...JSON.parse(message) } : { name, message };
}
