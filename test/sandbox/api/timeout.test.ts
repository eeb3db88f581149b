import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { type Answer, afterThisTest, alpenglow, type Client, record, start, until } from './harness.ts';

const requestTimeout = 200;
const head = `Host: localhost\r\nX-API-Key: ${alpenglow}\r\n`;

/** Opens a connection and sends this. */
async function send(client: Client, beginning: string): Promise<Socket> {
  const { hostname, port } = new URL(client.origin);
  const socket = connect(Number(port), hostname);
  afterThisTest(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(beginning);
  return socket;
}

/** @returns the status, the body and the headers of what comes back until the connection closes. */
async function answerOn(socket: Socket) {
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body: JSON.parse(body) };
}

/** Asks again where a busy machine was too slow for the short limit of these tests. */
const inTime = (ask: () => Promise<Answer>) =>
  until(async () => {
    const answer = await ask();
    return answer.status !== 500 && answer;
  });

const tooLong = { success: false, error: 'The request took longer than 0.2 seconds' };

test.each([
  ['a request line', ''],
  ['a header', `GET /api/v1/orders HTTP/1.1\r\n${head}X-More: `],
  [
    'a body',
    `PUT /api/v1/customers/crm/1 HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{`,
  ],
  [
    'a chunked body',
    `PUT /api/v1/customers/crm/1 HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
])('answers, and closes the connection, when %s never ends', async (_what, beginning) => {
  const client = await start({ requestTimeout });
  const answer = await answerOn(await send(client, beginning));
  expect(answer).toMatchObject({ status: 500, body: tooLong });
  expect(answer.headers).toContain('connection: close');
  expect(answer.headers).toContain('content-type: application/json');
  expect((await inTime(() => client.get('/customers/crm/1'))).status).toBe(404);
});

test('ends a request that keeps sending a little of its body', async () => {
  const client = await start({ requestTimeout });
  const socket = await send(
    client,
    `PUT /api/v1/customers/crm/1 HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 9999999\r\n\r\n`,
  );
  socket.on('error', () => {}); // Written after the end.
  const drip = setInterval(() => socket.write(' '), 5);
  afterThisTest(() => clearInterval(drip));
  expect(await answerOn(socket)).toMatchObject({ status: 500, body: tooLong });
});

test.each([
  ['let the request go on', {}],
  ['answer with a status', { status: 503 }],
  ['reset the connection', { reset: true }],
  ['cut its answer off', { cut_off: true }],
])(
  'answers in place of a fault that would %s after a longer delay, and leaves the request undone',
  async (_, fault) => {
    const client = await start({ requestTimeout });
    await client.dashboard('POST', '/faults', { delay_ms: 60_000, ...fault });
    const answer = await client.put('/inventory/TENT-2P', { stock_qty: 1 });
    expect([answer.status, answer.body]).toEqual([500, tooLong]);
    expect(answer.headers.get('connection')).toBe('close');
    expect(record(await inTime(() => client.get('/inventory/TENT-2P'))).stock_qty).toBe(40);
  },
);

test('keeps a connection open that waits between two requests', async () => {
  const client = await start({ requestTimeout });
  const idle = await send(client, '');
  const ask = async () => {
    idle.write(`GET /api/v1/orders/SO-10007 HTTP/1.1\r\n${head}\r\n`);
    return String((await once(idle, 'data'))[0]);
  };
  expect(await ask()).toContain('200 OK');
  // Meanwhile another connection, on which nothing comes, runs into its end.
  await answerOn(await send(client, ''));
  expect(await ask()).toContain('200 OK');
});
