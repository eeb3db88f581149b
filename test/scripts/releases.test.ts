// What is public is compared with the last release that is kept: additions pass, breaking changes are named.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import packageJson from '../../package.json' with { type: 'json' };
import {
  breakingChanges,
  forbiddenChanges,
  readAppId,
  readReleases,
  releaseOf,
  releasesFolder,
  whyNotKept,
} from '../../scripts/publish/release.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';
import { definition, definitionWith } from './subject.ts';

const appId = await readAppId();
const releases = await readReleases(releasesFolder(appId));
const now = releaseOf(definition);
const breaks = (path: string, to: unknown) =>
  breakingChanges(now, releaseOf(definitionWith(path, to))).map(({ place, what }) => `${place} ${what}`);

test('the app breaks nothing that the last kept release promises, or has a new major version', () => {
  expect(readdirSync(releasesFolder(appId)).length).toBeGreaterThan(0);
  expect(forbiddenChanges(releases, now)).toEqual([]);
});

const stock = 'creates.set_stock.operation';
const reference = `${stock}.inputFields.2`;
const order = 'triggers.order_status_changed.operation';

test.each<[string, string, unknown]>([
  ['triggers.low_stock was removed or renamed', 'triggers.low_stock', undefined],
  ['creates.set_stock was removed or renamed', 'creates.set_stock', undefined],
  ['searches.find_order was removed or renamed', 'searches.find_order', undefined],
  ['searchOrCreates.find_customer was removed or renamed', 'searchOrCreates.find_customer', undefined],
  [
    'searchOrCreates.find_customer was changed from find_customer and upsert_customer to find_customer and set_stock',
    'searchOrCreates.find_customer.create',
    'set_stock',
  ],
  ['creates.set_stock was hidden', 'creates.set_stock.display.hidden', true],
  ['triggers.low_stock.type was changed from polling to hook', 'triggers.low_stock.operation.type', 'hook'],
  ['creates.set_stock.inputFields.reference was removed or renamed', `${reference}.key`, 'note'],
  ['creates.set_stock.inputFields.reference became required', `${reference}.required`, true],
  [
    'creates.set_stock.inputFields.reference was changed from string to integer',
    `${reference}.type`,
    'integer',
  ],
  [
    'creates.set_stock.inputFields.reference was changed from string to dictionary',
    `${reference}.dict`,
    true,
  ],
  ['creates.set_stock.inputFields.reference was changed from one value to a list', `${reference}.list`, true],
  ['creates.set_stock.inputFields.reference was limited to choices', `${reference}.choices`, { a: 'A' }],
  [
    'creates.set_stock.inputFields.place is new and required',
    `${stock}.inputFields.3`,
    { key: 'place', label: 'Place', required: true },
  ],
  [
    'creates.update_order_status.inputFields.status lost the choice “cancelled”',
    'creates.update_order_status.operation.inputFields.1.choices.3',
    undefined,
  ],
  [
    'creates.set_stock_bulk.inputFields.products.children.sku was removed or renamed',
    'creates.set_stock_bulk.operation.inputFields.0.children.0.key',
    'code',
  ],
  [
    'creates.set_stock.outputFields.stock_qty was removed or renamed',
    `${stock}.outputFields.1.key`,
    'quantity',
  ],
  [
    'creates.set_stock.outputFields.stock_qty was changed from integer to string',
    `${stock}.outputFields.1.type`,
    'string',
  ],
  [
    'searches.list_orders.outputFields.results was changed from line items to string',
    'searches.list_orders.operation.outputFields.0.children',
    undefined,
  ],
  [
    'triggers.order_status_changed.outputFields.status left the primary key',
    `${order}.outputFields.1.primary`,
    undefined,
  ],
  [
    'triggers.order_status_changed.outputFields.type became part of the primary key',
    `${order}.outputFields.2.primary`,
    true,
  ],
  ['authentication.type was changed from custom to oauth2', 'authentication.type', 'oauth2'],
  ['authentication.fields.account_name was removed or renamed', 'authentication.fields.1', undefined],
  ['authentication.fields.account_name became required', 'authentication.fields.1.required', true],
  [
    'authentication.fields.region is new and required',
    'authentication.fields.2',
    { key: 'region', required: true },
  ],
])('names a breaking change: %s', (named, path, to) => {
  expect(breaks(path, to)).toContain(named);
});

