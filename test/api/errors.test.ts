import { describe, expect, test } from '@jest/globals';
import type nock from 'nock';
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

  test.each([
    ['in seconds', '17', 17],
    ['in parts of a second', '0.2', 1],
    ['as nothing left to wait', '0', 1],
  ])('waits as long as Retry-After says %s', async (_, header, delay) => {
    const refusal = await refusedWith(429, error('Too many requests'), { 'retry-after': header });
    expect(refusal).toMatchObject({ name: 'ThrottledError', delay });
    expect(refusal.message).toMatch(/60 requests a minute/);
  });

  test('waits until the date that Retry-After says', async () => {
    const date = new Date(Date.now() + 120_000).toUTCString();
    const { delay } = await refusedWith(429, error('Too many requests'), { 'retry-after': date });
    expect(delay).toBeGreaterThanOrEqual(118);
    expect(delay).toBeLessThanOrEqual(121);
  });

  test.each([undefined, 'soon'])('waits about a minute when Retry-After is %s', async (header) => {
    const { delay } = await refusedWith(429, '', header ? { 'retry-after': header } : undefined);
    expect(delay).toBeGreaterThanOrEqual(60);
    expect(delay).toBeLessThan(90);
  });

  test('says that it is the daily limit and when it starts anew', async () => {
    const { name, message } = await refusedWith(429, error('Daily API call limit exceeded'), {
      'retry-after': '3600',
    });
    expect(name).toBe('ThrottledError');
    expect(message).toMatch(/daily limit.*midnight UTC/);
  });

  test.each([502, 503, 504])('tries again in about a minute after a %i', async (status) => {
    const refusal = await refusedWith(status, '<h1>Bad gateway</h1>');
    expect(refusal.name).toBe('ThrottledError');
    expect(refusal.delay).toBeGreaterThanOrEqual(60);
    expect(refusal.delay).toBeLessThan(90);
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

  test('hold no markup and end in time', async () => {
    const { message } = await refusedWith(500, error(`<b>Oh</b>\n\u0007no ${'x'.repeat(9000)}`));
    expect(message).toContain('“Oh no xxx');
    expect(message.length).toBeLessThan(600);
  });

  test('read an error that is nested, or a plain message', async () => {
    expect((await refusedWith(400, { error: { message: 'Deep' } })).message).toContain('“Deep”');
    expect((await refusedWith(400, { message: 'Flat' })).message).toContain('“Flat”');
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
