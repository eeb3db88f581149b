import { afterAll } from '@jest/globals';
import { restoreNode } from './untouched.ts';

// Core, which some end-to-end tests load beside the built app, patches what all files of a worker share.
afterAll(restoreNode);
