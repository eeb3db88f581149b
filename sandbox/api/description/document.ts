import type { HTTPMethods, RouteOptions } from 'fastify';
import { z } from 'zod';
import { type Carelessness, habitDescription, habitNames } from '../http/carelessness.ts';
import { named, type Scope } from '../model/keys.ts';
import { type Answers, answersOf } from './answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the endpoint does, in a few words. */
    summary?: string;
    /** What one may want to know beyond that. */
    details?: string;
    /** What it answers, by status; the statuses that every endpoint can answer are not repeated. */
    answers?: AnswersByStatus;
  }
}

/** For a success, what it looks like; for a refusal, when it comes. */
export type AnswersByStatus = {
  200: (answers: Answers) => z.ZodType;
  201?: (answers: Answers) => z.ZodType;
  404?: string;
  409?: string;
};

/** An endpoint with all that its description is made from. */
export type Endpoint = {
  method: string;
  /** Below the API's base address, with parameters as Fastify writes them. */
  path: string;
  scope: Scope;
  summary: string;
  details: string | undefined;
  answers: AnswersByStatus;
  schema: { params?: unknown; querystring?: unknown; body?: unknown };
};

type JsonSchema = Record<string, unknown>;

/** @returns the endpoint that a route of the API is; undefined for one that is none, such as Fastify's own for HEAD. */
export function endpointOf(route: RouteOptions, prefix: string): Endpoint | undefined {
  const { scope, summary, details, answers } = route.config ?? {};
  const methods: readonly HTTPMethods[] = [route.method].flat();
  const [method] = methods;
  if (!scope || !summary || !answers || !method || method === 'HEAD') return undefined;
  const schema = {
    params: route.schema?.params,
    querystring: route.schema?.querystring,
    body: route.schema?.body,
  };
  return { method, path: route.url.slice(prefix.length), scope, summary, details, answers, schema };
}

const errorSchema = z.strictObject({ success: z.literal(false), error: z.string() });

const validationErrorSchema = errorSchema.extend({
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** Refusals that any endpoint can answer (7.1, 7.3). */
const everywhere: Record<string, string> = {
  401: 'The key is missing, unknown, deleted, disabled or expired.',
  402: "The organization's subscription is not active.",
  403: 'The key lacks the scope, the account is inactive, or the plan has no API.',
  422: 'The input breaks a rule; `errors` names the fields.',
  429: 'Too many requests of the key in this minute, or of the organization on this day.',
  500: 'The server failed, or the request took longer than 30 seconds.',
};

const rateLimitHeaders = {
  'X-RateLimit-Limit': { description: 'What the narrower limit allows.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'What is left of it.', schema: { type: 'integer' } },
};

const retryAfter = {
  'Retry-After': { description: 'Seconds until requests are taken again.', schema: { type: 'integer' } },
};

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  bearer: { type: 'http', scheme: 'bearer' },
} as const;

/**
 * Describes the API as OpenAPI 3.1, from the schemas that validate requests and type answers (section 4).
 * @param careless what the sandbox does outside the specification, and the shape of its answers.
 * @param baseUrl where the paths begin.
 * @param word what the hook endpoints are called (4.4).
 */
export function describe(
  endpoints: readonly Endpoint[],
  careless: Carelessness,
  baseUrl: string,
  word: string,
) {
  const answers = answersOf(careless);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, path, answers, word),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Integration API',
      version: '1.0.0',
      description: about(careless),
    },
    servers: [{ url: baseUrl }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths,
    components: {
      securitySchemes,
      schemas: { Error: toJson(errorSchema), ValidationError: toJson(validationErrorSchema) },
    },
  };
}

function about(careless: Carelessness): string {
  const cursor = '`updated_since_id` without `updated_since`';
  const habits = habitNames.filter((name) => careless[name]).map(habitDescription);
  return [
    'Orders, inventory, customers and automation hooks, server to server.',
    careless.ignore_unknown
      ? `An ${cursor} is refused with 422.`
      : `Parameters and body fields that are not described are refused with 422, as is an ${cursor}.`,
    ...(habits.length > 0 ? [`Outside the specification: ${habits.join('; ')}.`] : []),
  ].join(' ');
}

function operation(endpoint: Endpoint, path: string, answers: Answers, word: string) {
  const { method, scope, summary, details, schema } = endpoint;
  const [tag = ''] = path.split('/').filter(Boolean);
  const bodySchema = schema.body instanceof z.ZodType ? toJson(schema.body) : undefined;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary,
    description: [`Needs the scope \`${named(scope, word)}\`.`, details].filter(Boolean).join(' '),
    tags: [tag],
    parameters: [...parameters('path', schema.params), ...parameters('query', schema.querystring)],
    ...(bodySchema && { requestBody: { required: true, content: json(bodySchema) } }),
    responses: responses(endpoint.answers, answers),
  };
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(where: 'path' | 'query', schema: unknown) {
  if (!(schema instanceof z.ZodType)) return [];
  const { properties, required } = objectSchema.parse(toJson(schema));
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: each,
  }));
}

function responses(own: AnswersByStatus, answers: Answers) {
  const successes = ([200, 201] as const).flatMap((status) => {
    const schema = own[status]?.(answers);
    const description = status === 200 ? 'Done, or done already.' : 'Created.';
    return schema
      ? [[status, { description, headers: rateLimitHeaders, content: json(toJson(schema)) }]]
      : [];
  });
  const refusals = Object.entries({ ...everywhere, 404: own[404], 409: own[409] }).flatMap(
    ([status, when]) => {
      if (!when) return [];
      const name = status === '422' ? 'ValidationError' : 'Error';
      const headers = status === '429' && { headers: { ...rateLimitHeaders, ...retryAfter } };
      return [
        [status, { description: when, ...headers, content: json({ $ref: `#/components/schemas/${name}` }) }],
      ];
    },
  );
  return Object.fromEntries([...successes, ...refusals]);
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}

/** What goes in, of a schema that makes something else of it. */
function toJson(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
