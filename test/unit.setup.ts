import { afterAll, afterEach, beforeEach, expect } from '@jest/globals';
import nock from 'nock';
import { BASE_URL } from './app.ts';

beforeEach(() => {
  nock.disableNetConnect();
  process.env.BASE_URL = BASE_URL;
  delete process.env.AUTOMATION_PATH;
});

afterEach(() => {
  const leftover = nock.pendingMocks();
  nock.cleanAll();
  expect(leftover).toEqual([]);
});

// Node's own http module is shared by all test files of a worker, and each of them brings its own nock.
afterAll(() => {
  nock.restore();
});
