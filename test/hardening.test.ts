// Whatever is typed, mapped or answered: a step sends exactly what was meant, or ends in one of the contract's errors.
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import nock from 'nock';
import { z } from 'zod';
import { allSteps, type Field } from '../scripts/publish/definition.ts';
import { API_KEY, BASE_URL, run } from './app.ts';
import { definition } from './scripts/subject.ts';

jest.setTimeout(600_000);

/** The same runs on every machine; other numbers make others, and FUZZ_RUNS more of them. */
const seed = Number(process.env['FUZZ_SEED'] ?? 2026);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);

/** What a run may end in (the contract's errors), besides a result. */
const allowedErrors = ['AppError', 'HaltedError', 'ExpiredAuthError', 'ThrottledError'];

const { origin, pathname } = new URL(BASE_URL);

type Inputs = Record<string, unknown>;

/** The address that a step means, below the API's base address, each segment as typed. */
const addresses: Record<string, (inputs: Inputs) => unknown[]> = {
  'creates.update_order_status': ({ order_number }) => ['orders', order_number, 'status'],
  'creates.acknowledge_order': ({ order_number }) => ['orders', order_number, 'acknowledge'],
  'creates.set_stock': ({ sku }) => ['inventory', sku],
  'creates.set_stock_bulk': () => ['inventory', 'bulk'],
  'creates.upsert_customer': ({ external_system, external_id }) => [
    'customers',
    external_system,
    external_id,
  ],
  'creates.deactivate_customer': ({ external_system, external_id }) => [
    'customers',
    external_system,
    external_id,
  ],
  'searches.find_order': ({ order_number }) => ['orders', order_number],
  'searches.find_product': ({ sku }) => ['inventory', sku],
  'searches.find_customer': ({ external_system, external_id }) => ['customers', external_system, external_id],
  'searches.list_orders': () => ['orders'],
  'searches.list_products': () => ['inventory'],
  'searches.list_customers': () => ['customers'],
  'searches.list_stock_movements': () => ['inventory', 'movements'],
  'triggers.order_status_changed': () => ['orders'],
  'triggers.customer_updated': () => ['customers'],
  'triggers.customer_deactivated': () => ['customers'],
  'triggers.stock_movement_created': () => ['inventory', 'movements'],
  'triggers.low_stock': () => ['inventory'],
  'triggers.order_list': () => ['orders'],
  'triggers.product_list': () => ['inventory'],
};

/** Fields whose text goes into the body as it was typed. */
const sentAsTyped: Record<string, readonly string[]> = {
  'creates.update_order_status': ['external_reference', 'notes'],
  'creates.acknowledge_order': ['external_reference'],
  'creates.set_stock': ['reference'],
  'creates.set_stock_bulk': ['reference'],
  'creates.upsert_customer': [
    'name',
    'customer_code',
    'contact_person',
    'email',
    'phone',
    'address',
    'city',
    'province',
    'postal_code',
  ],
};

const hooks = ['order_created', 'order_delivered', 'customer_created', 'check_in_completed'];

/** The input fields of a step, as the definition has them. */
const fieldsOf = (step: string): Field[] =>
  allSteps(definition).find(({ place }) => place === step)?.step.operation.inputFields ?? [];

const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    '.',
    '..',
    '/',
    'a/../b',
    '?x=1',
    '#',
    '%2e%2e',
    '%',
    '\\..\\',
    '//evil.test/',
    'https://evil.test',
  ),
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\0',
    '\ud800',
    'é\u0301',
    '\u202e',
    '__proto__',
    'constructor',
    'x'.repeat(2001),
  ),
  fc.constantFrom('{{bundle.authData.api_key}}', '{{process.env.X}}', '{{x}}', '{{', API_KEY),
  fc.constantFrom(
    '0',
    '-0',
    '1e3',
    'NaN',
    '12 pcs',
    '1,5',
    '2026-02-30',
    'yes',
    'null',
    'undefined',
    '[]',
    '{}',
  ),
);

/** As Zapier hands it over: everything has been JSON on its way. */
const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const oddJson = fc.oneof(
  oddText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Number.NaN, Number.MAX_VALUE),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(oddText, oddText, { maxKeys: 3 }),
  fc.object({ maxDepth: 3 }),
);

const oddValue = oddJson.map(asJson);

/** What a person who means well fills in. */
function sensible({ key, type, choices, children, dict }: Field): fc.Arbitrary<unknown> {
  if (children) return fc.array(fc.record(inputsOf(children)), { maxLength: 4 });
  if (dict) return fc.dictionary(oddText, oddText, { maxKeys: 4 }).map(asJson);
  if (choices) {
    const values = Array.isArray(choices)
      ? choices.map((each) => (typeof each === 'string' ? each : each.value))
      : Object.keys(choices);
    return fc.constantFrom(...values);
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number' || /qty|lat|lng/.test(key))
    return fc.integer({ min: 0, max: 90 }).chain((n) => fc.constantFrom(n, String(n)));
  if (type === 'datetime')
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
  if (key === 'email') return fc.constant('a@b.example');
  return fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.constant('SO/1 #?%ß'));
}

