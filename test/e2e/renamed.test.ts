// A fork with a name and a word of its own: what src/product.ts says is what the built app does, from end to end.
import { expect, test } from '@jest/globals';
import { alpenglow, makeKey, records, submission } from '../sandbox/api/harness.ts';
import { buildFork } from './fork.ts';
import { startZaps, zapOf } from './zap-world.ts';

const word = 'zapier';

const changed = (text: string) =>
  text.replace(/automation: '[^']*'/, `automation: '${word}'`).replace(/name: '[^']*'/, "name: 'Müller'");

test('the app of a fork uses its own word in paths, permissions and texts', async () => {
  const w = await startZaps({
    entry: await buildFork({ 'src/product.ts': changed }),
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
