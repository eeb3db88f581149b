import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, jest, test } from '@jest/globals';
import { type Answer, afterThisTest, alpenglow, fieldErrors, record, start } from './harness.ts';

const path = '/inventory/TENT-2P';

function expectInvalidBody(answer: Answer, message: unknown = expect.any(String)): void {
  expect([answer.status, answer.body]).toEqual([
    422,
    { success: false, error: 'The given data was invalid.', errors: { body: [message] } },
  ]);
}

test.each([
  ['a brace', '{'],
  ['an object that is not closed', '{"stock_qty":1'],
  ['a form', 'stock_qty=1'],
  ['a NUL character', '\u0000'],
  ['an object in single quotes', "{'stock_qty': 1}"],
  ['an object that is closed twice', '{"stock_qty":1}}'],
  ['a word that JSON does not have', 'NaN'],
])('refuses %s as a body', async (_, body) => {
  const client = await start();
  expectInvalidBody(await client.put(path, body), 'The body must be valid JSON in UTF-8');
});

test.each([
  ['an empty list', '[]'],
  ['a text', '"text"'],
  ['a number', '5'],
  ['null', 'null'],
  ['true', 'true'],
  ['a list of an object', '[{"stock_qty":1}]'],
])('refuses %s as a body, which is no object', async (_, body) => {
  const client = await start();
  expectInvalidBody(await client.put(path, body), 'The body must be an object');
});

test.each([
  ['PUT', path],
  ['POST', '/orders/SO-10007/acknowledge'],
  ['POST', '/inventory/bulk'],
])('refuses %s %s without a body', async (method, address) => {
  const client = await start();
  expectInvalidBody(await client.api(method, address), 'The body must be an object');
  expectInvalidBody(await client.api(method, address, { headers: { 'content-type': 'application/json' } }));
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'nonsense',
  'multipart/form-data',
])('refuses a body of type %s', async (type) => {
  const client = await start();
  const answer = await client.put(path, '{"stock_qty":1}', { headers: { 'content-type': type } });
  expectInvalidBody(answer, 'The body must be sent as application/json');
});

test.each(['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'])(
  'takes a body of type %s',
  async (type) => {
    const client = await start();
    expect((await client.put(path, '{"stock_qty":1}', { headers: { 'content-type': type } })).status).toBe(
      200,
    );
  },
);

test('takes a DELETE that announces JSON and sends none', async () => {
  const client = await start();
  const headers = { 'content-type': 'application/json' };
  expect((await client.delete('/customers/erp/C-1001', { headers })).status).toBe(200);
});

test('refuses a body that is not UTF-8', async () => {
  const client = await start();
  const response = await fetch(`${client.origin}/api/v1${path}`, {
    method: 'PUT',
    headers: { 'x-api-key': alpenglow, 'content-type': 'application/json' },
    body: Buffer.from('{"stock_qty":1,"reference":"\xe9"}', 'latin1'),
  });
  expectInvalidBody({ status: response.status, headers: response.headers, body: await response.json() });
});

test('answers a body that is too large, and goes on serving', async () => {
  const client = await start();
  const body = JSON.stringify({ stock_qty: 1, reference: 'x'.repeat(3 * 1024 * 1024) });
  expectInvalidBody(await client.put(path, body), 'The body must not be greater than 2097152 bytes');
  expect((await client.get(path)).status).toBe(200);
});

test.each([
  ['a NUL character in a text', { stock_qty: 1, reference: 'a\u0000b' }, 'reference'],
  ['half a character in a text', '{"stock_qty":1,"reference":"\\ud800"}', 'reference'],
  ['a field called “constructor”', { stock_qty: 1, constructor: 1 }, 'constructor'],
  ['a number beyond all numbers', '{"stock_qty":1e400}', 'stock_qty'],
  ['an integer that cannot be told from the next', { stock_qty: 2 ** 53 }, 'stock_qty'],
  ['a list in place of a number', { stock_qty: [1] }, 'stock_qty'],
  ['true in place of a number', { stock_qty: true }, 'stock_qty'],
])('refuses %s, naming the field', async (_, body, field) => {
  const client = await start();
  const answer = await client.put(path, body);
  expect([answer.status, Object.keys(fieldErrors(answer))]).toEqual([422, [field]]);
});

test('refuses a field called “__proto__”, and names it', async () => {
  const client = await start();
  const answer = await client.put(path, '{"stock_qty":1,"__proto__":{"polluted":true}}');
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    422,
    expect.stringContaining('"__proto__":["The'),
  ]);
});

test.each([
  ['GET', '/nothing'],
  ['GET', '/'],
  ['POST', '/orders'],
  ['PUT', '/orders/SO-10001'],
  ['DELETE', '/orders/SO-10001'],
  ['PATCH', '/customers/erp/C-1001'],
  ['GET', '/customers/erp'],
  ['GET', '/Orders'],
  ['GET', '/orders/a/b'],
  ['OPTIONS', '/orders'],
])('knows no endpoint %s %s', async (method, address) => {
  const client = await start();
  const answer = await client.api(method, address);
  expect([answer.status, answer.body]).toEqual([404, { success: false, error: 'Endpoint not found' }]);
});

test('tells nothing about an error of its own', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  afterThisTest(() => log.mockRestore());
  let broken = false;
  const client = await start({
    now: () => {
      if (broken) throw new Error('a secret of the sandbox');
      return new Date();
    },
  });
  broken = true;
  const answer = await client.get('/orders');
  expect([answer.status, answer.body]).toEqual([500, { success: false, error: 'Server error' }]);
  expect(log).toHaveBeenCalledTimes(1);
});

/** Sends bytes as they are. @returns what comes back until the connection ends. */
async function sendBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  afterThisTest(() => socket.destroy());
  socket.write(bytes);
  return text(socket);
}

test.each([
  ['what is no HTTP', 'hello\r\n\r\n'],
  ['an address that is too long', `GET /api/v1/orders/${'x'.repeat(80_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a broken header', 'GET /api/v1/orders HTTP/1.1\r\nHost: a\r\nX API Key: a\r\n\r\n'],
])('answers %s in the form of errors', async (_name, bytes) => {
  const client = await start();
  const [head, body = ''] = (await sendBytes(client.origin, bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 422 /);
  expect(JSON.parse(body)).toEqual({
    success: false,
    error: 'The given data was invalid.',
    errors: { request: [expect.any(String)] },
  });
});

test('goes on serving when a caller leaves in the middle of a body', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  afterThisTest(() => log.mockRestore());
  const client = await start();
  const socket = connect(Number(new URL(client.origin).port), '127.0.0.1');
  afterThisTest(() => socket.destroy());
  const head = `PUT /api/v1${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${alpenglow}\r\nContent-Type: application/json`;
  await once(socket, 'connect');
  socket.end(`${head}\r\nContent-Length: 100\r\n\r\n{"stock_qty":1`);
  await once(socket.resume(), 'close');
  expect(record(await client.get(path)).stock_qty).toBe(40);
  expect(log).not.toHaveBeenCalled();
});
