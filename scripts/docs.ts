// Writes the part of the documents that comes from the definition: npm run docs
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { command } from './command.ts';
import { describeSteps } from './docs/steps.ts';

await command('Writes docs/steps.md from the definition: npm run docs', {}, async () => {
  const built: { default: unknown } = await import(new URL('../dist/index.js', import.meta.url).href);
  await writeFile(resolve(import.meta.dirname, '../docs/steps.md'), describeSteps(built.default));
  console.log('Wrote docs/steps.md.');
  return 0;
});
