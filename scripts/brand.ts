// Makes the logo's PNG files of its SVG source: npm run brand
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandFolder } from './publish/listing.ts';
import { logoSizes, renderLogo } from './publish/logo.ts';

const svg = await readFile(join(brandFolder, 'logo.svg'), 'utf8');
for (const size of logoSizes) {
  const file = join(brandFolder, `logo-${size}.png`);
  await writeFile(file, renderLogo(svg, size));
  console.log(`Wrote ${file}.`);
}
