// The brand folder, and the checks of how the app is presented.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { z } from 'zod';
import { type Check, check } from './check.ts';
import { texts, visibleSteps } from './definition.ts';
import { listing, type Subject } from './subject.ts';

/** The folder that a partner replaces. */
export const brandFolder = 'brand';

/** Reads the brand folder. @throws when its listing.json is not of the right form, with what is wrong in it */
export async function readBrand(folder = brandFolder): Promise<Pick<Subject, 'listing' | 'logo'>> {
  const found = listing.safeParse(JSON.parse(await readFile(join(folder, 'listing.json'), 'utf8')));
  if (!found.success) throw new Error(`${folder}/listing.json: ${z.prettifyError(found.error)}`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  const pngs = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))]));
  const svg = await readFile(join(folder, 'logo.svg'), 'utf8');
  return { listing: found.data, logo: { svg, pngs: Object.fromEntries(pngs) } };
}

const category = check(
  'M001',
  'The app has a category',
  ({ listing }) => [{ place: 'brand/listing.json: category', text: listing.category }],
  ({ text }) => text.trim() === '' && 'Name the category that fits the product best, such as crm.',
);

const description = check(
  'M002',
  'The product is described in 40 to 140 characters, as “NAME is a …”',
  ({ listing }) => [{ place: 'brand/listing.json: description', text: listing.description }],
  ({ text }, { product }) => {
    const { length } = [...text];
    if (length < 40 || length > 140) return `Make it 40 to 140 characters long: it has ${length}.`;
    if (/zapier/i.test(text)) return 'Take the word Zapier away: the text is about the product alone.';
    return !text.startsWith(`${product['name']} is a`) && `Begin with “${product['name']} is a”.`;
  },
);

const COLOUR_WITH_ALPHA = 6;

const logo: Check = {
  id: 'M004',
  title: 'The logo is a square RGBA PNG of at least 256 pixels',
  run: ({ logo: { pngs } }) => {
    const faults = Object.entries(pngs).map(([name, png]) => ({
      place: `brand/${name}`,
      mend: mendLogo(png),
    }));
    const problems = faults.flatMap(({ place, mend }) => (mend ? [{ place, mend }] : []));
    const none = [{ place: 'brand', mend: 'Add logo.svg, and run “npm run brand”.' }];
    return { problems: faults.length > 0 ? problems : none };
  },
};

function mendLogo(file: Buffer): string | undefined {
  const png = readPng(file);
  if (!png) return 'Make it a PNG: “npm run brand” makes one of logo.svg.';
  const { width, height, colorType } = png;
  if (width !== height) return `Make it square: it is ${width} by ${height} pixels.`;
  if (width < 256) return `Make it at least 256 pixels wide: it has ${width}.`;
  return colorType === COLOUR_WITH_ALPHA ? undefined : 'Save it as RGBA, with a channel for transparency.';
}

function readPng(file: Buffer) {
  try {
    return PNG.sync.read(file);
  } catch {
    return undefined;
  }
}

const homepage = check(
  'M006',
  'The product has a homepage',
  ({ listing }) => [{ place: 'brand/listing.json: homepage', text: listing.homepage }],
  ({ text }) => !text.startsWith('https://') && 'Give the address of the product’s homepage, with https.',
);

/** The name under which this project runs against its sandbox. */
const STAND_IN = 'Field Sales';
/** Names of hosts that are set aside for examples (RFC 2606). */
const RESERVED_HOST = /\/\/[^/\s]*\b(example|test|invalid|localhost|example\.(com|net|org))(?=[/:\s)]|$)/;

const placeholders: Check = {
  id: 'placeholders',
  title: 'Nothing is left that only stands in for the product’s own',
  run: (subject) => {
    const problems = [
      ...ownWords(subject),
      ...(subject.appId
        ? []
        : [
            {
              place: '.zapierapprc',
              mend: 'Run “npx zapier-platform register” or “npx zapier-platform link”.',
            },
          ]),
      ...unseenDeliveries(subject),
    ];
    if (!subject.sandbox || problems.length === 0) return { problems };
    const places = problems.map(({ place }) => place).join(', ');
    return { problems: [], open: `This is the sandbox build. A partner replaces: ${places}.` };
  },
};

function ownWords({ product, listing, logo }: Subject) {
  const { name = '' } = product;
  const isOwn = name !== STAND_IN && name.includes(STAND_IN);
  const standsIn = (text: string) => text.includes(STAND_IN) && !isOwn;
  const written = [...texts(product, 'src/product.ts'), ...texts(listing, 'brand/listing.json')];
  const problems = written.flatMap(({ place, text }) => {
    const at = place.replace(/(?<=\.(ts|json))\./, ': ');
    if (RESERVED_HOST.test(text)) return [{ place: at, mend: 'Write the product’s own address.' }];
    return standsIn(text)
      ? [{ place: at, mend: `Write the product’s own name instead of “${STAND_IN}”.` }]
      : [];
  });
  const ownLogo = 'Put the product’s own logo there, and run “npm run brand”.';
  return [...problems, ...(standsIn(logo.svg) ? [{ place: 'brand/logo.svg', mend: ownLogo }] : [])];
}

/** Instant triggers whose sample says nothing but the name of the event: no one has seen a delivery yet. */
function unseenDeliveries({ definition }: Subject) {
  return visibleSteps(definition, ['triggers'])
    .filter(({ step }) => Object.keys(step.operation.sample ?? {}).join() === 'event')
    .map(({ place }) => ({
      place: `${place}.operation.sample`,
      mend: 'Take the sample of your API over with “npm run samples -- --write”.',
    }));
}

export const listingChecks = [category, description, logo, homepage, placeholders];