test.each<[string, string, unknown]>([
  ['a new step', 'creates.another', { ...definition.creates['set_stock'], key: 'another' }],
  ['a new optional input field', `${stock}.inputFields.3`, { key: 'place', label: 'Place' }],
  ['an input field that is no longer required', `${stock}.inputFields.1.required`, false],
  ['a new output field', `${stock}.outputFields.4`, { key: 'name', required: true }],
  [
    'a new choice',
    'creates.update_order_status.operation.inputFields.1.choices.4',
    { value: 'lost', label: 'Lost' },
  ],
  ['another help text', `${reference}.helpText`, 'Other words.'],
  ['another label', 'creates.set_stock.display.label', 'Set Stock'],
])('%s breaks nothing', (_, path, to) => {
  expect(breaks(path, to)).toEqual([]);
});

const as = (version: string, release = now) => ({ ...release, version });
const without = (version: string) => as(version, releaseOf(definitionWith('creates.set_stock', undefined)));
const wider = (version: string) =>
  as(
    version,
    releaseOf(definitionWith(`${stock}.inputFields.3`, { key: 'place', label: 'Place', type: 'string' })),
  );
const forbids = (kept: Parameters<typeof forbiddenChanges>[0], next: typeof now) =>
  forbiddenChanges(kept, next).map(({ place }) => place);

describe('a breaking change', () => {
  test.each(['1.0.1', '1.1.0', '1.1.0-beta.1'])('is forbidden in %s', (version) => {
    expect(forbids([as('1.0.0')], without(version))).toEqual(['creates.set_stock']);
  });

  test('is allowed with a new major version', () => {
    expect(forbids([as('1.9.9')], without('2.0.0'))).toEqual([]);
    expect(forbids([as('1.9.9')], without('2.0.0-beta.1'))).toEqual([]);
  });

  test('is one against the newest lower version of the same major', () => {
    expect(forbids([as('1.0.0'), without('2.0.0')], without('2.0.1'))).toEqual([]);
    expect(forbids([as('1.0.0'), without('2.0.0')], without('1.0.1'))).toEqual(['creates.set_stock']);
    expect(forbids([as('1.9.0'), without('1.10.0')], without('1.10.1'))).toEqual([]);
  });

  test('is none against a pre-release, which promises nothing', () => {
    expect(forbids([as('1.0.0'), wider('1.1.0-beta.1')], as('1.1.0-beta.2'))).toEqual([]);
    expect(forbids([as('1.0.0'), wider('1.1.0-beta.1')], as('1.1.0'))).toEqual([]);
  });
});

describe('an addition', () => {
  const place = ['creates.set_stock.inputFields.place'];

  test('is no patch', () => {
    const [found] = forbiddenChanges([as('1.0.0')], wider('1.0.1'));
    expect(found).toMatchObject({
      place: place[0],
      fix: expect.stringContaining('Raise the second number'),
    });
    expect(forbids([as('1.0.0')], wider('1.1.0'))).toEqual([]);
    expect(forbids([as('1.0.0')], wider('1.1.0-beta.1'))).toEqual([]);
  });

  test.each<[string, string, unknown]>([
    ['a step', 'creates.another', { ...definition.creates['set_stock'], key: 'another' }],
    ['an output field', `${stock}.outputFields.4`, { key: 'place', label: 'Place' }],
    [
      'a choice',
      'creates.update_order_status.operation.inputFields.1.choices.4',
      { value: 'lost', label: 'Lost' },
    ],
  ])('may be %s', (_what, path, to) => {
    const added = as('1.0.1', releaseOf(definitionWith(path, to)));
    expect(forbids([as('1.0.0')], added)).toHaveLength(1);
  });

  test('of a lower version after a higher one has to be in the higher one', () => {
    expect(forbids([as('1.0.0'), as('1.2.0')], wider('1.1.0'))).toEqual(place);
    expect(forbids([as('1.0.0'), wider('1.2.0')], wider('1.1.0'))).toEqual([]);
    expect(forbids([as('1.0.0'), wider('1.1.0')], as('1.0.1'))).toEqual([]);
  });
});