function inputsOf(fields: readonly Field[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    fields
      .filter(({ type }) => type !== 'copy')
      .map((field) => {
        const one = sensible(field);
        const good = field.list ? fc.array(one, { maxLength: 3 }) : one;
        return [
          field.key,
          fc.oneof(
            { weight: 12, arbitrary: good },
            { weight: 1, arbitrary: oddValue },
            { weight: 1, arbitrary: fc.constant(undefined) },
          ),
        ];
      }),
  );
}

type Reply = { status: number; headers: Record<string, string>; body: string };

const someRecord = fc.record(
  {
    id: fc.oneof(fc.integer(), oddText),
    order_number: oddText,
    sku: oddText,
    external_system: oddText,
    external_id: oddText,
    status: fc.oneof(fc.constantFrom('pending', 'confirmed', 'delivered'), oddValue),
    is_active: fc.oneof(fc.boolean(), oddValue),
    stock_qty: fc.oneof(fc.integer(), oddValue),
    reserved_qty: fc.oneof(fc.integer(), oddValue),
    updated_at: fc.oneof(fc.constant('2026-11-21T08:00:00.000Z'), oddValue),
    created_at: oddValue,
    customer: oddValue,
    items: oddValue,
    metadata: oddValue,
  },
  { requiredKeys: [] },
);

const someBody = fc
  .oneof(
    fc.oneof(someRecord, fc.array(someRecord, { maxLength: 4 }), oddValue).chain((content) =>
      fc.constantFrom<unknown>(
        content,
        { data: content },
        { success: true, data: content, meta: { page: 1, has_more: false } },
        { success: true, data: { order: content, product: content, customer: content } },
        {
          data: { orders: content, products: content, movements: content, customers: content },
          meta: content,
        },
        { data: { result: content, updated: 1, failed: content, items: content } },
        { success: false, error: content, errors: content },
      ),
    ),
    fc.jsonValue(),
  )
  .map((value) => JSON.stringify(value) ?? '');

const reply: fc.Arbitrary<Reply> = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(200, 201) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        202,
        204,
        300,
        302,
        307,
        308,
        400,
        401,
        402,
        403,
        404,
        405,
        409,
        418,
        422,
        429,
        500,
        502,
        503,
        504,
        599,
      ),
    },
  ),
  headers: fc.oneof(
    fc.constant({}),
    fc
      .constantFrom('5', '0', '-1', 'soon', '1e9', '99999999999', 'Sat, 21 Nov 2026 09:00:00 GMT', '')
      .map((wait) => ({ 'retry-after': wait })),
    fc.constantFrom('https://evil.test/', '/elsewhere', 'http://[').map((location) => ({ location })),
  ),
  body: fc.oneof(
    { weight: 4, arbitrary: someBody },
    {
      weight: 1,
      arbitrary: fc.oneof(
        oddText,
        someBody.map((text) => text.slice(0, -3)),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('<html><b>Sign in</b>', '\ufeff{"data":{}}', `{"error":"${API_KEY}"}`),
    },
  ),
});

type Asked = { method: string; segments: string[]; body: string };

const methods = ['get', 'post', 'put', 'delete'] as const;

/** Runs a function of the definition while the API answers like this. @returns how it ended and what it asked. */
async function attempt(path: string, bundle: object, answers: Reply) {
  const asked: Asked[] = [];
  const strays: string[] = [];
  const stray = (request: Request) => {
    strays.push(request.url);
  };
  nock.emitter.on('no match', stray);
  const scope = nock(origin, { reqheaders: { 'x-api-key': API_KEY, accept: 'application/json' } }).persist();
  for (const method of methods) {
    scope
      .intercept(/.*/, method)
      .optionally()
      .reply((uri: string, body: unknown) => {
        const [address = ''] = uri.slice(pathname.length).split('?');
        const segments = address.split('/').slice(1).map(decodeURIComponent);
        asked.push({ method, segments, body: typeof body === 'string' ? body : JSON.stringify(body) });
        return [answers.status, answers.status === 204 ? '' : answers.body, answers.headers];
      });
  }
  try {
    const results: unknown = await run(path, { ...bundle });
    return { asked, strays, results };
  } catch (error) {
    return { asked, strays, error };
  } finally {
    nock.emitter.off('no match', stray);
    nock.cleanAll();
  }
}

/** The sentence that a person reads. */
function messageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: '' };
  return message.startsWith('{"message"') ? String(JSON.parse(message).message) : message;
}

