import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from './database/database.ts';
import type { Envelope } from './envelope.ts';
import type { Faults } from './http/faults.ts';

/** What the endpoints of one sandbox share. */
export type Services = {
  database: Database;
  envelope: Envelope;
  faults: Faults;
};

/** A Fastify app, or a part of one, whose handlers get what their zod schemas make of the input. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