describe('kept releases', () => {
  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'field-sales-releases-'));
    afterThisTest(() => rm(path, { recursive: true, force: true }));
    for (const version of ['1.10.0', '1.9.0', '2.0.0-beta.1'])
      await writeFile(join(path, `${version}.json`), JSON.stringify(as(version)));
    return path;
  }

  test('come in the order of their versions', async () => {
    const path = await folder();
    const versions = (await readReleases(path)).map(({ version }) => version);
    expect(versions).toEqual(['1.9.0', '1.10.0', '2.0.0-beta.1']);
    expect(await readReleases(join(path, 'none'))).toEqual([]);
  });

  test('of a registered integration have a folder of their own, apart from those of another', () => {
    expect(releasesFolder(null)).toBe('releases');
    expect(releasesFolder('1234')).toBe(join('releases', '1234'));
  });

  test.each([
    ['is no JSON', '{'],
    ['lacks what a release has', '{"version": "1"}'],
  ])('are refused by name where one %s', async (_, content) => {
    const path = await folder();
    await writeFile(join(path, '1.0.0.json'), content);
    await expect(readReleases(path)).rejects.toThrow(join(path, '1.0.0.json'));
  });

  test('are of the integration that is registered', async () => {
    const path = await folder();
    await writeFile(join(path, 'rc'), '{"id": 1234, "key": "App1234"}');
    expect(await readAppId(join(path, 'rc'))).toBe('1234');
    await writeFile(join(path, 'rc'), '{}');
    expect(await readAppId(join(path, 'rc'))).toBeNull();
  });
});

describe('the changelog', () => {
  const lines = readFileSync('CHANGELOG.md', 'utf8').split('\n');
  const versions = lines.flatMap((line) => /^## \[(.*?)\]/.exec(line)?.[1] ?? []);

  test('has the version of package.json, below what is not released yet', () => {
    expect(versions[0]).toBe('Unreleased');
    expect(versions).toContain(packageJson.version);
  });

  test('has headings as Keep a Changelog wants them', () => {
    const headings = lines.filter((line) => /^##+ /.test(line));
    const form =
      /^## \[(Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?)\]( - \d{4}-\d{2}-\d{2})?$|^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/;
    expect(headings.filter((heading) => !form.test(heading))).toEqual([]);
  });

  test('has a heading for each kept release', () => {
    const kept = releases.map(({ version }) => version);
    expect(versions).toEqual(expect.arrayContaining(kept));
  });
});

describe('keeping a version', () => {
  test('is refused where it is kept already and was something else, unless it was never published', () => {
    const kept = without(now.version);
    expect(whyNotKept([now], now, false)).toBeUndefined();
    expect(whyNotKept([kept], now, false)).toMatch(/is already kept.*--again/);
    expect(whyNotKept([kept], now, true)).toBeUndefined();
  });

  test('is refused where its number does not tell what it changes, also when it is kept again', () => {
    for (const again of [false, true])
      expect(whyNotKept([as('1.0.1')], without('1.0.9'), again)).toMatch(
        /^1\.0\.9 cannot be kept:\n {2}creates\.set_stock\n {4}It was removed.*Bring it back/,
      );
  });
});
