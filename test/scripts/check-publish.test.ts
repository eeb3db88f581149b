// Each publishing check is broken once, and reported by its id, with the place.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

import { checks, review, tell } from '../../scripts/publish/checks.ts';
import type { Subject } from '../../scripts/publish/subject.ts';
import { inTitleCase } from '../../scripts/publish/texts.ts';
import { definition, definitionWith, live, png, sandboxBuild } from './subject.ts';

const set = (path: string, to: unknown): Partial<Subject> => ({ definition: definitionWith(path, to) });
const gives = (method: string, ...results: Record<string, unknown>[]): Partial<Subject> => ({
  live: { ...live, [method]: [results] },
});
const sampleOf = (method: string) => live[method]?.[0]?.[0] ?? {};

const logo = (file: Buffer): Partial<Subject> => ({
  logo: { svg: sandboxBuild.logo.svg, pngs: { 'logo-256.png': file } },
});
const described = (description: string): Partial<Subject> => ({
  listing: { ...sandboxBuild.listing, description },
});
const label = (path: string, to: string) => set(`${path}.display.label`, to);

const stock = 'creates.set_stock.operation';
const poll = 'triggers.order_status_changed.operation';
const hook = 'triggers.customer_created.operation';
const movement = 'triggers.stock_movement_created.operation.perform';

