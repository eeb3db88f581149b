// Makes requests from the interface description: such as it allows, and such as break one of its rules.
import fc from 'fast-check';
import { z } from 'zod';

/** As much of JSON Schema as the description of requests uses. */
const schemaSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(schemaSchema).optional();
  },
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get items() {
    return schemaSchema.optional();
  },
  maxItems: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional();
  },
  required: z.array(z.string()).optional(),
});

type Schema = z.output<typeof schemaSchema>;

const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: schemaSchema,
    }),
  ),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: schemaSchema }) }) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.enum(['get', 'post', 'put', 'delete']), operationSchema.optional())),
});

export type Operation = z.output<typeof operationSchema> & { method: string; path: string };

/** @returns the operations of a description. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries(documentSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  );
}

/** Values of the parameters by name, as they stand in an address, and the body before it is written as JSON. */
export type Request = { path: Record<string, string>; query: Record<string, string>; body?: unknown };

/** Names that exist in a new sandbox, so that not everything is unknown. */
const existing: Record<string, string[]> = {
  orderNumber: ['SO-10001', 'SO-10007', 'SO-10008'],
  sku: ['TENT-2P', 'MUG-01'],
  externalSystem: ['erp'],
  externalId: ['C-1001', 'C-1006'],
  subscription: ['1', '2'],
};

const email = fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?@[a-z]{2,8}\.[a-z]{2,3}$/);
const instant = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });

/** What the API takes, as JSON. */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return validText(schema);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 1_000_000) }),
        fc.constant(schema.minimum ?? 0),
      );
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(schema.items ?? {}), { minLength: 1, maxLength: 5 });
    default:
      return schema.properties
        ? validObject(schema)
        : fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));
  }
}

function validText({ format, minLength = 0, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return email;
  if (format === 'uri') return fc.webUrl().filter((url) => url.length <= maxLength);
  if (format === 'date-time') return instant.map((date) => date.toISOString());
  if (format === 'date') return instant.map((date) => date.toISOString().slice(0, 10));
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 50) });
  return fc.oneof(
    short,
    fc.constantFrom('x', '\u{1F6A9}').map((letter) => letter.repeat(maxLength)),
  );
}

function validObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valid(each)]));
  return fc.record(values, { requiredKeys: required });
}

/** What stands in an address cannot be one of its dots, which every client takes for "here" and "above". */
const isPlaceholder = (value: string) => /^\.{1,2}$/.test(value) || value === '';

function validParameters(
  operation: Operation,
  where: 'path' | 'query',
): fc.Arbitrary<Record<string, string>> {
  const all = operation.parameters.filter((each) => each.in === where);
  const values = all.map(({ name, schema }): [string, fc.Arbitrary<string>] => {
    const some = valid(schema).map(String);
    const known = existing[name];
    const addressable = where === 'path' ? some.filter((value) => !isPlaceholder(value)) : some;
    return [name, known ? fc.oneof(addressable, fc.constantFrom(...known)) : addressable];
  });
  const requiredKeys = all.flatMap(({ name, required }) => (required ? [name] : []));
  return fc.record(Object.fromEntries(values), { requiredKeys });
}

const bodySchemaOf = (operation: Operation) => operation.requestBody?.content['application/json'].schema;

/** Requests that the description allows. */
export function validRequests(operation: Operation): fc.Arbitrary<Request> {
  const body = bodySchemaOf(operation);
  return fc.record({
    path: validParameters(operation, 'path'),
    query: validParameters(operation, 'query').map(({ updated_since_id, ...query }) =>
      updated_since_id !== undefined && 'updated_since' in query ? { ...query, updated_since_id } : query,
    ),
    ...(body && { body: valid(body) }),
  });
}

/** Values that break one rule of a schema each, as JSON. */
function broken(schema: Schema): unknown[] {
  if (schema.anyOf)
    return schema.anyOf.flatMap((each) =>
      each.type === 'null' ? [] : broken(each).filter((value) => value !== null),
    );
  const { minimum, maximum, maxLength, minLength, format, maxItems, items, properties } = schema;
  const beyond = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
  switch (schema.type) {
    case 'string':
      return [
        1,
        true,
        null,
        {},
        ['x'],
        '\ud800',
        'a\0b',
        ...(schema.enum || format ? ['no such thing', ''] : []),
        ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
        ...(minLength ? [''] : []),
      ];
    case 'integer':
      return ['1', 1.5, true, null, [], 1e300, ...beyond];
    case 'number':
      return ['1', true, null, {}, ...beyond];
    case 'boolean':
      return ['true', 1, null];
    case 'array': {
      const wrongItems = items ? broken(items).map((item) => [item]) : [];
      return [
        [],
        {},
        'x',
        null,
        Array.from({ length: (maxItems ?? 0) + 1 }, () => ({ sku: 'A', stock_qty: 1 })),
        ...wrongItems,
      ];
    }
    default:
      return properties ? brokenObjects(schema) : ['x', [], 1, nested(30)];
  }
}

/** An object, by a property: what is broken about it. Others are as they may be. */
function brokenObjects(schema: Schema): unknown[] {
  const [good] = fc.sample(validObject({ ...schema, required: schema.required ?? [] }), {
    numRuns: 1,
    seed: 1,
  });
  const wrong = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    broken(each).map((value) => ({ ...good, [name]: value })),
  );
  const missing = (schema.required ?? []).map((name) => {
    const { [name]: _left, ...rest } = good ?? {};
    return rest;
  });
  return [null, [], 'x', 1, { ...good, unknown_field: 1 }, ...wrong, ...missing];
}

const nested = (depth: number): object => (depth === 0 ? {} : { deeper: nested(depth - 1) });

/** Values that break one rule of a parameter each, as they stand in an address. */
function brokenText(schema: Schema): string[] {
  if (schema.type === 'integer' || schema.type === 'boolean') {
    const outside = broken(schema).filter((value) => typeof value === 'number');
    return ['x', '1.5', '1e3', ...(schema.type === 'integer' ? outside : [2]).map(String)];
  }
  return broken(schema).filter((value): value is string => typeof value === 'string' && value.isWellFormed());
}

/** Requests that break one rule of the description each, made from one that breaks none. */
export function brokenRequests(operation: Operation, good: Request): Request[] {
  const parameters = operation.parameters.flatMap(({ name, in: where, schema }) =>
    brokenText(schema)
      .filter((value) => where === 'query' || !isPlaceholder(value))
      // A name that nothing has is unknown, not wrong; only a bound is a rule for it.
      .filter((value) => where === 'query' || schema.type !== 'string' || value.length > 100)
      .map((value) => ({ ...good, [where]: { ...good[where], [name]: value } })),
  );
  const missing = operation.parameters.flatMap(({ name, in: where, required }) => {
    if (where !== 'query' || !required) return [];
    const { [name]: _left, ...query } = good.query;
    return [{ ...good, query }];
  });
  const body = bodySchemaOf(operation);
  const bodies = body ? broken(body).map((value) => ({ ...good, body: value })) : [];
  return [...parameters, ...missing, { ...good, query: { ...good.query, unknown: '1' } }, ...bodies];
}

/** @returns the address of a request, below the API's base address. */
export function addressOf(operation: Operation, { path, query }: Request): string {
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search ? `${address}?${search}` : address;
}
