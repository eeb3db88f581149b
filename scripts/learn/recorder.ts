// The only way to the live API: reads only, counted, and remembered until the command ends.
import fastify from 'fastify';
import { listen } from '../../sandbox/zaps/http.ts';

/** One read, and what came back. */
export interface Exchange {
  /** Below the base address, with its query: `/orders?per_page=1`. */
  path: string;
  /** Null where no whole answer came. */
  status: number | null;
  headers: Headers;
  /** The JSON of the answer; undefined where it is none. */
  body: unknown;
  text: string;
}

const TIMEOUT_MS = 25_000;

/** Headers that the app goes by. */
const passedOn = ['content-type', 'retry-after', 'date', 'location'];

export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #base: string;
  readonly #key: string;
  readonly #most: number;

  /**
   * @param base the API's base address
   * @param most how many requests may be made in all
   */
  constructor(base: string, key: string, most: number) {
    this.#base = base.replace(/\/+$/, '');
    this.#key = key;
    this.#most = most;
  }

  /** Reads from the API. Redirects are not followed: the key is for this address only. */
  async read(path: string): Promise<Exchange> {
    if (this.exchanges.length >= this.#most)
      throw new Error(`More than ${this.#most} requests would be needed.`);
    const exchange: Exchange = { path, status: null, headers: new Headers(), body: undefined, text: '' };
    this.exchanges.push(exchange);
    try {
      const response = await fetch(this.#base + path, {
        headers: { accept: 'application/json', 'x-api-key': this.#key },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      Object.assign(exchange, {
        status: response.status,
        headers: response.headers,
        text,
        body: parse(text),
      });
    } catch {
      // Unreachable, too late or cut off: the status stays null.
    }
    return exchange;
  }

  /** Starts a server on loopback through which the app reads. It takes no other methods. */
  async listen(): Promise<{ origin: string; close(): Promise<void> }> {
    const server = fastify({
      forceCloseConnections: true,
      exposeHeadRoutes: false,
      routerOptions: { maxParamLength: 10_000 },
    });
    server.get('/*', async ({ url }, reply) => {
      const { status, headers, text } = await this.read(url);
      if (status === null) {
        reply.hijack();
        reply.raw.destroy();
        return;
      }
      for (const name of passedOn) {
        const value = headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      return reply.code(status).send(text);
    });
    server.setNotFoundHandler(async (_request, reply) => reply.code(405).send());
    return listen(server);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
