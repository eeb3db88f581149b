/**
 * The inside of a container: loads the built app as Zapier does and answers one event at a time.
 * What it needs to know comes as an argument and with each event, since the environment belongs to the app.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Message } from './container.ts';
import { Recorder } from './recorder.ts';
import { followTime } from './time-machine.ts';

// Taken away before core is loaded: it looks for the names of test tools among the arguments.
const [entry = ''] = process.argv.splice(2);

const recorder = new Recorder();
countOwnMemory();

/**
 * On Zapier a container is a process, which core ends when it has grown too large. Here containers share the runner's
 * process, whose size says nothing of theirs: each is told of what it holds itself.
 */
function countOwnMemory(): void {
  process.memoryUsage = new Proxy(process.memoryUsage, {
    apply: (real, self) => {
      const usage: NodeJS.MemoryUsage = Reflect.apply(real, self, []);
      return { ...usage, rss: usage.heapTotal + usage.external };
    },
  });
}

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

parentPort?.on('message', async ({ event, time }: Message) => {
  recorder.begin(event.environment['BASE_URL']);
  followTime(time);
  // Core adds an event's environment to what there is.
  for (const name of Object.keys(process.env)) delete process.env[name];
  try {
    const answer = JSON.stringify(await handler(event));
    parentPort?.postMessage({ answer, requests: recorder.requests });
  } catch (error) {
    parentPort?.postMessage({ error: describe(error), requests: recorder.requests });
  }
});

parentPort?.postMessage('ready');
