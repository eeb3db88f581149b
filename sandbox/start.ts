/**
 * `npm start`: the built app and the sandbox through a whole working day, with one Zap for each instant
 * trigger. Ends with the history of the runs, and with 0 only if everything went as it should.
 */
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { product } from '../src/product.ts';
import { startSandbox } from './api/server.ts';
import { WorkingDay, ZAPS, type Zaps } from './start/day.ts';
import { FieldSales } from './start/field-sales.ts';
import { type App, loadApp } from './zaps/app.ts';
import type { Connection } from './zaps/connection.ts';
import { count, type Paint, renderHistory } from './zaps/history.ts';
import { Runner } from './zaps/runner.ts';
import type { Zap } from './zaps/zap.ts';
import { readZapFile } from './zaps/zap-file.ts';

const TENANT = 'alpenglow';
const KEY = 'sk_sandbox_alpenglow';

const startedAt = performance.now();
const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
const print = (text: string) => process.stdout.write(`${text}\n`);
const tell = (happening: string) => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(`${paint('dim', `${seconds.padStart(5)} s`)}  ${happening}`);
};

/** Things to close, the last opened first. */
const opened: (() => Promise<void>)[] = [];

async function main(): Promise<string[]> {
  const sandbox = await startSandbox({ automationPath: product.automation });
  opened.unshift(() => sandbox.close());
  const fieldSales = new FieldSales(sandbox, TENANT, KEY, product.automation);
  tell(`The sandbox of ${product.name} is ready`);

  const app = await loadApp({
    entry: resolve(import.meta.dirname, '../dist/index.js'),
    environment: { BASE_URL: sandbox.baseUrl },
  });
  opened.unshift(() => app.close());
  const runner = await Runner.start(app);
  opened.unshift(() => runner.close());
  const connection = await runner.connect({ api_key: KEY });
  tell(`Connected with "${connection.label}"`);

  const zaps = await addZaps(runner, connection);
  const all = Object.values(zaps);
  try {
    for (const zap of all) await zap.turnOn();
    tell(`${count(all.length, 'Zap')} turned on`);
    const day = new WorkingDay(fieldSales, zaps, runner, tell);
    await day.pass();
    return [...problemsOf(runner), ...day.problems, ...(await turnOff(all, fieldSales))];
  } finally {
    printHistory(all, runner, app);
  }
}

async function addZaps(runner: Runner, connection: Connection): Promise<Zaps> {
  const add = async (file: string): Promise<Zap> =>
    runner.add(
      await readZapFile(resolve(import.meta.dirname, '../examples', file), product.name),
      connection,
    );
  return {
    confirm: await add(ZAPS.confirm),
    count: await add(ZAPS.count),
    number: await add(ZAPS.number),
    visits: await add(ZAPS.visits),
  };
}

async function turnOff(zaps: readonly Zap[], fieldSales: FieldSales): Promise<string[]> {
  for (const zap of zaps) await zap.turnOff();
  tell(`${count(zaps.length, 'Zap')} turned off`);
  const left = (await fieldSales.readSubscriptions()).length;
  const problems = zaps.flatMap(({ record: { title, problem } }) =>
    problem === null ? [] : [`Turning off "${title}": ${problem}`],
  );
  return left === 0 ? problems : [...problems, `${count(left, 'subscription')} left behind.`];
}

const problemsOf = ({ runs }: Runner): string[] =>
  runs
    .filter(({ status }) => status !== 'success')
    .map(({ zapTitle, status, message }) => `"${zapTitle}" ended as ${status}: ${message}`);

function printHistory(zaps: readonly Zap[], runner: Runner, app: App): void {
  const records = zaps.map(({ record }) => record);
  print(`\n${renderHistory(records, runner.runs, app.definition(), paint)}\n`);
  const running = runner.runs.reduce((total, { requests }) => total + requests, 0);
  const around = records.reduce((total, { requests }) => total + requests.length, 0);
  print(`${count(running, 'request')} for the runs, ${around} for turning the Zaps on and off.`);
}

let problems: string[];
try {
  problems = await main();
} catch (error) {
  problems = [error instanceof Error ? error.message : String(error)];
}
for (const close of opened) await close();

const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
if (problems.length === 0) {
  print(paint('green', `Everything went as it should, in ${seconds} s.`));
} else {
  print(paint('red', 'Not everything went as it should:'));
  for (const problem of problems) print(paint('red', `- ${problem}`));
  process.exitCode = 1;
}
