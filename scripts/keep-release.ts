// Keeps what is public of the built app in the folder releases: npm run release:keep
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadApp } from '../sandbox/zaps/app.ts';
import { command } from './command.ts';
import type { Definition } from './publish/definition.ts';
import { readAppId, readReleases, releaseOf, releasesFolder, whyNotKept } from './publish/release.ts';

const usage = `Keeps what is public of the app in the folder releases, under the version of package.json.

  npm run release:keep             for a new version
  npm run release:keep -- --again  for one that is kept already, but was never published

It refuses a change that would break Zaps in the field and has no new major version.`;

async function keep(again: boolean): Promise<number> {
  const appId = await readAppId();
  const now = releaseOf(await builtDefinition(), appId);
  const why = whyNotKept(await readReleases(appId), now, again);
  if (why) {
    console.error(why);
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
    return app.definition();
  } finally {
    await app.close();
  }
}

await command(usage, { again: { type: 'boolean', default: false } }, ({ again }) => keep(again));
