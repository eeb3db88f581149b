// The sandbox in a process of its own, as the bench loads it: without limits, on the data file that it is given.
import { startSandbox } from '../../sandbox/api/server.ts';

const [file = ''] = process.argv.slice(2);
const { origin } = await startSandbox({ file });
process.send?.({ origin });
process.on('message', () => process.send?.({ memory: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit());
