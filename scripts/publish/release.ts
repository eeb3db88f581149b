// What of the definition is public, how it is kept with each release, and which changes break Zaps.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { compare, gt, lt, lte, major, minor, prerelease } from 'semver';
import { z } from 'zod';
import { partsOf } from '../docs/markdown.ts';
import { type Check, check } from './check.ts';
import { allSteps, type Definition, type Field, kinds, type Step } from './definition.ts';
import { type KeptField, type KeptFields, type KeptStep, type Release, release } from './subject.ts';

/**
 * The folder with a file for each release of this integration, named after its version. A fork has a folder of its
 * own as soon as it is registered: what is kept here of another integration promises nothing to its users.
 */
export function releasesFolder(appId: string | null): string {
  return appId === null ? 'releases' : join('releases', appId);
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What of a definition is public, in a stable order. */
export function releaseOf(definition: Definition): Release {
  const { version, authentication, searchOrCreates } = definition;
  const stepsOf = (kind: (typeof kinds)[number]) =>
    sorted(Object.fromEntries(allSteps(definition, [kind]).map(({ step }) => [step.key, keepStep(step)])));
  return {
    version,
    authentication: {
      type: authentication?.type ?? 'none',
      fields: keepFields(authentication?.fields ?? []),
    },
    triggers: stepsOf('triggers'),
    creates: stepsOf('creates'),
    searches: stepsOf('searches'),
    searchOrCreates: sorted(
      Object.fromEntries(
        Object.entries(searchOrCreates).map(([key, { search, create }]) => [key, { search, create }]),
      ),
    ),
  };
}

function keepStep({ display, operation }: Step): KeptStep {
  return {
    ...(operation.type && { type: operation.type }),
    ...(display.hidden && { hidden: true }),
    inputFields: keepFields(operation.inputFields.filter(({ type }) => type !== 'copy')),
    outputFields: keepFields(operation.outputFields),
  };
}

function keepFields(fields: readonly Field[]): KeptFields {
  return sorted(Object.fromEntries(fields.map((field) => [field.key, keepField(field)])));
}

function keepField({ type = 'string', required, list, dict, primary, choices, children }: Field): KeptField {
  return {
    type: children ? 'line items' : dict ? 'dictionary' : type,
    ...(required && { required }),
    ...(list && { list }),
    ...(primary && { primary }),
    ...(choices && { choices: valuesOf(choices) }),
    ...(children && { children: keepFields(children) }),
  };
}

function valuesOf(choices: NonNullable<Field['choices']>): string[] {
  const values = Array.isArray(choices)
    ? choices.map((choice) => (typeof choice === 'string' ? choice : choice.value))
    : Object.keys(choices);
  return values.sort();
}

const settings = z.object({ id: z.union([z.number(), z.string()]).optional() });

/** The id that Zapier gave this integration when it was registered; null before that. */
export async function readAppId(file = '.zapierapprc'): Promise<string | null> {
  const { id } = settings.parse(JSON.parse(await readFile(file, 'utf8')));
  return id === undefined ? null : String(id);
}

/**
 * The releases in a folder, the lowest version first; none where there is no folder yet.
 * @throws Error that names a file which is not of the right form
 */
export async function readReleases(folder: string): Promise<Release[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const kept = await Promise.all(names.map((name) => readRelease(join(folder, name))));
  return kept.sort((a, b) => compare(a.version, b.version));
}

async function readRelease(file: string): Promise<Release> {
  const again = 'Restore it from git, or keep that version again.';
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Error(`${file} is not JSON. ${again}`);
  }
  const { data, error } = release.safeParse(json);
  if (!data) throw new Error(`${file} is not a kept release: ${z.prettifyError(error)}. ${again}`);
  return data;
}

interface Break {
  place: string;
  what: string;
}

