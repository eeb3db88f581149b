// What polls cost, in requests and in the cache: npm run bench:polls [-- options]
import { costOfDelivery, costOfZap, playCrowd } from './bench-polls/cache.ts';
import { type DayCost, lists, playDay } from './bench-polls/days.ts';
import { command } from './command.ts';

const DAILY_LIMIT = 5000;
const VOLUMES = [0, 100, 2000, 20_000];
const INTERVALS = [1, 5, 15];
const CROWDS = [1000, 10_000, 100_000];
const DELIVERIES_A_MINUTE = 30 * 60;

const usage = `Plays days of polls of the built app with simulated time, and prints what they cost.

  npm run bench:polls -- [options]

  --hours N    how much of each day is played; the rest is extrapolated (default 24; takes about ten minutes)
  --zaps N     Zaps that share a cache which takes a tenth of what they write (default 10000)
  --help       shows this`;

async function run({ hours, zaps }: { hours: string; zaps: string }): Promise<number> {
  const wrong = Object.entries({ hours, zaps }).find(([, value]) => !/^[1-9]\d*$/.test(value));
  if (wrong) {
    console.error(`--${wrong[0]} must be a whole number from 1.\n\n${usage}`);
    return 1;
  }
  const costs: DayCost[] = [];
  for (const list of lists) {
    for (const changes of VOLUMES) {
      for (const every of INTERVALS) {
        console.error(`${list.name}: ${changes} changes a day, a poll every ${every} minutes …`);
        costs.push(await playDay(list, changes, every, Number(hours)));
      }
    }
  }
  console.log(`${dayTable(costs)}\n`);

  console.error('The cache …');
  const zap = await costOfZap(Number(hours));
  const delivery = await costOfDelivery(100);
  console.log(
    `${table(
      ['What', 'Calls a minute', 'Bytes written a minute'],
      [
        ...CROWDS.map((count) => [`${whole(count)} Zaps`, zap.calls * count, zap.bytes * count] as const),
        [
          '30 deliveries a second',
          delivery.calls * DELIVERIES_A_MINUTE,
          delivery.bytes * DELIVERIES_A_MINUTE,
        ] as const,
      ].map(([what, calls, bytes]) => [what, whole(calls), whole(bytes)]),
    )}\n`,
  );

  console.error(`${zaps} Zaps …`);
  const played = Math.min(2, Number(hours));
  const few = await playCrowd(Math.ceil(Number(zaps) / 10), played);
  const many = await playCrowd(Number(zaps), played, 0.1, few.bytes);
  const crowds = [['takes all', few] as const, ['takes a tenth', many] as const];
  console.log(
    table(
      ['A cache that', 'Zaps', 'Refused', 'Requests a poll', 'Failed polls', 'Lost', 'Twice'],
      crowds.map(([what, { refused, requests, ...counts }]) => [
        what,
        whole(counts.zaps),
        `${Math.round(refused * 100)} %`,
        requests.toFixed(2),
        ...[counts.failed, counts.lost, counts.twice].map(whole),
      ]),
    ),
  );
  return crowds.every(([, { lost, twice }]) => lost + twice === 0) ? 0 : 1;
}

/** A line for each list and volume; for each interval the requests of a day, with a memory and without one. */
function dayTable(costs: readonly DayCost[]): string {
  const lines = lists.flatMap(({ name }) =>
    VOLUMES.map((changes) => [
      name,
      whole(changes),
      ...INTERVALS.map((every) => {
        const cost = costs.find((one) => one.list === name && one.changes === changes && one.every === every);
        if (!cost) return '';
        const share = `${Math.round((cost.requests / DAILY_LIMIT) * 100)} %`;
        const before =
          cost.withoutMemory === undefined ? 'fails' : whole((cost.withoutMemory * 24 * 60) / every);
        return `${whole(cost.requests)} (${share}); ${before}`;
      }),
    ]),
  );
  const intervals = INTERVALS.map((every) => `Every ${every === 1 ? 'minute' : `${every} minutes`}`);
  return table(['List', 'Changes a day', ...intervals], lines);
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const whole = (figure: number) => Math.round(figure).toLocaleString('en');

await command(
  usage,
  { hours: { type: 'string', default: '24' }, zaps: { type: 'string', default: '10000' } },
  run,
);
