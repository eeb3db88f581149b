import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { Failure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { apiRequest } from './records.ts';
import type { TimeMachine } from './time-machine.ts';

/** An event for the app, with all of the environment that it sees. */
export interface AppEvent {
  environment: Record<string, string>;
  [part: string]: unknown;
}

export interface HandleOptions {
  /** Milliseconds that the app may take for the event. */
  limitMs: number;
  /** Whose time the app sees, if not the real one. */
  time?: TimeMachine | undefined;
}

/** What a container's thread is sent. */
export interface Message {
  event: AppEvent;
  time: SharedArrayBuffer | undefined;
}

const reply = z.object({
  answer: z.string().optional(),
  error: z.object({ name: z.string(), message: z.string() }).optional(),
  requests: z.array(apiRequest),
});

const answer = z.object({ results: z.unknown() });

/** The app's process ended before it answered, as core makes it when memory runs low. */
export class ContainerExited extends Error {}

/**
 * One of Zapier's containers: a thread with an environment of its own that has the app loaded and
 * works on one event at a time. As on Zapier it outlives an error, but not the time limit.
 */
export class Container {
  readonly #worker: Worker;
  #exited = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    const end = () => {
      this.#exited = true;
    };
    // An error that nobody caught is always followed by the exit, before which the worker is of no use either.
    worker.on('exit', end).on('error', end);
  }

  /**
   * @param entry absolute path of the built app's entry, or of a built zip's `zapierwrapper.js`
   * @throws when the app cannot be loaded, with the reason
   */
  static async start(entry: string): Promise<Container> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      argv: [entry],
      // Nothing of this process's own: with NODE_ENV core would not behave as in production.
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdout: true,
      stderr: true,
    });
    // Core prints its memory at each event. Unread output would pile up.
    worker.stdout.resume();
    worker.stderr.resume();
    const exits = once(worker, 'exit').then(() => {
      throw new ContainerExited("The app's process ended while it was loaded.");
    });
    await Promise.race([once(worker, 'message'), exits]);
    return new Container(worker);
  }

  get exited(): boolean {
    return this.#exited;
  }

  /**
   * Hands the app one event.
   * @throws Failure when the app throws or takes longer than the limit (which ends the container),
   *   ContainerExited when the process ended by itself
   */
  async handle(event: AppEvent, { limitMs, time }: HandleOptions): Promise<Invocation> {
    const startedAt = performance.now();
    const received = await this.#exchange({ event, time: time?.memory }, limitMs);
    const durationMs = performance.now() - startedAt;
    if (received === 'timeout') {
      // What it had spent until then is lost with it.
      await this.close();
      const message = `The app did not answer within ${limitMs / 1000} seconds.`;
      throw new Failure({ name: 'Error', message }, { requests: [], durationMs });
    }
    const { answer: text, error, requests } = reply.parse(received);
    if (error || text === undefined) {
      throw new Failure(error ?? { name: 'Error', message: 'The app gave no answer.' }, {
        requests,
        durationMs,
      });
    }
    return { results: answer.parse(JSON.parse(text)).results, requests, durationMs };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #exchange(message: Message, limitMs: number): Promise<unknown> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      const onMessage = (message: unknown) => {
        done();
        resolve(message);
      };
      const onError = (error: unknown) => {
        done();
        reject(new ContainerExited(String(error)));
      };
      const onExit = () => {
        done();
        reject(new ContainerExited("The app's process ended before it answered."));
      };
      const timer = setTimeout(() => {
        done();
        resolve('timeout');
      }, limitMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(message);
    });
  }
}
