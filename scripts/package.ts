// Makes and checks what is uploaded to Zapier: npm run package
import { stat } from 'node:fs/promises';
import packageJson from '../package.json' with { type: 'json' };
import { command } from './command.ts';
import { sourceFaults, zipFaults } from './package/check.ts';
import { buildZip, zipSource } from './package/zip.ts';

const build = 'build/build.zip';
const source = 'build/source.zip';

const usage = `Makes ${build} and ${source} for “npx zapier-platform upload”, and checks both.

  npm run package

The first holds the built app and its dependencies only, and has to start. The second holds the files that git tracks.`;

await command(usage, {}, async () => {
  await buildZip('dist/index.js', build);
  await zipSource(source);
  const faults = [
    ...(await zipFaults(build, packageJson.version)).map((fault) => `${build}: ${fault}`),
    ...sourceFaults(source).map((fault) => `${source}: ${fault}`),
  ];
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    return 1;
  }
  for (const file of [build, source]) {
    const { size } = await stat(file);
    console.log(`${file}  ${(size / 1e6).toFixed(2)} MB`);
  }
  console.log(`Version ${packageJson.version} starts. Upload it with “npx zapier-platform upload”.`);
  return 0;
});
