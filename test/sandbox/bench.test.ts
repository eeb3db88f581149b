import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';

jest.setTimeout(60_000);

const run = promisify(execFile);
const script = ['--disable-warning=ExperimentalWarning', 'scripts/bench-sandbox.ts'];

test('measures every load at each number of orders', async () => {
  const sizes = ['--orders', '20,40', '--requests', '10', '--subscribers', '2'];
  const { stdout } = await run(process.execPath, [...script, ...sizes]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('| Load | Unit (median time) | 20 orders | 40 orders | last of first |');
  expect(lines).toHaveLength(13);
  for (const line of lines.slice(2, -2)) {
    expect(line).toMatch(
      /^\| [a-z][a-z0-9, ]+ \| (requests|products|deliveries)\/s (\| [\d,]+ \([\d.]+ ms\) ){2}\| \d+\.\d\d \|$/,
    );
  }
  expect(lines.at(-2)).toMatch(
    /^\| deliver to 2 subscribers \| deliveries\/s \| [\d,]+ \| [\d,]+ \| \d+\.\d\d \|$/,
  );
  expect(lines.at(-1)).toMatch(/^\| memory after it \| MB \| \d+ \| \d+ \| \d\.\d\d \|$/);
});

test('says what is wrong with its options', async () => {
  await expect(run(process.execPath, [...script, '--orders', '10,many'])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('--orders: must be a whole number from 1.'),
  });
});
