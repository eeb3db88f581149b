import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { z } from 'zod';
import type { SandboxOptions } from '../../../sandbox/api/app.ts';
import { shapes } from '../../../sandbox/api/envelope.ts';
import {
  addressOf,
  brokenRequests,
  type Operation,
  operationsOf,
  type Request,
  validRequests,
} from './description-requests.ts';
import { type Answer, type Client, endpoints, start } from './harness.ts';

/** The same requests on every machine; set it to another number for others. */
const seed = Number(process.env['FAST_CHECK_SEED'] ?? 2026);

const descriptionOf = async (client: Client) =>
  z.record(z.string(), z.unknown()).parse(await (await fetch(`${client.origin}/openapi.json`)).json());

/** @returns what says whether an answer is described, and which rule it breaks if not. */
function checker(description: object) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(description, 'description');
  const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ({ method, path, responses }: Operation, { status, body, headers }: Answer): unknown => {
    if (!(status in responses)) return `the status ${status} is not described`;
    if (!headers.get('content-type')?.startsWith('application/json')) return 'it is no JSON';
    const parts = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const validate = ajv.getSchema(`description#/${parts.map(pointer).join('/')}`);
    if (!validate) return 'its content is not described';
    return validate(body) ? undefined : validate.errors;
  };
}

const send = (client: Client, operation: Operation, request: Request) =>
  client.api(operation.method, addressOf(operation, request), {
    ...('body' in request && { body: JSON.stringify(request.body) }),
  });

const variants: [name: string, options: SandboxOptions][] = [
  ...shapes.map((shape): [string, SandboxOptions] => [`answers of the shape “${shape}”`, { shape }]),
  ['another word for the hook endpoints', { automationPath: 'zapier-hooks' }],
  [
    'numbers as text and unknown fields ignored',
    { careless: { numbers_as_text: true, ignore_unknown: true } },
  ],
];

test.each(variants)(
  'describes exactly the endpoints of the API, as valid OpenAPI 3.1, with %s',
  async (_, options) => {
    const client = await start(options);
    const description = await descriptionOf(client);
    expect(await new Validator().validate(description)).toEqual({ valid: true });
    expect(description).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: '/api/v1' }],
    });
    const segment = options.automationPath ?? 'automation';
    const described = operationsOf(description).map(({ method, path }) => `${method} ${path}`);
    const known = endpoints.map(({ method, path }) => {
      const [bare = ''] = path.replace('/automation/', `/${segment}/`).split('?');
      const named = bare
        .replace('SO-10007', '{orderNumber}')
        .replace('TENT-2P', '{sku}')
        .replace('/erp/C-1001', '/{externalSystem}/{externalId}')
        .replace('/subscribe/1', '/subscribe/{subscription}');
      return `${method} ${named}`;
    });
    expect(described.sort()).toEqual(known.sort());
  },
);

test.each(variants)('takes what it describes, and answers as it describes, with %s', async (_, options) => {
  const client = await start(options);
  const description = await descriptionOf(client);
  const problem = checker(description);
  // The variants only differ in what answers look like.
  const numRuns = options.shape === 'data' ? 40 : 12;
  for (const operation of operationsOf(description)) {
    await fc.assert(
      fc.asyncProperty(validRequests(operation), async (request) => {
        const answer = await send(client, operation, request);
        expect([addressOf(operation, request), problem(operation, answer)]).toEqual([
          expect.anything(),
          undefined,
        ]);
        // Nothing is wrong with the input itself: only the order's status may stand against it.
        const isTransition = answer.status === 422 && /Cannot transition/.test(JSON.stringify(answer.body));
        expect([answer.body, isTransition || [200, 201, 404, 409].includes(answer.status)]).toEqual([
          expect.anything(),
          true,
        ]);
      }),
      { seed, numRuns },
    );
  }
});

