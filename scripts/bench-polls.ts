// What polls cost, in requests and in the cache: npm run bench:polls [-- options]
import { resolve } from 'node:path';
import { z } from 'zod';
import { Pool } from '../sandbox/zaps/pool.ts';
import { type CacheCost, type Crowd, costOfDelivery, costOfZap, playCrowd } from './bench-polls/cache.ts';
import { type DayCost, lists, playDay } from './bench-polls/days.ts';
import { command } from './command.ts';
import { measured, table, writeSection } from './docs/markdown.ts';

const DAILY_LIMIT = 5000;
const CROWDS = [1000, 10_000, 100_000];
const DELIVERIES_A_SECOND = 30;

const usage = `Plays days of polls of the built app with simulated time, and prints what they cost.

  npm run bench:polls -- [options]

  --changes LIST  changes a day (default 0,100,2000,20000)
  --every LIST    minutes between two polls (default 1,5,15)
  --hours N       how much of each day is played; the rest is extrapolated (default 24)
  --zaps N        Zaps that share a cache which takes a tenth of what they write (default 10000)
  --write         writes the tables into docs/performance.md
  --help          shows this

With its defaults it takes about twenty minutes on two cores.`;

const numbers = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.string().regex(/^\d+$/, 'must be whole numbers').transform(Number)));

const number = z
  .string()
  .regex(/^[1-9]\d*$/, 'must be a whole number from 1')
  .transform(Number);

const optionsSchema = z.object({
  changes: numbers,
  every: numbers,
  hours: number,
  zaps: number,
  write: z.boolean(),
});

async function run(values: Record<string, unknown>): Promise<number> {
  const options = optionsSchema.safeParse(values);
  if (!options.success) {
    const wrong = options.error.issues.map((issue) => `--${String(issue.path[0])}: ${issue.message}.`);
    console.error(`${[...new Set(wrong)].join('\n')}\n\n${usage}`);
    return 1;
  }
  const containers = new Pool(resolve(import.meta.dirname, '../dist/index.js'));
  try {
    return await measure(containers, options.data);
  } finally {
    await containers.close();
  }
}

async function measure(
  containers: Pool,
  { changes: volumes, every: intervals, hours, zaps, write }: z.output<typeof optionsSchema>,
): Promise<number> {
  const costs: DayCost[] = [];
  for (const list of lists) {
    for (const changes of volumes) {
      for (const every of intervals) {
        console.error(`${list.name}: ${changes} changes a day, a poll every ${every} minutes …`);
        costs.push(await playDay(containers, list, changes, every, hours));
      }
    }
  }
  console.error('The cache …');
  const zap = await costOfZap(containers, hours);
  const delivery = await costOfDelivery(containers, 100);
  console.error(`${zaps} Zaps …`);
  const played = Math.min(2, hours);
  const few = await playCrowd(containers, Math.ceil(zaps / 10), played);
  const many = await playCrowd(containers, zaps, played, 0.1, few.bytes);
  for (const problem of new Set([few, many].flatMap(({ problems }) => problems))) console.error(problem);
  const report = [
    `Of each day, ${hours === 24 ? 'all' : `${hours} of 24`} hours were played.`,
    dayTable(costs),
    cacheTable(zap, delivery),
    crowdTable([
      ['takes all', few],
      ['takes a tenth', many],
    ]),
  ].join('\n\n');
  console.log(report);
  if (write) await writeSection('docs/performance.md', 'bench:polls', `${measured()} ${report}`);
  return few.lost + few.twice + many.lost + many.twice === 0 ? 0 : 1;
}

/** A line for each list and volume; for each interval the requests of a day, with a memory and without one. */
function dayTable(costs: readonly DayCost[]): string {
  const volumes = [...new Set(costs.map(({ changes }) => changes))];
  const intervals = [...new Set(costs.map(({ every }) => every))];
  const lines = lists.flatMap(({ name }) =>
    volumes.map((volume) => {
      const own = costs.filter(({ list, changes }) => list === name && changes === volume);
      const cells = own.map(({ requests, withoutMemory, every }) => {
        const share = `${Math.round((requests / DAILY_LIMIT) * 100)} %`;
        const before = withoutMemory === undefined ? 'fails' : whole((withoutMemory * 24 * 60) / every);
        return `${whole(requests)} (${share}); ${before}`;
      });
      return [name, whole(volume), ...cells];
    }),
  );
  const heads = intervals.map((every) => `Every ${every === 1 ? 'minute' : `${every} minutes`}`);
  return table([['List', 'Changes a day', ...heads], ...lines], 'lr');
}

/** What so many Zaps and deliveries cost the cache. */
function cacheTable(zap: CacheCost, delivery: CacheCost): string {
  const lines = CROWDS.map(
    (count) => [`${whole(count)} Zaps`, zap.calls * count, zap.bytes * count] as const,
  );
  const perMinute = DELIVERIES_A_SECOND * 60;
  const deliveries = [
    `${DELIVERIES_A_SECOND} deliveries a second`,
    delivery.calls * perMinute,
    delivery.bytes * perMinute,
  ] as const;
  return table(
    [
      ['What', 'Calls a minute', 'Bytes written a minute'],
      ...[...lines, deliveries].map(([what, calls, bytes]) => [what, whole(calls), whole(bytes)]),
    ],
    'lr',
  );
}

function crowdTable(crowds: readonly (readonly [string, Crowd])[]): string {
  const lines = crowds.map(([what, { zaps, refused, requests, problems, lost, twice }]) => [
    what,
    whole(zaps),
    `${Math.round(refused * 100)} %`,
    requests.toFixed(2),
    ...[problems.length, lost, twice].map(whole),
  ]);
  const head = ['A cache that', 'Zaps', 'Refused', 'Requests a poll', 'Failed polls', 'Lost', 'Twice'];
  return table([head, ...lines], 'lr');
}

const whole = (figure: number) => Math.round(figure).toLocaleString('en');

await command(
  usage,
  {
    changes: { type: 'string', default: '0,100,2000,20000' },
    every: { type: 'string', default: '1,5,15' },
    hours: { type: 'string', default: '24' },
    zaps: { type: 'string', default: '10000' },
    write: { type: 'boolean', default: false },
  },
  run,
);