/** What breaks Zaps that were built with `before`, each with its place; additions break nothing. */
export function breakingChanges(before: Release, now: Release): Break[] {
  return [
    ...(before.authentication.type === now.authentication.type
      ? []
      : [changed('authentication.type', before.authentication.type, now.authentication.type)]),
    ...brokenFields(
      'authentication.fields',
      before.authentication.fields,
      now.authentication.fields,
      'input',
    ),
    ...kinds.flatMap((kind) =>
      Object.entries(before[kind]).flatMap(([key, step]) =>
        brokenStep(`${kind}.${key}`, step, now[kind][key]),
      ),
    ),
    ...Object.entries(before.searchOrCreates).flatMap(([key, { search, create }]) => {
      const place = `searchOrCreates.${key}`;
      const pair = now.searchOrCreates[key];
      if (!pair) return [gone(place)];
      const same = pair.search === search && pair.create === create;
      return same ? [] : [changed(place, `${search} and ${create}`, `${pair.search} and ${pair.create}`)];
    }),
  ];
}

const gone = (place: string): Break => ({ place, what: 'was removed or renamed' });
const changed = (place: string, before: string, now: string): Break => ({
  place,
  what: `was changed from ${before} to ${now}`,
});

function brokenStep(place: string, before: KeptStep, now: KeptStep | undefined): Break[] {
  if (!now) return [gone(place)];
  return [
    ...(before.type === now.type
      ? []
      : [changed(`${place}.type`, before.type ?? 'none', now.type ?? 'none')]),
    ...(now.hidden && !before.hidden ? [{ place, what: 'was hidden' }] : []),
    ...brokenFields(`${place}.inputFields`, before.inputFields, now.inputFields, 'input'),
    ...brokenFields(`${place}.outputFields`, before.outputFields, now.outputFields, 'output'),
  ];
}

function brokenFields(within: string, before: KeptFields, now: KeptFields, way: 'input' | 'output'): Break[] {
  const added = Object.keys(now).filter((key) => !(key in before));
  return [
    ...Object.entries(before).flatMap(([key, field]) =>
      brokenField(`${within}.${key}`, field, now[key], way),
    ),
    ...added
      .filter((key) => way === 'input' && now[key]?.required)
      .map((key) => ({ place: `${within}.${key}`, what: 'is new and required' })),
  ];
}

function brokenField(
  place: string,
  before: KeptField,
  now: KeptField | undefined,
  way: 'input' | 'output',
): Break[] {
  if (!now) return [gone(place)];
  const lost = now.choices ? (before.choices ?? []).filter((value) => !now.choices?.includes(value)) : [];
  const limited = way === 'input' && now.choices && !before.choices;
  return [
    ...(before.type === now.type ? [] : [changed(place, before.type, now.type)]),
    ...(before.list === now.list
      ? []
      : [changed(place, before.list ? 'a list' : 'one value', now.list ? 'a list' : 'one value')]),
    ...(before.primary === now.primary
      ? []
      : [{ place, what: now.primary ? 'became part of the primary key' : 'left the primary key' }]),
    ...(way === 'input' && now.required && !before.required ? [{ place, what: 'became required' }] : []),
    ...(limited ? [{ place, what: 'was limited to choices' }] : []),
    ...lost.map((value) => ({ place, what: `lost the choice “${value}”` })),
    ...brokenFields(`${place}.children`, before.children ?? {}, now.children ?? {}, way),
  ];
}

/** What `now` has beyond `before`, each with its place. */
export function additions(before: Release, now: Release): Break[] {
  // What would break if the new one came first is what the new one adds.
  return breakingChanges(now, before)
    .filter(({ what }) => what === gone('').what || what.startsWith('lost the choice'))
    .map(({ place }) => ({ place, what: 'is new' }));
}

/** A release that others are compared with: what users have. Pre-releases promise nothing. */
const isStable = ({ version }: Release) => prerelease(version) === null;

/** The newest version of the same major up to this one, which its users come from. */
function predecessor(releases: readonly Release[], now: Release): Release | undefined {
  return releases
    .filter((one) => isStable(one) && major(one.version) === major(now.version))
    .findLast((one) => lte(one.version, now.version));
}

/** The lowest higher version of the same major, to which users of this one go on. */
function successor(releases: readonly Release[], now: Release): Release | undefined {
  return releases
    .filter((one) => isStable(one) && major(one.version) === major(now.version))
    .find((one) => gt(one.version, now.version));
}

