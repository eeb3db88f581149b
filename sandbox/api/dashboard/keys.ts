import { z } from 'zod';
import { filled, instant } from '../fields.ts';
import { addKey, deleteKey, enableKey, keyRecord, listKeys, named, scopes } from '../model/keys.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, numberedAddress, tenantAddress } from './common.ts';

/** @param word as in `named` */
function newKey(word: string) {
  const byName = new Map(scopes.map((scope) => [named(scope, word), scope]));
  const scope = z.enum([...byName.keys()]).transform((name) => byName.get(name) ?? z.NEVER);
  return z.strictObject({
    name: filled(255),
    scopes: z.array(scope).min(1),
    expires_at: instant.nullish(),
  });
}

const enabling = z.strictObject({ enabled: z.boolean() });

/** API keys (2.6, 3.5). */
export function keyRoutes(app: App, { database, word }: Services): void {
  app.get('/tenants/:tenant/keys', { schema: { params: tenantAddress } }, async ({ params }) => {
    const keys = listKeys(database, getTenant(database, params.tenant).id);
    return answer(keys.map((key) => keyRecord(key, database.now(), word)));
  });

  app.post(
    '/tenants/:tenant/keys',
    { schema: { params: tenantAddress, body: newKey(word) } },
    async ({ params, body }, reply) => {
      const { key, value } = database.change((change) =>
        addKey(change, getTenant(change, params.tenant).id, body),
      );
      reply.code(201);
      // The only time that the value is shown.
      return answer({ ...keyRecord(key, database.now(), word), value });
    },
  );

  app.patch(
    '/tenants/:tenant/keys/:id',
    { schema: { params: numberedAddress, body: enabling } },
    async ({ params, body }) => {
      const key = database.change((change) =>
        enableKey(change, getTenant(change, params.tenant).id, params.id, body.enabled),
      );
      return answer(keyRecord(key, database.now(), word));
    },
  );

  app.delete('/tenants/:tenant/keys/:id', { schema: { params: numberedAddress } }, async ({ params }) => {
    database.change((change) => deleteKey(change, getTenant(change, params.tenant).id, params.id));
    return answer(null);
  });
}
