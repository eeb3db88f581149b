// Checks the built app as Zapier's reviewers do: npm run check:publish [-- --sandbox]
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { loadApp } from '../sandbox/zaps/app.ts';
import { Failure } from '../sandbox/zaps/failure.ts';
import { product } from '../src/product.ts';
import { command } from './command.ts';
import { readLearned } from './learn/learned.ts';
import { review, tell } from './publish/checks.ts';
import type { Definition } from './publish/definition.ts';
import { readBrand, readDocuments } from './publish/listing.ts';
import { readLiveResults } from './publish/live-results.ts';
import { newestCore } from './publish/platform.ts';
import { readAppId, readReleases, releasesFolder } from './publish/release.ts';
import type { Subject } from './publish/subject.ts';

const entry = 'dist/index.js';

const usage = `Checks the built app as Zapier does before it is published, and says what to fix.

  npm run check:publish               for an app that you publish
  npm run check:publish -- --sandbox  for the app as it comes, with placeholders for name, addresses and logo

Results of steps are checked as the end-to-end tests recorded them: “npm test” records and checks.`;

async function gather(sandbox: boolean): Promise<Subject> {
  const app = await loadApp({ entry });
  try {
    const definition = app.definition();
    const appId = await readAppId();
    return {
      definition,
      product,
      connectionLabel: await labelOf(app, definition),
      ...(await readBrand(product.name)),
      documents: await readDocuments(product.name),
      appId,
      live: await readLiveResults(entry),
      learned: await readLearned(),
      newestCore: sandbox ? undefined : await newestCore(),
      changelog: await readFile('CHANGELOG.md', 'utf8'),
      releases: await readReleases(releasesFolder(appId)),
      sandbox,
    };
  } finally {
    await app.close();
  }
}

/** The label of a connection with a made-up key, where it can be told without a request. */
async function labelOf(app: Awaited<ReturnType<typeof loadApp>>, { authentication }: Definition) {
  const required = (authentication?.fields ?? []).filter((field) => field.required);
  const given = Object.fromEntries(required.map(({ key }) => [key, `made-up-${key}-0123456789`]));
  try {
    const { results } = await app.invoke('authentication.connectionLabel', { authData: given });
    return { given, label: z.string().parse(results) };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

await command(usage, { sandbox: { type: 'boolean', default: false } }, async ({ sandbox }) => {
  const outcomes = review(await gather(sandbox));
  console.log(tell(outcomes));
  return outcomes.some(({ problems }) => problems.length > 0) ? 1 : 0;
});
