import { parseArgs } from 'node:util';
import { type Timestamps, timestampKinds } from './api/database/database.ts';
import { readyTenants } from './api/database/made-data.ts';
import { pagePath } from './api/description/page.ts';
import { shapes } from './api/envelope.ts';
import {
  type Carelessness,
  careful,
  type Habit,
  habitDescription,
  habitNames,
} from './api/http/carelessness.ts';
import { type LimitOptions, specifiedLimits, throttles } from './api/http/limits.ts';
import { type SampleKind, sampleKinds } from './api/model/samples.ts';
import { type Sandbox, startSandbox } from './api/server.ts';

/** Those that are no reading of the specification. */
const outsideShapes = shapes.filter((each) => each !== 'data' && each !== 'named');

const usage = `The API as a sandbox on this machine.

  npm run sandbox -- [options]

  --port NUMBER   where it listens (default 4010; 0 takes a free port)
  --db FILE       keeps the data in this file (default: in memory, gone at the end)
  --automation-path WORD
                  what the hook endpoints are called, in their path and their scopes (default automation)
  --shape SHAPE   how answers are wrapped: data (default) or named
  --timestamps T  how finely times are kept: milliseconds (default), or seconds, as many databases do
  --sample KIND   what a sample of an event is: newest, the tenant's newest record (default), or made-up
  --per-minute N  requests of a key that are taken in a minute (default ${specifiedLimits.perMinute})
  --throttle BY   what those are counted by: key, over all endpoints (default), or route, for each endpoint apart
  --per-day N     requests of a tenant on the Professional plan that are taken in a day in UTC
                  (default ${specifiedLimits.perDay})
  --no-limits     takes any number of requests
  --help          shows this

Outside the specification, for apps that have to bear it; PATCH /dashboard/carelessness switches it while it runs:

${habitNames.map((name) => `  ${flagOf(name).padEnd(17)} ${habitDescription(name)}`).join('\n')}
  --shape SHAPE     also ${outsideShapes.join(', ')}; bare lists have no cursor
`;

function flagOf(name: Habit): string {
  return `--${name.replaceAll('_', '-')}`;
}

type Arguments = {
  port: number;
  file: string | undefined;
  automationPath: string;
  careless: Carelessness;
  timestamps: Timestamps;
  sample: SampleKind;
  limits: LimitOptions;
  help: boolean;
};

const habitFlags = Object.fromEntries(
  habitNames.map((name) => [flagOf(name).slice(2), { type: 'boolean' as const }]),
);

/** @throws Error with a sentence for the person who typed the arguments. */
function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      db: { type: 'string' },
      'automation-path': { type: 'string', default: 'automation' },
      shape: { type: 'string', default: 'data' },
      timestamps: { type: 'string', default: 'milliseconds' },
      sample: { type: 'string', default: 'newest' },
      'per-minute': { type: 'string', default: String(specifiedLimits.perMinute) },
      throttle: { type: 'string', default: specifiedLimits.throttle },
      'per-day': { type: 'string', default: String(specifiedLimits.perDay) },
      'no-limits': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      ...habitFlags,
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error('--port must be a number from 0 to 65535.');
  const throttle = readChoice('--throttle', values.throttle, throttles);
  const timestamps = readChoice('--timestamps', values.timestamps, timestampKinds);
  const sample = readChoice('--sample', values.sample, sampleKinds);
  const careless = { ...careful, shape: readChoice('--shape', values.shape, shapes) };
  const flags: Record<string, unknown> = values;
  for (const name of habitNames) careless[name] = flags[flagOf(name).slice(2)] === true;
  if (values.db === '') throw new Error('--db needs the name of a file.');
  const limits = values['no-limits']
    ? {}
    : {
        perMinute: readCount('--per-minute', values['per-minute']),
        throttle,
        perDay: readCount('--per-day', values['per-day']),
      };
  const automationPath = values['automation-path'];
  return {
    port,
    file: values.db,
    automationPath,
    careless,
    timestamps,
    sample,
    limits,
    help: values.help,
  };
}

function readChoice<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value);
  if (!choice) throw new Error(`${option} must be one of ${choices.join(', ')}.`);
  return choice;
}

function readCount(option: string, value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw new Error(`${option} must be a whole number from 1, not "${value}".`);
  return Number(value);
}

/** @returns what went wrong, in words for the person at the keyboard. */
function explain(error: unknown, { port, file }: Partial<Arguments>): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or 0 for a free one.`;
  if (code === 'EACCES')
    return `Port ${port} may not be used. Choose another with --port, or 0 for a free one.`;
  return file === undefined
    ? error.message
    : `${file} cannot be used as the sandbox's data: ${error.message}.`;
}

function greeting({ origin, baseUrl }: Sandbox): string {
  const [first] = readyTenants;
  const keys = readyTenants.map(({ name, plan, key }) => `  ${name} (${plan}): ${key}`);
  return `The sandbox listens on ${origin}

API:        ${baseUrl}
Reference:  ${origin}${pagePath}
Dashboard:  ${origin}/dashboard/tenants
Ready keys, with all scopes:
${keys.join('\n')}

For your .env file:
BASE_URL=${baseUrl}
authData_api_key=${first.key}

Ctrl+C ends it.`;
}

async function main(): Promise<void> {
  let wanted: Partial<Arguments> = {};
  try {
    const { help, port, file, ...options } = readArguments();
    if (help) {
      console.log(usage);
      return;
    }
    wanted = { port, ...(file !== undefined && { file }) };
    const sandbox = await startSandbox({ port, ...options, ...(file !== undefined && { file }) });
    console.log(greeting(sandbox));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        sandbox.close().then(() => process.exit(0));
      });
    }
  } catch (error) {
    console.error(explain(error, wanted));
    process.exitCode = 1;
  }
}

await main();
