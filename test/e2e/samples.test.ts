// npm run samples against a sandbox, with samples that are not live ones.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { product } from '../../src/product.ts';
import { afterThisTest, alpenglow } from '../sandbox/api/harness.ts';
import { startWorld } from './world.ts';

const exec = promisify(execFile);

const samples = {
  order_created: { order_number: 'SO-1' },
  order_delivered: { order_number: 'SO-1' },
  customer_created: { name: 'Alpine Sports' },
  check_in_completed: { event: 'check_in.completed' },
};

async function project() {
  const { sandbox } = await startWorld();
  const cwd = await mkdtemp(join(tmpdir(), 'field-sales-samples-'));
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
  await mkdir(join(cwd, 'src'));
  await writeFile(join(cwd, 'src', 'samples.json'), JSON.stringify(samples));
  const env = { ...process.env, BASE_URL: sandbox.baseUrl, authData_api_key: alpenglow };
  const script = resolve('scripts/samples.ts');
  const run = (args: string[] = [], more: Record<string, string> = {}) =>
    exec(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
      cwd,
      env: { ...env, ...more },
    });
  return { run, kept: () => readFile(join(cwd, 'src', 'samples.json'), 'utf8') };
}

test('shows where the samples differ from the live ones, and changes nothing', async () => {
  const { run, kept } = await project();
  const before = await kept();
  const { stdout } = await run();
  expect(stdout).toMatch(/order_created: \n(.*\n)*? {2}\+ currency is only in the live sample/);
  expect(stdout).toMatch(/- event is not in the live sample/);
  expect(await kept()).toBe(before);
});

test('takes the live samples over when it is told to, after which nothing differs', async () => {
  const { run, kept } = await project();
  await run(['--write']);
  expect(JSON.parse(await kept())).toMatchObject({
    order_created: { customer: { name: expect.any(String) } },
  });
  const { stdout } = await run();
  expect(stdout).toBe(
    ['order_created', 'order_delivered', 'customer_created', 'check_in_completed']
      .map((key) => `${key}: has the same fields\n`)
      .join(''),
  );
});

test('says in plain words what is missing or refused', async () => {
  const { run } = await project();
  await expect(run([], { BASE_URL: '' })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^BASE_URL or authData_api_key is not set/),
  });
  await expect(run([], { authData_api_key: 'sk_wrong' })).rejects.toMatchObject({
    stderr: expect.stringContaining(`${product.name} no longer accepts the API key`),
  });
});
