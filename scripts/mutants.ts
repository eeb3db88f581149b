// Mutation testing of src: npm run mutants [-- options of Stryker]. Without options it writes docs/mutation-testing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { measured, writeSection } from './docs/markdown.ts';
import { tellMutants } from './docs/mutants.ts';

const report = 'reports/mutation.json';

await rm(report, { force: true });
const start = performance.now();
const stryker = spawn(
  process.execPath,
  ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
const [code] = await once(stryker, 'exit');
process.exitCode = code ?? 1; // None when a signal ended it.

// What only some files were run for is no measurement of all of them.
if (process.argv.length === 2 && existsSync(report)) {
  const took = `The run took ${Math.ceil((performance.now() - start) / 60_000)} minutes.`;
  const table = tellMutants(JSON.parse(await readFile(report, 'utf8')));
  await writeSection('docs/mutation-testing.md', 'mutants', `${measured()} ${took}\n\n${table}`);
}