const broken: [what: string, id: string, place: string, change: Partial<Subject>][] = [
  [
    'an input field for a token',
    'D001',
    'creates.set_stock.inputFields.api_token',
    set(`${stock}.inputFields.2.key`, 'api_token'),
  ],
  [
    'a password among line items',
    'D001',
    'creates.set_stock_bulk.inputFields.products.sku',
    set('creates.set_stock_bulk.operation.inputFields.0.children.0.type', 'password'),
  ],
  [
    'a key whose help text has no link',
    'D002',
    'authentication.fields.api_key',
    set('authentication.fields.0.helpText', 'It is in your settings.'),
  ],
  [
    'a connection without a label',
    'D003',
    'authentication.connectionLabel',
    set('authentication.connectionLabel', undefined),
  ],
  [
    'a label that is the same for every connection',
    'D003',
    'authentication.connectionLabel',
    set('authentication.connectionLabel', 'My account'),
  ],
  [
    'a label that shows the key',
    'D003',
    'authentication.connectionLabel',
    set('authentication.connectionLabel', 'Key {{api_key}}'),
  ],
  [
    'a label that came out with the key',
    'D003',
    'authentication.connectionLabel',
    { connectionLabel: { given: { api_key: 'sk_0123' }, label: 'Key sk_0123' } },
  ],
  [
    'a label that came out blank',
    'D003',
    'authentication.connectionLabel',
    { connectionLabel: { given: {}, label: ' ' } },
  ],
  [
    'a label that came out as the product’s name',
    'D003',
    'authentication.connectionLabel',
    { connectionLabel: { given: {}, label: 'Field Sales' } },
  ],
  [
    'a label that came out with 101 characters',
    'D003',
    'authentication.connectionLabel',
    { connectionLabel: { given: {}, label: 'a'.repeat(101) } },
  ],
  [
    'an ID that has to be typed',
    'D004',
    'triggers.low_stock.inputFields.product_id',
    set('triggers.low_stock.operation.inputFields.0.key', 'product_id'),
  ],
  [
    'a dropdown of a trigger that does not exist',
    'D005',
    'creates.set_stock.inputFields.sku',
    set(`${stock}.inputFields.0.dynamic`, 'none.id.label'),
  ],
  [
    'an instant trigger without a fetched sample',
    'D006',
    'triggers.customer_created',
    set(`${hook}.performList`, undefined),
  ],
  [
    'a help page without https',
    'D007',
    'src/product.ts.helpUrl',
    { product: { ...sandboxBuild.product, helpUrl: 'http://a.example' } },
  ],
  [
    'a link without https',
    'D007',
    'creates.set_stock.operation.inputFields.2.helpText',
    set(`${stock}.inputFields.2.helpText`, 'See [help](http://fieldsales.example).'),
  ],
  ...[
    ['an address in a text', 'See https://a.example.'],
    ['a link whose text is not closed', 'See [help(https://a.example)'],
    ['a link without a protocol', 'See [help](a.example).'],
    ['a domain in a text', 'At www.a.example'],
  ].map(([what = '', text]): (typeof broken)[number] => [
    what,
    'D008',
    'creates.set_stock.operation.inputFields.2.helpText',
    set(`${stock}.inputFields.2.helpText`, text),
  ]),
  [
    'a search without a field',
    'D009',
    'searches.find_order',
    set('searches.find_order.operation.inputFields', []),
  ],
  [
    'a sample without the primary key',
    'D010',
    'triggers.order_status_changed.operation.sample',
    set(`${poll}.sample.order_number`, undefined),
  ],
  [
    'a help text that only repeats the label',
    'D011',
    'creates.set_stock.inputFields.reference',
    set(`${stock}.inputFields.2.helpText`, 'The reference.'.slice(4)),
  ],
  [
    'a step without a sample',
    'D012',
    'creates.set_stock.operation.sample',
    set(`${stock}.sample`, undefined),
  ],
  [
    'a field that offers a search that does not exist',
    'D013',
    'creates.set_stock.inputFields.sku',
    set(`${stock}.inputFields.0.search`, 'none.sku'),
  ],
  [
    'a field with a search and no dropdown',
    'D014',
    'creates.set_stock.inputFields.sku',
    set(`${stock}.inputFields.0.dynamic`, undefined),
  ],
  [
    'a list with a search',
    'D014',
    'creates.set_stock.inputFields.sku',
    set(`${stock}.inputFields.0.list`, true),
  ],
  [
    'a date with a search',
    'D014',
    'creates.set_stock.inputFields.sku',
    set(`${stock}.inputFields.0.type`, 'datetime'),
  ],
  [
    'a pair whose search does not exist',
    'D015',
    'searchOrCreates.find_customer',
    set('searchOrCreates.find_customer.search', 'none'),
  ],
  [
    'a pair whose action does not exist',
    'D015',
    'searchOrCreates.find_customer',
    set('searchOrCreates.find_customer.create', 'none'),
  ],
  ['an app of one static hook', 'D016', 'triggers.customer_created', { definition: onlyAStaticHook() }],
  [
    'an instant trigger that does not unsubscribe',
    'D017',
    'triggers.customer_created',
    set(`${hook}.performUnsubscribe`, undefined),
  ],
  [
    'a label in small letters',
    'D018',
    'creates.set_stock.display.label',
    label('creates.set_stock', 'Set stock Quantity'),
  ],
  [
    'a pair’s label that is not in title case',
    'D018',
    'searchOrCreates.find_customer.display.label',
    label('searchOrCreates.find_customer', 'Find Or Create Customer'),
  ],
  [
    'a field’s label in small letters',
    'D018',
    'creates.set_stock.inputFields.reference.label',
    set(`${stock}.inputFields.2.label`, 'your reference'),
  ],
  [
    'a description that does not begin as Zapier’s do',
    'D021',
    'triggers.customer_created.display.description',
    set('triggers.customer_created.display.description', 'Triggers whenever a customer is created.'),
  ],
  [
    'an action whose fields are all made at run time',
    'D022',
    'creates.set_stock',
    set(`${stock}.inputFields`, ['$func$2$f$']),
  ],
  [
    'a time without a zone',
    'D023',
    'creates.set_stock.operation.sample',
    set(`${stock}.sample.updated_at`, '2026-11-21T08:00:00'),
  ],
  [
    'a date that is not ISO 8601',
    'D023',
    'creates.set_stock.operation.sample',
    set(`${stock}.sample.counted`, '21 Nov 2026'),
  ],
  [
    'a sample of another type than its field',
    'D024',
    'creates.set_stock.operation.sample',
    set(`${stock}.sample.stock_qty`, 'twelve'),
  ],
  [
    'a sample without a required field',
    'D024',
    'creates.set_stock.operation.sample',
    set(`${stock}.outputFields.4`, { key: 'x', required: true }),
  ],
  [
    'a sample’s line item of another type than its field',
    'D024',
    'creates.set_stock_bulk.operation.sample',
    set('creates.set_stock_bulk.operation.sample.failed_items.0.sku', 7),
  ],
  [
    'a link that is a script',
    'D025',
    'creates.set_stock.operation.inputFields.2.helpText',
    set(`${stock}.inputFields.2.helpText`, 'See [help](javascript:alert(1)).'),
  ],
  [
    'a domain that has to be typed',
    'D026',
    'authentication.fields.subdomain',
    set('authentication.fields.1.key', 'subdomain'),
  ],
  ['an old core', 'D027', 'package.json', { newestCore: '99.0.0' }],
  [
    'an app whose blank inputs are taken away',
    'D028',
    'flags.cleanInputData',
    set('flags.cleanInputData', undefined),
  ],
  [
    'a step whose blank inputs are taken away',
    'D028',
    'creates.set_stock',
    set(`${stock}.cleanInputData`, true),
  ],
  [
    'a listing without a category',
    'M001',
    'brand/listing.json: category',
    { listing: { ...sandboxBuild.listing, category: '' } },
  ],
  [
    'a listing with an unknown category',
    'M001',
    'brand/listing.json: category',
    { listing: { ...sandboxBuild.listing, category: 'CRM Tools' } },
  ],
  [
    'a description that is too short',
    'M002',
    'brand/listing.json: description',
    described('Field Sales is a tool.'),
  ],
  [
    'a description that is too long',
    'M002',
    'brand/listing.json: description',
    described(`Field Sales is a ${'very '.repeat(30)}good tool.`),
  ],
  [
    'a description with the name of Zapier',
    'M002',
    'brand/listing.json: description',
    described('Field Sales is a platform for sales reps that works well with Zapier.'),
  ],
  [
    'a description without the product’s name',
    'M002',
    'brand/listing.json: description',
    described('A platform on which sales reps submit their orders.'),
  ],
  ['a logo that is not square', 'M004', 'brand/logo-256.png', logo(png(256, 255, 6))],
  ['a logo of 255 pixels', 'M004', 'brand/logo-256.png', logo(png(255, 255, 6))],
  ['a logo without transparency', 'M004', 'brand/logo-256.png', logo(png(256, 256, 2))],
  ['a logo that is no PNG', 'M004', 'brand/logo-256.png', logo(Buffer.from('GIF89a'))],
  ['a logo that is transparent', 'M004', 'brand/logo-256.png', logo(png(256, 256, 6, () => [0, 0, 0, 0]))],
  [
    'a logo that is nearly transparent',
    'M004',
    'brand/logo-256.png',
    logo(png(256, 256, 6, (x) => (x < 2 ? [9, 9, 9, 255] : [0, 0, 0, 0]))),
  ],
  [
    'a logo that is white all over',
    'M004',
    'brand/logo-256.png',
    logo(png(256, 256, 6, () => [255, 255, 255, 255])),
  ],
  ['a logo of more than 1 MB', 'M004', 'brand/logo-256.png', logo(Buffer.alloc(1_000_001))],
  [
    'a logo with text to be set',
    'M004',
    'brand/logo.svg',
    { logo: { ...sandboxBuild.logo, svg: '<svg><text>Acme</text></svg>' } },
  ],
  ['a brand without a logo', 'M004', 'brand', { logo: { svg: sandboxBuild.logo.svg, pngs: {} } }],
  [
    'a listing without a home page',
    'M006',
    'brand/listing.json: homepage',
    { listing: { ...sandboxBuild.listing, homepage: '' } },
  ],
  ['a missing record of results', 'live results', 'build/live-results.json', { live: undefined }],
  [
    'a trigger that gave no sample',
    'live results',
    'triggers.customer_created',
    { live: { ...live, [`${hook}.performList`]: [] } },
  ],
  [
    'an action that gave no result',
    'live results',
    'creates.set_stock',
    { live: { ...live, [`${stock}.perform`]: [[]] } },
  ],
  [
    'a result without its primary key',
    'T002',
    'triggers.stock_movement_created',
    gives(movement, { ...sampleOf(movement), id: null }),
  ],
  [
    'a primary key of two results',
    'T002',
    'triggers.stock_movement_created',
    gives(movement, sampleOf(movement), sampleOf(movement)),
  ],
  [
    'a result with a date that is not ISO 8601',
    'T003',
    'creates.set_stock',
    gives(`${stock}.perform`, { ...sampleOf(`${stock}.perform`), updated_at: '21/11/2026' }),
  ],
  [
    'a sample with more than the action gave',
    'T004',
    'creates.set_stock',
    gives(`${stock}.perform`, { sku: 'A', stock_qty: 1, reserved_qty: 0 }),
  ],
  [
    'a sample with more than the search gave',
    'T004',
    'searches.list_orders',
    gives('searches.list_orders.operation.perform', {
      results: [{ status: 'pending' }],
      count: 1,
      has_more: false,
    }),
  ],
  [
    'a result of another type than its field',
    'T005',
    'triggers.stock_movement_created',
    gives(movement, { ...sampleOf(movement), sku: 7 }),
  ],
  [
    'a fetched sample with more than a delivery',
    'T006',
    'triggers.customer_created',
    gives(`${hook}.performList`, { ...sampleOf(`${hook}.perform`), more: 1 }),
  ],
  [
    'something learned about an unknown step',
    'learned',
    'src/learned.json: order_made',
    { learned: { order_made: { fields: [{ key: 'a', label: 'A' }], sample: {} } } },
  ],
  [
    'a fetched sample of another type than its field',
    'Z001',
    'triggers.customer_created',
    gives(`${hook}.performList`, { name: 7 }),
  ],
  ['a step that is gone', 'C001', 'creates.set_stock', set('creates.set_stock', undefined)],
  [
    'a new field of the connection that is required',
    'C001',
    'authentication.fields.region',
    set('authentication.fields.2', { key: 'region', required: true }),
  ],
  [
    'an input field that became required',
    'C002',
    'creates.set_stock.inputFields.reference',
    set(`${stock}.inputFields.2.required`, true),
  ],
  [
    'an output field that is gone',
    'C003',
    'creates.set_stock.outputFields.sku',
    set(`${stock}.outputFields.0.key`, 'code'),
  ],
  [
    'a changelog without the version',
    'changelog',
    'CHANGELOG.md',
    { changelog: '# Changelog\n\n## [9.9.9]\n' },
  ],
  [
    'a version that is not kept',
    'release',
    `releases/${definition.version}.json`,
    { releases: [], sandbox: false },
  ],
  [
    'a description of an action in the imperative',
    'copy: actions',
    'creates.set_stock.display.description',
    set('creates.set_stock.display.description', 'Update it.'),
  ],
  [
    'a description of a search that begins with another verb',
    'copy: searches',
    'searches.find_order.display.description',
    set('searches.find_order.display.description', 'Searches for an order.'),
  ],
  [
    'a noun in the plural',
    'copy: nouns',
    'creates.set_stock.noun',
    set('creates.set_stock.noun', 'Products'),
  ],
  [
    'a description with the product’s name',
    'copy: product name',
    'creates.set_stock.display.description',
    set('creates.set_stock.display.description', 'Updates a product in Field Sales.'),
  ],
  [
    'a description with capitals in the middle',
    'copy: capitals',
    'creates.set_stock.display.description',
    set('creates.set_stock.display.description', 'Updates a Product.'),
  ],
  [
    'a required field after an optional one',
    'copy: order of fields',
    'creates.set_stock',
    set(`${stock}.inputFields.3`, { key: 'late', label: 'Late', required: true }),
  ],
  [
    'a status whose choices have no labels',
    'copy: choices',
    'creates.update_order_status.inputFields.status',
    set('creates.update_order_status.operation.inputFields.1.choices', ['confirmed']),
  ],
  [
    'a status without choices',
    'copy: choices',
    'creates.update_order_status.inputFields.status',
    set('creates.update_order_status.operation.inputFields.1.choices', undefined),
  ],
  [
    'a date whose help text shows no form',
    'copy: dates',
    'searches.list_orders.inputFields.from_date',
    set('searches.list_orders.operation.inputFields.3.helpText', 'The first day.'),
  ],
  [
    'an action that deactivates and does not say so',
    'copy: deletions',
    'creates.deactivate_customer',
    set('creates.deactivate_customer.operation.inputFields.2', undefined),
  ],
  ['a placeholder that is left', 'placeholders', 'src/product.ts: name', { sandbox: false }],
];

