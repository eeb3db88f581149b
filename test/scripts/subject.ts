// What publishing checks look at: this app, of which tests change one thing each.

import { PNG } from 'pngjs';
import App from '../../index.ts';
import { appDefinition, type Definition } from '../../sandbox/zaps/definition.ts';
import { visibleSteps } from '../../scripts/publish/definition.ts';
import { releaseOf } from '../../scripts/publish/release.ts';
import type { Subject } from '../../scripts/publish/subject.ts';

/** The definition as the built app gives it, with a mark for each function. */
const built: unknown = JSON.parse(
  JSON.stringify(App, (_key, value) => (typeof value === 'function' ? '$func$2$f$' : value)),
);

export const definition = appDefinition.parse(built);

/**
 * The definition with one thing changed.
 * @param path where, such as `creates.set_stock.noun`
 * @param to what it is then; undefined takes it away
 */
export function definitionWith(path: string, to: unknown): Definition {
  // By way of JSON, which leaves out what is undefined, as the built app does.
  return appDefinition.parse(JSON.parse(JSON.stringify(changed(built, path.split('.'), to))));
}

function changed(value: unknown, [key, ...deeper]: string[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...Object(value) };
  const inner = changed(Reflect.get(copy, key), deeper, to);
  if (inner === undefined && Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.set(copy, key, inner);
  return copy;
}

/** Where each step gives its sample, and each instant trigger fetches it. */
export const live: NonNullable<Subject['live']> = Object.fromEntries(
  visibleSteps(definition).flatMap(({ place, step: { operation } }) => {
    const results = [[operation.sample ?? {}]];
    return [
      [`${place}.operation.perform`, results],
      ...(operation.type === 'hook' ? [[`${place}.operation.performList`, results]] : []),
    ];
  }),
);

/** A logo of a bar, as RGBA or, with 2, as RGB; `shade` is what a pixel at x is made of, if not that. */
export function png(
  width: number,
  height: number,
  colorType: 2 | 6 = 6,
  shade = (x: number) => (x % 4 < 2 ? [0, 90, 90, 255] : [0, 0, 0, 0]),
): Buffer {
  const picture = new PNG({ width, height });
  for (let pixel = 0; pixel < width * height; pixel += 1) picture.data.set(shade(pixel % width), pixel * 4);
  // Trying every filter takes longer than what these tests check.
  return PNG.sync.write(picture, { colorType, filterType: 0 });
}

/** This definition under the name that stands in for a product's, in the sandbox build: nothing is wrong with it. */
export const sandboxBuild: Subject = {
  definition,
  product: {
    name: 'Field Sales',
    apiKeysUrl: 'https://fieldsales.example/settings',
    helpUrl: 'https://fieldsales.example/help',
    apiKeysPlace: 'Settings > API Keys',
  },
  connectionLabel: { given: { api_key: 'sk_0123456789' }, label: 'API key ending in 6789' },
  listing: {
    description: 'Field Sales is a platform on which sales reps submit orders.',
    category: 'crm',
    homepage: 'https://fieldsales.example',
    color: '#0f766e',
    audience: 'Sales operations.',
    overview: ['Orders reach an ERP.'],
    connecting: ['Make a key.'],
  },
  logo: { svg: '<svg><title>Field Sales</title></svg>', pngs: { 'logo-256.png': png(256, 256) } },
  documents: { 'examples/a.json': 'Orders of Field Sales' },
  appId: null,
  live,
  learned: {},
  newestCore: definition.platformVersion,
  changelog: `# Changelog\n\n## [${definition.version}]\n`,
  releases: [releaseOf(definition)],
  sandbox: true,
};
