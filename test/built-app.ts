// The built app, loaded once for all tests of a file.
import { resolve } from 'node:path';
import { afterAll } from '@jest/globals';
import { Pool } from '../sandbox/zaps/pool.ts';

export const entry = 'dist/index.js';

/** Containers that have it loaded. What an app knows of its surroundings comes with each event. */
export const containers = new Pool(resolve(entry));
afterAll(() => containers.close());
