import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { readBrand } from '../../scripts/publish/listing.ts';
import { logoSizes, renderLogo } from '../../scripts/publish/logo.ts';

const { logo } = await readBrand('Field Sales');

/** Rounding may differ by a shade between processors. */
const SHADES = 2;

test.each(logoSizes)('logo-%i.png is what “npm run brand” makes of logo.svg', (size) => {
  const kept = PNG.sync.read(readFileSync(`brand/logo-${size}.png`));
  const made = PNG.sync.read(renderLogo(logo.svg, size));
  expect([kept.width, kept.height]).toEqual([size, size]);
  const differing = made.data.filter((shade, i) => Math.abs(shade - (kept.data[i] ?? 0)) > SHADES);
  expect(differing).toHaveLength(0);
});

const svg = (drawn: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${drawn}</svg>`;

test.each([
  [
    'not square',
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
    'is 20 wide and 10 high',
  ],
  ['no picture', 'no logo', 'cannot be drawn'],
  ['empty', svg(''), 'it is empty, or nearly so'],
  ['nearly empty', svg('<rect width="1" height="1"/>'), 'it is empty, or nearly so'],
  ['transparent', svg('<rect width="9" height="9" fill-opacity="0.05"/>'), 'it is empty, or nearly so'],
  ['an area', svg('<rect width="9" height="9" fill="#fff"/>'), 'an area of one color'],
  ['text', svg('<text y="9">Acme</text>'), 'Convert its text to outlines'],
  ['a picture elsewhere', svg('<image href="https://acme.io/a.png"/>'), 'Remove what it refers to elsewhere'],
  ['a file beside it', svg('<image xlink:href="a.png"/>'), 'Remove what it refers to elsewhere'],
  ['a style elsewhere', svg('<style>@import "a.css"</style>'), 'Remove what it refers to elsewhere'],
  ['large', svg(`<!-- ${'a'.repeat(1_000_000)} -->`), 'larger than 1 MB'],
])('a logo that is %s is refused, with what to do', (_what, logo, says) => {
  expect(() => renderLogo(logo, 256)).toThrow(says);
});

test('a shape of one color, with a gradient of its own, is a logo', () => {
  const gradient = '<linearGradient id="g"><stop stop-color="#111"/></linearGradient>';
  const drawn = `<defs>${gradient}</defs><circle cx="4" cy="4" r="3" fill="url(#g)"/><use href="#g"/>`;
  expect(renderLogo(svg(drawn), 256).length).toBeGreaterThan(0);
});
