// What the sandbox bears, and how that grows with what it holds: npm run bench [-- options]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { fill } from './bench-sandbox/fill.ts';
import { type Figure, runLoads } from './bench-sandbox/loads.ts';
import { command } from './command.ts';
import { measured, table, writeSection } from './docs/markdown.ts';

const usage = `Measures the sandbox, without limits and with its data in a file, with more and more orders.

  npm run bench -- [options]

  --orders LIST     numbers of orders, in ascending order (default 1000,10000,100000,1000000; takes about five minutes)
  --requests N      requests of each load (default 2000)
  --subscribers N   hook subscriptions that each get every delivery (default 100)
  --write           writes the table into docs/performance.md
  --help            shows this`;

const whole = z
  .string()
  .regex(/^[1-9]\d*$/, 'must be a whole number from 1')
  .transform(Number);

const optionsSchema = z.object({
  orders: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(whole)),
  requests: whole,
  subscribers: whole,
  write: z.boolean(),
});

type Options = z.output<typeof optionsSchema>;

type Measured = { orders: number; memory: number; figures: Figure[] };

async function run(values: Record<string, unknown>): Promise<number> {
  const options = optionsSchema.safeParse(values);
  if (!options.success) {
    const wrong = options.error.issues.map((issue) => `--${String(issue.path[0])}: ${issue.message}.`);
    console.error(`${[...new Set(wrong)].join('\n')}\n\n${usage}`);
    return 1;
  }
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-bench-'));
  try {
    await bench(join(directory, 'data.sqlite'), options.data);
    return 0;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function bench(file: string, options: Options): Promise<void> {
  const all: Measured[] = [];
  for (const orders of options.orders) {
    console.error(`Filling in ${orders} orders, then measuring …`);
    fill(file, orders);
    all.push({ orders, ...(await measure(file, { ...options, orders })) });
  }
  const report = tell(all);
  console.log(report);
  if (options.write) await writeSection('docs/performance.md', 'bench', `${measured()}\n\n${report}`);
}

const listening = z.tuple([z.object({ origin: z.string() }), z.unknown()]);
const answered = z.tuple([z.object({ memory: z.number() }), z.unknown()]);

/** Starts a sandbox on the file, and puts the loads on it. @returns its figures, and its memory after them in bytes. */
async function measure(file: string, options: Omit<Options, 'orders'> & { orders: number }) {
  const server = fork(resolve(import.meta.dirname, 'bench-sandbox/server.ts'), [file], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(server, 'exit');
  const endedEarly = ended.then(([code]) => {
    throw new Error(`The sandbox ended with ${code} before it was measured.`);
  });
  const measured = async () => {
    const [{ origin }] = listening.parse(await once(server, 'message'));
    const figures = await runLoads({ ...options, origin });
    server.send('memory');
    const [{ memory }] = answered.parse(await once(server, 'message'));
    return { figures, memory };
  };
  try {
    return await Promise.race([measured(), endedEarly]);
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
}

/** A line for each load, a column for each number of orders, and what the last is of the first. */
function tell(all: readonly Measured[]): string {
  const [first] = all;
  if (!first) return '';
  const sizes = all.map(({ orders }) => `${orders.toLocaleString('en')} orders`);
  const lines = first.figures.map(({ what, unit }, index) => {
    const figures = all.flatMap(({ figures: each }) => each[index] ?? []);
    const cells = figures.map(({ perSecond, medianMs }) =>
      medianMs === undefined ? round(perSecond) : `${round(perSecond)} (${medianMs} ms)`,
    );
    return [what, unit, ...cells, growth(figures.map(({ perSecond }) => perSecond))];
  });
  const megabytes = all.map(({ memory }) => memory / 1e6);
  return table(
    [
      ['Load', 'Unit (median time)', ...sizes, 'last of first'],
      ...lines,
      ['memory after it', 'MB', ...megabytes.map(round), growth(megabytes)],
    ],
    'llr',
  );
}

const round = (figure: number) => Math.round(figure).toLocaleString('en');

const growth = (figures: readonly number[]) => ((figures.at(-1) ?? 0) / (figures[0] ?? 1)).toFixed(2);

await command(
  usage,
  {
    orders: { type: 'string', default: '1000,10000,100000,1000000' },
    requests: { type: 'string', default: '2000' },
    subscribers: { type: 'string', default: '100' },
    write: { type: 'boolean', default: false },
  },
  run,
);
