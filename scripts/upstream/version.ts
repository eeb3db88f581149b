// The version of package.json and package-lock.json, which is the fork's own.

/** The fields that hold it come first: one in package.json, two in the lock file. */
const VERSION = /^( {2,6}"version": )"[^"]*"/gm;

/**
 * The file with another version.
 * @param isLock whether it is package-lock.json
 */
export function withVersion(text: string, version: string, isLock: boolean): string {
  let left = isLock ? 2 : 1;
  return text.replace(VERSION, (found, field: string) => {
    left -= 1;
    return left < 0 ? found : `${field}"${version}"`;
  });
}

/** @throws Error if there is none */
export function versionOf(text: string): string {
  const [, version] = /"version": "([^"]*)"/.exec(text) ?? [];
  if (version === undefined) throw new Error('There is no version.');
  return version;
}