function onlyAStaticHook() {
  const alone = definitionWith(`${hook}.performSubscribe`, undefined);
  const { customer_created } = alone.triggers;
  if (!customer_created) throw new Error('The trigger of this test is gone.');
  return { ...alone, triggers: { customer_created }, creates: {}, searches: {}, searchOrCreates: {} };
}

/** Those that no one but Zapier can check. */
const onZapier = ['A001', 'E001', 'M003', 'M005', 'M007', 'S001', 'S002', 'T001', 'U001'];

/** What one check says of this app with something changed. */
const outcomeOf = (id: string, change: Partial<Subject>) =>
  checks.find((check) => check.id === id)?.run({ ...sandboxBuild, ...change });

test('the app as it comes passes every check', () => {
  expect(review(sandboxBuild).filter(({ problems }) => problems.length > 0)).toEqual([]);
});

test.each(broken)('%s is reported as %s at %s', (_, id, place, change) => {
  expect(outcomeOf(id, change)?.problems).toContainEqual({
    place,
    fix: expect.stringMatching(/^[A-Z].{10,}\.$/s),
  });
});

test('each check is broken here, or says why only Zapier can do it', () => {
  const ids = new Set([...broken.map(([, id]) => id), ...onZapier]);
  expect([...ids].sort()).toEqual(checks.map(({ id }) => id).sort());
  for (const { check, open } of review(sandboxBuild)) {
    if (onZapier.includes(check.id)) expect(open).toBeTruthy();
  }
});

