import { createServer, type RequestListener } from 'node:http';
import { describe, expect, jest, test } from '@jest/globals';
import nock from 'nock';
import { API_KEY, api, failure, run, runWith } from '../app.ts';

const update = (inputData: object) =>
  runWith('creates.update_order_status', { status: 'confirmed', ...inputData });

const check = (authData: Record<string, string> = { api_key: API_KEY }) =>
  run('authentication.test', { authData });

describe('the address', () => {
  test.each([
    'SO/2026 #1?%ß',
    'a b',
    '%2e%2e',
    'ключ',
    '订单/1',
    '...',
    'x/../y',
    '{{bundle.x}}',
    "it's(1)*!",
  ])('reaches exactly the record %s', async (order_number) => {
    api()
      .put((path) => {
        const segments = path.split('/').map(decodeURIComponent);
        return segments.at(-2) === order_number && segments.length === 6;
      })
      .reply(200, { data: { status: 'confirmed' } });
    expect(await update({ order_number })).toEqual({ order_number, status: 'confirmed' });
  });

  test.each(['.', '..'])('cannot carry “%s”, and says so before anything is sent', async (order_number) => {
    const { name, message } = await failure(update({ order_number }));
    expect(name).toBe('AppError');
    expect(message).toMatch(/web address cannot carry/);
  });

  test('refuses a broken character instead of failing on it', async () => {
    expect((await failure(update({ order_number: 'a\ud800' }))).message).toMatch(/broken character/);
  });

  test.each([
    'https://fieldsales.test/api/v1/',
    'https://fieldsales.test/api/v1//',
    ' https://fieldsales.test/api/v1 ',
  ])('tolerates BASE_URL as %j', async (url) => {
    process.env.BASE_URL = url;
    api().get('/automation/subscriptions').reply(200, { data: [] });
    await check();
  });

  test.each([
    undefined,
    '',
    'fieldsales.test/api/v1',
    'http://fieldsales.test/api/v1',
    'http://127.0.0.1.evil.test/',
    'http://evil127.0.0.1.test/',
    'http://x.127.0.0.1.test/',
    'ftp://fieldsales.test',
    'https://user:pass@fieldsales.test/',
    'https://fieldsales.test/?a=1',
    'https://fieldsales.test/#a',
    'https://fieldsales.test/api/v1?',
  ])('is refused with the name of the variable when BASE_URL is %j', async (url) => {
    if (url === undefined) delete process.env.BASE_URL;
    else process.env.BASE_URL = url;
    const { name, message } = await failure(check());
    expect(name).toBe('AppError');
    expect(message).toContain('BASE_URL');
    expect(message).not.toContain('pass@');
  });

  test.each(['localhost', '127.0.0.1', '127.18.28.38', '[::1]'])(
    'may be plain http on the loopback host %s',
    async (host) => {
      process.env.BASE_URL = `http://${host}:4010/api/v1`;
      nock(`http://${host}:4010`).get('/api/v1/automation/subscriptions').reply(200, []);
      await check();
    },
  );

  test('uses AUTOMATION_PATH where it is set', async () => {
    process.env.AUTOMATION_PATH = '/hooks/';
    api().get('/hooks/subscriptions').reply(200, []);
    await check();
  });

  test.each(['zapier', ' zapier ', '/zapier/'])('understands AUTOMATION_PATH as %j', async (word) => {
    process.env.AUTOMATION_PATH = word;
    api().get('/zapier/subscriptions').reply(200, []);
    await check();
  });

  test.each(['/a/b/', 'a b', '/'])('says that AUTOMATION_PATH cannot be %j', async (word) => {
    process.env.AUTOMATION_PATH = word;
    expect((await failure(check())).message).toContain(
      `AUTOMATION_PATH is “${word}”, but has to be one word, such as automation`,
    );
  });
});

describe('the key', () => {
  test('goes without the white space of pasting', async () => {
    api().get('/automation/subscriptions').reply(200, []);
    await check({ api_key: `\n ${API_KEY}\t` });
  });

  test.each(['', '  ', 'sk_ä', 'sk_\ud800', 'sk_a b', 'sk_{{bundle.authData.api_key}}'])(
    'is refused without being quoted when it is %j',
    async (api_key) => {
      const { name, message } = await failure(check({ api_key }));
      expect(name).toBe('AppError');
      if (api_key.trim()) expect(message).not.toContain(api_key.trim());
    },
  );

  test('is asked for where there is none, and again where it is odd', async () => {
    expect((await failure(check({ api_key: '' }))).message).toMatch(
      /^The connection has no API key\. Make one in /,
    );
    expect((await failure(check({ api_key: 'sk_a b' }))).message).toMatch(
      /contains spaces or special characters/,
    );
  });

  test('is not carried along by a redirect', async () => {
    const elsewhere = nock('https://elsewhere.test').get('/').reply(200, []);
    api().get('/automation/subscriptions').reply(301, '', { location: 'https://elsewhere.test/' });
    expect((await failure(check())).message).toMatch(/Redirects are never followed/);
    expect(elsewhere.isDone()).toBe(false);
    nock.cleanAll();
  });
});

describe('the request', () => {
  test('carries text as typed, braces included', async () => {
    const notes = '{{braces}} {{bundle.authData.api_key}} {{process.env.HOME}} "quotes" ß';
    api()
      .put('/orders/1/status', { status: 'confirmed', notes })
      .matchHeader('content-type', 'application/json')
      .reply(200, { data: { notes } });
    expect(await update({ order_number: 1, notes })).toEqual({ order_number: '1', notes });
  });

  test('carries a query as typed, braces included', async () => {
    const sent: unknown[] = [];
    api()
      .get('/inventory/movements')
      .query((query) => sent.push(query) > 0)
      .reply(200, []);
    await runWith('searches.list_stock_movements', { sku: '{{bundle.x}} a+b & c=d' });
    expect(sent).toEqual([{ sku: '{{bundle.x}} a+b & c=d', per_page: '50' }]);
  });

  test('reads an answer that begins with a byte order mark', async () => {
    api().get('/automation/subscriptions').reply(200, '\ufeff[]');
    await check();
  });

  test('accepts an answer that has no content by definition', async () => {
    api().put('/orders/1/status').reply(204);
    expect(await update({ order_number: '1' })).toEqual({ order_number: '1' });
  });
});

describe('a connection that breaks', () => {
  /** How a search ends with a real server that answers like this, within a time-out in milliseconds. */
  const against = async (answer: RequestListener, timeout = 100) => {
    // Nock would stand between, also where it lets requests through.
    nock.restore();
    const soon = AbortSignal.timeout(timeout);
    jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(soon);
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    process.env.BASE_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
    try {
      return await failure(runWith('searches.find_order', { order_number: '1' }));
    } finally {
      server.closeAllConnections();
      server.close();
      nock.activate();
    }
  };

  const cases: [string, RequestListener][] = [
    ['before an answer', (request) => request.socket.destroy()],
    ['without ever answering', () => {}],
    [
      'in the middle of an answer',
      (_request, response) => {
        response.write('{"data":');
        setImmediate(() => response.destroy());
      },
    ],
  ];

  test('in the middle of an answer of known length is noticed before the time-out, and tried again', async () => {
    const failed = await against((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":');
      setImmediate(() => response.destroy());
    }, 60_000);
    expect(failed.name).toBe('ThrottledError');
  });

  test.each(cases)('%s is tried again', async (_, answer) => {
    expect((await against(answer)).name).toBe('ThrottledError');
  });
});
