// The brand folder, and the checks of how the app is presented.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Check, check } from './check.ts';
import { texts, visibleSteps } from './definition.ts';
import { pngFault, svgFault } from './logo.ts';
import { listing, type Subject } from './subject.ts';

/** The folder that a partner replaces. */
export const brandFolder = 'brand';

/**
 * Reads the brand folder.
 * @param name what `{product}` in its texts stands for
 * @throws when its listing.json is not of the right form, with what is wrong in it
 */
export async function readBrand(
  name: string,
  folder = brandFolder,
): Promise<Pick<Subject, 'listing' | 'logo'>> {
  const file = join(folder, 'listing.json');
  const text = (await readFile(file, 'utf8')).replaceAll('{product}', () =>
    JSON.stringify(name).slice(1, -1),
  );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON. Correct it, or restore it from git.`);
  }
  const found = listing.safeParse(json);
  if (!found.success) throw new Error(`${file}: ${z.prettifyError(found.error)}`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  const pngs = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))]));
  const svg = await readFile(join(folder, 'logo.svg'), 'utf8');
  return { listing: found.data, logo: { svg, pngs: Object.fromEntries(pngs) } };
}

/** The files that say whom to write to. */
const contacts = [
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  '.github/CODEOWNERS',
  '.github/ISSUE_TEMPLATE/config.yml',
];

/** Reads what users meet beside the app: the examples, which become templates, and the documents for them. */
export async function readDocuments(name: string): Promise<Subject['documents']> {
  const examples = (await readdir('examples')).filter((file) => file.endsWith('.json'));
  const files = [
    ...examples.map((file) => `examples/${file}`),
    'docs/users.md',
    'docs/steps.md',
    ...contacts,
  ];
  const read = async (file: string): Promise<[string, string]> => [
    file,
    (await readFile(file, 'utf8')).replaceAll('{product}', name),
  ];
  return Object.fromEntries(await Promise.all(files.map(read)));
}

const category = check(
  'M001',
  'The app has a category',
  ({ listing }) => [{ place: 'brand/listing.json: category', text: listing.category }],
  ({ text }) =>
    !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) &&
    'Write the category as Zapier does, such as crm: “npx zapier-platform register” lists them.',
);

const description = check(
  'M002',
  'The product is described in 40 to 140 characters, as “NAME is a …”',
  ({ listing }) => [{ place: 'brand/listing.json: description', text: listing.description }],
  ({ text }, { product }) => {
    const { length } = [...text];
    if (length < 40 || length > 140) return `Make it 40 to 140 characters long: it has ${length}.`;
    if (/zapier/i.test(text)) return 'Remove the word Zapier: the text is about the product alone.';
    return !text.startsWith(`${product['name']} is a`) && `Begin with “${product['name']} is a”.`;
  },
);

const logo: Check = {
  id: 'M004',
  title:
    'The logo is a square RGBA PNG of at least 256 pixels that shows something, and its source stands alone',
  run: ({ logo: { pngs, svg } }) => {
    const faults = [
      { place: 'brand/logo.svg', fix: svgFault(svg) },
      ...Object.entries(pngs).map(([name, png]) => ({ place: `brand/${name}`, fix: pngFault(png) })),
    ];
    const problems = faults.flatMap(({ place, fix }) => (fix ? [{ place, fix }] : []));
    const none = [{ place: 'brand', fix: 'Add logo.svg, and run “npm run brand”.' }];
    return { problems: Object.keys(pngs).length > 0 ? problems : none };
  },
};

const homepage = check(
  'M006',
  'The product has a home page',
  ({ listing }) => [{ place: 'brand/listing.json: homepage', text: listing.homepage }],
  ({ text }) => !text.startsWith('https://') && 'Enter the address of the product’s home page, with https.',
);

/** The name under which this project runs against its sandbox. */
const STAND_IN = 'Field Sales';
/** Names of hosts that are set aside for examples (RFC 2606). */
const RESERVED_HOST = /\/\/[^/\s]*\b(example|test|invalid|localhost|example\.(com|net|org))(?=[/:\s)]|$)/;
const RESERVED_MAIL = /@[\w.-]+\.(example|test|invalid)\b/;

const placeholders: Check = {
  id: 'placeholders',
  title: 'No placeholder is left where the product’s own belongs',
  run: (subject) => {
    const problems = [
      ...ownWords(subject),
      ...(subject.appId
        ? []
        : [
            {
              place: '.zapierapprc',
              fix: 'Run “npx zapier-platform register” or “npx zapier-platform link”.',
            },
          ]),
      ...unseenDeliveries(subject),
    ];
    if (!subject.sandbox || problems.length === 0) return { problems };
    const places = problems.map(({ place }) => place).join(', ');
    return { problems: [], open: `This is the sandbox build. A partner has to replace: ${places}.` };
  },
};

function ownWords({ product, listing, logo, documents }: Subject) {
  const { name = '' } = product;
  const hosts = [...texts(product, 'src/product.ts'), ...texts(listing, 'brand/listing.json')]
    .filter(({ text }) => RESERVED_HOST.test(text))
    .map(({ place }) => ({ place: withColon(place), fix: 'Write the product’s own address.' }));
  // Who has put in own addresses may well be called as the stand-in is.
  const isOwn = name !== STAND_IN || hosts.length === 0;
  const strange = contacts
    .filter((file) => {
      const text = documents[file] ?? '';
      return RESERVED_MAIL.test(text) || RESERVED_HOST.test(text);
    })
    .map((place) => ({ place, fix: 'Write the address of your own people there.' }));
  if (!isOwn) {
    const own = { place: 'src/product.ts: name', fix: 'Write the product’s own name.' };
    return [own, ...hosts, ...strange, ...logoOf(logo.svg)];
  }
  const standsIn = (text: string) => text.replaceAll(name, '').includes(STAND_IN);
  const written = [
    ...texts(listing, 'brand/listing.json'),
    ...Object.entries(documents).map(([place, text]) => ({ place, text })),
  ].filter(({ text }) => standsIn(text));
  const fix = `Write “${name}”, or {product}, instead of “${STAND_IN}”.`;
  return [
    ...hosts,
    ...strange,
    ...written.map(({ place }) => ({
      place: withColon(place),
      fix: place === 'docs/steps.md' ? 'Run “npm run docs”.' : fix,
    })),
    ...(standsIn(logo.svg) ? logoOf(logo.svg) : []),
  ];
}

const withColon = (place: string) => place.replace(/(?<=\.(ts|json))\./, ': ');

const logoOf = (svg: string) =>
  svg.includes(STAND_IN)
    ? [{ place: 'brand/logo.svg', fix: 'Replace it with the product’s own logo, and run “npm run brand”.' }]
    : [];

/** Instant triggers whose sample says nothing but the name of the event: no one has seen a delivery yet. */
function unseenDeliveries({ definition }: Subject) {
  return visibleSteps(definition, ['triggers'])
    .filter(({ step }) => Object.keys(step.operation.sample ?? {}).join() === 'event')
    .map(({ place }) => ({
      place: `${place}.operation.sample`,
      fix: 'Run “npm run learn -- --write” against your API.',
    }));
}

export const listingChecks = [category, description, logo, homepage, placeholders];