test('the first hour on Zapier tells how to see what only Zapier can check', () => {
  const document = readFileSync('docs/first-hour.md', 'utf8');
  expect(onZapier.filter((id) => !document.includes(id))).toEqual([]);
});

test('without a record of results, no check of them holds', () => {
  const outcomes = review({ ...sandboxBuild, live: undefined }).filter(({ check }) => /^[TZ]/.test(check.id));
  expect(outcomes.filter(({ problems, open }) => problems.length > 0 || !open)).toEqual([]);
});

test('what was learned of a partner’s API is compared in place of what the sandbox gives', () => {
  const find = (change: Partial<Subject>) => outcomeOf('T005', change)?.problems;
  const odd = gives(`${poll}.perform`, { ...sampleOf(`${poll}.perform`), acknowledged: 'no' });
  expect(find(odd)).toHaveLength(1);
  const learned = {
    order_status_changed: {
      fields: [{ key: 'acknowledged', label: 'Acknowledged' }],
      sample: sampleOf(`${poll}.perform`),
    },
  };
  expect(find({ ...odd, learned })).toEqual([]);
});

test('the newest core is unknown where npm cannot be asked', () => {
  const outcome = outcomeOf('D027', { newestCore: undefined, sandbox: false });
  expect(outcome).toMatchObject({ problems: [], open: expect.stringContaining('npm could not be asked') });
});

