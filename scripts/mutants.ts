// Mutation testing of src/api: npm run mutants [-- options of Stryker]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { build } from 'esbuild';

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
