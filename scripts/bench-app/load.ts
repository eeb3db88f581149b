// Loads a module in a fresh process, and prints what that took: milliseconds of processor time, which other processes
// disturb less than the clock's, and bytes of memory afterwards.
import { pathToFileURL } from 'node:url';

const [entry = ''] = process.argv.slice(2);
const before = process.cpuUsage();
await import(entry.startsWith('/') ? pathToFileURL(entry).href : entry);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms: (user + system) / 1000, memory: process.memoryUsage.rss() }));
