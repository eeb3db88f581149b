// Bundles the app into the one file that Zapier runs, without the core: npm run build
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { z } from 'zod';
import { command } from './command.ts';

const packageJson = z.object({ version: z.string() });

await command('Bundles the app into dist/index.js: npm run build', {}, async () => {
  // Of package.json only the version ships: the list of tools is nobody's business and costs time to load.
  const { version } = packageJson.parse(JSON.parse(await readFile('package.json', 'utf8')));
  await build({
    entryPoints: ['index.ts'],
    outfile: 'dist/index.js',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['zapier-platform-core'],
    logLevel: 'warning',
    plugins: [
      {
        name: 'only the version of package.json',
        setup: ({ onLoad }) =>
          onLoad({ filter: /[\\/]package\.json$/ }, () => ({
            contents: JSON.stringify({ version }),
            loader: 'json',
          })),
      },
    ],
  });
  return 0;
});
