// npm run learn, against the sandbox in every shape and against servers that fail halfway.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { apiPath, createSandbox, type SandboxOptions } from '../../sandbox/api/app.ts';
import { shapes } from '../../sandbox/api/envelope.ts';
import { appIn, loadApp } from '../../sandbox/zaps/app.ts';
import type { Field } from '../../sandbox/zaps/definition.ts';
import { learn } from '../../scripts/learn/learn.ts';
import { learnable, MOST_REQUESTS } from '../../scripts/learn/read.ts';
import { review } from '../../scripts/publish/checks.ts';
import { visibleSteps } from '../../scripts/publish/definition.ts';
import { containers } from '../built-app.ts';
import { afterThisTest, alpenglow, clientOf } from '../sandbox/api/harness.ts';
import { definition, sandboxBuild } from '../scripts/subject.ts';
import { buildFork } from './fork.ts';

jest.setTimeout(60_000);

const script = ['--disable-warning=ExperimentalWarning', resolve('scripts/learn.ts')];

/** A sandbox that remembers what it was asked, and an empty project that learns from it. */
async function project(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  afterThisTest(() => sandbox.close());
  const asked: string[] = [];
  sandbox.addHook('onRequest', async ({ method, url }) => {
    if (url.startsWith(apiPath)) asked.push(`${method} ${url}`);
  });
  const origin = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const cwd = await mkdtemp(join(tmpdir(), 'field-sales-learn-'));
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
  await mkdir(join(cwd, 'src'));
  const file = join(cwd, 'src', 'learned.json');
  const environment = { BASE_URL: origin + apiPath, authData_api_key: alpenglow };
  return {
    ...clientOf(origin),
    asked,
    learn: (options: { write?: boolean; environment?: Record<string, string> } = {}) =>
      learn({
        open: (settings) => appIn(containers, { environment: settings }),
        write: false,
        file,
        ...options,
        environment: { ...environment, ...options.environment },
      }),
    /** The same as a command, in the project's folder. */
    command: (args: string[] = [], more: Record<string, string> = {}) =>
      new Promise<{ code: unknown; out: string; error: string }>((done) => {
        const env = { ...process.env, ...environment, ...more };
        execFile(process.execPath, [...script, ...args], { cwd, env }, (failed, out, error) =>
          done({ code: failed?.code ?? 0, out, error }),
        );
      }),
    read: async () => JSON.parse(await readFile(file, 'utf8')),
    write: (content: string) => writeFile(file, content),
    files: () => readdir(join(cwd, 'src')),
  };
}

test('every visible step that reads is learned about', () => {
  const reading = visibleSteps(definition, ['triggers', 'searches']).map(({ step }) => step.key);
  expect([...learnable].sort()).toEqual(reading.sort());
});