const raise = (part: string) => `Raise the ${part} number of the version in package.json and CHANGELOG.md`;

/** What forbids to release this definition under its version, and what to do about it. */
export function forbiddenChanges(releases: readonly Release[], now: Release): (Break & { fix: string })[] {
  const [before, after] = [predecessor(releases, now), successor(releases, now)];
  // While a version is being worked on, it is itself the last one that is kept.
  const isPatch = before && lt(before.version, now.version) && minor(before.version) === minor(now.version);
  return [
    ...(before ? breakingChanges(before, now) : []).map((broken) => ({
      ...broken,
      fix: `It ${broken.what} since ${before?.version}. Bring it back, or r${raise('first').slice(1)}.`,
    })),
    ...(isPatch ? additions(before, now) : []).map((added) => ({
      ...added,
      fix: `It ${added.what} since ${before?.version}, so this is no patch. ${raise('second')}.`,
    })),
    ...(after ? breakingChanges(now, after) : []).map(({ place }) => ({
      place,
      what: `is not in ${after?.version}`,
      fix: `Users go on from here to ${after?.version}, which does not have it. Take it out.`,
    })),
  ];
}

const keeps = (id: string, what: string, isOfThese: (place: string) => boolean) =>
  check(
    id,
    `${what}, or the version’s number says so`,
    ({ definition, releases }) =>
      forbiddenChanges(releases, releaseOf(definition)).filter(({ place }) => isOfThese(place)),
    ({ fix }) => fix,
  );

const isInput = (place: string) => place.includes('.inputFields.');
const isOutput = (place: string) => place.includes('.outputFields.');

const keepsSteps = keeps(
  'C001',
  'No step, and nothing of the connection, that Zaps depend on is gone',
  (place) => !isInput(place) && !isOutput(place),
);
const keepsInputs = keeps('C002', 'No input field that Zaps fill in is gone or asks for more', isInput);
const keepsOutputs = keeps('C003', 'No output field that Zaps map is gone or changed', isOutput);

const kept: Check = {
  id: 'release',
  title: 'What is public of this version is kept in the folder releases',
  run: ({ definition, appId, releases, sandbox }) => {
    const now = releaseOf(definition);
    const last = predecessor(releases, now);
    if (isDeepStrictEqual(last, now)) return { problems: [] };
    if (sandbox) {
      const since = last ? `The definition has changed since ${last.version} was kept.` : 'None is kept yet.';
      return { problems: [], open: `${since} “npm run release:keep” keeps it when it is published.` };
    }
    const place = `${releasesFolder(appId)}/${now.version}.json`;
    return { problems: [{ place, fix: 'Run “npm run release:keep”, and commit the file.' }] };
  },
};

const changelog = check(
  'changelog',
  'CHANGELOG.md has a heading with the version, which promoting needs',
  ({ definition }) => [{ place: 'CHANGELOG.md', version: definition.version }],
  ({ version }, { changelog }) =>
    !partsOf(changelog).headings.some(
      ({ text }) => text.split(' ')[0]?.replace(/^\[|\]$/g, '') === version,
    ) && `Add the heading “## [${version}]”, and what is new below it.`,
);

export const releaseChecks = [keepsSteps, keepsInputs, keepsOutputs, kept, changelog];

/**
 * Why what is public now should not be kept, or undefined.
 * @param again whether its version, kept already, was never published.
 */
export function whyNotKept(releases: readonly Release[], now: Release, again: boolean): string | undefined {
  const kept = releases.find(({ version }) => version === now.version);
  if (kept && !isDeepStrictEqual(kept, now) && !again) {
    return `${now.version} is already kept, with other content. Set a new version in package.json or, if ${now.version} was never published, run this with --again.`;
  }
  const broken = forbiddenChanges(
    releases.filter((release) => release !== kept),
    now,
  );
  if (broken.length === 0) return undefined;
  const lines = broken.map(({ place, fix }) => `  ${place}\n    ${fix}`);
  return [`${now.version} cannot be kept:`, ...lines].join('\n');
}
