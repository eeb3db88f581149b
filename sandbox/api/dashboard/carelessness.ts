import { carelessnessSchema } from '../http/carelessness.ts';
import type { App, Services } from '../services.ts';
import { answer } from './common.ts';

const changes = carelessnessSchema.partial();

/** What the sandbox does outside the specification, on demand. */
export function carelessnessRoutes(app: App, { careless }: Services): void {
  app.get('/carelessness', async () => answer(careless));

  app.patch('/carelessness', { schema: { body: changes } }, async ({ body }) => {
    Object.assign(careless, body);
    return answer(careless);
  });
}
