// Compares the samples of the instant triggers with those of a live API: npm run samples [-- --write]
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type App, loadApp } from '../sandbox/zaps/app.ts';
import { command } from './command.ts';

const file = resolve('src/samples.json');
const entry = resolve(import.meta.dirname, '../dist/index.js');
const record = z.record(z.string(), z.unknown());

const usage = `Compares the samples in src/samples.json with those of a live API.

  npm run samples             shows where they differ
  npm run samples -- --write  takes the live samples over

The API is the one of BASE_URL, authData_api_key and, where it is another, AUTOMATION_PATH, from the environment
or from the file .env.`;

async function run(write: boolean): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { BASE_URL, AUTOMATION_PATH, authData_api_key } = process.env;
  if (!BASE_URL || !authData_api_key) {
    console.error(`BASE_URL or authData_api_key is not set.\n\n${usage}`);
    return 1;
  }
  const samples = z.record(z.string(), record).parse(JSON.parse(await readFile(file, 'utf8')));
  const app = await loadApp({
    entry,
    environment: { BASE_URL, ...(AUTOMATION_PATH && { AUTOMATION_PATH }) },
  });
  try {
    let differences = 0;
    for (const [key, kept] of Object.entries(samples)) {
      const live = await liveSample(app, key, authData_api_key);
      const lines = live
        ? compare(shapeOf(kept), shapeOf(live))
        : ['the API has no sample of this event now'];
      if (live && lines.length > 0) samples[key] = live;
      differences += lines.length;
      console.log([`${key}: ${lines.length > 0 ? '' : 'has the same fields'}`, ...lines].join('\n  '));
    }
    if (write && differences > 0) {
      await writeFile(file, `${JSON.stringify(samples, undefined, 2)}\n`);
      console.log(
        '\nThe live samples are in src/samples.json now. Look through them: they may name real people.',
      );
    } else if (differences > 0) {
      console.log('\nWith --write, the live samples are taken over.');
    }
    return 0;
  } finally {
    await app.close();
  }
}

/** The sample as the app reads it, so in the shape of a delivery. */
async function liveSample(app: App, key: string, apiKey: string) {
  const authData = { api_key: apiKey };
  const { results } = await app.invoke(`triggers.${key}.operation.performList`, { authData });
  return z.array(record).parse(results)[0];
}

/** The type of each field by its path; rows of a list count as one. */
function shapeOf(value: unknown, path = ''): Map<string, string> {
  if (Array.isArray(value)) {
    return value.length > 0 ? shapeOf(value[0], `${path}[]`) : new Map([[path, 'list']]);
  }
  const fields = record.safeParse(value);
  if (!fields.success) return new Map([[path, value === null ? 'empty' : typeof value]]);
  return new Map(
    Object.entries(fields.data).flatMap(([key, inner]) => [...shapeOf(inner, path ? `${path}.${key}` : key)]),
  );
}

function compare(kept: Map<string, string>, live: Map<string, string>): string[] {
  const added = [...live.keys()]
    .filter((path) => !kept.has(path))
    .map((path) => `+ ${path} is only in the live sample`);
  const missing = [...kept.keys()]
    .filter((path) => !live.has(path))
    .map((path) => `- ${path} is not in the live sample`);
  const changed = [...live].flatMap(([path, type]) => {
    const before = kept.get(path);
    const differs = before && before !== type && before !== 'empty' && type !== 'empty';
    return differs ? [`~ ${path} is ${type} in the live sample, and ${before} here`] : [];
  });
  return [...added, ...missing, ...changed];
}

await command(usage, { write: { type: 'boolean', default: false } }, ({ write }) => run(write));
