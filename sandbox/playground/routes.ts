import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ApiError, errorBody } from '../api/errors.ts';
import { requireLoopback } from '../api/http/loopback.ts';
import type { App } from '../api/services.ts';
import { ContainerExited } from '../zaps/container.ts';
import { Failure } from '../zaps/failure.ts';
import { ConflictError } from '../zaps/zap.ts';
import { ZapFileError } from '../zaps/zap-file.ts';
import {
  choicesBody,
  compareQuery,
  connectBody,
  importBody,
  newZapBody,
  pageQuery,
  pickBody,
  pollBody,
  publishBody,
  replayBody,
  restoreBody,
  runQuery,
  saveBody,
} from './bodies.ts';
import type { Desk } from './desk.ts';
import { Unusable } from './problems.ts';
import { exportFile } from './transfer.ts';
import { StaleDraft } from './zap-book.ts';

const numbered = z.object({ id: z.string() });
const stepAddress = numbered.extend({ step: z.string() });
const versionAddress = numbered.extend({ version: z.string() });

/**
 * What the page asks for, below `/playground/api`.
 * @param ready can only be made once the sandbox listens; who asks earlier waits for it.
 */
export function playgroundRoutes(app: App, ready: Promise<Desk>): void {
  app.addHook('onRequest', async (request) => requireLoopback(request));
  app.setErrorHandler(async (error, _request, reply) => answerError(error, reply, ready));
  app.get('/events', async (_request, reply) => (await ready).join(reply));
  accountRoutes(app, ready);
  draftRoutes(app, ready);
  testRoutes(app, ready);
  zapRoutes(app, ready);
  historyRoutes(app, ready);
}

function accountRoutes(app: App, ready: Promise<Desk>): void {
  app.post('/connections', { schema: { body: connectBody } }, async ({ body }) =>
    (await ready).workbench.connect(body.authData),
  );
  app.put('/connections/:id', { schema: { params: numbered, body: connectBody } }, async ({ params, body }) =>
    (await ready).workbench.reconnect(params.id, body.authData),
  );
  app.post('/choices', { schema: { body: choicesBody } }, async ({ body }) =>
    (await ready).editing.choices(body.connectionId, body.dynamic, body.page),
  );
  app.delete('/trouble', async () => (await ready).endTrouble());
  app.delete('/trouble/:id', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).endTrouble(params.id),
  );
}

function draftRoutes(app: App, ready: Promise<Desk>): void {
  app.post('/zaps', { schema: { body: newZapBody } }, async ({ body }) => (await ready).editing.create(body));
  app.post('/zaps/import', { schema: { body: importBody } }, async ({ body }) =>
    (await ready).editing.import(body.name, body.content, body.connectionId),
  );
  app.get('/zaps/:id', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).editing.detail(params.id),
  );
  app.put('/zaps/:id/draft', { schema: { params: numbered, body: saveBody } }, async ({ params, body }) =>
    (await ready).editing.save(params.id, body.draft, body.basedOn, body.by),
  );
  app.get('/zaps/:id/versions', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).editing.versions(params.id),
  );
  app.get('/zaps/:id/versions/:version', { schema: { params: versionAddress } }, async ({ params }) =>
    (await ready).editing.version(params.id, params.version),
  );
  app.post(
    '/zaps/:id/versions/:version/restore',
    { schema: { params: versionAddress, body: restoreBody } },
    async ({ params, body }) =>
      (await ready).editing.restore(params.id, params.version, body.basedOn, body.by),
  );
  app.get(
    '/zaps/:id/changes',
    { schema: { params: numbered, querystring: compareQuery } },
    async ({ params, query }) => (await ready).editing.changes(params.id, query.from, query.to),
  );
  app.get('/zaps/:id/export', { schema: { params: numbered } }, async ({ params }, reply) => {
    const { name, content } = exportFile((await ready).editing.version(params.id, 'draft'));
    const plain = name
      .normalize('NFKD')
      .replace(/[^\w.-]/g, '')
      .replace(/^[.-]+json$/, 'zap.json');
    const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
    return reply.header('content-disposition', disposition).type('application/json').send(content);
  });
}

function testRoutes(app: App, ready: Promise<Desk>): void {
  app.post('/zaps/:id/find', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).editing.find(params.id),
  );
  app.post('/zaps/:id/pick', { schema: { params: numbered, body: pickBody } }, async ({ params, body }) =>
    (await ready).editing.pick(params.id, body.record),
  );
  app.post('/zaps/:id/steps/:step/test', { schema: { params: stepAddress } }, async ({ params }) =>
    (await ready).editing.test(params.id, params.step),
  );
}

function zapRoutes(app: App, ready: Promise<Desk>): void {
  app.post(
    '/zaps/:id/publish',
    { schema: { params: numbered, body: publishBody } },
    async ({ params, body }) => (await ready).workbench.publish(params.id, body.basedOn, body.turnOn),
  );
  for (const [name, on] of [
    ['on', true],
    ['off', false],
  ] as const) {
    app.post(`/zaps/:id/${name}`, { schema: { params: numbered } }, async ({ params }) =>
      (await ready).workbench.turn(params.id, on),
    );
  }
  app.post('/zaps/:id/run', { schema: { params: numbered } }, async ({ params }) => ({
    runs: await (await ready).workbench.run(params.id),
  }));
  app.delete('/zaps/:id', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).workbench.remove(params.id, true),
  );
  app.post('/zaps/:id/undelete', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).workbench.remove(params.id, false),
  );
  app.put('/polling', { schema: { body: pollBody } }, async ({ body }) => {
    (await ready).workbench.pollEvery(body.everySeconds);
    return {};
  });
}

function historyRoutes(app: App, ready: Promise<Desk>): void {
  app.get('/runs', { schema: { querystring: runQuery } }, async ({ query }) =>
    (await ready).workbench.history.runs(query),
  );
  app.get('/runs/:id', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).runDetail(params.id),
  );
  app.post('/runs/replay', { schema: { body: replayBody } }, async ({ body }) =>
    (await ready).workbench.replays.replay(body.ids),
  );
  app.get('/polls', { schema: { querystring: pageQuery } }, async ({ query }) =>
    (await ready).workbench.history.polls(query),
  );
  app.get('/actions/:id', { schema: { params: numbered } }, async ({ params }) =>
    (await ready).action(params.id),
  );
}

/** What the app or the runner says reaches the person who builds the Zap, word for word. */
async function answerError(error: unknown, reply: FastifyReply, ready: Promise<Desk>): Promise<unknown> {
  if (error instanceof Unusable) return reply.code(422).send(error.body);
  if (error instanceof StaleDraft) {
    const current = await (await ready).editing.detail(error.id);
    return reply
      .code(409)
      .send({ ...errorBody(new ApiError(409, error.message)), yours: error.yours, current });
  }
  if (error instanceof Failure || error instanceof ZapFileError) throw new ApiError(422, error.message);
  if (error instanceof ConflictError) throw new ApiError(409, error.message);
  // Asked while everything is being closed.
  if (error instanceof ContainerExited) throw new ApiError(503, 'The playground is ending.');
  throw error;
}
