import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

test('mutants meet every unit test of the app', async () => {
  const all = await readFile('test/mutants/all.ts', 'utf8');
  const folders = ['api', 'creates', 'fields', 'searches', 'triggers'];
  for (const folder of folders) {
    for (const name of await readdir(`test/${folder}`))
      expect(all).toContain(`import '../${folder}/${name}';`);
  }
  // The other tests beside them are about whole runs, and slow.
  for (const name of ['authentication', 'contract', 'texts', 'values'])
    expect(all).toContain(`import '../${name}.test.ts';`);
});
