// The built app, loaded once for a file of tests, and a sandbox of its own for each test.
import { z } from 'zod';
import type { SandboxOptions } from '../../sandbox/api/app.ts';
import { startSandbox } from '../../sandbox/api/server.ts';
import { appIn, type Bundle, loadApp } from '../../sandbox/zaps/app.ts';
import type { CacheOptions } from '../../sandbox/zaps/cache.ts';
import { Failure } from '../../sandbox/zaps/failure.ts';
import type { TimeMachine } from '../../sandbox/zaps/time-machine.ts';
import { containers } from '../built-app.ts';
import { afterThisTest, alpenglow, clientOf } from '../sandbox/api/harness.ts';

const record = z.record(z.string(), z.unknown());
export type Rec = z.output<typeof record>;

export interface WorldOptions extends SandboxOptions {
  /** Another build of the app. */
  entry?: string;
  environment?: Record<string, string>;
  /** The app's time; the real one when left out. */
  time?: TimeMachine;
}

/** The built app for a test of polls, as long as a test can wait. */
export async function polledApp(baseUrl: string, time?: TimeMachine, cache?: CacheOptions) {
  const app = await appIn(containers, { environment: { BASE_URL: baseUrl }, limitMs: 10_000, time, cache });
  afterThisTest(() => app.close());
  return app;
}

/** The methods of the definition that the tests of this file ran against the sandbox, and what each run gave. */
export const ran = new Map<string, unknown[]>();

/** Starts the built app against a sandbox; both end with the test. */
export async function startWorld({ entry: from, environment, time, ...options }: WorldOptions = {}) {
  const sandbox = await startSandbox(options);
  afterThisTest(() => sandbox.close());
  // Whatever word a fork has, these tests have the specification's.
  const use = {
    environment: { BASE_URL: sandbox.baseUrl, AUTOMATION_PATH: 'automation', ...environment },
    time,
  };
  const app = await (from ? loadApp({ entry: from, ...use }) : appIn(containers, use));
  afterThisTest(() => app.close());
  const authData = { api_key: alpenglow };

  const invoke = async (method: string, bundle: Bundle = {}) => {
    const runs = ran.get(method) ?? [];
    ran.set(method, runs);
    const invocation = await app.invoke(method, { authData, ...bundle });
    runs.push(invocation.results);
    return invocation;
  };

  return {
    ...clientOf(sandbox.origin),
    app,
    sandbox,
    invoke,
    /** Runs an action: its result. */
    act: async (key: string, inputData: Rec) =>
      record.parse((await invoke(`creates.${key}.operation.perform`, { inputData })).results),
    /** Runs a search or a poll: its results. */
    look: async (path: string, inputData: Rec = {}, meta: Rec = {}) =>
      z.array(record).parse((await invoke(`${path}.operation.perform`, { inputData, meta })).results),
    /** How a step ends when it fails. */
    fails: async (method: string, inputData: Rec = {}, bundle: Bundle = {}): Promise<Failure> =>
      invoke(method, { inputData, ...bundle }).then(
        ({ results }) => Promise.reject(new Error(`${method} succeeded with ${JSON.stringify(results)}`)),
        (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
      ),
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
