// Writes the part of the documents that comes from the definition: npm run docs
import { writeFile } from 'node:fs/promises';
import { loadApp } from '../sandbox/zaps/app.ts';
import { command } from './command.ts';
import { describeSteps } from './docs/steps.ts';

await command('Writes docs/steps.md from the definition: npm run docs', {}, async () => {
  const app = await loadApp({ entry: 'dist/index.js' });
  try {
    await writeFile('docs/steps.md', describeSteps(app.definition()));
  } finally {
    await app.close();
  }
  console.log('Wrote docs/steps.md.');
  return 0;
});
