import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Cache, type CacheOptions, type CacheUsage, Entries } from './cache.ts';
import { listen, serverOfTexts, textOf } from './http.ts';

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

/** What Zapier offers to a running app over its own HTTP interface. */
export interface Platform {
  /** For `event.rpc_base`. */
  rpcBase: string;
  /** For `ZAPIER_DEPLOY_KEY`: the token that stands for a connection, so that the cache can tell connections apart. */
  tokenFor(authData: unknown): string;
  /** What the app used its cache for. */
  cacheUsage: Readonly<CacheUsage>;
  close(): Promise<void>;
}

/**
 * Serves `z.cache` and `z.cursor`.
 * Nothing of what a container asks for leaves the machine.
 *
 * @param now milliseconds, so that tests can let entries expire
 */
export async function startPlatform(
  now: () => number = Date.now,
  cacheOptions?: CacheOptions,
): Promise<Platform> {
  const secret = randomBytes(32);
  const tokens = new Set<string>();
  const cache = new Cache(now, cacheOptions);
  const cursors = new Entries(now);

  /** @returns undefined where no answer is to come, ever */
  const answer = (token: string, { method, params, storeKey }: z.infer<typeof rpcCall>): unknown => {
    const place = (name: 'get' | 'set' | 'delete', key: string, scopes: string[] = []) => {
      const fault = cache.faultOf(name, key);
      if (fault === 'fails') throw new Error('The cache is out of reach.');
      // There is one user, so only the scope `auth` tells entries apart.
      return { fault, key: JSON.stringify(scopes.includes('auth') ? [key, token] : [key]) };
    };

    switch (method) {
      case 'zcache_get': {
        const { key, fault } = place('get', ...getParams.parse(params));
        return fault === 'hangs' ? undefined : cache.get(key, fault);
      }
      case 'zcache_set': {
        const [name, value, seconds, scopes, onlyIfNew] = setParams.parse(params);
        const { key, fault } = place('set', name, scopes);
        if (fault === 'hangs') return undefined;
        return cache.set(key, value, seconds ?? undefined, onlyIfNew ?? false, fault);
      }
      case 'zcache_delete': {
        const { key, fault } = place('delete', ...getParams.parse(params));
        return fault === 'hangs' ? undefined : cache.delete(key);
      }
      case 'get_cursor':
        return cursors.get(storeKey ?? '');
      case 'set_cursor': {
        const [cursor] = cursorParams.parse(params);
        cursors.set(storeKey ?? '', cursor);
        return null;
      }
      default:
        throw new Error(`The runner does not offer ${method}.`);
    }
  };

  const server = serverOfTexts();
  server.post('/rpc', async ({ headers, body }, reply) => {
    const token = String(headers['x-deploy-key']);
    if (!tokens.has(token)) return reply.code(403).send({ error: 'unknown token' });
    const call = rpcCall.safeParse(parseJson(textOf(body)));
    if (!call.success) return reply.code(400).send({ error: 'unreadable request' });
    const { id } = call.data;
    try {
      const result = answer(token, call.data);
      return result === undefined ? reply.hijack() : { id, result };
    } catch (error) {
      return { id, error: String(error) };
    }
  });
  const { origin, close } = await listen(server);

  return {
    rpcBase: `${origin}/rpc`,
    tokenFor(authData) {
      const token = createHmac('sha256', secret).update(JSON.stringify(authData)).digest('hex');
      tokens.add(token);
      return token;
    },
    cacheUsage: cache.usage,
    close,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
