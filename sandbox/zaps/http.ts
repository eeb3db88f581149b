import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';

const address = z.object({ port: z.int() });

/**
 * A server that hands bodies to its routes as they came, as text, whatever their type.
 * @param largestBody in bytes; more is answered with 413
 */
export function serverOfTexts(largestBody = Number.MAX_SAFE_INTEGER): FastifyInstance {
  const server = fastify({ bodyLimit: largestBody, forceCloseConnections: true, exposeHeadRoutes: false });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return server;
}

/** The body of a request to such a server. */
export const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

/** Lets a server listen on a free loopback port. Closing it also ends connections that are kept alive. */
export async function listen(server: FastifyInstance): Promise<{ origin: string; close(): Promise<void> }> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = address.parse(server.server.address());
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
