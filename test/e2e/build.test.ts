// What is pushed to Zapier: the zip that the CLI builds, and the app within it.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import AdmZip from 'adm-zip';
import { buildZip } from '../../scripts/bench-app/zip.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';
import { entry, startWorld } from './world.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'field-sales-zip-'));
  afterThisTest(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('the definition has no fault that the schema finds', async () => {
  const { app } = await startWorld();
  expect(await app.validate()).toEqual([]);
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

test('the app runs from the wrapper in the zip that the CLI builds, and nothing else is in it', async () => {
  const zip = new AdmZip(await buildZip(await folder(), ['index.ts', 'src']));
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
