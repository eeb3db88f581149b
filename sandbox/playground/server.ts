import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { z } from 'zod';
import { product } from '../../src/product.ts';
import { apiPath, createSandbox, type SandboxOptions } from '../api/app.ts';
import { loadApp } from '../zaps/app.ts';
import { Audience, playgroundRoutes } from './routes.ts';
import { Workbench } from './workbench.ts';

/** The built app, and the built page. */
const entry = resolve(import.meta.dirname, '../../dist/index.js');
const page = resolve(import.meta.dirname, '../../build/playground');

/** Nothing that the page shows or runs comes from elsewhere; the component library writes styles into the page. */
const ownOriginOnly =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

const address = z.object({ port: z.int() });

/** A playground that is listening. */
export type Playground = { origin: string; close(): Promise<void> };

/**
 * Starts the sandbox with the page, and a runner beside it, on this machine only.
 * @param options as for the sandbox; `port` is any free one when left out.
 * @throws Error when the port or the data file cannot be used, or the app or the page is not built.
 */
export async function startPlayground({
  port = 0,
  ...options
}: SandboxOptions & { port?: number } = {}): Promise<Playground> {
  const audience = new Audience();
  const ready = Promise.withResolvers<Workbench>();
  const sandbox = createSandbox({
    automationPath: product.automation,
    ...options,
    onChange: () => audience.tell('product', null),
  });
  sandbox.register(async (routes) => playgroundRoutes(routes, ready.promise, audience), {
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
    const app = await loadApp({ entry, environment: { BASE_URL: `${origin}${apiPath}` } });
    closing.push(() => app.close());
    const workbench = await Workbench.start(app);
    closing.push(async () => {
      // Trouble that is switched on would keep Zaps from ending their subscriptions.
      await fetch(`${origin}/dashboard/faults`, { method: 'DELETE' });
      await workbench.close();
    });
    workbench.on('run', (run) => audience.tell('run', run));
    workbench.on('zaps', () => audience.tell('zaps', workbench.list));
    ready.resolve(workbench);
    return { origin, close };
  } catch (error) {
    ready.promise.catch(() => {}); // Perhaps nobody has asked yet.
    ready.reject(error);
    await close();
    throw error;
  }
}
