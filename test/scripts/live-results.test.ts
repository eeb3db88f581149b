import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readLiveResults, writeLiveResults } from '../../scripts/publish/live-results.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';

async function project() {
  const folder = await mkdtemp(join(tmpdir(), 'field-sales-live-'));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  const [entry, file] = [join(folder, 'index.js'), join(folder, 'build', 'live-results.json')];
  await writeFile(entry, 'export default {};');
  return { entry, file };
}

test('results are kept by function and run; what is no record is left out', async () => {
  const { entry, file } = await project();
  const given = new Map([
    ['triggers.a.operation.perform', [[{ id: 1 }, { id: 2 }], []]],
    ['creates.b.operation.perform', [{ id: 3 }]],
    ['authentication.connectionLabel', ['API key ending in 1234']],
  ]);
  await writeLiveResults(entry, given, file);
  expect(await readLiveResults(entry, file)).toEqual({
    'triggers.a.operation.perform': [[{ id: 1 }, { id: 2 }], []],
    'creates.b.operation.perform': [[{ id: 3 }]],
    'authentication.connectionLabel': [],
  });
});

test('results of another build, or none, are no results', async () => {
  const { entry, file } = await project();
  expect(await readLiveResults(entry, file)).toBeUndefined();
  await writeLiveResults(entry, new Map(), file);
  expect(await readLiveResults(entry, file)).toEqual({});
  await writeFile(entry, 'export default { changed: true };');
  expect(await readLiveResults(entry, file)).toBeUndefined();
});
