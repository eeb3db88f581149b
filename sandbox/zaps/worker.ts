/**
 * The inside of a container: loads the built app as Zapier does and answers one event at a time.
 * What it needs to know comes as arguments, since the environment belongs to the app.
 */
import diagnostics from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ApiRequest } from './invocation.ts';
import { followTime } from './time-machine.ts';

// Taken away before core is loaded: it looks for the names of test tools among the arguments.
const [entry = '', apiOrigin = ''] = process.argv.splice(2);

const stopwatch = performance.now.bind(performance);
if (workerData instanceof SharedArrayBuffer) followTime(workerData);

let requests: ApiRequest[] = [];
const underWay = new WeakMap<ClientRequest, { record: ApiRequest; startedAt: number }>();

const requestOf = (message: unknown): ClientRequest | undefined =>
  message instanceof Object && 'request' in message && message.request instanceof ClientRequest
    ? message.request
    : undefined;

diagnostics.subscribe('http.client.request.start', (message) => {
  const request = requestOf(message);
  if (!request || `${request.protocol}//${request.getHeader('host')}` !== apiOrigin) return;
  const record = { method: request.method, path: request.path, status: null, durationMs: 0 };
  requests.push(record);
  underWay.set(request, { record, startedAt: stopwatch() });
});

diagnostics.subscribe('http.client.response.finish', (message) => {
  const request = requestOf(message);
  const known = request && underWay.get(request);
  if (!known || !(message instanceof Object) || !('response' in message)) return;
  known.record.durationMs = stopwatch() - known.startedAt;
  if (message.response instanceof IncomingMessage) known.record.status = message.response.statusCode ?? null;
});

diagnostics.subscribe('http.client.request.error', (message) => {
  const request = requestOf(message);
  const known = request && underWay.get(request);
  if (known) known.record.durationMs = stopwatch() - known.startedAt;
});

/** A built zip brings its own handler; an app's definition gets one from the core that it would use itself. */
async function loadHandler(): Promise<(event: unknown) => unknown> {
  const app: Record<string, unknown> = await import(pathToFileURL(entry).href);
  const handler = app['handler'];
  if (typeof handler === 'function') return (event) => handler(event);

  const core: Record<string, unknown> = createRequire(entry)('zapier-platform-core');
  const { createAppHandler } = core;
  if (typeof createAppHandler !== 'function') throw new Error('The core beside the app is not usable.');
  return createAppHandler(app['default'] ?? app);
}

function describe(error: unknown): { name: string; message: string } {
  return error instanceof Object && 'name' in error && 'message' in error
    ? { name: String(error.name), message: String(error.message) }
    : { name: 'Error', message: String(error) };
}

const handler = await loadHandler();

parentPort?.on('message', async (event: unknown) => {
  requests = [];
  try {
    const answer = JSON.stringify(await handler(event));
    parentPort?.postMessage({ answer, requests });
  } catch (error) {
    parentPort?.postMessage({ error: describe(error), requests });
  }
});

parentPort?.postMessage('ready');
