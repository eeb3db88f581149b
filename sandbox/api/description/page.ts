import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { describe } from './document.ts';

/** Where the description is, and the page to read it. */
export const descriptionPath = '/openapi.json';
export const pagePath = '/docs';

/** Nothing that the page shows comes from another host. */
const ownHostOnly =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'self'; object-src 'none'";

type Description = ReturnType<typeof describe>;

/**
 * Serves the description, and a page to read it and to try requests out.
 * @param makeDescription called when it is first asked for: most sandboxes are never asked.
 */
export function serveDescription(app: FastifyInstance, makeDescription: () => Description): void {
  let made: Description | undefined;
  const description = (): Description => {
    made ??= makeDescription();
    return made;
  };
  app.get(descriptionPath, async () => description());
  app.register(swagger, {
    mode: 'static',
    specification: {
      document: {
        openapi: '3.1.0',
        get info() {
          return description().info;
        },
        get servers() {
          return description().servers;
        },
        get security() {
          return description().security;
        },
        get paths() {
          return description().paths;
        },
        get components() {
          return description().components;
        },
      },
    },
  });
  app.register(swaggerUi, { routePrefix: pagePath, staticCSP: ownHostOnly });
}
