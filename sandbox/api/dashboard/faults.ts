import { faultSchema } from '../http/faults.ts';
import type { App, Services } from '../services.ts';
import { answer } from './common.ts';

/** Misbehavior of the API, on demand. */
export function faultRoutes(app: App, { faults }: Services): void {
  app.get('/faults', async () => answer(faults.list()));

  app.post('/faults', { schema: { body: faultSchema } }, async ({ body }, reply) => {
    faults.add(body);
    reply.code(201);
    return answer(body);
  });

  app.delete('/faults', async () => {
    faults.clear();
    return answer(null);
  });
}
