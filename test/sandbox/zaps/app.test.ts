import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type App, type AppOptions, type AppSettings, appIn, loadApp } from '../../../sandbox/zaps/app.ts';
import type { CacheFault } from '../../../sandbox/zaps/cache.ts';
import { listen, serverOfTexts, textOf } from '../../../sandbox/zaps/http.ts';
import { Pool } from '../../../sandbox/zaps/pool.ts';
import { TimeMachine } from '../../../sandbox/zaps/time-machine.ts';
import { KEY, NotesServer } from './notes-server.ts';

const ENTRY = new URL('./fixture-app.js', import.meta.url).pathname;
const authData = { key: KEY };

const containers = new Pool(ENTRY);
let api: NotesServer;
let app: App;
const others: App[] = [];

beforeAll(async () => {
  api = await NotesServer.start();
  app = await appIn(containers, settings());
});

afterEach(async () => {
  api.reset();
  await Promise.all(others.splice(0).map((other) => other.close()));
});

afterAll(async () => {
  await app.close();
  await containers.close();
  await api.close();
});

const settings = (more: AppSettings = {}) => ({ environment: { BASE_URL: api.baseUrl }, ...more });

/** For tests that need an app of their own; closed after the test. */
async function open(more?: AppSettings): Promise<App> {
  const other = await appIn(containers, settings(more));
  others.push(other);
  return other;
}

/** For tests that need containers of their own, too. */
async function load(options: Partial<AppOptions> = {}): Promise<App> {
  const other = await loadApp({ entry: ENTRY, ...settings(), ...options });
  others.push(other);
  return other;
}

const perform = (key: string) => `creates.${key}.operation.perform`;

test('reads the definition', () => {
  expect(Object.keys(app.definition().triggers)).toContain('new_note');
  expect(app.definition().flags.cleanInputData).toBe(false);
});

test('validates the definition with the schema of the platform', async () => {
  expect(await app.validate()).toEqual([]);
});

test('records the requests of an invocation, with secrets masked', async () => {
  const { results, requests, durationMs } = await app.invoke('triggers.new_note.operation.performSubscribe', {
    authData,
    targetUrl: 'http://127.0.0.1/x',
  });
  expect(results).toMatchObject({ target: 'http://127.0.0.1/x' });
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/api/hooks',
      status: 201,
      durationMs: expect.any(Number),
      requestHeaders: expect.objectContaining({ 'x-key': '••••••••' }),
      requestBody: '{"target":"http://127.0.0.1/x"}',
      responseHeaders: expect.objectContaining({
        'content-type': expect.stringContaining('application/json'),
      }),
      responseBody: expect.stringContaining('"target":"http://127.0.0.1/x"'),
    },
  ]);
  expect(durationMs).toBeGreaterThan(requests[0]?.durationMs ?? 0);
  expect(JSON.stringify(requests)).not.toContain(KEY);
});

test('gives the app only the environment of its version', async () => {
  const { results } = await app.invoke(perform('look_around'), { authData });
  expect(results).toMatchObject({ environment: { BASE_URL: api.baseUrl } });
  expect(results).not.toHaveProperty('environment.PATH');
  expect(results).not.toHaveProperty('environment.NODE_ENV');
});

test('lets core stream its log nowhere, whatever the environment of the version says', async () => {
  const logged: string[] = [];
  const server = serverOfTexts();
  server.all('/*', async ({ body }) => logged.push(textOf(body)));
  const { origin, close } = await listen(server);
  const environment = { BASE_URL: api.baseUrl, LOGGING_ENDPOINT: origin, LOGGING_TOKEN: 'token' };
  const other = await open({ environment });
  const { requests } = await other.invoke('authentication.test', { authData });
  await close();
  expect(requests).toHaveLength(1);
  expect(logged).toEqual([]);
});

test('hands over bundles with all the parts that Zapier always sends', async () => {
  const { results } = await app.invoke(perform('look_around'), { meta: { page: 2 } });
  expect(results).toMatchObject({ meta: { page: 2, isLoadingSample: false, limit: -1 }, raw: {} });
});

test('serves the cache with "only if new", per connection where the scope says so', async () => {
  const other = await open();
  const first = await other.invoke(perform('look_around'), { authData });
  expect(first.results).toMatchObject({ set: [true, false, true], got: 1, cursor: 'page 2' });
  expect(first.requests).toEqual([]);
  const sameConnection = await other.invoke(perform('look_around'), { authData });
  expect(sameConnection.results).toMatchObject({ set: [false, false, false] });
  const otherConnection = await other.invoke(perform('look_around'), { authData: { key: 'other' } });
  expect(otherConnection.results).toMatchObject({ set: [true, false, false] });
});

test('lets what is cached expire', async () => {
  const time = new TimeMachine();
  const other = await open({ time });
  await other.invoke(perform('look_around'), { authData });
  time.pass(61);
  const { results } = await other.invoke(perform('look_around'), { authData });
  expect(results).toMatchObject({ set: [true, false, true] });
});

test('shows the app the time of a time machine', async () => {
  const time = new TimeMachine('2026-03-29T00:59:59.000Z');
  const other = await open({ time });
  const told = async () => (await other.invoke(perform('look_around'), { authData })).results;
  expect(await told()).toMatchObject({ time: '2026-03-29T00:59:59.000Z' });
  time.pass(86_400);
  expect(await told()).toMatchObject({ time: '2026-03-30T00:59:59.000Z' });
});

