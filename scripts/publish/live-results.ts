// Checks of what steps really gave: the end-to-end run records it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { learnedFile } from '../learn/learned.ts';
import { type Check, check, type Finding } from './check.ts';
import { type Definition, type PlacedStep, visibleSteps } from './definition.ts';
import { differences, fixPrimaryKey, isRecord, primaryKeys, unclearDates } from './samples.ts';
import { type LiveResults, liveResults, type Rows, rows, type Subject } from './subject.ts';

/** The record, which git ignores. */
export const recordFile = 'build/live-results.json';

const record = z.object({ build: z.string(), results: liveResults });

async function fingerprint(entry: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(entry))
    .digest('hex');
}

/** Keeps what the functions of a built app gave. Results that are no records are left out. */
export async function writeLiveResults(
  entry: string,
  given: ReadonlyMap<string, readonly unknown[]>,
  file = recordFile,
): Promise<void> {
  const results = Object.fromEntries(
    [...given].map(([method, runs]) => [
      method,
      runs.flatMap((run) => {
        const { data } = rows.safeParse(Array.isArray(run) ? run : [run]);
        return data ? [data] : [];
      }),
    ]),
  );
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ build: await fingerprint(entry), results }));
}

/** What was recorded of this very build; undefined where nothing was, or the app has changed since. */
export async function readLiveResults(entry: string, file = recordFile): Promise<LiveResults | undefined> {
  if (!existsSync(file)) return undefined;
  const { data } = record.safeParse(JSON.parse(await readFile(file, 'utf8')));
  return data?.build === (await fingerprint(entry)) ? data.results : undefined;
}

const recorded: Check = {
  id: 'live results',
  title: 'The end-to-end run recorded what every step of this build gives',
  run: ({ definition, live }) => {
    const missing = visibleSteps(definition).filter(({ place, step }) => {
      const names = step.operation.type === 'hook' ? ['perform', 'performList'] : ['perform'];
      return names.some((name) => runsOf(live, place, name).length === 0);
    });
    const fix =
      'Run “npm run build” and “npm run jest -- test/e2e/steps.test.ts --selectProjects e2e”, then check again.';
    const problems = live
      ? missing.map(({ place }) => ({ place, fix: `It gave no result. ${fix}` }))
      : [{ place: recordFile, fix: `There is no record of this build. ${fix}` }];
    return { problems };
  },
};

function runsOf(live: LiveResults | undefined, place: string, name = 'perform'): Rows[] {
  return (live?.[`${place}.operation.${name}`] ?? []).filter((run) => run.length > 0);
}

/** A check of each result of each visible step of some kind, which names each fault once. */
function checkResults(
  id: string,
  title: string,
  of: (step: PlacedStep) => boolean,
  faults: (results: Rows, step: PlacedStep['step']) => (string | undefined)[],
  name?: 'performList',
): Check {
  return check(
    id,
    title,
    ({ definition }) => visibleSteps(definition).filter(of),
    ({ place, step }, { live }) => {
      const found = new Set(runsOf(live, place, name).flatMap((run) => faults(run, step)));
      found.delete(undefined);
      return found.size > 0 && `${[...found].join('; ')}.`;
    },
  );
}

const isPolling = ({ step }: PlacedStep) => step.operation.type === 'polling';
const isHook = ({ step }: PlacedStep) => step.operation.type === 'hook';
const isTrigger = ({ kind }: PlacedStep) => kind === 'triggers';

const pollsHaveKeys = checkResults(
  'T002',
  'Results of polls contain the primary key, each a different one',
  isPolling,
  (run, step) => {
    const keys = run.map((result) => JSON.stringify(primaryKeys(step).map((key) => result[key])));
    const repeated =
      new Set(keys).size < keys.length ? 'Two results of one poll have the same key' : undefined;
    return [...run.map((result) => fixPrimaryKey(step, result)), repeated];
  },
);

const clearDates = checkResults(
  'T003',
  'Dates in results are ISO 8601, times with a zone',
  () => true,
  (run) => unclearDates(run).map((date) => `Give dates as ISO 8601: ${date}`),
);

/**
 * The results with those of the partner's own API in place of the sandbox's, where that was learned: what the
 * sandbox makes up says nothing about it.
 */
function asLearned({ live, learned, definition }: Subject): Subject['live'] {
  const own = visibleSteps(definition).flatMap(({ place, step }): [string, Rows[]][] => {
    const sample = learned[step.key]?.sample;
    if (!sample) return [];
    const isMany = step.operation.outputFields.some(({ key }) => key === 'results');
    const runs = [[isMany ? { results: [sample], count: 1, has_more: false } : sample]];
    return ['perform', 'performList'].map((name) => [`${place}.operation.${name}`, runs]);
  });
  return live && { ...live, ...Object.fromEntries(own) };
}

const byLearned = (one: Check): Check => ({
  ...one,
  run: (subject) => one.run({ ...subject, live: asLearned(subject) }),
});

