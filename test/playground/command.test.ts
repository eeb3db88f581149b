import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { afterThisTest, clientOf, start, until } from '../sandbox/api/harness.ts';

jest.setTimeout(60_000);

const command = ['--disable-warning=ExperimentalWarning', 'sandbox/playground/main.ts'];

test('tells its address and the key, ends when it is told to, and leaves no subscription', async () => {
  const child = spawn(process.execPath, [...command, '--port', '0', '--no-open']);
  afterThisTest(() => child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await until(() => out.includes('Ctrl+C'));
  const [, origin = ''] = /is at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(out) ?? [];
  expect(out).toContain('sk_sandbox_alpenglow');
  expect((await fetch(origin)).headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
  expect((await clientOf(origin).get('/orders')).status).toBe(200);
  child.kill('SIGTERM');
  await until(() => child.exitCode === 0);
});

test('shows how it is used, and says what is wrong', async () => {
  const run = (...options: string[]) => promisify(execFile)(process.execPath, [...command, ...options]);
  expect((await run('--help')).stdout).toContain('--no-open');
  await expect(run('--port', 'x')).rejects.toMatchObject({
    code: 1,
    stderr: '--port must be a number from 0 to 65535.\n',
  });
  const { origin } = await start();
  await expect(run('--no-open', '--port', new URL(origin).port)).rejects.toMatchObject({
    code: 1,
    stderr: 'The port is in use. Choose another with --port, or 0 for a free one.\n',
  });
});
