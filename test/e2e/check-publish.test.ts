// npm run check:publish, as a partner meets it first.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { afterThisTest } from '../sandbox/api/harness.ts';

const script = resolve('scripts/check-publish.ts');

/** A copy of all that the command reads, without a record of results and not registered with Zapier. */
async function project(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'field-sales-publish-'));
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
  const read = ['dist', 'brand', 'releases', 'examples', 'docs', '.github', 'package.json'];
  for (const name of [...read, 'CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md']) {
    await cp(name, join(cwd, name), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(cwd, 'node_modules'));
  await writeFile(join(cwd, '.zapierapprc'), '{}');
  return cwd;
}

test('an app that is not ready fails the command, which names each fault with its place', async () => {
  const cwd = await project();
  // Without asking npm for the newest core.
  const env = { ...process.env, npm_config_offline: 'true' };
  const args = ['--disable-warning=ExperimentalWarning', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(1);
  expect(stdout).toContain('✓ D001  ');
  expect(stdout).toMatch(/✗ placeholders .*(\n {4,}.*)*\n {4}\.zapierapprc\n {6}Run /);
  expect(stdout).toMatch(/✗ live results .*\n {4}build\/live-results\.json\n {6}There is no record/);
  expect(stdout).toMatch(/\nTo fix: (.*, )?live results, placeholders(, .*)?\.\n$/);
}, 60_000);
