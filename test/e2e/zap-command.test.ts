import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { afterThisTest, submission } from '../sandbox/api/harness.ts';

jest.setTimeout(60_000);

type Ended = { code: number; out: string };

const run = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = ['--disable-warning=ExperimentalWarning', 'sandbox/zap.ts', ...args];
    execFile(process.execPath, command, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
    );
  });

async function fileOf(content: object): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'zap-'));
  afterThisTest(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'zap.json'), JSON.stringify(content));
  return join(directory, 'zap.json');
}

test('npm run zap turns Zaps on, submits what their files say, prints the runs and ends with 0', async () => {
  const { code, out } = await run(
    'examples/confirm-new-orders.json',
    'examples/find-or-create-crm-contacts.json',
  );
  expect(out).toContain('2 Zaps turned on');
  expect(out).toMatch(/✓ Success .*\n.*✓ New Order .*\n.*✓ QuickBooks Online: Create Invoice/);
  expect(out).toMatch(/✓ Success .*\n.*✓ HubSpot: New Contact /);
  expect(code).toBe(0);
});

test('npm run zap ends with 1 where a run failed, or a file cannot be used', async () => {
  const zap = {
    title: 'Broken',
    submit: [{ to: 'orders', record: submission() }],
    trigger: { step: 'order_created' },
    steps: [{ action: 'acknowledge_order', input: { order_number: 'SO-0' } }],
  };
  const [failed, unusable, none] = await Promise.all([
    run(await fileOf(zap)),
    run(await fileOf({ ...zap, steps: [] })),
    run(),
  ]);
  expect(failed).toMatchObject({
    code: 1,
    out: expect.stringMatching(/Not everything .*\n- “Broken”, SO-10010: .*SO-0/),
  });
  expect(unusable).toMatchObject({ code: 1, out: expect.stringContaining('- steps: must have a step') });
  expect(none).toMatchObject({ code: 1, out: expect.stringContaining('Name at least one file.') });
});

test('npm run zap waits where a file says nothing, and polls', async () => {
  const { code, out } = await run('examples/reorder-low-stock.json', '--wait', '1');
  expect(out).toMatch(/Waiting\. Submit something to http:\/\/127\.0\.0\.1:\d+\/dashboard/);
  expect(out).toContain('No runs.');
  expect(code).toBe(0);
});
