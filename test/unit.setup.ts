import { afterEach, beforeEach, expect } from '@jest/globals';
import nock from 'nock';

beforeEach(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  const leftover = nock.pendingMocks();
  nock.cleanAll();
  expect(leftover).toEqual([]);
});
