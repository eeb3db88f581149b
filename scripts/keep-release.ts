// Keeps what is public of the built app in the folder releases: npm run release:keep
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadApp } from '../sandbox/zaps/app.ts';
import { type Definition, reviewed } from './publish/definition.ts';
import { forbiddenChanges, readAppId, readReleases, releaseOf, releasesFolder } from './publish/release.ts';

async function main(): Promise<number> {
  const appId = await readAppId();
  const now = releaseOf(await builtDefinition(), appId);
  const broken = forbiddenChanges(await readReleases(appId), now);
  if (broken.length > 0) {
    const lines = broken.map(({ place, what }) => `  ${place} ${what}`);
    console.error([`${now.version} would break Zaps, so it needs a new major version:`, ...lines].join('\n'));
    return 1;
  }
  const file = join(releasesFolder, `${now.version}.json`);
  await mkdir(releasesFolder, { recursive: true });
  await writeFile(file, `${JSON.stringify(now, undefined, 2)}\n`);
  console.log(`Wrote ${file}. Commit it with the version.`);
  return 0;
}

async function builtDefinition(): Promise<Definition> {
  const app = await loadApp({ entry: 'dist/index.js' });
  try {
    return reviewed.parse(app.definition());
  } finally {
    await app.close();
  }
}

process.exitCode = await main();
