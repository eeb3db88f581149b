// Whether a built zip is fit to be uploaded: it starts, and holds nothing that should not ship.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
import { loadApp } from '../../sandbox/zaps/app.ts';

/** What a zip holds beside its dependencies. */
const own = ['definition.json', 'dist/index.js', 'package.json', 'zapierwrapper.js'];

/** Files that hold secrets, settings of a machine or data. */
const PRIVATE = /(^|\/)(\.env(?!\.example)[^/]*|\.npmrc|[^/]+\.(db|sqlite3?)(-(shm|wal))?)$/;

const namesIn = (zip: AdmZip) => zip.getEntries().map(({ entryName }) => entryName);

/** @returns what is wrong with the source, a sentence each */
export function sourceFaults(file: string): string[] {
  return namesIn(new AdmZip(file))
    .filter((name) => PRIVATE.test(name))
    .map((name) => `${name} is private. Remove it from git: git rm --cached ${name}`);
}

/**
 * @param version what the app in it has to be
 * @returns what is wrong with the zip, a sentence each
 */
export async function zipFaults(file: string, version: string): Promise<string[]> {
  const zip = new AdmZip(file);
  const names = namesIn(zip);
  const foreign = names.filter((name) => !own.includes(name) && !name.startsWith('node_modules/'));
  const isSecret = (name: string) => PRIVATE.test(name) && !foreign.includes(name);
  return [
    ...own.filter((name) => !names.includes(name)).map((name) => `${name} is missing.`),
    ...foreign.map((name) => `${name} should not ship.`),
    ...names.filter(isSecret).map((name) => `${name} should not ship.`),
    ...(await startFaults(zip, version)),
  ];
}

async function startFaults(zip: AdmZip, version: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'field-sales-zip-'));
  try {
    zip.extractAllTo(folder);
    const app = await loadApp({ entry: join(folder, 'zapierwrapper.js') });
    try {
      const found = app.definition().version;
      const invalid = await app.validate();
      return [
        ...(found === version ? [] : [`It is version ${found}, but should be ${version}.`]),
        ...(Array.isArray(invalid) && invalid.length === 0
          ? []
          : [`Its definition is not valid: ${JSON.stringify(invalid)}`]),
      ];
    } finally {
      await app.close();
    }
  } catch (error) {
    return [`It does not start: ${error instanceof Error ? error.message : error}`];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
