// What is pushed to Zapier: the zip that the CLI builds, and the app within it.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import AdmZip from 'adm-zip';
import packageJson from '../../package.json' with { type: 'json' };
import { sourceFaults, zipFaults } from '../../scripts/package/check.ts';
import { entry } from '../built-app.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';
import { startWorld } from './world.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'field-sales-zip-'));
  afterThisTest(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('the definition has no fault that the schema finds', async () => {
  const { app } = await startWorld();
  expect(await app.validate()).toEqual([]);
});

test('of package.json only the version is in the bundle', async () => {
  expect(await readFile(entry, 'utf8')).not.toMatch(/devDependencies|zapier-platform-cli/);
});

test('starting the app loads no part of Node.js that core has not loaded', async () => {
  // Importing node:http from an ES module, for example, makes Node.js load all of fetch: 13 ms.
  const script = `
    const loaded = () => new Set(process.moduleLoadList);
    await import('zapier-platform-core');
    const before = loaded();
    await import(${JSON.stringify(pathToFileURL(resolve(entry)).href)});
    console.log(JSON.stringify([...loaded().difference(before)]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual([]);
});

describe('the zips for Zapier', () => {
  test('hold the app and its dependencies, and the tracked files, whatever the limit of open files', async () => {
    const path = await folder();
    const [file, source] = [join(path, 'build.zip'), join(path, 'source.zip')];
    const script = `
      const { buildZip, zipSource } = await import(${JSON.stringify(pathToFileURL(resolve('scripts/package/zip.ts')).href)});
      await buildZip(${JSON.stringify(resolve(entry))}, ${JSON.stringify(file)});
      await zipSource(${JSON.stringify(source)});`;
    const limited =
      'ulimit -n 256 && exec "$0" --disable-warning=ExperimentalWarning --input-type=module --eval "$1"';
    await promisify(execFile)('bash', ['-c', limited, process.execPath, script]);

    expect(await zipFaults(file, packageJson.version)).toEqual([]);
    expect(sourceFaults(source)).toEqual([]);
    const names = new AdmZip(source).getEntries().map(({ entryName }) => entryName);
    expect(names).toEqual(expect.arrayContaining(['index.ts', 'package.json', '.env.example']));
    expect(names.filter((name) => /^(node_modules|dist|build|\.env$)/.test(name))).toEqual([]);

    const unpacked = await folder();
    new AdmZip(file).extractAllTo(unpacked);
    const w = await startWorld({ entry: join(unpacked, 'zapierwrapper.js') });
    await w.invoke('authentication.test');
    expect(await w.act('set_stock', { sku: 'MUG-01', stock_qty: '12' })).toMatchObject({ stock_qty: 12 });
  }, 120_000);

  test('are refused with each fault: a private file, a source, a missing part, an app that does not start', async () => {
    const file = join(await folder(), 'build.zip');
    const zip = new AdmZip();
    for (const name of ['index.ts', '.env', 'node_modules/a/.npmrc', 'data.sqlite', 'package.json'])
      zip.addFile(name, Buffer.from('{}'));
    zip.writeZip(file);
    const faults = await zipFaults(file, '1.0.0');
    expect(faults).toEqual(
      expect.arrayContaining([
        'zapierwrapper.js is missing.',
        'index.ts should not ship.',
        '.env should not ship.',
        'data.sqlite should not ship.',
        'node_modules/a/.npmrc should not ship.',
        expect.stringMatching(/^It does not start: /),
      ]),
    );
    expect(sourceFaults(file)).toEqual(
      expect.arrayContaining([expect.stringContaining('git rm --cached .env')]),
    );
  });
});
