import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { product } from '../../src/product.ts';
import { ApiError } from '../api/errors.ts';
import { requireLoopback } from '../api/http/loopback.ts';
import type { App } from '../api/services.ts';
import { ContainerExited } from '../zaps/container.ts';
import { Failure } from '../zaps/failure.ts';
import { ConflictError } from '../zaps/zap.ts';
import {
  choicesBody,
  connectBody,
  type PlaygroundEvents,
  type PlaygroundState,
  pollBody,
  testBody,
  zapBody,
} from './protocol.ts';
import type { Workbench } from './workbench.ts';

const numbered = z.object({ id: z.string() });

/** Those who listen for what happens, by server-sent events. */
export class Audience {
  readonly #replies = new Set<FastifyReply>();

  /** @param state how things stand; what is told from now on comes after it, in order. */
  join(reply: FastifyReply, state: PlaygroundState): void {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(`retry: 500\n${serverSent('state', state)}`);
    this.#replies.add(reply);
    reply.raw.on('close', () => this.#replies.delete(reply));
  }

  tell<Name extends keyof PlaygroundEvents>(event: Name, data: PlaygroundEvents[Name]): void {
    const message = serverSent(event, data);
    for (const { raw } of this.#replies) raw.write(message);
  }

  close(): void {
    for (const { raw } of this.#replies) raw.end();
  }
}

const serverSent = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * What the page asks for, below `/playground/api`.
 * @param workbench can only be made once the sandbox listens; who asks earlier waits for it.
 */
export function playgroundRoutes(app: App, workbench: Promise<Workbench>, audience: Audience): void {
  app.addHook('onRequest', async (request) => requireLoopback(request));
  app.setErrorHandler((error) => {
    throw asApiError(error);
  });

  app.get('/events', async (_request, reply) => {
    const bench = await workbench;
    const { definition } = bench.app;
    const app = { name: product.name, definition: definition(), templates: await bench.templates() };
    audience.join(reply, { app, ...bench.list, runs: bench.runs });
  });

  app.post('/connections', { schema: { body: connectBody } }, async ({ body }) =>
    (await workbench).connect(body.authData),
  );
  app.put('/connections/:id', { schema: { params: numbered, body: connectBody } }, async ({ params, body }) =>
    (await workbench).reconnect(params.id, body.authData),
  );

  app.post('/zaps', { schema: { body: zapBody } }, async ({ body }) =>
    (await workbench).add(body.file, body.connectionId),
  );
  app.put('/zaps/:id', { schema: { params: numbered, body: zapBody } }, async ({ params, body }) =>
    (await workbench).replace(params.id, body.file, body.connectionId),
  );
  app.delete('/zaps/:id', { schema: { params: numbered } }, async ({ params }) => {
    await (await workbench).remove(params.id);
    return {};
  });
  app.post('/zaps/:id/on', { schema: { params: numbered } }, async ({ params }) =>
    (await workbench).turn(params.id, true),
  );
  app.post('/zaps/:id/off', { schema: { params: numbered } }, async ({ params }) =>
    (await workbench).turn(params.id, false),
  );
  app.post('/zaps/:id/start', { schema: { params: numbered } }, async ({ params }) =>
    (await workbench).start(params.id),
  );

  app.post('/test', { schema: { body: testBody } }, async ({ body }) =>
    (await workbench).test(body.file, body.connectionId, body.step, body.outputs),
  );
  app.post('/choices', { schema: { body: choicesBody } }, async ({ body }) =>
    (await workbench).choices(body.connectionId, body.dynamic, body.page),
  );
  app.put('/polling', { schema: { body: pollBody } }, async ({ body }) => {
    (await workbench).pollEvery(body.everySeconds);
    return {};
  });
  app.post('/runs/:id/replay', { schema: { params: numbered } }, async ({ params }) => {
    await (await workbench).replay(params.id);
    return {};
  });
}

/** What the app or the runner says reaches the person who builds the Zap, word for word. */
function asApiError(error: unknown): unknown {
  if (error instanceof Failure) return new ApiError(422, error.message);
  if (error instanceof ConflictError) return new ApiError(409, error.message);
  // Asked while everything is being closed.
  if (error instanceof ContainerExited) return new ApiError(503, 'The playground is ending.');
  return error;
}
