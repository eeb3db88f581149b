import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** What a zip is made from, besides `index.ts` and what it imports. */
const needed = ['package.json', 'package-lock.json', '.zapierapprc', 'tsconfig.json'];

/**
 * Builds the zip that is pushed to Zapier, in a folder where only what ships is installed: the CLI copies the whole
 * folder, two open files for each at once.
 * @param folder an empty one, in which the app's own files are there already or are among `files`.
 * @param files of the repository that the app is made from.
 * @returns the path of the zip.
 */
export async function buildZip(folder: string, files: readonly string[]): Promise<string> {
  for (const name of [...needed, ...files])
    await cp(join(root, name), join(folder, name), { recursive: true });
  const modules = join(root, 'node_modules');
  const env = {
    ...process.env,
    NODE_PATH: modules,
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
  };
  const run = promisify(execFile);
  const options = { cwd: folder, env, maxBuffer: 1e8 };
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], options);
  await run('zapier-platform', ['build', '--skip-validation'], options);
  return join(folder, 'build', 'build.zip');
}
