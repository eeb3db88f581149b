import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CatchServer, type Delivery, startCatchServer } from '../../../sandbox/zaps/catch-server.ts';

let server: CatchServer;

beforeEach(async () => {
  server = await startCatchServer();
});

afterEach(() => server.close());

const post = (url: string, body: string, headers = {}) => fetch(url, { method: 'POST', body, headers });

/** Opens an address, delivers to it and gives what was handed over. */
async function delivered(body: string, query = ''): Promise<Delivery> {
  const { promise, resolve } = Promise.withResolvers<Delivery>();
  const { url } = server.open(resolve);
  const response = await post(url + query, body, { 'Content-Type': 'application/json', 'X-Event': 'new' });
  expect(response.status).toBe(200);
  return promise;
}

test('hands over the parsed body and the raw request', async () => {
  const { cleanedRequest, rawRequest } = await delivered('{"id": 1, "name": "Ünïcode"}', '?a=1&b=');
  expect(cleanedRequest).toEqual({ id: 1, name: 'Ünïcode' });
  expect(rawRequest).toMatchObject({
    method: 'POST',
    querystring: 'a=1&b=',
    content: '{"id": 1, "name": "Ünïcode"}',
    headers: { 'Content-Type': 'application/json', 'X-Event': 'new' },
  });
});

test.each([
  ['a list', '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
  ['null', 'null', null],
  ['no JSON', '<html>', '<html>'],
  ['empty', '', ''],
])('hands over a body that is %s as it is meant', async (_, body, expected) => {
  expect((await delivered(body)).cleanedRequest).toEqual(expected);
});

test('answers 410 at an address that was ended, and leaves the others', async () => {
  const first = server.open(() => {});
  const second = server.open(() => {});
  first.end();
  expect((await post(first.url, '{}')).status).toBe(410);
  expect((await post(second.url, '{}')).status).toBe(200);
});

test('makes addresses that nobody can guess and that fit where they are kept', () => {
  const urls = [server.open(() => {}).url, server.open(() => {}).url];
  expect(new Set(urls).size).toBe(2);
  for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\/[\w-]{32}$/);
});

test('refuses what is no delivery', async () => {
  const { url } = server.open(() => {
    throw new Error('must not be called');
  });
  expect((await fetch(url)).status).toBe(405);
  expect((await post(`${server.origin}/hooks/unknown`, '{}')).status).toBe(404);
  expect((await post(url, 'x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
});
