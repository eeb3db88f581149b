import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import nock from 'nock';
import { API_KEY, api, BASE_URL, failure, run, runWith } from '../app.ts';

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

  test.each<[string, string]>([
    ['a slash at its end', 'https://fieldsales.test/api/v1/'],
    ['two slashes at its end', 'https://fieldsales.test/api/v1//'],
    ['white space around it', ' https://fieldsales.test/api/v1 '],
  ])('tolerates BASE_URL with %s', async (_, url) => {
    process.env.BASE_URL = url;
    api().get('/automation/subscriptions').reply(200, { data: [] });
    await check();
  });

  test.each<[string, string | undefined]>([
    ['is missing', undefined],
    ['is empty', ''],
    ['is white space', ' '],
    ['has no scheme', 'fieldsales.test/api/v1'],
    ['is plain http', 'http://fieldsales.test/api/v1'],
    ['begins like a loopback address', 'http://127.0.0.1.evil.test/'],
    ['holds a loopback address', 'http://evil127.0.0.1.test/'],
    ['ends like a loopback address', 'http://x.127.0.0.1.test/'],
    ['has another scheme', 'ftp://fieldsales.test'],
    ['has a user', 'https://user:pass@fieldsales.test/'],
    ['has a user without a password', 'https://pass@fieldsales.test/'],
    ['has a password without a user', 'https://:pass@fieldsales.test/'],
    ['has a query', 'https://fieldsales.test/?a=1'],
    ['has a fragment', 'https://fieldsales.test/#a'],
    ['has an empty query', 'https://fieldsales.test/api/v1?'],
    ['has a placeholder', 'https://{tenant}.example/v1'],
    ['has a placeholder of another kind', 'https://<tenant>.example/v1'],
    ['has a star', 'https://*.example/v1'],
    ['begins with a placeholder', 'https://{tenant}example/v1'],
    ['ends with a placeholder', 'https://example{tenant}/v1'],
    ['is a placeholder', '{{BASE_URL}}'],
  ])('is refused with the name of the variable when BASE_URL %s', async (_, url) => {
    if (url === undefined) delete process.env.BASE_URL;
    else process.env.BASE_URL = url;
    const { name, message } = await failure(check());
    expect(name).toBe('AppError');
    expect(message).toContain(
      `environment variable BASE_URL is not ${url?.trim() ? 'a usable address' : 'set'}.`,
    );
    expect(message).toMatch(/Whoever publishes the app has to set it\.$/);
    expect(message).not.toContain('pass@');
  });

  test.each<[string, string]>([
    ['a port and a path', 'https://fieldsales.test:8443/a/b'],
    ['a numeric address', 'https://192.0.2.7/v1'],
    ['an address of six groups', 'https://[2001:db8::1]/v1'],
    ['letters of any script', 'https://außendienst.test/v1'],
    ['an underscore', 'https://my_host.test/v1'],
  ])('may have %s', async (_, url) => {
    process.env.BASE_URL = url;
    const { origin, pathname } = new URL(url);
    nock(origin).get(`${pathname}/automation/subscriptions`).reply(200, []);
    await check();
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

  test('uses the word of the specification where AUTOMATION_PATH is not set', async () => {
    delete process.env.AUTOMATION_PATH;
    api().get('/automation/subscriptions').reply(200, []);
    await check();
  });

  test.each<[string, string]>([
    ['a word', 'zapier'],
    ['a word within white space', ' zapier '],
    ['a word within slashes', '//zapier//'],
  ])('understands AUTOMATION_PATH as %s', async (_, word) => {
    process.env.AUTOMATION_PATH = word;
    api().get('/zapier/subscriptions').reply(200, []);
    await check();
  });

  test.each<[string, string]>([
    ['two words', '/a/b/'],
    ['words with a space', 'a b'],
    ['a word before a query', 'a?b=1'],
    ['a word behind a dot', '.a'],
    ['a slash', '/'],
  ])('says that AUTOMATION_PATH cannot be %s', async (_, word) => {
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

  test.each<[string, string]>([
    ['is empty', ''],
    ['is white space', '  '],
    ['has a letter that no header carries', 'sk_ä'],
    ['has a broken character', 'sk_\ud800'],
    ['has a space', 'sk_a b'],
    ['has braces', 'sk_{{bundle.authData.api_key}}'],
  ])('is refused without being quoted when it %s', async (_, api_key) => {
    const { name, message } = await failure(check({ api_key }));
    expect(name).toBe('AppError');
    if (api_key.trim()) expect(message).not.toContain(api_key.trim());
  });

  test('is asked for if there is none, and again where it is odd', async () => {
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

  test('spells a space in a query as every server reads it, and has no query where nothing is asked', async () => {
    const sent: string[] = [];
    const serve = (body: object) =>
      api()
        .get(/.*/)
        .query(true)
        .reply((request: unknown) => {
          sent.push(new URL(Object(request).url).href.slice(BASE_URL.length));
          return [200, JSON.stringify(body)];
        });
    serve([]);
    await runWith('searches.list_stock_movements', { sku: 'a b', limit: 1 });
    serve({ order_number: '1' });
    await runWith('searches.find_order', { order_number: '1' });
    expect(sent).toEqual(['/inventory/movements?sku=a%20b&per_page=1', '/orders/1']);
  });

  test('names the type of a body only where it has one', async () => {
    nock('https://fieldsales.test', { badheaders: ['content-type'] })
      .get('/api/v1/orders/1')
      .reply(200, { order_number: '1' });
    expect(await runWith('searches.find_order', { order_number: '1' })).toHaveLength(1);
  });

  const updateAnsweredWith = (status: number) => {
    const record = { order_number: '1', status: 'confirmed' };
    api().put('/orders/1/status').reply(status, { data: record });
    return update({ order_number: '1' });
  };

  test.each([201, 299])('that is answered with %i succeeds', async (status) => {
    expect(await updateAnsweredWith(status)).toMatchObject({ status: 'confirmed' });
  });

  test.each<[number, RegExp]>([
    [300, /Redirects are never followed/],
    [399, /Redirects are never followed/],
    [400, /did not accept the request/],
  ])('that is answered with %i fails', async (status, says) => {
    await expect(updateAnsweredWith(status)).rejects.toThrow(says);
  });

  test.each<[string, string, RegExp]>([
    ['white space', ' \n ', /it is empty\./],
    ['a web page after white space', '\n  <html>', /it is a web page and not data\./],
    ['a list that ends early, after white space', '\n  [{"a":', /it ends in the middle\./],
    ['a text that holds a tag', 'see <b>', /it holds no data\./],
    ['a text that holds a list', 'see [1', /it holds no data\./],
  ])('that is answered with %s says so', async (_, body, says) => {
    api().get('/orders/1').reply(200, body);
    expect((await failure(runWith('searches.find_order', { order_number: '1' }))).message).toMatch(says);
  });

  test('reads an answer that begins with a byte order mark, and keeps one in a text', async () => {
    api().get('/orders/1').reply(200, '\ufeff{"order_number":"1","notes":"a\ufeffb"}');
    expect(await runWith('searches.find_order', { order_number: '1' })).toEqual([
      { order_number: '1', notes: 'a\ufeffb' },
    ]);
  });

  test('shows what identifies a record as the API spells it', async () => {
    api()
      .put('/orders/so-1/status')
      .reply(200, { data: { order_number: 'SO-1' } });
    expect(await update({ order_number: 'so-1' })).toEqual({ order_number: 'SO-1' });
  });

  test('is asked for by what it is: JSON, from an app that names itself', async () => {
    api()
      .get('/orders/1')
      .matchHeader('accept', 'application/json')
      .matchHeader('user-agent', 'Zapier')
      .reply(200, { order_number: '1' });
    expect(await runWith('searches.find_order', { order_number: '1' })).toHaveLength(1);
  });

  test.each<[string, string, unknown]>([
    ['beyond 2^53', '9007199254740993', '9007199254740993'],
    ['below -2^53', '-9007199254740993', '-9007199254740993'],
    ['of 2^53', '9007199254740992', '9007199254740992'],
    ['that a number holds', '9007199254740991', 9007199254740991],
    ['written with an exponent', '1e21', 1e21],
    ['with a fraction', '1234567890123456.5', 1234567890123456.5],
    ['within a text', '"9007199254740993"', '9007199254740993'],
  ])('keeps a number %s as it is', async (_, digits, value) => {
    api().get('/orders/1').reply(200, `{"data":{"order_number":"1","extra":[{"number":${digits}}]}}`);
    expect(await runWith('searches.find_order', { order_number: '1' })).toEqual([
      { order_number: '1', extra: [{ number: value }] },
    ]);
  });

  test('accepts an answer that has no content by definition', async () => {
    api().put('/orders/1/status').reply(204);
    expect(await update({ order_number: '1' })).toEqual({ order_number: '1' });
  });
});

describe('a read whose connection breaks', () => {
  const find = () => runWith('searches.find_order', { order_number: '1' });
  const breaks = (code: string) =>
    api()
      .get('/orders/1')
      .replyWithError(Object.assign(new Error('broken'), { code }));

  test.each(['ECONNRESET', 'EPIPE'])('with %s, as an idle one does, is sent once more', async (code) => {
    breaks(code);
    api().get('/orders/1').reply(200, { order_number: '1' });
    expect(await find()).toEqual([{ order_number: '1' }]);
  });

  test.each(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'])('with %s is left to Zapier', async (code) => {
    breaks(code);
    expect((await failure(find())).name).toBe('ThrottledError');
  });

  test('is not waited for at all once the time of its run is up', async () => {
    const began = Date.parse('2026-11-21T08:00:00Z');
    jest
      .spyOn(Date, 'now')
      .mockReturnValue(began + 26_000)
      .mockReturnValueOnce(began);
    const waits: number[] = [];
    const over = AbortSignal.abort();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms);
      return over;
    });
    expect((await failure(find())).name).toBe('ThrottledError');
    expect(waits).toEqual([1]);
    jest.restoreAllMocks();
  });
});

