import http from 'node:http';
import https from 'node:https';
import { afterAll, afterEach, beforeEach, expect } from '@jest/globals';

// Node's own http modules are shared by all test files of a worker. Nock and core both patch them, so what they
// were before is kept, and put back for the files that come after.
const untouched = [http, https].map((module) => ({ module, request: module.request, get: module.get }));
const { default: nock } = await import('nock');
const { BASE_URL } = await import('./app.ts');

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

afterAll(() => {
  nock.restore();
  for (const { module, ...functions } of untouched) {
    Object.assign(module, functions);
    Reflect.deleteProperty(module, 'patchedByZapier');
  }
});
