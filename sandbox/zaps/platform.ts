import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { listen, readBody, sendJson } from './http.ts';

const HOUR = 3600;

const rpcCall = z.object({
  id: z.union([z.string(), z.number()]),
  storeKey: z.string().nullish(),
  method: z.string(),
  params: z.array(z.unknown()),
});

const scope = z
  .array(z.enum(['user', 'auth']))
  .nullish()
  .transform((scopes) => scopes ?? []);
const getParams = z.tuple([z.string(), scope.optional()]);
const setParams = z.tuple([
  z.string(),
  z.string(),
  z.int().positive().nullish(),
  scope.optional(),
  z.boolean().nullish(),
]);
const cursorParams = z.tuple([z.string()]);

interface Entry {
  value: string;
  expiresAt: number;
}

/** What Zapier offers to a running app over its own HTTP interface. */
export interface Platform {
  /** For `event.rpc_base`. */
  rpcBase: string;
  /** For `LOGGING_ENDPOINT`: what the app logs ends here. */
  logEndpoint: string;
  /** The token that stands for a connection, so that the cache can tell connections apart. */
  tokenFor(authData: unknown): string;
  close(): Promise<void>;
}

/**
 * Serves `z.cache` and `z.cursor`, and takes the logs that core streams.
 * Nothing of what a container asks for leaves the machine.
 *
 * @param now milliseconds, so that tests can let entries expire
 */
export async function startPlatform(now: () => number = Date.now): Promise<Platform> {
  const secret = randomBytes(32);
  const tokens = new Set<string>();
  const cache = new Map<string, Entry>();
  const cursors = new Map<string, Entry>();

  const read = (store: Map<string, Entry>, key: string): string | null => {
    const entry = store.get(key);
    if (entry && entry.expiresAt > now()) return entry.value;
    store.delete(key);
    return null;
  };
  const write = (store: Map<string, Entry>, key: string, value: string, seconds: number) =>
    store.set(key, { value, expiresAt: now() + seconds * 1000 });

  const answer = (token: string, { method, params, storeKey }: z.infer<typeof rpcCall>): unknown => {
    // There is one user, so only the scope `auth` tells entries apart.
    const cacheKey = (key: string, scopes: string[] = []) =>
      JSON.stringify(scopes.includes('auth') ? [key, token] : [key]);

    switch (method) {
      case 'zcache_get': {
        const [key, scopes] = getParams.parse(params);
        return read(cache, cacheKey(key, scopes));
      }
      case 'zcache_set': {
        const [key, value, seconds, scopes, onlyIfNew] = setParams.parse(params);
        if (onlyIfNew && read(cache, cacheKey(key, scopes)) !== null) return false;
        write(cache, cacheKey(key, scopes), value, seconds ?? HOUR);
        return true;
      }
      case 'zcache_delete': {
        const [key, scopes] = getParams.parse(params);
        return cache.delete(cacheKey(key, scopes));
      }
      case 'get_cursor':
        return read(cursors, storeKey ?? '');
      case 'set_cursor': {
        const [cursor] = cursorParams.parse(params);
        write(cursors, storeKey ?? '', cursor, HOUR);
        return null;
      }
      default:
        throw new Error(`The runner does not offer ${method}.`);
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    if (request.url !== '/rpc') return sendJson(response, 200, {});
    const token = String(request.headers['x-token']);
    if (!tokens.has(token)) return sendJson(response, 403, { error: 'unknown token' });
    const call = rpcCall.parse(JSON.parse(body));
    try {
      sendJson(response, 200, { id: call.id, result: answer(token, call) });
    } catch (error) {
      sendJson(response, 200, { id: call.id, error: String(error) });
    }
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => sendJson(response, 400, { error: 'unreadable request' }));
  });
  const { origin, close } = await listen(server);

  return {
    rpcBase: `${origin}/rpc`,
    logEndpoint: `${origin}/logs`,
    tokenFor(authData) {
      const token = createHmac('sha256', secret).update(JSON.stringify(authData)).digest('hex');
      tokens.add(token);
      return token;
    },
    close,
  };
}