const faults: [CacheFault, object][] = [
  ['forgets', { set: true, got: null }],
  ['refuses', { set: false, got: null }],
  ['lies', { set: true, got: null }],
  ['garbles', { set: true, got: expect.stringContaining('garbled') }],
  ['fails', { set: 'failed', got: 'failed' }],
  ['hangs', { set: 'hung', got: 'hung' }],
];

test.each(faults)('gives the app a cache that %s', async (fault, expected) => {
  const other = await open({ time: new TimeMachine(undefined, 10), cache: { fault: () => fault } });
  expect((await other.invoke(perform('use_cache'), { authData })).results).toMatchObject(expected);
});

test('limits what the app caches in a minute, of all connections together', async () => {
  const time = new TimeMachine('2026-03-29T12:00:10Z');
  const size = '["key"]"value"'.length;
  const other = await open({ time, cache: { bytesPerMinute: 2 * size } });
  const sets = async (key: string) =>
    (await other.invoke(perform('use_cache'), { authData: { key } })).results;
  expect(await sets('one')).toMatchObject({ set: true });
  expect(await sets('two')).toMatchObject({ set: true });
  expect(await sets('three')).toMatchObject({ set: false });
  time.pass(50);
  expect(await sets('three')).toMatchObject({ set: true });
  expect(other.cacheUsage).toEqual({ gets: 4, sets: 4, bytes: 4 * size, refused: 1 });
});

test.each([
  ['halted', { name: 'HaltedError', kind: 'halted', message: 'Nothing to do here.' }],
  ['throttled', { name: 'ThrottledError', kind: 'throttled', message: 'Slow down.', delaySeconds: 5 }],
  ['expired', { name: 'ExpiredAuthError', kind: 'expired', message: 'Please reconnect.' }],
  ['app', { name: 'AppError', kind: 'error', message: 'The note is too long.' }],
  ['plain', { name: 'TypeError', kind: 'error', message: 'Something is undefined.' }],
])('tells what the error “%s” means, in its plain message', async (how, expected) => {
  await expect(app.invoke(perform('fail'), { authData, inputData: { how } })).rejects.toMatchObject(expected);
});

test('says what an invocation had spent before it failed', async () => {
  const failing = app.invoke(perform('fail'), { authData, inputData: { how: '500' } });
  await expect(failing).rejects.toMatchObject({
    name: 'ResponseError',
    kind: 'error',
    message: 'The API answered with status 500: {"asked":"GET /api/fail/500"}',
    requests: [{ method: 'GET', path: '/api/fail/500', status: 500 }],
  });
});

test('ends an invocation at the time limit and goes on with a new container', async () => {
  const other = await open({ limitMs: 500 });
  await expect(other.invoke(perform('hang'), { authData })).rejects.toMatchObject({
    kind: 'error',
    message: 'The app did not answer within 0.5 seconds.',
  });
  await expect(other.invoke('authentication.test', { authData })).resolves.toMatchObject({
    results: { name: 'Ada' },
  });
});

test('tries once more when the process of the app ends without an answer', async () => {
  const once = await app.invoke(perform('exit'), { authData, inputData: { after: 1 } });
  expect(once.results).toMatchObject({ count: 2 });
  const twice = app.invoke(perform('exit'), { authData, inputData: { after: 99 } });
  await expect(twice).rejects.toMatchObject({
    kind: 'error',
    message: "The app's process ended before it answered.",
  });
});

test('tells the app of its own memory, not of all that the process holds, for which core would end it', async () => {
  const held = Buffer.alloc(500_000_000, 1);
  const { results } = await app.invoke(perform('look_around'), { authData });
  const { memory } = z.object({ memory: z.number() }).parse(results);
  expect(memory).toBeGreaterThan(1_000_000);
  expect(memory).toBeLessThan(held.length);
});

test('goes on after errors that nobody caught, however many', async () => {
  for (let times = 0; times < 5; times += 1) {
    await expect(app.invoke(perform('crash'), { authData })).rejects.toMatchObject({ kind: 'error' });
  }
  await expect(app.invoke('authentication.test', { authData })).resolves.toMatchObject({
    results: { name: 'Ada' },
  });
});

test('works on several invocations at a time when one of them is slow', async () => {
  const other = await load({ limitMs: 5000 });
  const slow = other.invoke(perform('hang'), { authData }).catch(() => 'ended');
  const { results } = await other.invoke('authentication.test', { authData });
  expect(results).toEqual({ name: 'Ada' });
  await other.close();
  await expect(slow).resolves.toBe('ended');
});

test('runs a built zip with its own handler', async () => {
  const entry = new URL('./fixture-wrapper.js', import.meta.url).pathname;
  const other = await load({ entry });
  expect(other.definition().creates['echo']?.display.label).toBe('Create echo');
  await expect(other.invoke('authentication.test', { authData })).resolves.toMatchObject({
    requests: [{ status: 200 }],
  });
});

test('notices an app whose process ends while it is loaded', async () => {
  const entry = new URL('./fixture-exit.js', import.meta.url).pathname;
  await expect(load({ entry })).rejects.toThrow("The app's process ended while it was loaded.");
});

test('says why an app cannot be loaded', async () => {
  await expect(load({ entry: '/nowhere/index.js' })).rejects.toThrow(
    "Cannot find module '/nowhere/index.js'",
  );
});
