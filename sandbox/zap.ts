/**
 * `npm run zap -- FILE …`: runs Zaps from files, such as the playground exports, with the built app and a sandbox of
 * its own. Ends with the history of the runs, and with 1 where one of them failed.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, styleText } from 'node:util';
import { product } from '../src/product.ts';
import { readyTenants } from './api/database/made-data.ts';
import { type Sandbox, startSandbox } from './api/server.ts';
import { FieldSales } from './start/field-sales.ts';
import { loadApp } from './zaps/app.ts';
import { count, type Paint, renderHistory } from './zaps/history.ts';
import type { RunRecord, RunStatus } from './zaps/records.ts';
import { Runner } from './zaps/runner.ts';
import type { Zap } from './zaps/zap.ts';
import { readZapFile, type ZapFile } from './zaps/zap-file.ts';

const usage = `Run Zaps from files with the built app, against a sandbox of their own.

  npm run zap -- FILE … [options]

  --port NUMBER   where the sandbox listens (default 0: a free port)
  --wait SECONDS  how long to wait for runs at most (default 60; without anything to submit: until Ctrl+C)
  --help          shows this

A file may say what is to be done in the product to try its Zap:
  "submit": [{ "to": "orders", "record": { … } }]
"to" is a list of the dashboard: orders, customers, check-ins, products/adjust, orders/move.
Ends with 1 when a file cannot be used, or a run stopped, was held or did not end.
`;

/** Between two looks at what is new. */
const pauseMs = 200;

const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Things to close, the last opened first. */
const opened: (() => Promise<unknown>)[] = [];

/** @returns what went wrong, a sentence each */
async function run(files: readonly ZapFile[], port: number, wait: number | undefined): Promise<string[]> {
  const sandbox = await startSandbox({ port, automationPath: product.automation });
  opened.unshift(() => sandbox.close());
  const app = await loadApp({
    entry: resolve(import.meta.dirname, '../dist/index.js'),
    environment: { BASE_URL: sandbox.baseUrl },
  });
  opened.unshift(() => app.close());
  const runner = await Runner.start(app);
  opened.unshift(() => runner.close());
  const [tenant] = readyTenants;
  const connection = await runner.connect({ api_key: tenant.key });
  print(`Connected with “${connection.label}”`);

  const zaps = files.map((file) => runner.add(file, connection));
  for (const zap of zaps) {
    await zap.turnOn();
    opened.unshift(() => zap.turnOff());
  }
  print(`${count(zaps.length, 'Zap')} turned on`);
  await letHappen(zaps, sandbox, runner, wait);
  print(
    `\n${renderHistory(
      zaps.map(({ record }) => record),
      runner.runs,
      app.definition(),
      paint,
    )}`,
  );
  return [...runner.runs.flatMap(failureOf), ...zaps.flatMap(pollFailureOf)];
}

const FINE: ReadonlySet<RunStatus> = new Set(['success', 'filtered', 'halted']);

const failureOf = ({ zapTitle, title, status, message }: RunRecord): string[] =>
  FINE.has(status) ? [] : [`“${zapTitle}”, ${title}: ${message ?? 'did not end'}`];

const pollFailureOf = ({ record: { title, problem } }: Zap): string[] =>
  problem === null ? [] : [`“${title}”, last poll: ${problem}`];

/** Submits what the files say and waits for what comes of it; where they say nothing, waits for others to do it. */
async function letHappen(
  zaps: readonly Zap[],
  sandbox: Sandbox,
  runner: Runner,
  wait: number | undefined,
): Promise<void> {
  const [tenant] = readyTenants;
  const fieldSales = new FieldSales(sandbox, tenant.slug, tenant.key, product.automation);
  let happened = 0;
  for (const zap of zaps) {
    if (zap.file.trigger.kind === 'app') happened += zap.fire().length;
    for (const { to, record } of zap.file.submit ?? []) {
      await fieldSales.submit(to, record);
      print(`Submitted to ${to}`);
      happened += 1;
    }
  }
  const interrupted = Promise.withResolvers<void>();
  process.once('SIGINT', interrupted.resolve).once('SIGTERM', interrupted.resolve);
  if (happened === 0) {
    print(
      `Waiting. Submit something to ${sandbox.origin}/dashboard/tenants/${tenant.slug}/orders; Ctrl+C ends it.`,
    );
    await passed(zaps, wait, interrupted.promise, async () => false);
    return;
  }
  const isSettled = async () => {
    const before = runner.runs.length;
    if (await fieldSales.isDelivering()) return false;
    await runner.settled();
    return runner.runs.length === before;
  };
  await passed(zaps, wait ?? 60, interrupted.promise, isSettled);
}

/** Polls again and again, until nothing is left to do, the time is over or somebody ends it. */
async function passed(
  zaps: readonly Zap[],
  seconds: number | undefined,
  interrupted: Promise<void>,
  isSettled: () => Promise<boolean>,
): Promise<void> {
  const over =
    seconds === undefined
      ? interrupted
      : Promise.race([interrupted, sleep(seconds * 1000, undefined, { ref: false })]);
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    // What a poll meets, the next one makes up for.
    await Promise.all(zaps.filter(({ isPolled }) => isPolled).map((zap) => zap.poll().catch(() => {})));
    if (await Promise.race([isSettled(), over.then(() => true)])) return;
    await Promise.race([sleep(pauseMs), over]);
  }
}

function numberIn(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new Error(`--${name} must be a whole number.`);
  return Number(value);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      wait: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void print(usage);
  if (positionals.length === 0) throw new Error(`Name at least one file.\n\n${usage}`);
  const port = numberIn('port', values.port);
  const wait = values.wait === undefined ? undefined : numberIn('wait', values.wait);
  const files: ZapFile[] = [];
  for (const path of positionals) files.push(await readZapFile(path, product.name));
  const failures = await run(files, port, wait);
  if (failures.length === 0) return;
  print(paint('red', `\n${['Not everything went as it should:', ...failures].join('\n- ')}`));
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
for (const close of opened) await close();
