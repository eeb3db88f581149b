import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readyTenants } from '../api/database/made-data.ts';
import { startPlayground } from './server.ts';

const usage = `Build Zaps in the browser and watch them run, without a Zapier account.

  npm run playground -- [options]

  --port NUMBER   where it listens (default 4020; 0 takes a free port)
  --db FILE       keeps the product's data, Zaps, drafts and runs in this file (default: in memory)
  --no-open       does not open the page
  --help          shows this

Keys are never kept in the file: after a restart, accounts with a key of your own are to be connected again.
The limits of requests are off here; the product's tab "Trouble" shows what they do to a Zap.
`;

/** Opens the page where a browser is at hand; elsewhere the printed address has to do. */
function open(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', address]
        : ['xdg-open', address];
  spawn(command ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      port: { type: 'string', default: '4020' },
      db: { type: 'string' },
      open: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error('--port must be a number from 0 to 65535.');
  const playground = await startPlayground({ port, ...(values.db && { file: values.db }) });
  const [tenant] = readyTenants;
  console.log(`The playground is at ${playground.origin}

To connect ${tenant.name}, paste its key: ${tenant.key}

Ctrl+C ends it.`);
  if (values.open) open(playground.origin);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      playground.close().then(() => process.exit(0));
    });
  }
}

await main().catch((error: unknown) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const message = error instanceof Error ? error.message : String(error);
  console.error(inUse ? 'The port is in use. Choose another with --port, or 0 for a free one.' : message);
  process.exitCode = 1;
});
