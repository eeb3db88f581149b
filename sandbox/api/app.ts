import fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { dashboardRoutes } from './dashboard/dashboard.ts';
import { Database, type Timestamps } from './database/database.ts';
import { makeData } from './database/made-data.ts';
import { Dispatcher } from './deliveries/dispatcher.ts';
import { describe, type Endpoint, endpointOf } from './description/document.ts';
import { serveDescription } from './description/page.ts';
import { envelopeOf, type Shape } from './envelope.ts';
import { answerError, answerNoEndpoint, answerUnreadable } from './http/answers.ts';
import { authenticate } from './http/authentication.ts';
import { type Carelessness, careful, closeIdleSoon } from './http/carelessness.ts';
import { Faults } from './http/faults.ts';
import { readJsonBodies } from './http/json-body.ts';
import { type LimitOptions, Limits } from './http/limits.ts';
import { validatorCompiler } from './http/validation.ts';
import type { SampleKind } from './model/samples.ts';
import { automationRoutes } from './routes/automation.ts';
import { customerRoutes } from './routes/customers.ts';
import { inventoryRoutes } from './routes/inventory.ts';
import { orderRoutes } from './routes/orders.ts';
import type { App, Services } from './services.ts';

/** Where the API begins; the segment is the version (section 9). */
export const apiPath = '/api/v1';

const second = 1000;
const minute = 60 * second;

/** The pauses after each failed delivery; then it is given up. */
const defaultRetryDelays = [second, 5 * second, 30 * second, 2 * minute, 10 * minute, 60 * minute];

/** How long a request may take, in milliseconds (section 8). */
const specifiedTimeout = 30 * second;

/** In bytes. 500 products with the longest SKUs fit, in any script (section 8). */
const largestBody = 2 * 1024 * 1024;

/** In bytes, for what people do: 5,000 orders at once. */
const largestDashboardBody = 16 * 1024 * 1024;

/** In bytes: an address with two identifiers of the longest kind, each character of which takes twelve. */
const largestHead = 64 * 1024;

export type SandboxOptions = {
  /** Where the data is kept; in memory when left out. */
  file?: string;
  /** The data, where somebody keeps more in it; it is closed with the sandbox. Takes the place of `file`. */
  database?: Database;
  /** The clock of records, keys, limits and the header `Date`. */
  now?: () => Date;
  /** How finely times are kept: to the millisecond when left out. */
  timestamps?: Timestamps;
  /** How answers and deliveries are wrapped. */
  shape?: Shape;
  /** What the sandbox does outside the specification. */
  careless?: Partial<Carelessness>;
  /** The pauses between attempts at a delivery, in milliseconds. */
  retryDelays?: number[];
  /** The word in the path and in the scopes of the hook endpoints. */
  automationPath?: string;
  /** How many requests are taken; none is refused when left out. */
  limits?: LimitOptions;
  /** How long a request may take, in milliseconds. */
  requestTimeout?: number;
  /** Where samples of events come from: the tenant's newest record when left out. */
  sample?: SampleKind;
  /** Told after each change of the data. */
  onChange?: () => void;
};

/**
 * @returns the sandbox of the Field Sales API and its dashboard, not listening yet.
 * @throws Error when the data file or the word cannot be used.
 */
export function createSandbox(options: SandboxOptions = {}): App {
  const { file, now = () => new Date(), shape = 'data', retryDelays = defaultRetryDelays } = options;
  const { requestTimeout = specifiedTimeout, sample = 'newest' } = options;
  const database = options.database ?? new Database(file, now, options.timestamps);
  makeData(database);
  if (options.onChange) database.onChange(options.onChange);
  const word = readWord(options.automationPath ?? 'automation');
  const services: Services = {
    database,
    faults: new Faults(requestTimeout),
    sample,
    word,
    careless: { ...careful, shape, ...options.careless },
    get envelope() {
      return envelopeOf(this.careless.shape, this.careless.numbers_as_text);
    },
  };
  const dispatcher = new Dispatcher(services, retryDelays);

  const app = fastify({
    forceCloseConnections: true,
    requestTimeout,
    http: {
      maxHeaderSize: largestHead,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(second / 2, requestTimeout / 4),
    },
    routerOptions: { maxParamLength: largestHead },
    frameworkErrors: answerError,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, requestTimeout),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler());
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNoEndpoint);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', now().toUTCString());
    done();
  });
  readJsonBodies(app, largestBody);
  const limits = new Limits(options.limits ?? {}, database);
  const endpoints: Endpoint[] = [];
  app.register(
    async (api) => {
      api.addHook('onRoute', (route) => {
        const endpoint = endpointOf(route, apiPath);
        if (endpoint) endpoints.push(endpoint);
      });
      apiRoutes(api, services, limits);
    },
    { prefix: apiPath },
  );
  serveDescription(app, services, () => describe(endpoints, services.careless, apiPath, word));
  app.register(
    async (dashboard) => {
      readJsonBodies(dashboard, largestDashboardBody);
      dashboardRoutes(dashboard, services);
    },
    { prefix: '/dashboard' },
  );

  app.addHook('onReady', async () => dispatcher.start());
  app.addHook('onClose', async () => {
    services.faults.close();
    await dispatcher.close();
    database.close();
  });
  return app;
}

/** @throws Error where it is more than a word, or means another resource */
function readWord(given: string): string {
  const word = given.trim().replace(/^\/+|\/+$/g, '');
  if (/^[\w-]+$/.test(word) && !['orders', 'inventory', 'customers'].includes(word)) return word;
  throw new Error(`“${given}” cannot name the hook endpoints: it has to be one word of its own.`);
}

/** The API itself (section 4). Whether and how a request misbehaves comes before everything else. */
function apiRoutes(api: App, services: Services, limits: Limits): void {
  api.setValidatorCompiler(validatorCompiler(() => services.careless.ignore_unknown));
  api.decorateRequest('tenantId', 0);
  api.decorateRequest('keyName', '');
  api.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.slice(apiPath.length).split('?');
    if (services.careless.close_idle) reply.raw.once('close', () => closeIdleSoon(api.server));
    await services.faults.meet(path, request, reply);
  });
  api.addHook('onRequest', async (request, reply) => {
    if (!request.is404) limits.spend(authenticate(services, request), request, reply);
  });
  api.setNotFoundHandler(answerNoEndpoint);
  orderRoutes(api, services);
  inventoryRoutes(api, services);
  customerRoutes(api, services);
  automationRoutes(api, services);
}
