// What the built app costs beyond Zapier's core: npm run bench:app [-- options]
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from './bench-app/median.ts';
import { measureSteps } from './bench-app/steps.ts';
import { command } from './command.ts';
import { measured, table, writeSection } from './docs/markdown.ts';
import { buildZip } from './package/zip.ts';

const usage = `Compares the built app with one that does nothing, alternating between the two in one run.

  npm run bench:app -- [options]

  --rounds N    fresh processes, and runs of each step, for the medians (default 15)
  --changed N   changed orders that one poll reads (default 2350)
  --no-zip      skips the size of the zip, for which packages have to be installed
  --write       writes the table into docs/performance.md
  --help        shows this

It ends with 1 when a budget is exceeded.`;

/** What may be spent (docs/performance.md). */
const budget = { loadRatio: 1.05, zipRatio: 1.04, ownMs: 1, pollRequests: 25 };

const entry = resolve(import.meta.dirname, '../dist/index.js');

const minimalApp = `import { defineApp, version as platformVersion } from 'zapier-platform-core';

export default defineApp({ version: '1.0.0', platformVersion });
`;

type Line = {
  what: string;
  app: string;
  against: string;
  difference: string;
  allowed: string;
  holds: boolean;
};

async function run(values: {
  rounds: string;
  changed: string;
  zip: boolean;
  write: boolean;
}): Promise<number> {
  for (const option of ['rounds', 'changed'] as const) {
    if (!/^[1-9]\d{0,4}$/.test(values[option])) {
      console.error(`--${option} must be a whole number from 1.\n\n${usage}`);
      return 1;
    }
  }
  const rounds = Number(values.rounds);
  const lines = [
    ...(await benchLoad(rounds)),
    ...(values.zip ? [await benchZip()] : []),
    ...(await benchSteps(rounds, Number(values.changed))),
  ];
  const report = tell(lines);
  console.log(report);
  if (values.write) await writeSection('docs/performance.md', 'bench:app', `${measured()}\n\n${report}`);
  return lines.every(({ holds }) => holds) ? 0 : 1;
}

const loaded = z.object({ ms: z.number(), memory: z.number() });

/** Loads a module in a process of its own. */
async function load(module: string) {
  const script = resolve(import.meta.dirname, 'bench-app/load.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, module];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return loaded.parse(JSON.parse(stdout));
}

async function benchLoad(rounds: number): Promise<Line[]> {
  const runs = { app: [await load(entry)], core: [await load('zapier-platform-core')] };
  // The first two only warm the file cache up.
  for (const which of [runs.app, runs.core]) which.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    runs.app.push(await load(entry));
    runs.core.push(await load('zapier-platform-core'));
  }
  const [app, core] = [runs.app, runs.core].map((all) => median(all.map(({ ms }) => ms)));
  const [appMemory, coreMemory] = [runs.app, runs.core].map((all) => median(all.map(({ memory }) => memory)));
  return [
    ratio('processor time to load', 'ms', app ?? 0, core ?? 0, budget.loadRatio),
    ratio(
      'memory after load',
      'MB',
      (appMemory ?? 0) / 1e6,
      (coreMemory ?? 0) / 1e6,
      Number.POSITIVE_INFINITY,
    ),
  ];
}

function ratio(
  what: string,
  unit: string,
  app: number,
  core: number,
  allowed: number,
  against = 'core alone',
): Line {
  return {
    what,
    app: `${app.toFixed(1)} ${unit}`,
    against: `${core.toFixed(1)} ${unit} (${against})`,
    difference: `${(app / core).toFixed(3)} times`,
    allowed: Number.isFinite(allowed) ? `${allowed} times` : '',
    holds: app / core <= allowed,
  };
}

async function benchZip(): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'field-sales-zip-'));
  const sizeOf = async (bundle: string) => {
    const file = join(folder, 'build.zip');
    await buildZip(bundle, file);
    return (await stat(file)).size / 1000;
  };
  try {
    const minimal = join(folder, 'minimal.js');
    await writeFile(minimal, minimalApp);
    const [app, without] = [await sizeOf(entry), await sizeOf(minimal)];
    return ratio('size of the zip', 'KB', app, without, budget.zipRatio, 'an app without steps');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchSteps(rounds: number, changed: number): Promise<Line[]> {
  const { steps, poll } = await measureSteps(entry, rounds, changed);
  const lines = steps.map(({ step, requests, ms, bareMs }) => {
    const own = (ms - bareMs) / requests;
    return {
      what: step.replace('.operation.', ' '),
      app: `${ms.toFixed(2)} ms, ${requests} request${requests === 1 ? '' : 's'}`,
      against: `${bareMs.toFixed(2)} ms (bare)`,
      difference: `${own.toFixed(2)} ms a request`,
      allowed: `${budget.ownMs} ms a request`,
      holds: own <= budget.ownMs,
    };
  });
  const pollLine = {
    what: `poll of ${poll.changed} changed orders`,
    app: `${poll.ms.toFixed(0)} ms, ${poll.requests} requests`,
    against: '',
    difference: '',
    allowed: `${budget.pollRequests} requests`,
    holds: poll.requests <= budget.pollRequests,
  };
  return [...lines, pollLine];
}

function tell(lines: readonly Line[]): string {
  return table([
    ['What', 'The app', 'Against', 'Difference', 'Allowed', 'Holds'],
    ...lines.map(({ what, app, against, difference, allowed, holds }) => [
      what,
      app,
      against,
      difference,
      allowed,
      holds ? 'yes' : '**no**',
    ]),
  ]);
}

await command(
  usage,
  {
    rounds: { type: 'string', default: '15' },
    changed: { type: 'string', default: '2350' },
    zip: { type: 'boolean', default: true },
    write: { type: 'boolean', default: false },
  },
  run,
);
