import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from './database/database.ts';
import type { Envelope } from './envelope.ts';
import type { Carelessness } from './http/carelessness.ts';
import type { Faults } from './http/faults.ts';
import type { SampleKind } from './model/samples.ts';

/** What the endpoints of one sandbox share. */
export type Services = {
  database: Database;
  faults: Faults;
  careless: Carelessness;
  /** The one for the shape at the moment. */
  readonly envelope: Envelope;
  sample: SampleKind;
  /** What the API calls the hook endpoints, in paths and scopes (4.4). */
  word: string;
};

/** A Fastify app, or a part of one, whose handlers get what their zod schemas make of the input. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