/** What holds for every run of every step. */
function check(
  { asked, strays, error }: Awaited<ReturnType<typeof attempt>>,
  typed: unknown,
  mostRequests = 1,
): void {
  expect(strays).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(mostRequests);
  if (error === undefined) return;
  const name = error instanceof Error ? error.name : typeof error;
  expect([name, error instanceof Error && error.stack, allowedErrors.includes(name)]).toEqual([
    name,
    expect.anything(),
    true,
  ]);
  const message = messageOf(error);
  expect(message).toMatch(/^[“A-Z].{10}/s);
  // Somebody who pastes the key into another field reads it there, and nowhere else.
  if (!JSON.stringify(typed)?.includes(API_KEY)) expect(message).not.toContain(API_KEY);
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.values(value).every(isBlank));

/** What was sent is what was meant: the address, and each text in the body as it was typed. */
function checkMeaning(step: string, inputs: Inputs, asked: readonly Asked[]): void {
  const [first] = asked;
  if (!first) return;
  expect(first.segments).toEqual(addresses[step]?.(inputs).map(String));
  const fields = sentAsTyped[step];
  if (!fields) return;
  const body = z.record(z.string(), z.unknown()).parse(JSON.parse(first.body));
  for (const field of fields) {
    const cleared = z.array(z.string()).safeParse(inputs['clear_fields']).data ?? [inputs['clear_fields']];
    const isCleared = cleared.some((each) =>
      String(each)
        .split(',')
        .some((part) => part.trim().toLowerCase() === field),
    );
    const meant = isBlank(inputs[field]) ? (isCleared ? null : undefined) : String(inputs[field]);
    expect([field, body[field]]).toEqual([field, meant]);
  }
  expect(Object.keys(body).filter((key) => !fieldsOf(step).some((field) => field.key === key))).toEqual([]);
}

/** A poll may read on while there is more; every other step asks once. */
const mostRequests = (step: string) =>
  /status_changed|_updated|_deactivated|movement_created|low_stock|_list$/.test(step) ? 60 : 1;

test('knows the address of every step', () => {
  const steps = allSteps(definition).map(({ place }) => place);
  const known = [...Object.keys(addresses), ...hooks.map((key) => `triggers.${key}`)];
  expect(steps.filter((step) => !known.includes(step))).toEqual([]);
});

describe('whatever is typed and answered, it sends what is meant or says what is wrong', () => {
  test.each(Object.keys(addresses))('%s', async (step) => {
    const property = fc.asyncProperty(
      fc.record(inputsOf(fieldsOf(step)), { requiredKeys: [] }),
      reply,
      async (inputData, answers) => {
        const outcome = await attempt(step, { inputData }, answers);
        check(outcome, inputData, mostRequests(step));
        checkMeaning(step, inputData, outcome.asked);
      },
    );
    await fc.assert(property, { seed, numRuns });
  });

  test.each(hooks.map((key) => `triggers.${key}`))(
    '%s: deliveries, subscribing, unsubscribing, samples',
    async (step) => {
      const subscription = fc.oneof(
        oddValue,
        fc.record({ id: oddValue, target_url: oddValue }, { requiredKeys: [] }),
      );
      const filters = fc.record(inputsOf(fieldsOf(step)), { requiredKeys: [] });
      const delivery = fc.oneof(
        oddValue,
        someRecord,
        someBody.map((text): unknown => (text ? JSON.parse(text) : text)),
      );
      const property = fc.asyncProperty(
        filters,
        subscription,
        delivery,
        reply,
        async (inputData, subscribeData, cleanedRequest, answers) => {
          const bundle = {
            inputData,
            subscribeData,
            cleanedRequest,
            targetUrl: 'https://hooks.zapier.test/1/2',
          };
          for (const name of ['perform', 'performList', 'performSubscribe', 'performUnsubscribe']) {
            const outcome = await attempt(`${step}.${name}`, bundle, answers);
            check(
              outcome,
              [inputData, subscribeData, cleanedRequest],
              name === 'perform' ? 0 : name === 'performUnsubscribe' ? 2 : 1,
            );
            for (const { segments } of outcome.asked)
              expect(['subscribe', 'subscriptions', 'sample']).toContain(segments[1]);
          }
        },
      );
      await fc.assert(property, { seed, numRuns: Math.ceil(numRuns / 2) });
    },
  );

  test('connecting, with any key', async () => {
    const property = fc.asyncProperty(
      fc.oneof(oddValue, fc.constant(API_KEY)),
      reply,
      async (api_key, answers) => {
        for (const name of ['test', 'connectionLabel']) {
          const outcome = await attempt(`authentication.${name}`, { authData: { api_key } }, answers);
          if (api_key === API_KEY) check(outcome, '');
          else expect(outcome.asked.every(() => String(api_key).trim() === API_KEY)).toBe(true);
          if (outcome.error) expect(allowedErrors).toContain(Object(outcome.error).name);
        }
      },
    );
    await fc.assert(property, { seed, numRuns });
  });
});
