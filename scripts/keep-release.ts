// Keeps what is public of the built app in the folder releases: npm run release:keep
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadApp } from '../sandbox/zaps/app.ts';
import { command } from './command.ts';
import type { Definition } from './publish/definition.ts';
import { readAppId, readReleases, releaseOf, releasesFolder, whyNotKept } from './publish/release.ts';

const usage = `Keeps what is public of the app in the folder releases, under the version of package.json.

  npm run release:keep             for a new version
  npm run release:keep -- --again  for one that is already kept but was never published

It refuses a change that the version's number does not tell: one that would break Zaps in the field without a new
major version, or an addition in a patch.`;

async function keep(again: boolean): Promise<number> {
  const appId = await readAppId();
  const folder = releasesFolder(appId);
  const now = releaseOf(await builtDefinition());
  const why = whyNotKept(await readReleases(folder), now, again);
  if (why) {
    console.error(why);
    return 1;
  }
  const file = join(folder, `${now.version}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(now, undefined, 2)}\n`);
  console.log(`Wrote ${file}. Commit it with the version.`);
  return 0;
}

async function builtDefinition(): Promise<Definition> {
  const app = await loadApp({ entry: 'dist/index.js' });
  try {
    return app.definition();
  } finally {
    await app.close();
  }
}

await command(usage, { again: { type: 'boolean', default: false } }, ({ again }) => keep(again));