/** The paths of a record’s keys; those of line items are of their first row, and of no row there are none. */
function paths(value: unknown, within = ''): string[] {
  if (Array.isArray(value)) return value.length > 0 ? paths(value[0], within) : [];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [within + key, ...paths(inner, `${within}${key}.`)]);
}

/** The keys of a sample that a result lacks. What is empty in the result cannot be looked into. */
function lacking(sample: unknown, result: unknown): string[] {
  const given = new Set(paths(result));
  const empty = [...given].filter((path) => isEmpty(result, path));
  return paths(sample).filter(
    (path) => !given.has(path) && !empty.some((parent) => path.startsWith(`${parent}.`)),
  );
}

function isEmpty(value: unknown, path: string): boolean {
  const found = path.split('.').reduce<unknown>((within, key) => {
    const row = Array.isArray(within) ? within[0] : within;
    return isRecord(row) ? row[key] : undefined;
  }, value);
  return found === null || (Array.isArray(found) && found.length === 0);
}

const takeAway = (keys: readonly string[]) =>
  `Remove from the sample what no result contains: ${keys.map((key) => `“${key}”`).join(', ')}`;

const samplesWithinResults: Check = {
  id: 'T004',
  title: 'Static samples contain nothing that results lack',
  run: (subject): Finding => {
    const { problems } = checkResults(
      'T004',
      '',
      (step) => !isHook(step),
      (run, { operation }) =>
        run.map((result) => {
          const keys = lacking(operation.sample, result);
          return keys.length > 0 ? takeAway(keys) : undefined;
        }),
    ).run(subject);
    // What a delivery holds, only the product's own API knows: the sandbox makes it up.
    const unknown = hooksBeyondSandbox(subject.definition, subject.live);
    return {
      problems,
      open:
        unknown.length > 0
          ? `Deliveries of the sandbox do not contain ${unknown.join(', ')}. “npm run learn” shows whether those of your API do.`
          : undefined,
    };
  },
};

function hooksBeyondSandbox(definition: Definition, live: LiveResults | undefined): string[] {
  return visibleSteps(definition)
    .filter(isHook)
    .flatMap(({ place, step }) => {
      const keys = runsOf(live, place).flatMap((run) =>
        run.flatMap((one) => lacking(step.operation.sample, one)),
      );
      return [...new Set(keys)].map((key) => `“${key}” of ${place}`);
    });
}

const fixDifferences = (result: Rows[number], { operation }: PlacedStep['step']) =>
  differences(result, operation.outputFields).map((one) => `Correct the output field or the result: ${one}`);

const resultsFit = checkResults(
  'T005',
  'Results of triggers match the output fields',
  isTrigger,
  (run, step) => run.flatMap((result) => fixDifferences(result, step)),
);

const samplesWithinDeliveries: Check = check(
  'T006',
  'Fetched samples of instant triggers contain nothing that deliveries lack',
  ({ definition }) => visibleSteps(definition).filter(isHook),
  ({ place }, { live }) => {
    const deliveries = runsOf(live, place).flat();
    const samples = runsOf(live, place, 'performList').flat();
    const keys = samples.flatMap((sample) => deliveries.flatMap((delivery) => lacking(sample, delivery)));
    const found = [...new Set(keys)].map((key) => `“${key}”`).join(', ');
    return found !== '' && `Remove from performList what no delivery contains: ${found}.`;
  },
);

const fetchedSamplesFit = checkResults(
  'Z001',
  'Fetched samples of instant triggers match the output fields',
  isHook,
  (run, step) => run.flatMap((sample) => fixDifferences(sample, step)),
  'performList',
);

/** Without a record, nothing is known: that is said once, by the first check. */
const needsRecord = (one: Check): Check => ({
  ...one,
  run: (subject) =>
    subject.live
      ? one.run(subject)
      : { problems: [], open: `${recordFile} is missing: see “${recorded.id}”.` },
});

const learnedSteps: Check = {
  id: 'learned',
  title: 'What steps show beside what is documented was learned from the API',
  run: ({ definition, learned }) => {
    const steps = visibleSteps(definition, ['triggers', 'searches']);
    const known = new Set(steps.map(({ step }) => step.key));
    const missing = [...known].filter((key) => !learned[key]);
    return {
      problems: Object.keys(learned)
        .filter((key) => !known.has(key))
        .map((key) => ({ place: `${learnedFile}: ${key}`, fix: 'Take it out: there is no such step.' })),
      open:
        missing.length > 0
          ? `Nothing was learned about ${missing.join(', ')}. “npm run learn -- --write” reads your API.`
          : undefined,
    };
  },
};

export const liveChecks = [
  recorded,
  learnedSteps,
  ...[pollsHaveKeys, clearDates].map(needsRecord),
  ...[samplesWithinResults, resultsFit, samplesWithinDeliveries, fetchedSamplesFit].map((one) =>
    needsRecord(byLearned(one)),
  ),
];
