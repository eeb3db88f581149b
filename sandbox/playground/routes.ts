import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { product } from '../../src/product.ts';
import { ApiError } from '../api/errors.ts';
import { requireLoopback } from '../api/http/loopback.ts';
import type { App } from '../api/services.ts';
import { Failure } from '../zaps/failure.ts';
import { ZapFileError } from '../zaps/zap-file.ts';
import { choicesBody, connectBody, pollBody, testBody, zapBody } from './protocol.ts';
import type { Workbench } from './workbench.ts';

const numbered = z.object({ id: z.string() });

/** Those who listen for what happens, by server-sent events. */
export class Audience {
  readonly #replies = new Set<FastifyReply>();

  join(reply: FastifyReply): void {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(':\n\n');
    this.#replies.add(reply);
    reply.raw.on('close', () => this.#replies.delete(reply));
  }

  tell(event: string, data: unknown = null): void {
    for (const { raw } of this.#replies) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  close(): void {
    for (const { raw } of this.#replies) raw.end();
  }
}

/**
 * What the page asks for, below `/playground/api`.
 * @param workbench gives the workbench, which can only be made once the sandbox listens.
 */
export function playgroundRoutes(app: App, workbench: () => Workbench, audience: Audience): void {
  app.addHook('onRequest', async (request) => requireLoopback(request));
  app.setErrorHandler((error) => {
    throw asApiError(error);
  });

  app.get('/app', async () => ({
    name: product.name,
    definition: workbench().app.definition(),
    templates: await workbench().templates(),
  }));

  app.get('/state', async () => ({
    connections: workbench().connections(),
    zaps: workbench().zaps(),
    runs: workbench().runs,
    everySeconds: workbench().everySeconds,
  }));

  app.get('/events', async (_request, reply) => audience.join(reply));

  app.post('/connections', { schema: { body: connectBody } }, async ({ body }) =>
    workbench().connect(body.authData),
  );
  app.put('/connections/:id', { schema: { params: numbered, body: connectBody } }, async ({ params, body }) =>
    workbench().reconnect(params.id, body.authData),
  );

  app.post('/zaps', { schema: { body: zapBody } }, async ({ body }) =>
    workbench().add(body.file, body.connectionId),
  );
  app.put('/zaps/:id', { schema: { params: numbered, body: zapBody } }, async ({ params, body }) =>
    workbench().replace(params.id, body.file, body.connectionId),
  );
  app.delete('/zaps/:id', { schema: { params: numbered } }, async ({ params }) => {
    await workbench().remove(params.id);
    return {};
  });
  app.post('/zaps/:id/on', { schema: { params: numbered } }, async ({ params }) =>
    workbench().turn(params.id, true),
  );
  app.post('/zaps/:id/off', { schema: { params: numbered } }, async ({ params }) =>
    workbench().turn(params.id, false),
  );
  app.post('/zaps/:id/start', { schema: { params: numbered } }, async ({ params }) =>
    workbench().start(params.id),
  );

  app.post('/test', { schema: { body: testBody } }, async ({ body }) =>
    workbench().test(body.file, body.connectionId, body.step, body.outputs),
  );
  app.post('/choices', { schema: { body: choicesBody } }, async ({ body }) =>
    workbench().choices(body.connectionId, body.dynamic, body.page),
  );
  app.put('/polling', { schema: { body: pollBody } }, async ({ body }) => {
    workbench().pollEvery(body.everySeconds);
    return {};
  });
  app.post('/runs/:id/replay', { schema: { params: numbered } }, async ({ params }) => {
    await workbench().replay(params.id);
    return {};
  });
}

/** What the app or the runner says reaches the person who builds the Zap, word for word. */
function asApiError(error: unknown): unknown {
  if (error instanceof Failure || error instanceof ZapFileError) return new ApiError(422, error.message);
  return error;
}
