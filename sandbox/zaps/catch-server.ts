import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { listen, serverOfTexts, textOf } from './http.ts';

const LARGEST_BODY = 10 * 1024 * 1024;

/** What a hook trigger's `perform` is handed of a request that came in. */
export interface Delivery {
  /** The parsed body; text that is no JSON stays text. */
  cleanedRequest: unknown;
  rawRequest: { method: string; querystring: string; headers: Record<string, string>; content: string };
}

/** An address that a sender can deliver to until it is ended. */
export interface HookAddress {
  url: string;
  /** From now on the address answers 410, so that the sender forgets it. */
  end(): void;
}

export interface CatchServer {
  origin: string;
  /** Makes an address that nobody can guess. What is delivered there is handed over after it was answered. */
  open(receive: (delivery: Delivery) => void): HookAddress;
  close(): Promise<void>;
}

/** Starts the server that hooks are delivered to. */
export async function startCatchServer(): Promise<CatchServer> {
  const receivers = new Map<string, (delivery: Delivery) => void>();
  const ended = new Set<string>();

  const server = serverOfTexts(LARGEST_BODY);
  server.all('/*', async (request, reply) => {
    const [path = '', querystring = ''] = request.url.split('?', 2);
    const receive = receivers.get(path);
    if (!receive) return reply.code(ended.has(path) ? 410 : 404).send({ status: 'gone' });
    if (request.method !== 'POST' && request.method !== 'PUT') {
      return reply.code(405).send({ status: 'error' });
    }
    const content = textOf(request.body);
    const rawRequest = { method: request.method, querystring, headers: headersOf(request.headers), content };
    reply.raw.on('finish', () => receive({ cleanedRequest: parse(content), rawRequest }));
    return { status: 'success' };
  });
  const { origin, close } = await listen(server);

  return {
    origin,
    open(receive) {
      const path = `/hooks/${randomBytes(24).toString('base64url')}`;
      receivers.set(path, receive);
      return {
        url: origin + path,
        end() {
          receivers.delete(path);
          ended.add(path);
        },
      };
    },
    close,
  };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** Zapier passes header names on in their usual spelling, such as `Content-Type`. */
function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      String(value),
    ]),
  );
}
