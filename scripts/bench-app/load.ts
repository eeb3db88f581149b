// Loads a module in a fresh process, and prints what that took: milliseconds, and bytes of memory afterwards.
import { pathToFileURL } from 'node:url';

const [entry = ''] = process.argv.slice(2);
const started = performance.now();
await import(entry.startsWith('/') ? pathToFileURL(entry).href : entry);
console.log(JSON.stringify({ ms: performance.now() - started, memory: process.memoryUsage.rss() }));
