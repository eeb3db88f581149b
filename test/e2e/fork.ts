// The app as a fork builds it.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterThisTest } from '../sandbox/api/harness.ts';

/**
 * Builds the app with files changed; it is gone after the test.
 * @param changes what becomes of a file's text, by its path
 * @returns the built app's entry
 */
export async function buildFork(changes: Record<string, (text: string) => string>): Promise<string> {
  const fork = await mkdtemp(join(tmpdir(), 'field-sales-fork-'));
  afterThisTest(() => rm(fork, { recursive: true, force: true }));
  for (const name of ['index.ts', 'src', 'package.json'])
    await cp(name, join(fork, name), { recursive: true });
  await symlink(resolve('node_modules'), join(fork, 'node_modules'));
  for (const [name, change] of Object.entries(changes)) {
    const file = join(fork, name);
    await writeFile(file, change(await readFile(file, 'utf8')));
  }
  const script = ['--disable-warning=ExperimentalWarning', resolve('scripts/build.ts')];
  await promisify(execFile)(process.execPath, script, { cwd: fork });
  return join(fork, 'dist/index.js');
}