test('refuses with 422, and as described, whatever breaks one of its rules', async () => {
  const client = await start();
  const description = await descriptionOf(client);
  const problem = checker(description);
  let sent = 0;
  for (const operation of operationsOf(description)) {
    for (const good of fc.sample(validRequests(operation), { seed, numRuns: 3 })) {
      for (const request of brokenRequests(operation, good)) {
        const answer = await send(client, operation, request);
        const what = JSON.stringify([operation.operationId, request]).slice(0, 500);
        expect([what, answer.status, problem(operation, answer)]).toEqual([what, 422, undefined]);
        sent += 1;
      }
    }
  }
  expect(sent).toBeGreaterThan(1000);
});

test('answers any JSON at all, and what is none, as described', async () => {
  const client = await start();
  const description = await descriptionOf(client);
  const problem = checker(description);
  const bodies = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
    fc.json().map((text) => text.slice(0, -1)),
    fc.constantFrom('\ufeff{}', '{"a":1,}', '{"__proto__":{"a":1}}', '[', 'null', ' '),
  );
  for (const operation of operationsOf(description).filter(({ requestBody }) => requestBody)) {
    const property = fc.asyncProperty(validRequests(operation), bodies, async (request, body) => {
      const answer = await client.api(operation.method, addressOf(operation, request), { body });
      expect([body, problem(operation, answer)]).toEqual([body, undefined]);
      expect(answer.status).toBeLessThan(500);
    });
    await fc.assert(property, { seed, numRuns: 60 });
  }
});

test('describes the refusals of keys, and the limits with their headers', async () => {
  const client = await start({ limits: { perMinute: 1 } });
  const problem = checker(await descriptionOf(client));
  for (const operation of operationsOf(await descriptionOf(client))) {
    const [request] = fc.sample(validRequests(operation), { seed, numRuns: 1 });
    if (!request) throw new Error('There is no request.');
    const address = addressOf(operation, request);
    const body = { ...('body' in request && { body: request.body }) };
    const refused = await client.api(operation.method, address, { ...body, key: null });
    expect([refused.status, problem(operation, refused)]).toEqual([401, undefined]);
    await client.api(operation.method, address, body);
    const throttled = await client.api(operation.method, address, body);
    expect([throttled.status, problem(operation, throttled)]).toEqual([429, undefined]);
    const { 429: described } = operation.responses;
    expect(described).toMatchObject({
      headers: { 'Retry-After': {}, 'X-RateLimit-Limit': {}, 'X-RateLimit-Remaining': {} },
    });
    for (const header of ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
      expect(throttled.headers.get(header)).toMatch(/^\d+$/);
  }
});

test('follows what the sandbox is told to do outside the specification, and says so', async () => {
  const client = await start();
  const careful = await descriptionOf(client);
  expect(JSON.stringify(careful)).not.toContain('Outside the specification');
  await client.dashboard('PATCH', '/carelessness', {
    shape: 'items',
    small_pages: true,
    ignore_unknown: true,
  });
  const careless = await descriptionOf(client);
  expect(careless.info).toMatchObject({
    description:
      'Orders, inventory, customers and automation hooks, server to server. An `updated_since_id` without `updated_since` is refused with 422. Outside the specification: lists hold at most 50 records a page, whatever was asked for; unknown parameters and body fields are ignored.',
  });
  expect(careless.paths).not.toEqual(careful.paths);
  expect(await (await fetch(`${client.origin}/docs/json`)).json()).toEqual(careless);
});

test('has a page that shows it and asks no other host for anything', async () => {
  const client = await start();
  const page = await fetch(`${client.origin}/docs`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
  expect(page.headers.get('content-security-policy')).not.toMatch(/https?:|\*/);
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => String(source));
  expect(sources.length).toBeGreaterThan(3);
  for (const source of sources) {
    const found = await fetch(new URL(source, `${client.origin}/docs/`), { redirect: 'manual' });
    expect([source, found.status]).toEqual([source, 200]);
  }
  const shown = await (await fetch(`${client.origin}/docs/json`)).json();
  expect(shown).toEqual(await descriptionOf(client));
});