describe.each(shapes)('in the shape %s', (shape) => {
  test('each step is learned, with reads only and few requests', async () => {
    const p = await project({ shape });
    const { out, problem } = await p.learn({ write: true });
    expect(problem).toBeUndefined();
    expect(out).toMatch(/^What the app would not read, or is not as specified\n- Nothing\.\n/);
    expect(out).toContain('The list of orders is newest first by “created_at”');
    expect(out).toContain('The list of customers has pages by “per_page” and “page”.');
    expect(out).toContain('Deactivated customers are marked by “is_active”, “deleted_at”.');
    expect(out).toContain(
      shape === 'bare' ? 'The list of orders shows no cursor' : 'The cursor of orders is in “',
    );
    expect(p.asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(p.asked.filter((request) => !request.startsWith('GET '))).toEqual([]);
    const learned = await p.read();
    expect(Object.keys(learned)).toEqual(learnable);
    expect(learned.find_order.fields).toContainEqual({
      key: 'customer__name',
      label: 'Customer Name',
      type: 'string',
    });
    expect(learned.list_products.sample).toMatchObject({ sku: 'TENT-2P-GRN' });
    const kept = JSON.stringify(learned);
    for (const name of ['Berghaus', 'berghaus', 'Mira Hofer', 'alpenglow', 'TENT-2P"', 'SO-10'])
      expect(kept).not.toContain(name);
  });
});

test('nothing is written without --write, and nothing is new the second time', async () => {
  const p = await project();
  const first = await p.learn();
  expect(first.out).toMatch(/- find_order: new: .*customer__name.*items/);
  expect(await p.files()).toEqual([]);
  await p.learn({ write: true });
  const kept = await p.read();
  const second = await p.learn({ write: true });
  expect(second.out).toContain('Fields, beside those in src/learned.json\n- Nothing.\n');
  expect(await p.read()).toEqual(kept);
});

test('what was learned is what the built app shows, and everything else stays', async () => {
  const p = await project();
  await p.learn({ write: true });
  const learned = await p.read();
  // As somebody edits it.
  learned.list_orders.fields[0].label = 'Our Number';
  const entry = await buildFork({ 'src/learned.json': () => JSON.stringify(learned) });
  const app = await loadApp({ entry });
  afterThisTest(() => app.close());
  expect(await app.validate()).toEqual([]);
  const { triggers, searches } = app.definition();
  expect(triggers['check_in_completed']?.operation).toMatchObject({
    outputFields: learned.check_in_completed.fields,
    sample: learned.check_in_completed.sample,
  });
  expect(searches['list_orders']?.operation).toMatchObject({
    outputFields: [{ key: 'results', children: learned.list_orders.fields }, {}, {}],
    sample: { results: [learned.list_orders.sample], count: 1, has_more: false },
  });
  const primary = (fields: readonly (Field | string)[] = []) =>
    fields.flatMap((field) => (typeof field === 'object' && field.primary ? [field.key] : []));
  expect(primary(triggers['order_status_changed']?.operation.outputFields)).toEqual(
    primary(definition.triggers['order_status_changed']?.operation.outputFields),
  );
  // Every publishing check holds for what was learned.
  const subject = { ...sandboxBuild, definition: app.definition(), learned };
  const faults = review(subject).filter(
    ({ check, problems }) => /^[DTZ]/.test(check.id) && problems.length > 0,
  );
  expect(faults.map(({ check, problems }) => [check.id, problems])).toEqual([]);
});

test.each([
  ['a server error', { path: '/customers', status: 500, body: '{"success":false,"error":"x"}' }],
  ['an answer that breaks off', { path: '/inventory', cut_off: true }],
  ['a connection that breaks', { path: '/inventory/movements', reset: true }],
  ['a limit', { path: '/orders', status: 429, headers: { 'retry-after': '30' } }],
  ['an answer that is no JSON', { path: '/customers', status: 200, body: '<html>' }],
  ['an answer without records', { path: '/orders', status: 200, body: '{"success":true,"total":3}' }],
  ['a redirect', { path: '/customers', redirect_to: 'https://elsewhere.example/' }],
])('after %s halfway, nothing is written', async (_what, fault) => {
  const p = await project();
  await p.write('{}');
  await p.dashboard('POST', '/faults', { ...fault, method: 'GET', times: 50 });
  const { out, problem } = await p.learn({ write: true });
  expect(problem).toBe('Not everything could be read, so nothing was written.');
  expect(out).toMatch(/What failed\n- (?!Nothing)|not read, or is not as specified\n- (?!Nothing)/);
  expect(await p.read()).toEqual({});
  expect(await p.files()).toEqual(['learned.json']);
});

test('an API with another word in its path is found', async () => {
  const p = await project({ automationPath: 'zapier' });
  const { out } = await p.learn({ write: true });
  expect(out).toContain('The hook endpoints are below “/zapier”.');
  expect(await p.read()).toHaveProperty('check_in_completed');
  const odd = await project({ automationPath: 'robots' });
  expect((await odd.learn()).out).toMatch(
    /^What the app would not read.*\n- The hook endpoints were found under none/,
  );
  const told = await odd.learn({ environment: { AUTOMATION_PATH: 'robots' } });
  expect(told.out).toContain('are below “/robots”');
});

test('what a tenant does not have, and what a key may not read, is told with what to do', async () => {
  const p = await project();
  await p.dashboard('POST', '/faults', { path: '/orders', status: 200, body: '{"data":[]}', times: 50 });
  const made = await p.people('keys', {
    name: 'Reader',
    scopes: ['orders:read', 'customers:read', 'automation:read'],
  });
  const key = /sk_\w+/.exec(JSON.stringify(made.body))?.[0] ?? '';
  const { out, problem } = await p.learn({ write: true, environment: { authData_api_key: key } });
  expect(problem).toBeUndefined();
  expect(out).toMatch(/- list_orders: this tenant has none\. In .*, let a sales rep submit an order/);
  expect(out).toMatch(/- list_products: .*inventory:read/);
  expect(Object.keys(await p.read())).toEqual(expect.arrayContaining(['order_created']));
});

test('what is missing or refused is said in plain words', async () => {
  const p = await project();
  const asked = (environment: Record<string, string>) => p.learn({ environment });
  expect(await asked({ BASE_URL: '' })).toEqual({
    out: '',
    problem: 'BASE_URL or authData_api_key is not set.',
  });
  expect((await asked({ BASE_URL: 'http://api.example' })).problem).toMatch(/^BASE_URL .* https/);
  const wrong = await asked({ authData_api_key: 'sk_wrong' });
  expect(wrong.out).toContain('does not accept the key');
  expect(JSON.stringify(wrong)).not.toContain('sk_wrong');
  await p.write('{');
  await expect(p.learn()).rejects.toThrow('src/learned.json is not JSON');
});

test('the command tells and writes the same, and ends with 1 where it cannot', async () => {
  const p = await project();
  const { out } = await p.learn();
  const done = await p.command(['--write']);
  expect(done).toEqual({ code: 0, out: expect.stringContaining(out), error: '' });
  expect(done.out).toMatch(/\nWrote src\/learned\.json\. Look through it/);
  expect(Object.keys(await p.read())).toEqual(learnable);
  expect(await p.command([], { BASE_URL: '' })).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/^BASE_URL or authData_api_key is not set\.\n\nReads a live API/),
  });
  expect(await p.command([], { authData_api_key: 'sk_wrong' })).toMatchObject({
    code: 1,
    error: 'Not everything could be read.\n',
  });
});
