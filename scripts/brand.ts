// Makes the logo's PNG files of its SVG source: npm run brand
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.ts';
import { brandFolder } from './publish/listing.ts';
import { logoSizes, renderLogo } from './publish/logo.ts';

const source = join(brandFolder, 'logo.svg');

await command(`Makes the PNG files of ${source}: npm run brand`, {}, async () => {
  const svg = await readFile(source, 'utf8').catch(() => {
    throw new Error(`${source} cannot be read. Put the logo there, as SVG.`);
  });
  for (const size of logoSizes) {
    const file = join(brandFolder, `logo-${size}.png`);
    await writeFile(file, renderLogo(svg, size));
    console.log(`Wrote ${file}.`);
  }
  return 0;
});
