import { afterAll, afterEach, beforeEach, expect } from '@jest/globals';
import nock from 'nock';
import { restoreNode } from './untouched.ts';

/** Of the mocked API. */
export const BASE_URL = 'https://fieldsales.test/api/v1';

beforeEach(() => {
  nock.disableNetConnect();
  process.env.BASE_URL = BASE_URL;
  // Whatever word a fork has, these tests have the specification's.
  process.env.AUTOMATION_PATH = 'automation';
});

afterEach(() => {
  const leftover = nock.pendingMocks();
  nock.cleanAll();
  expect(leftover).toEqual([]);
});

afterAll(() => {
  nock.restore();
  restoreNode();
});
