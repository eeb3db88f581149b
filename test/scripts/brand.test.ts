import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { readBrand } from '../../scripts/publish/listing.ts';
import { logoSizes, renderLogo } from '../../scripts/publish/logo.ts';

const { logo } = await readBrand();

/** Rounding may differ by a shade between processors. */
const SHADES = 2;

test.each(logoSizes)('logo-%i.png is what “npm run brand” makes of logo.svg', (size) => {
  const kept = PNG.sync.read(readFileSync(`brand/logo-${size}.png`));
  const made = PNG.sync.read(renderLogo(logo.svg, size));
  expect([kept.width, kept.height]).toEqual([size, size]);
  const differing = made.data.filter((shade, i) => Math.abs(shade - (kept.data[i] ?? 0)) > SHADES);
  expect(differing).toHaveLength(0);
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>', 'is 20 wide and 10 high'],
  ['no logo', 'is no SVG that can be drawn'],
])('a logo such as %s is refused', (svg, says) => {
  expect(() => renderLogo(svg, 256)).toThrow(says);
});
