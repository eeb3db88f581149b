// Brings a fork up to date with the project that it comes from: npm run upstream [-- --ref REF]
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { command } from './command.ts';
import { versionOf, withVersion } from './upstream/version.ts';

const usage = `Merges a newer state of the project that this fork comes from, the remote “upstream” of git.

  npm run upstream                     merges its branch main
  npm run upstream -- --ref v1.2.0     merges a tag or another branch

The fork's own stays as it is: the version, CHANGELOG.md, brand, src/learned.json, .zapierapprc, and what “npm run docs”
and “npm run pictures” make. Tags of upstream get names of their own, such as upstream/v1.2.0.`;

/** What is the fork's own (besides the version). */
const own = ['CHANGELOG.md', 'brand', 'src/learned.json', '.zapierapprc', 'docs/steps.md', 'docs/pictures'];
const versioned = ['package.json', 'package-lock.json'];

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 1e8 });
  return stdout.trim();
}

async function upstream(ref: string): Promise<number> {
  if (await git('status', '--porcelain', '--untracked-files=no')) {
    console.error('There are changes that are not committed. Commit or stash them first.');
    return 1;
  }
  const remotes = (await git('remote')).split('\n');
  if (!remotes.includes('upstream')) {
    console.error('git knows no upstream. Name it once: git remote add upstream ADDRESS');
    return 1;
  }
  // Tags of both sides may have the same names, such as v1.0.1.
  const tags = '+refs/tags/*:refs/tags/upstream/*';
  await git('fetch', '--no-tags', 'upstream', '+refs/heads/*:refs/remotes/upstream/*', tags);
  const version = versionOf(await readFile('package.json', 'utf8'));
  const driver = resolve(import.meta.dirname, 'upstream/merge-driver.ts');
  const config = `merge.version.driver="${process.execPath}" "${driver}" %O %A %B %P`;
  await git('-c', config, 'merge', '--no-commit', '--no-ff', `upstream/${ref}`).catch(() => {
    // Conflicts are looked at below.
  });
  if (!(await git('rev-parse', '--verify', '--quiet', 'MERGE_HEAD').catch(() => ''))) {
    console.log(`Nothing to merge: this fork has all of upstream/${ref}, or there is no such branch or tag.`);
    return 0;
  }
  const kept = (await git('ls-tree', '-r', '--name-only', 'HEAD', '--', ...own)).split('\n').filter(Boolean);
  if (kept.length > 0) await git('checkout', 'HEAD', '--', ...kept);
  const conflicts = (await git('diff', '--name-only', '--diff-filter=U')).split('\n').filter(Boolean);
  for (const file of versioned.filter((name) => !conflicts.includes(name))) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    await writeFile(file, withVersion(text, version, file === 'package-lock.json'));
    await git('add', file);
  }
  if (conflicts.length > 0) {
    console.error(
      `Both sides changed the same lines of:\n${conflicts.map((file) => `  ${file}`).join('\n')}`,
    );
    console.error('Correct them, “git add” them and run “git commit”.');
    return 1;
  }
  await git('commit', '--no-edit');
  console.log(`Merged upstream/${ref}. The version is ${version} still.

Now:
  npm ci && npm test    installs what is new, and tests
  npm run docs          names new steps and fields
  git diff HEAD^ -- docs/changes.md
                        shows what is new, for your CHANGELOG.md and your next version`);
  return 0;
}

await command(usage, { ref: { type: 'string', default: 'main' } }, ({ ref }) => upstream(ref));
