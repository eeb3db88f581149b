import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { afterThisTest, alpenglow, clientOf, dataFile, start, until } from './harness.ts';

function spawnSandbox(...options: string[]) {
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    'sandbox/main.ts',
    ...options,
  ]);
  afterThisTest(() => child.kill('SIGKILL'));
  return child;
}

/** Runs the command to its end. */
async function runToEnd(...options: string[]) {
  const child = spawnSandbox(...options);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, error, code };
}

/** Waits until a sandbox listens. @returns what it printed until then. */
async function greetingOf(child: ReturnType<typeof spawnSandbox>): Promise<string> {
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await until(() => out.includes('Ctrl+C'));
  return out;
}

test('limits requests as it is told', async () => {
  const options = ['--port', '0', '--per-minute', '2', '--throttle', 'route', '--per-day', '3'];
  const [, origin] =
    /^Dashboard: +(http:[^ ]+)\/dashboard/m.exec(await greetingOf(spawnSandbox(...options))) ?? [];
  const client = clientOf(String(origin));
  const paths = ['/orders', '/orders', '/orders', '/inventory', '/inventory'];
  const statuses = [];
  for (const path of paths) statuses.push((await client.get(path)).status);
  expect(statuses).toEqual([200, 200, 429, 200, 429]);
});

test('is careless from the start as it is told', async () => {
  const flags = [
    '--small-pages',
    '--short-pages',
    '--numbers-as-text',
    '--ignore-unknown',
    '--shape',
    'items',
  ];
  const [, origin] =
    /^Dashboard: +(http:[^ ]+)\/dashboard/m.exec(await greetingOf(spawnSandbox('--port', '0', ...flags))) ??
    [];
  const { body } = await clientOf(String(origin)).dashboard('GET', '/carelessness');
  expect(body).toEqual({
    success: true,
    data: {
      small_pages: true,
      newest_first: false,
      short_pages: true,
      close_idle: false,
      ignore_unknown: true,
      numbers_as_text: true,
      shape: 'items',
    },
  });
});

test('tells its address, its keys and the lines for .env', async () => {
  const out = await greetingOf(spawnSandbox('--port', '0', '--shape', 'bare'));
  const [, baseUrl, key] =
    /^BASE_URL=(http:\/\/127\.0\.0\.1:\d+\/api\/v1)\nauthData_api_key=(\S+)$/m.exec(out) ?? [];
  expect(key).toBe(alpenglow);
  expect(out).toContain('Alpenglow Outdoor (professional): sk_sandbox_alpenglow');
  expect(out).toContain('Kaffeehaus Supply (enterprise): sk_sandbox_kaffeehaus');
  const orders = await fetch(`${baseUrl}/orders`, { headers: { 'x-api-key': String(key) } });
  expect(await orders.json()).toEqual(expect.any(Array));
  const [, dashboard] = /^Dashboard: +(\S+)$/m.exec(out) ?? [];
  expect((await fetch(String(dashboard))).status).toBe(200);
});

const options = [
  '--port',
  '--db',
  '--shape',
  '--timestamps',
  '--sample',
  '--per-minute',
  '--throttle',
  '--per-day',
  '--no-limits',
  '--help',
  'Outside the specification',
  '--small-pages',
  '--newest-first',
  '--short-pages',
  '--close-idle',
  '--ignore-unknown',
  '--numbers-as-text',
  'also bare, links, items',
];

const sentences: [string[], unknown][] = [
  [['--port', 'x'], '--port must be a number from 0 to 65535.\n'],
  [['--port', '65536'], '--port must be a number from 0 to 65535.\n'],
  [['--shape', 'round'], '--shape must be one of data, named, bare, links, items.\n'],
  [['--timestamps', 'days'], '--timestamps must be one of milliseconds, seconds.\n'],
  [['--sample', 'old'], '--sample must be one of newest, made-up.\n'],
  [['--throttle', 'tenant'], '--throttle must be one of key, route.\n'],
  [['--db', ''], '--db needs the name of a file.\n'],
  [['--per-minute', '0'], '--per-minute must be a whole number from 1, not "0".\n'],
  [['--per-day', '1e3'], '--per-day must be a whole number from 1, not "1e3".\n'],
  [['--unknown'], expect.stringMatching(/^Unknown option '--unknown'.*\n$/)],
  [['surplus'], expect.stringMatching(/^Unexpected argument 'surplus'.*\n$/)],
  [['--port'], expect.stringMatching(/^Option '--port <value>' argument missing\n$/)],
];

// All at once: most of the time of such a test goes into starting a process.
test('shows how it is used, and ends with a plain sentence for wrong options', async () => {
  const [help, ...wrong] = await Promise.all([
    runToEnd('--help'),
    ...sentences.map(([wrong]) => runToEnd(...wrong)),
  ]);
  expect(help).toMatchObject({ error: '', code: 0 });
  for (const option of options) expect(help.out).toContain(option);
  expect(wrong).toEqual(sentences.map(([, error]) => ({ out: '', error, code: 1 })));
});

test('ends with a plain sentence when the port is in use', async () => {
  const { origin } = await start();
  const { port } = new URL(origin);
  expect(await runToEnd('--port', port)).toEqual({
    out: '',
    error: `Port ${port} is in use. Choose another with --port, or 0 for a free one.\n`,
    code: 1,
  });
});

test('ends with a plain sentence when the data file cannot be used', async () => {
  const file = await dataFile();
  await writeFile(
    file,
    'This is no database, although it is long enough to be looked at as one. '.repeat(20),
  );
  const wrongFiles = [file, dirname(file), `${dirname(file)}/missing/data.sqlite`];
  const ends = await Promise.all(wrongFiles.map((wrong) => runToEnd('--port', '0', '--db', wrong)));
  for (const [index, { error, code }] of ends.entries()) {
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^.* cannot be used as the sandbox's data: [^\n]+\.\n$/),
    ]);
    expect(error.startsWith(String(wrongFiles[index]))).toBe(true);
  }
});