describe('a connection that breaks', () => {
  const subject = "the order “O'Brien”";

  beforeEach(() => {
    // Nock would stand between, also where it lets requests through.
    nock.restore();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    nock.activate();
  });

  /** Talks to a real server that answers like this; its address needs an encoding that others spell otherwise. */
  const against = async <T>(answer: RequestListener, use: () => Promise<T>): Promise<T> => {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    process.env.BASE_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
    try {
      return await use();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
  const find = () => runWith('searches.find_order', { order_number: "O'Brien" });
  const confirm = () =>
    runWith('creates.update_order_status', { order_number: "O'Brien", status: 'confirmed' });
  const good = JSON.stringify({ order_number: "O'Brien" });

  const cutOff: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"data":');
    setImmediate(() => response.destroy());
  };

  test.each<[string, RequestListener]>([
    ['before an answer', (request) => request.socket.destroy()],
    ['in the middle of an answer of known length', cutOff],
    [
      'in the middle of an answer',
      (_request, response) => {
        response.write('{"data":');
        setImmediate(() => response.destroy());
      },
    ],
  ])('%s is tried again by Zapier', async (_, answer) => {
    expect(await against(answer, () => failure(find()))).toMatchObject({
      name: 'ThrottledError',
      message: expect.stringContaining(`or did not answer in time, about ${subject}.`),
    });
  });

  test('never is waited for longer than the run may take', async () => {
    const waits: number[] = [];
    const soon = AbortSignal.timeout(50);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms);
      return soon;
    });
    const { name } = await against(
      () => {},
      () => failure(find()),
    );
    expect(name).toBe('ThrottledError');
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(24_000);
    expect(waits[0]).toBeLessThanOrEqual(25_000);
  });

  test('because it was idle costs a read one more request, and no run', async () => {
    let asked = 0;
    const closesIdle: RequestListener = (request, response) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else response.end(good);
    };
    expect(await against(closesIdle, find)).toEqual([{ order_number: "O'Brien" }]);
    expect(asked).toBe(2);
  });

  test('again and again is asked twice, and no more', async () => {
    let asked = 0;
    const broken: RequestListener = (request) => {
      asked += 1;
      request.socket.destroy();
    };
    await against(broken, () => failure(find()));
    expect(asked).toBe(2);
  });

  test('during a write is left to Zapier, as it may have taken effect', async () => {
    let asked = 0;
    const broken: RequestListener = (request) => {
      asked += 1;
      request.socket.destroy();
    };
    expect((await against(broken, () => failure(confirm()))).name).toBe('ThrottledError');
    expect(asked).toBe(1);
  });

  test('once the run has used up its time is not asked again', async () => {
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    let asked = 0;
    const broken: RequestListener = (request) => {
      asked += 1;
      now += 25_000;
      request.socket.destroy();
    };
    expect((await against(broken, () => failure(find()))).name).toBe('ThrottledError');
    expect(asked).toBe(1);
  });

  test('leaves another run to the same address alone', async () => {
    let asked = 0;
    let finish = () => {};
    const answer: RequestListener = (request, response) => {
      asked += 1;
      if (asked === 1) {
        response.writeHead(200, { 'content-length': String(good.length) });
        response.write(good.slice(0, 5));
        finish = () => response.end(good.slice(5));
      } else cutOff(request, response);
    };
    const [first, second] = await against(answer, async () => {
      const whole = find();
      await waitUntil(() => asked === 1);
      const broken = await failure(find());
      finish();
      return [await whole, broken];
    });
    expect(first).toEqual([{ order_number: "O'Brien" }]);
    expect(second).toMatchObject({ name: 'ThrottledError' });
  });

  /** A list of this many bytes, or one without an end. */
  const long =
    (bytes: number): RequestListener =>
    (_request, response) => {
      const chunk = Buffer.alloc(1_000_000, ' ');
      response.on('error', () => {});
      response.write('[');
      let left = bytes - 2;
      const more = () => {
        while (left > 0 && !response.destroyed) {
          const part = chunk.subarray(0, Math.min(left, chunk.length));
          left -= part.length;
          if (!response.write(part)) return response.once('drain', more);
        }
        return response.end(']');
      };
      more();
    };
  const list = () => runWith('searches.list_orders', {});

  test('is not what an answer of 20 MB needs, which is read', async () => {
    expect(await against(long(20_000_000), list)).toEqual([]);
  });

  test.each<[string, number]>([
    ['a byte longer than 20 MB', 20_000_001],
    ['that never ends', Number.POSITIVE_INFINITY],
  ])('is what ends an answer %s, with an error', async (_, bytes) => {
    expect(await against(long(bytes), () => failure(list()))).toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/the list of orders cannot be read: it is longer than 20 MB\. If/),
    });
  });
});

/** Waits, without a fixed time, until something is so. */
async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
