// Mutation testing of src: npm run mutants [-- options of Stryker]. Without options it writes docs/mutation-testing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { measured, writeSection } from './docs/markdown.ts';
import { tellMutants } from './docs/mutants.ts';

// As CommonJS, Jest loads the tests many times faster, and there are many mutants. Nock is an ES module.
await build({
  entryPoints: ['node_modules/nock/dist/index.js'],
  outfile: 'build/nock.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  logLevel: 'error',
  define: { 'import.meta.url': 'interceptors' },
  banner: {
    js: `const interceptors = require('node:url').pathToFileURL('node_modules/@mswjs/interceptors/lib/node/').href;`,
  },
});

const stryker = spawn(
  process.execPath,
  ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
const [code] = await once(stryker, 'exit');
process.exitCode = code ?? 1; // None when a signal ended it.

// What only some files were run for is no measurement of all of them.
if (code === 0 && process.argv.length === 2) {
  await writeSection(
    'docs/mutation-testing.md',
    'mutants',
    `${measured()}\n\n${tellMutants(JSON.parse(await readFile('reports/mutation.json', 'utf8')))}`,
  );
}
