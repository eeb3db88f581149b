// A fork with a name and a word of its own: what src/product.ts says is what the built app does, from end to end.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { afterThisTest, alpenglow, makeKey, records, submission } from '../sandbox/api/harness.ts';
import { startZaps, zapOf } from './zap-world.ts';

const word = 'zapier';

/** Builds the app of a fork that changed a few lines of src/product.ts. */
async function buildFork(): Promise<string> {
  const fork = await mkdtemp(join(tmpdir(), 'field-sales-fork-'));
  afterThisTest(() => rm(fork, { recursive: true, force: true }));
  for (const name of ['index.ts', 'src', 'package.json'])
    await cp(name, join(fork, name), { recursive: true });
  await symlink(resolve('node_modules'), join(fork, 'node_modules'));
  const file = join(fork, 'src/product.ts');
  const text = await readFile(file, 'utf8');
  const own = text
    .replace(/automation: '[^']*'/, `automation: '${word}'`)
    .replace(/name: '[^']*'/, "name: 'Müller'");
  await writeFile(file, own);
  const script = resolve('scripts/build.ts');
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: fork,
  });
  return join(fork, 'dist/index.js');
}

test('the app of a fork uses its own word in paths, permissions and texts', async () => {
  const w = await startZaps({
    entry: await buildFork(),
    automationPath: word,
    environment: { AUTOMATION_PATH: '' },
  });
  const [field] = w.app.definition().authentication?.fields ?? [];
  expect(field?.helpText).toMatch(
    /in Müller under .*`zapier:read`, `zapier:write`.*both `zapier` permissions/,
  );
  expect(JSON.stringify(w.app.definition())).not.toMatch(/automation/);

  const zap = await w.turnOn(zapOf({ step: 'order_created' }, { app: 'Slack', does: 'Send', input: {} }));
  expect(records(await w.get(`/${word}/subscriptions`))).toHaveLength(1);
  await w.people('orders', submission());
  await w.reached('success');
  await zap.turnOff();
  expect(records(await w.get(`/${word}/subscriptions`))).toEqual([]);
  const { results } = await w.invoke('triggers.check_in_completed.operation.performList');
  expect(results).toHaveLength(1);

  const reader = await makeKey(w, [`${word}:read`]);
  const failure = await w.fails(
    'triggers.order_created.operation.performSubscribe',
    {},
    {
      authData: { api_key: reader.value },
      targetUrl: 'https://hooks.example/1',
    },
  );
  expect(failure.message).toContain('Müller');
  expect(failure.message).toContain(`lacks the permission “${word}:write”`);
  expect(failure.message).not.toContain(alpenglow);
}, 60_000);
