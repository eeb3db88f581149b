import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import nock from 'nock';
import { product } from '../../src/product.ts';
import { API_KEY, api, failure, run, runWith } from '../app.ts';

const inputData = { order_number: 'SO-1', status: 'confirmed', external_reference: 'INV-7' };
const path = '/orders/SO-1/status';

const update = () => runWith('creates.update_order_status', inputData);

/** How the run ends when the API refuses a status update. */
const refusedWith = (status: number, body?: nock.Body, headers?: nock.ReplyHeaders) => {
  api().put(path).reply(status, body, headers);
  return failure(update());
};

const error = (error: string, errors?: object) => ({ success: false, error, ...(errors && { errors }) });

test('an address that the API does not have is for the publisher to check', async () => {
  api().get('/orders').query(true).reply(404, error('Not found'));
  expect((await failure(runWith('searches.list_orders', {}))).message).toMatch(
    /does not know the list of orders\. .*BASE_URL and AUTOMATION_PATH/,
  );
});

describe('a run that the API refuses', () => {
  test('asks to reconnect when the key is no longer accepted', async () => {
    const { name, message } = await refusedWith(401, error('Invalid or expired API key'));
    expect(name).toBe('ExpiredAuthError');
    expect(message).toMatch(/Make a new key .* reconnect/);
  });

  test.each([
    [
      402,
      'Organization subscription is not active',
      /subscription of your organization is not active.*renew/,
    ],
    [403, 'Organization account is inactive', /account of your organization is inactive.*admin/],
    [403, 'API access is not available on the current plan', /plan .* does not include the API/],
    [403, 'Something new', /does not allow .*the order “SO-1”.*“Something new”/],
    [404, 'Order not found', /does not know the order “SO-1”\. Check the order number/],
    [
      422,
      'The given data was invalid.',
      /did not accept the data for the order “SO-1”\. The given data was invalid\.$/,
    ],
    [400, 'Bad', /did not accept the request about the order “SO-1” \(400\)\..*“Bad”/],
    [500, 'Server error', /internal error \(500\).*order “SO-1”.*support/],
  ])('ends with an error that says what to do: %i %s', async (status, text, says) => {
    const { name, message } = await refusedWith(status, error(text));
    expect(name).toBe('AppError');
    expect(message).toMatch(says);
  });

  test('names the missing scope, and that a key keeps its scopes', async () => {
    const { name, message } = await refusedWith(
      403,
      error('Insufficient permissions. Required: orders:special'),
    );
    expect(name).toBe('AppError');
    expect(message).toMatch(/lacks the permission “orders:special”.*cannot be changed.*new key.*reconnect/);
  });

  test('names the missing scope however it is spaced', async () => {
    for (const space of ['', '  '])
      expect(
        (await refusedWith(403, error(`Insufficient permissions. Required:${space}orders:special`))).message,
      ).toContain('“orders:special”');
  });

  test("names the endpoint's scope when the answer does not", async () => {
    expect((await refusedWith(403, error('Insufficient permissions'))).message).toMatch(/“orders:write”/);
  });

  test('halts at a conflict and names the record, what was sent and what the API says', async () => {
    const { name, message } = await refusedWith(409, error('Order is linked to INV-3'));
    expect(name).toBe('HaltedError');
    expect(message).toMatch(
      /order “SO-1”.*another external reference than “INV-7”.*“Order is linked to INV-3”/,
    );
  });

  test('halts at a transition that is not allowed and names both statuses', async () => {
    const { name, message } = await refusedWith(
      422,
      error("Cannot transition from 'delivered' to 'confirmed'"),
    );
    expect(name).toBe('HaltedError');
    expect(message).toMatch(/The order “SO-1” has the status “delivered” and cannot change to “confirmed”/);
  });

  test.each([
    'Cannot transition from "delivered" to "confirmed"',
    'Cannot transition from “delivered” to “confirmed”',
    'Cannot transition from delivered to confirmed.',
  ])('halts however the statuses are quoted: %s', async (says) => {
    const { name, message } = await refusedWith(422, error(says));
    expect(name).toBe('HaltedError');
    expect(message).toContain('“delivered” and cannot change to “confirmed”');
  });

  test('halts as well when the transition stands among the field messages', async () => {
    const { name } = await refusedWith(
      422,
      error('The given data was invalid.', { status: ["Cannot transition from 'cancelled' to 'confirmed'"] }),
    );
    expect(name).toBe('HaltedError');
  });

  test("lists every field's messages by the label of the field", async () => {
    const { name, message } = await refusedWith(
      422,
      error('The given data was invalid.', {
        status: ['The selected status is invalid', 'Try again'],
        external_reference: 'is taken',
        some_other_field: ['is odd.'],
      }),
    );
    expect(name).toBe('AppError');
    expect(message).toContain(
      'New Status: The selected status is invalid. Try again. External Reference: is taken. Some other field: is odd.',
    );
  });

  test.each<[string, unknown, string]>([
    ['texts', ['Too odd', 'Try again.'], 'Too odd. Try again.'],
    ['messages by field', [{ field: 'status', message: 'is odd' }], 'New Status: is odd.'],
    ['messages by path', [{ path: ['status'], msg: 'is odd' }], 'New Status: is odd.'],
    ['messages by parameter', [{ param: 'notes', error: 'is long' }], 'Notes: is long.'],
    ['details', [{ detail: 'is odd' }], 'is odd.'],
    ['sentences without an end', ['Version 1.2 is old', 'Why? Ask'], 'Version 1.2 is old. Why? Ask.'],
    ['something else', [{ code: 7 }], '{"code":7}.'],
  ])('tells the reasons of errors that come as a list of %s', async (_, errors, says) => {
    const { message } = await refusedWith(422, { success: false, error: 'Invalid', errors });
    expect(message).toBe(`${product.name} did not accept the data for the order “SO-1”. ${says}`);
  });

  test.each<[string, string | string[], string]>([
    ['a row', 'products.1.sku', 'Products, row 2, sku: is odd.'],
    ['a row in parts', ['products', '11', 'sku'], 'Products, row 12, sku: is odd.'],
    ['a name with digits', 'line_2', 'Line 2: is odd.'],
    ['a name that begins with digits', '2nd_line', '2nd line: is odd.'],
    ['a name that is no word', 'x-y_z', 'X-y_z: is odd.'],
    ['a name that ends otherwise', 'x_y-', 'X_y-: is odd.'],
  ])('names %s in which something is wrong', async (_, field, says) => {
    const { message } = await refusedWith(422, { errors: [{ field, message: 'is odd' }] });
    expect(message).toContain(says);
  });

  test('says so where no reason is given', async () => {
    expect((await refusedWith(422, {})).message).toMatch(/It did not say why\.$/);
  });

  test('says of a trigger’s sample that it may be made up, where an action is tested with it', async () => {
    const tried = (meta: object) => {
      api().put(path).reply(404, error('Not found'));
      return failure(run('creates.update_order_status', { inputData, meta: { ...meta } as never }));
    };
    expect((await tried({ isLoadingSample: true })).message).toMatch(
      /If it comes from a trigger’s sample, that may be made up: choose a real record for this test\.$/,
    );
    expect((await tried({})).message).not.toMatch(/made up/);
    api().get('/orders').query(true).reply(404, error('Not found'));
    const watched: object = { meta: { isLoadingSample: true } };
    expect((await failure(run('searches.list_orders', { ...watched }))).message).not.toMatch(/made up/);
  });

  describe('for now', () => {
    beforeEach(() => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T08:00:00Z'));
      jest.spyOn(Math, 'random').mockReturnValue(0.5);
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    test.each<[string, string | undefined, number, string]>([
      ['nothing', undefined, 75, 'in about a minute'],
      ['an empty text', ' ', 75, 'in about a minute'],
      ['a word', 'soon', 75, 'in about a minute'],
      ['a number below zero', '-5', 75, 'in about a minute'],
      ['a date that has passed', 'Sat, 21 Nov 2026 07:00:00 GMT', 75, 'in about a minute'],
      ['zero', '0', 1, 'in about a minute'],
      ['a part of a second', '0.2', 1, 'in about a minute'],
      ['a smaller part of a second', '0.25', 1, 'in about a minute'],
      ['seconds', '17', 17, 'in about a minute'],
      ['89 seconds', '89', 89, 'in about a minute'],
      ['90 seconds', '90', 90, 'in about two minutes'],
      ['two minutes', '120', 120, 'in about two minutes'],
      ['a little more', '121', 121, 'in about 3 minutes'],
      ['89 minutes', '5340', 5340, 'in about 89 minutes'],
      ['90 minutes', '5400', 5400, 'in about 2 hours'],
      ['a date', 'Sat, 21 Nov 2026 08:10:00 GMT', 600, 'in about 10 minutes'],
      ['five hours', '18000', 18_000, 'in about 5 hours'],
      ['years', '99999999999', 86_400, 'in about 24 hours'],
      ['a date in years', 'Sat, 21 Nov 2099 08:00:00 GMT', 86_400, 'in about 24 hours'],
      ['a number like 1e9', '1e9', 75, 'in about a minute'],
    ])('waits sensibly where Retry-After is %s', async (_, header, delay, when) => {
      const refusal = await refusedWith(
        429,
        error('Too many requests'),
        header === undefined ? {} : { 'retry-after': header },
      );
      expect(refusal).toMatchObject({ name: 'ThrottledError', delay });
      expect(refusal.message).toBe(
        `${product.name} allows 60 requests a minute, and that limit was reached. Zapier tries again ${when}.`,
      );
    });

    test('says that it is the daily limit and when it starts anew', async () => {
      const headers = { 'retry-after': '57600' };
      expect(await refusedWith(429, error('Daily API call limit exceeded'), headers)).toEqual({
        name: 'ThrottledError',
        delay: 57_600,
        message: `The daily limit of API requests of your ${product.name} plan is used up. It resets at midnight UTC. Zapier tries again in about 16 hours.`,
      });
    });

    test.each([408, 502, 503, 504])('tries again in about a minute after a %i', async (status) => {
      expect(await refusedWith(status, '<h1>Bad gateway</h1>')).toEqual({
        name: 'ThrottledError',
        delay: 75,
        message: `${product.name} could not be reached, or did not answer in time, about the order “SO-1”. Zapier tries again in about a minute.`,
      });
    });

    test.each<[string, number, number]>([
      ['earliest', 0, 60],
      ['latest', 0.999, 89],
    ])('spreads what comes back together: the %s after a minute', async (_, random, delay) => {
      jest.spyOn(Math, 'random').mockReturnValue(random);
      expect(await refusedWith(503)).toMatchObject({ delay });
    });

    const unattended: object = { inputData: {} };
    test.each<[string, string, object]>([
      ['connecting', 'authentication.test', {}],
      ['a dropdown is filled', 'triggers.order_list', { meta: { isFillingDynamicDropdown: true } }],
      ['a trigger is tested', 'triggers.order_status_changed', { meta: { isLoadingSample: true } }],
      ['a search is tested', 'searches.list_orders', { meta: { isLoadingSample: true } }],
      ['a sample is fetched', 'triggers.order_created.performList', {}],
      ['a hook is subscribed', 'triggers.order_created.performSubscribe', { targetUrl: 'https://h.test' }],
    ])('is an error that promises nothing while %s', async (_, path, bundle) => {
      const meet = (status: number, message: string) => {
        const scope = api().intercept(/.*/, path.endsWith('Subscribe') ? 'POST' : 'GET');
        scope.reply(status, error(message), { 'retry-after': '120' });
      };
      const says = async (status: number, message = 'Busy') => {
        meet(status, message);
        const { name, message: words } = await failure(run(path, { ...unattended, ...bundle }));
        expect(name).toBe('AppError');
        expect(words).not.toMatch(/Zapier tries again/);
        return words;
      };
      expect(await says(503)).toMatch(/could not be reached.*Try again in about a minute\.$/);
      expect(await says(429)).toMatch(/limit was reached\. Try again in about two minutes\.$/);
      expect(await says(429, 'Daily API call limit exceeded')).toMatch(
        /resets at midnight UTC\. Try again after that\.$/,
      );
    });
  });

  test.each(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'])(
    'tries again after %s',
    async (code) => {
      api()
        .put(path)
        .replyWithError(Object.assign(new Error('broken'), { code }));
      const { name, message } = await failure(update());
      expect(name).toBe('ThrottledError');
      expect(message).toMatch(/could not be reached/);
    },
  );
});

describe('an answer under a status of success that is none', () => {
  test.each([
    ['HTML', '<!doctype html><p>Login</p>', /is a web page and not data/],
    ['cut-off JSON', '{"data":{"order_nu', /ends in the middle/],
    ['nothing', '', /is empty/],
    ['null', 'null', /holds no data/],
    ['a text', '"ok"', /holds no data/],
    ['an empty object', '{}', /lacks what was asked for/],
    ['no record', '{"data":null}', /lacks what was asked for/],
  ])('is an error in plain words: %s', async (_, body, says) => {
    const { name, message } = await refusedWith(200, body);
    expect(name).toBe('AppError');
    expect(message).toMatch(says);
    expect(message).not.toMatch(/[<>{}]/);
  });

  test.each<[string, nock.Body, RegExp]>([
    ['a web page', '<!doctype html><p>Login</p>', /is a web page and not data/],
    ['10,000 levels of lists', '['.repeat(10_000) + ']'.repeat(10_000), /is nested too deeply/],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, /is nested too deeply/],
  ])('that is only read has no effect to speak of: %s', async (_, body, says) => {
    api().get('/orders/SO-1').reply(200, body);
    const { name, message } = await failure(runWith('searches.find_order', { order_number: 'SO-1' }));
    expect(name).toBe('AppError');
    expect(message).toMatch(says);
    expect(message).not.toMatch(/took effect/);
    api().put(path).reply(200, body);
    expect((await failure(update())).message).toMatch(
      /It is not known whether the request took effect; running it again is safe\./,
    );
  });

  test('is read up to 200 levels deep, whatever stands in its texts and side by side', async () => {
    const deep = `${'['.repeat(199)}"${'[{'.repeat(300)}\\""${']'.repeat(199)}`;
    const flat = `[${'{},[],'.repeat(300)}0]`;
    api().get('/orders/SO-1').reply(200, `{"order_number":"SO-1","flat":${flat},"extra":${deep}}`);
    expect(await runWith('searches.find_order', { order_number: 'SO-1' })).toHaveLength(1);
    api().get('/orders/SO-1').reply(200, `{"order_number":"SO-1","extra":[${deep}]}`);
    expect((await failure(runWith('searches.find_order', { order_number: 'SO-1' }))).message).toMatch(
      /nested too deeply/,
    );
  });

  test('reports the failure that it carries', async () => {
    const { name, message } = await refusedWith(200, error('Stock is locked', { status: ['no'] }));
    expect(name).toBe('AppError');
    expect(message).toBe(`${product.name} reports a failure with the order “SO-1”. Stock is locked. no.`);
  });

  test('reports a failure that gives no reason', async () => {
    expect((await refusedWith(200, { success: false })).message).toMatch(/does not say why/);
  });

  test('is never followed when it is a redirect, and says who can fix it', async () => {
    const { name, message } = await refusedWith(302, '', { location: 'https://elsewhere.test/' });
    expect(name).toBe('AppError');
    expect(message).toMatch(/redirected this request\. Redirects are never followed.*BASE_URL/);
  });

  test('is no redirect when it is a 304', async () => {
    const { name, message } = await refusedWith(304);
    expect(name).toBe('AppError');
    expect(message).toMatch(/did not accept the request about the order “SO-1” \(304\)\./);
  });
});

