// What “npm ci” installs on every machine: the lock file is complete, and names no registry.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

const locked = z.looseObject({
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const { packages } = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

test('the lock file names no address that packages are downloaded from', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('the lock file has the parts of packages for every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test('core and CLI have the same version', () => {
  expect(packageJson.devDependencies['zapier-platform-cli']).toBe(
    packageJson.dependencies['zapier-platform-core'],
  );
});
