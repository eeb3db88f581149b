import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, jest, test } from '@jest/globals';
import App from '../../index.ts';

jest.setTimeout(60_000);

const script = ['--disable-warning=ExperimentalWarning', 'scripts/bench-app.ts'];

/** Runs the bench, which ends with 1 where this machine is too busy for a budget. */
async function bench(...options: string[]) {
  const child = execFile(process.execPath, [...script, ...options]);
  const ends = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [out = '', error = ''] = await Promise.all(ends);
  return { out, error };
}

test('measures the start, every visible step and the poll of many changes', async () => {
  const { out, error } = await bench('--rounds', '1', '--changed', '150', '--no-zip');
  expect(error).toBe('');
  const lines = out.trimEnd().split('\n').slice(2);
  for (const line of lines)
    expect(line).toMatch(/^\| [^|]+ \| [\d.]+ (ms|MB)[^|]* \|( [^|]*\|){3} (yes|\*\*no\*\*) \|$/);
  expect(lines[0]).toMatch(/^\| processor time to load \| .* times \| 1.05 times \|/);
  const visible = [App.triggers, App.creates, App.searches].flatMap((steps) =>
    Object.entries(steps).flatMap(([key, { display }]) =>
      'hidden' in display && display.hidden ? [] : [key],
    ),
  );
  for (const key of visible) expect(out).toContain(`.${key} perform`);
  expect(lines.at(-1)).toMatch(/^\| poll of 150 changed orders \| \d+ ms, 2 requests \|.* yes \|$/);
});

test('says what is wrong with its options', async () => {
  expect(await bench('--rounds', 'x')).toEqual({
    out: '',
    error: expect.stringMatching(/^--rounds must be a whole number from 1\./),
  });
});
