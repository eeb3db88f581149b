// Writes the part of the documents that comes from the definition: npm run docs
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeSteps } from './docs/steps.ts';

const built: { default: unknown } = await import(new URL('../dist/index.js', import.meta.url).href);
await writeFile(resolve(import.meta.dirname, '../docs/steps.md'), describeSteps(built.default));
console.log('docs/steps.md is made from the app.');
