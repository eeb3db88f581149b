import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
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
 * @param makeDescription called when it is asked for, which most sandboxes never are, and again when the sandbox has
 *   been told to be careless in another way.
 */
export function serveDescription(
  app: FastifyInstance,
  services: Services,
  makeDescription: () => Description,
): void {
  let made: { description: Description; careless: string } | undefined;
  const description = (): Description => {
    const careless = JSON.stringify(services.careless);
    if (made?.careless !== careless) made = { description: makeDescription(), careless };
    return made.description;
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