describe('messages', () => {
  test('never hold the API key, also when the API repeats it', async () => {
    for (const status of [400, 403, 409, 422, 500]) {
      const { message } = await refusedWith(
        status,
        error(`no ${API_KEY}!`, { [API_KEY]: [`bad ${API_KEY}`] }),
      );
      expect(message).not.toContain(API_KEY);
    }
  });

  test('never hold the API key when it was typed into a field', async () => {
    const { message } = await failure(runWith('creates.set_stock', { sku: 'A', stock_qty: API_KEY }));
    expect(message).toContain('[API key]');
    expect(message).not.toContain(API_KEY);
  });

  test('hold nothing of what core logs, which repeats inputs and answers', async () => {
    for (const status of [401, 409]) {
      api().put(`/orders/${API_KEY}/status`).reply(status, error(API_KEY));
      const { message } = await failure(
        runWith('creates.update_order_status', { order_number: API_KEY, status: 'confirmed' }),
      );
      expect(message).not.toContain(API_KEY);
      expect(message).not.toContain('What happened');
    }
  });

  test('never hold a part of the API key, wherever they are cut', async () => {
    for (let before = 265; before <= 300; before += 1) {
      const { message } = await refusedWith(500, error(`${'x'.repeat(before)}${API_KEY}`));
      expect(message).not.toContain(API_KEY.slice(0, 5));
      const typed = `${'x'.repeat(before - 240)}${API_KEY}`;
      const refused = await failure(runWith('creates.set_stock', { sku: 'A', stock_qty: typed }));
      expect(refused.message).not.toContain(API_KEY.slice(0, 5));
    }
  });

  test.each<[string, string]>([
    ['in a list', `["${API_KEY}"]`],
    ['in an address', `/orders/${encodeURIComponent(API_KEY)}`],
    ['with white space around it', `\t${API_KEY}\n`],
  ])('never hold the API key %s', async (_, text) => {
    expect((await refusedWith(400, error(text))).message).not.toContain(API_KEY);
  });

  test('never hold a key that is written as JSON, or within an address', async () => {
    const api_key = 'sk_"quoted"/%';
    for (const told of [JSON.stringify(api_key).slice(1, -1), encodeURIComponent(api_key)]) {
      nock('https://fieldsales.test')
        .get('/api/v1/orders/1')
        .reply(400, error(`No ${told}.`));
      const inputData = { order_number: '1' };
      const { message } = await failure(run('searches.find_order', { inputData, authData: { api_key } }));
      expect(message).toContain('“No [API key].”');
    }
  });

  test('hold what stood between and behind tags and control characters, apart from each other', async () => {
    const { message } = await refusedWith(500, error('<p>Oh</p>no<br/>\u0007\u0007not\u0007that, 1 < 2 > 1'));
    expect(message).toContain('“Oh no not that, 1 < 2 > 1”');
  });

  test.each([
    ['hide a key of eight characters', 'sk_12345', '[API key]'],
    ['leave alone a key of seven characters, which would be found in words', 'sk_1234', 'sk_1234'],
  ])('%s', async (_, api_key, shown) => {
    nock('https://fieldsales.test')
      .get('/api/v1/orders/1')
      .reply(400, error(`No ${api_key}.`));
    const inputData = { order_number: '1' };
    const { message } = await failure(run('searches.find_order', { inputData, authData: { api_key } }));
    expect(message).toContain(`“No ${shown}.”`);
  });

  test('are cut between whole characters, 300 of what the API says and 60 of a value', async () => {
    const { message } = await refusedWith(400, error(`${'x'.repeat(299)}🙂🙂`));
    expect(message).toContain(`“${'x'.repeat(299)}🙂…”`);
    const typed = `${'x'.repeat(59)}🙂🙂`;
    const refused = await failure(runWith('creates.set_stock', { sku: 'A', stock_qty: typed }));
    expect(refused.message).toContain(`“${'x'.repeat(59)}🙂…”`);
    for (const { message: text } of [{ message }, refused]) expect(text.isWellFormed()).toBe(true);
  });

  test('hold no markup and end in time', async () => {
    const { message } = await refusedWith(500, error(`<b>Oh</b>\n\u0007no ${'x'.repeat(9000)}`));
    expect(message).toContain('“Oh no xxx');
    expect(message.length).toBeLessThan(600);
  });

  test('read an error that is nested, or a plain message', async () => {
    expect((await refusedWith(400, { error: { message: 'Deep' } })).message).toContain('“Deep”');
    expect((await refusedWith(400, { message: 'Flat' })).message).toContain('“Flat”');
    expect((await refusedWith(400, { detail: 'Plain' })).message).toContain('“Plain”');
    expect((await refusedWith(400, { data: { error: 'Inner' } })).message).toContain('“Inner”');
    expect((await refusedWith(400, [1])).message).toMatch(/\(400\)\. .*contact its support\.$/);
  });
});

describe('connecting', () => {
  test.each([
    [401, 'Invalid or expired API key', /does not accept this API key/],
    [402, 'Organization subscription is not active', /subscription .* not active/],
    [403, 'Organization account is inactive', /account .* inactive/],
    [403, 'API access is not available on the current plan', /plan .* does not include/],
    [500, 'Server error', /internal error/],
  ])('is refused with a message of its own: %i %s', async (status, text, says) => {
    api().get('/automation/subscriptions').reply(status, error(text));
    const { name, message } = await failure(run('authentication.test'));
    expect(name).toBe('AppError');
    expect(message).toMatch(says);
  });
});