test('a label that takes a request is left to Zapier', () => {
  const outcome = outcomeOf('D003', { connectionLabel: undefined });
  expect(outcome).toMatchObject({ problems: [], open: expect.stringContaining('on Zapier') });
});

describe('placeholders', () => {
  const find = (change: Partial<Subject>) => outcomeOf('placeholders', change);
  const placesIn = (change: Partial<Subject>) =>
    find({ ...change, sandbox: false })?.problems.map(({ place }) => place);

  test('are named, each with its place, when the app is to be published', () => {
    const unseen = set('triggers.check_in_completed.operation.sample', { event: 'check_in.completed' });
    expect(placesIn(unseen)).toEqual([
      'src/product.ts: name',
      'src/product.ts: apiKeysUrl',
      'src/product.ts: helpUrl',
      'brand/listing.json: homepage',
      'brand/logo.svg',
      '.zapierapprc',
      'triggers.check_in_completed.operation.sample',
    ]);
  });

  test('are left in the sandbox build, and told', () => {
    expect(find({})).toMatchObject({ problems: [], open: expect.stringContaining('src/product.ts: name') });
  });

  const own = (name: string): Partial<Subject> => ({
    ...set('triggers.check_in_completed.operation.sample', { customer: 'A' }),
    product: { name, helpUrl: 'https://help.acme.io/zapier', apiKeysPlace: 'Settings' },
    listing: {
      ...sandboxBuild.listing,
      description: `${name} is a platform.`,
      homepage: 'https://acme.io',
    },
    documents: { 'examples/a.json': `Orders of ${name}`, 'docs/steps.md': `The steps of ${name}` },
    logo: {
      ...sandboxBuild.logo,
      svg: `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`,
    },
    appId: '1234',
    sandbox: false,
  });

  test.each(['Acme', 'Müller & Söhne', 'Field Sales', 'Acme Field Sales'])(
    'are gone once a partner called %s put in what is its own',
    (name) => {
      expect(find(own(name))).toMatchObject({ problems: [] });
      expect(find(own(name))?.open).toBeUndefined();
    },
  );

  test('are found in the examples and in the documents for users, with what to write', () => {
    const documents = {
      'examples/a.json': 'Orders of Field Sales',
      'docs/users.md': 'Using Field Sales',
      'docs/steps.md': 'Field Sales',
      'SECURITY.md': 'Write to security@fieldsales.example.',
    };
    expect(find({ ...own('Acme'), documents })?.problems).toEqual([
      { place: 'SECURITY.md', fix: 'Write the address of your own people there.' },
      { place: 'examples/a.json', fix: 'Write “Acme”, or {product}, instead of “Field Sales”.' },
      { place: 'docs/users.md', fix: 'Write “Acme”, or {product}, instead of “Field Sales”.' },
      { place: 'docs/steps.md', fix: 'Run “npm run docs”.' },
    ]);
  });
});

test('a partner reads what holds, what fails with its fix, and what is left', () => {
  const told = tell(review({ ...sandboxBuild, ...label('creates.set_stock', 'Set stock Quantity') }));
  expect(told).toContain('✓ D001  No field of a step asks for a credential\n');
  expect(told).toContain(
    '✗ D018  Labels are in title case\n    creates.set_stock.display.label\n      Write “Set Stock Quantity”.\n',
  );
  expect(told).toContain('? U001  ');
  expect(told).toMatch(/\d+ pass, 1 fails?, \d+ cannot be checked here\.\nTo fix: D018\.$/);
});

test.each([
  ['find or create customer', 'Find or Create Customer'],
  ['Find Or Create Customer', 'Find or Create Customer'],
  ['Find Product By SKU', 'Find Product by SKU'],
  ['Check-in completed', 'Check-In Completed'],
  ['New quantity (replaces the current one)', 'New Quantity (Replaces the Current One)'],
  ['Of Orders', 'Of Orders'],
])('“%s” is “%s” in title case', (given, wanted) => {
  expect(inTitleCase(given)).toBe(wanted);
});
