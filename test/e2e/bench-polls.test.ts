import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { playCrowd } from '../../scripts/bench-polls/cache.ts';
import { containers } from '../built-app.ts';

jest.setTimeout(60_000);

const run = promisify(execFile);
const script = ['--disable-warning=ExperimentalWarning', 'scripts/bench-polls.ts'];

test('measures a day of each list, the cache, and a crowd of Zaps', async () => {
  const small = ['--changes', '0', '--every', '15', '--hours', '1', '--zaps', '10'];
  const { stdout } = await run(process.execPath, [...script, ...small]);
  const [played = '', days = '', cache = '', crowd = ''] = stdout.trimEnd().split('\n\n');
  expect(played).toBe('Of each day, 1 of 24 hours were played.');
  expect(days.split('\n')[0]).toBe('| List | Changes a day | Every 15 minutes |');
  for (const list of ['orders', 'customers', 'products', 'movements'])
    expect(days).toMatch(new RegExp(`^\\| ${list} \\| 0 \\| 96 \\(2 %\\); [\\d,]+ \\|$`, 'm'));
  expect(cache).toMatch(/^\| 100,000 Zaps \| [\d,]+ \| [\d,]+ \|$/m);
  expect(cache).toMatch(/^\| 30 deliveries a second \| [\d,]+ \| [\d,]+ \|$/m);
  expect(crowd).toMatch(/^\| takes all \| 1 \| 0 % \| \d\.\d\d \| 0 \| 0 \| 0 \|$/m);
  expect(crowd).toMatch(/^\| takes a tenth \| 10 \| \d+ % \| \d\.\d\d \| 0 \| 0 \| 0 \|$/m);
});

test('says what is wrong with its options', async () => {
  await expect(run(process.execPath, [...script, '--zaps', 'many'])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('--zaps: must be a whole number from 1.'),
  });
});

test('where the cache takes a tenth of what Zaps write, polls cost more and lose nothing', async () => {
  const few = await playCrowd(containers, 2, 1);
  const many = await playCrowd(containers, 20, 1, 0.1, few.bytes);
  expect(few).toMatchObject({ refused: 0, problems: [], lost: 0, twice: 0 });
  expect(many).toMatchObject({ problems: [], lost: 0, twice: 0 });
  expect(many.refused).toBeGreaterThan(0.5);
  expect(many.requests).toBeGreaterThan(few.requests);
});
