// The two zips that are uploaded to Zapier.
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import AdmZip from 'adm-zip';
import { z } from 'zod';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** What of package.json the platform needs to start the app. */
const shipped = z.object({
  name: z.string(),
  version: z.string(),
  type: z.literal('module'),
  exports: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

/**
 * Has the CLI build the zip that Zapier runs, in a folder that holds the built app and its dependencies only: in
 * the project's own folder it would also pack the package.json of every development tool.
 * @param bundle the built app
 * @param file where the zip goes
 */
export async function buildZip(bundle: string, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'field-sales-package-'));
  const inFolder = (command: string, ...args: string[]) => {
    const tools = join(root, 'node_modules');
    const PATH = [join(tools, '.bin'), process.env['PATH']].join(delimiter);
    const env = { ...process.env, NODE_PATH: tools, PATH };
    return run(command, args, { cwd: folder, env, maxBuffer: 1e8 });
  };
  try {
    for (const name of ['package.json', 'package-lock.json', '.zapierapprc'])
      await cp(join(root, name), join(folder, name));
    // From the lock file, so that exactly what was tested ships.
    await inFolder('npm', 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit');
    const { exports: entry, ...manifest } = shipped.parse(
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    );
    await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, exports: entry }));
    await mkdir(join(folder, dirname(entry)), { recursive: true });
    await copyFile(bundle, join(folder, entry));
    // The dependencies are here already; Zapier validates when the zip is uploaded.
    await inFolder('zapier-platform', 'build', '--skip-dep-install', '--skip-validation');
    const zip = new AdmZip(join(folder, 'build/build.zip'));
    // The CLI indents it, which is a third of its size.
    const definition: unknown = JSON.parse(zip.readAsText('definition.json'));
    zip.updateFile('definition.json', Buffer.from(JSON.stringify(definition)));
    await mkdir(dirname(file), { recursive: true });
    zip.writeZip(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Packs the files that git tracks, as they are now: the source that Zapier keeps beside a version.
 * @throws Error outside a git repository
 */
export async function zipSource(file: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e8 }).catch(() => {
    throw new Error('The source cannot be packed: this folder is not a git repository.');
  });
  const zip = new AdmZip();
  for (const name of stdout.split('\0').filter(Boolean)) {
    const content = await readFile(join(root, name)).catch(() => undefined); // Deleted, but not committed yet.
    if (content) zip.addFile(name, content);
  }
  await mkdir(dirname(file), { recursive: true });
  zip.writeZip(file);
}
