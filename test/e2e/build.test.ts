// What is pushed to Zapier: the zip that the CLI builds, and the app within it.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import AdmZip from 'adm-zip';
import { afterThisTest } from '../sandbox/api/harness.ts';
import { startWorld } from './world.ts';

const exec = promisify(execFile);
const modules = resolve('node_modules');

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'field-sales-zip-'));
  afterThisTest(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('the definition has no fault that the schema finds', async () => {
  const { app } = await startWorld();
  expect(await app.validate()).toEqual([]);
});

test('the app runs from the wrapper in the zip that the CLI builds, and nothing else is in it', async () => {
  // Only what ships is installed there: the CLI copies the whole folder, two open files for each at once.
  const project = await folder();
  for (const name of [
    'package.json',
    'package-lock.json',
    '.zapierapprc',
    'tsconfig.json',
    'index.ts',
    'src',
  ]) {
    await cp(name, join(project, name), { recursive: true });
  }
  const env = {
    ...process.env,
    NODE_PATH: modules,
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
  };
  const options = { cwd: project, env, maxBuffer: 1e8 };
  await exec('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], options);
  await exec('zapier-platform', ['build', '--skip-validation'], options);

  const zip = new AdmZip(join(project, 'build', 'build.zip'));
  const own = zip
    .getEntries()
    .flatMap(({ entryName }) => (entryName.startsWith('node_modules/') ? [] : [entryName]));
  expect(own.sort()).toEqual(['definition.json', 'dist/index.js', 'package.json', 'zapierwrapper.js']);

  const unpacked = await folder();
  zip.extractAllTo(unpacked);
  const w = await startWorld({ entry: join(unpacked, 'zapierwrapper.js') });
  await w.invoke('authentication.test');
  expect(await w.act('set_stock', { sku: 'MUG-01', stock_qty: '12' })).toMatchObject({ stock_qty: 12 });
}, 120_000);
