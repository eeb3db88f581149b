import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { product } from '../../src/product.ts';
import { apiPath, createSandbox, type SandboxOptions } from '../api/app.ts';
import { Database } from '../api/database/database.ts';
import type { App } from '../api/services.ts';
import { appIn, loadApp } from '../zaps/app.ts';
import type { Pool } from '../zaps/pool.ts';
import { Audience } from './audience.ts';
import { Causes } from './causes.ts';
import { Desk } from './desk.ts';
import { playgroundRoutes } from './routes.ts';
import { prepareStore } from './store.ts';
import { Workbench } from './workbench.ts';

/** The built app, and the built page. */
const entry = resolve(import.meta.dirname, '../../dist/index.js');
const page = resolve(import.meta.dirname, '../../build/playground');

/** Nothing that the page shows or runs comes from elsewhere; the component library writes styles into the page. */
const ownOriginOnly =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

const address = z.object({ port: z.int() });

export interface PlaygroundOptions extends SandboxOptions {
  /** Any free one when left out. */
  port?: number;
  /** With the built app loaded; its own when left out. */
  containers?: Pool;
}

/** A playground that is listening. */
export type Playground = { origin: string; close(): Promise<void> };

/**
 * Starts the sandbox with the page, and a runner beside it, on this machine only. With a data file Zaps go on where
 * they were.
 * @throws Error when the port or the data file cannot be used, or the app or the page is not built.
 */
export async function startPlayground({
  port = 0,
  containers,
  ...options
}: PlaygroundOptions = {}): Promise<Playground> {
  const database = openData(options);
  const audience = new Audience();
  const ready = Promise.withResolvers<Desk>();
  ready.promise.catch(() => {}); // Perhaps nobody will ask.
  let desk: Desk | undefined;
  const sandbox = createSandbox({
    automationPath: product.automation,
    ...options,
    database,
    onChange: () => {
      audience.tell('product', null);
      desk?.lookForTrouble();
    },
  });
  const causes = new Causes(database);
  nameActions(sandbox, causes);
  // Faults are used up by requests, and switched on and off without a change of the data.
  sandbox.addHook('onResponse', async ({ method, url }) => {
    if (method !== 'GET' || url.startsWith(apiPath)) desk?.lookForTrouble();
  });
  sandbox.register(async (routes) => playgroundRoutes(routes, ready.promise), {
    prefix: '/playground/api',
  });
  sandbox.register(fastifyStatic, {
    root: page,
    setHeaders: (reply) => {
      reply.headers({ 'content-security-policy': ownOriginOnly, 'x-content-type-options': 'nosniff' });
    },
  });
  const closing: (() => unknown)[] = [() => sandbox.close(), () => audience.close()];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    await sandbox.listen({ host: '127.0.0.1', port });
    const origin = `http://127.0.0.1:${address.parse(sandbox.server.address()).port}`;
    const environment = { BASE_URL: `${origin}${apiPath}` };
    const app = await (containers ? appIn(containers, { environment }) : loadApp({ entry, environment }));
    closing.push(() => app.close());
    const workbench = await Workbench.start({ app, database, audience, causes });
    desk = new Desk(workbench, audience, origin);
    closing.push(async () => {
      desk?.close();
      // Trouble that is switched on would keep Zaps from ending their subscriptions.
      await fetch(`${origin}/dashboard/faults`, { method: 'DELETE' });
      await workbench.close();
    });
    ready.resolve(desk);
    return { origin, close };
  } catch (error) {
    ready.reject(error);
    await close();
    throw error;
  }
}

function openData({ file, now = () => new Date() }: SandboxOptions): Database {
  const database = new Database(file, now);
  try {
    prepareStore(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Names what is done in the product in a header of its answer, by which the page can ask what came of it. */
function nameActions(sandbox: App, causes: Causes): void {
  const begun = new WeakMap<FastifyRequest, number>();
  sandbox.addHook('preHandler', async (request) => {
    if (request.method !== 'GET' && request.url.startsWith('/dashboard/')) begun.set(request, causes.begin());
  });
  sandbox.addHook('onSend', async (request, reply) => {
    const after = begun.get(request);
    if (after !== undefined && reply.statusCode < 300) reply.header('x-action', causes.end(after));
  });
}
