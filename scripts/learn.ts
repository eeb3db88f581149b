// Learns what a live API really sends: npm run learn [-- --write]
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadApp } from '../sandbox/zaps/app.ts';
import { command } from './command.ts';
import { learn } from './learn/learn.ts';
import { learnedFile } from './learn/learned.ts';
import { MOST_REQUESTS } from './learn/read.ts';

const entry = resolve(import.meta.dirname, '../dist/index.js');

const usage = `Reads a live API, with at most ${MOST_REQUESTS} requests, and tells what it does that no document shows.

  npm run learn             tells it, and what would be new in ${learnedFile}
  npm run learn -- --write  also keeps the fields of each step there, with samples of made-up values

The API is the one of BASE_URL and authData_api_key, from the environment or from the file .env. Nothing is changed
in it. No value of its records is kept or printed.`;

await command(usage, { write: { type: 'boolean', default: false } }, async ({ write }) => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const open = (environment: Record<string, string>) => loadApp({ entry, environment });
  const { out, problem } = await learn({ open, environment: process.env, write });
  if (out) console.log(out);
  if (problem) console.error(out ? problem : `${problem}\n\n${usage}`);
  return problem ? 1 : 0;
});
