// Bundles the app into the one file that Zapier runs, without the core: npm run build
import { readFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { z } from 'zod';
import { command } from './command.ts';

const packageJson = z.object({ version: z.string() });

await command('Bundles the app into dist/index.js: npm run build', {}, async () => {
  // Of package.json only the version ships: the list of tools is nobody's business and costs time to load.
  const { version } = packageJson.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const bundle = await rolldown({
    input: 'index.ts',
    platform: 'node',
    external: ['zapier-platform-core', /^node:/],
    plugins: [
      {
        name: 'only the version of package.json',
        load: (id) =>
          /[\\/]package\.json$/.test(id)
            ? { code: JSON.stringify({ version }), moduleType: 'json' }
            : undefined,
      },
    ],
  });
  await bundle.write({ file: 'dist/index.js', format: 'esm', minify: true, comments: false });
  await bundle.close();
  return 0;
});
