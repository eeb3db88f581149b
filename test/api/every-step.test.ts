// What holds for every step, whatever the API answers.
import { describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { product } from '../../src/product.ts';
import { API_KEY, api, failure, run } from '../app.ts';

type Case = [step: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, inputData: object];

const customer = { external_system: 'crm', external_id: '7' };

const actions: Case[] = [
  ['creates.update_order_status', 'PUT', '/orders/1/status', { order_number: '1', status: 'confirmed' }],
  ['creates.acknowledge_order', 'POST', '/orders/1/acknowledge', { order_number: '1' }],
  ['creates.set_stock', 'PUT', '/inventory/A', { sku: 'A', stock_qty: 1 }],
  ['creates.upsert_customer', 'PUT', '/customers/crm/7', { ...customer, name: 'Anna' }],
  ['creates.deactivate_customer', 'DELETE', '/customers/crm/7', customer],
];
const bulk: Case = [
  'creates.set_stock_bulk',
  'POST',
  '/inventory/bulk',
  { products: [{ sku: 'A', stock_qty: 1 }] },
];
const finds: Case[] = [
  ['searches.find_order', 'GET', '/orders/1', { order_number: '1' }],
  ['searches.find_product', 'GET', '/inventory/A', { sku: 'A' }],
  ['searches.find_customer', 'GET', '/customers/crm/7', customer],
];
const lists: Case[] = [
  ['searches.list_orders', 'GET', '/orders', {}],
  ['searches.list_products', 'GET', '/inventory', {}],
  ['searches.list_customers', 'GET', '/customers', {}],
  ['searches.list_stock_movements', 'GET', '/inventory/movements', {}],
];
const polls: Case[] = [
  ['triggers.order_status_changed', 'GET', '/orders', {}],
  ['triggers.customer_updated', 'GET', '/customers', {}],
  ['triggers.customer_deactivated', 'GET', '/customers', {}],
  ['triggers.stock_movement_created', 'GET', '/inventory/movements', {}],
  ['triggers.low_stock', 'GET', '/inventory', { threshold: 5 }],
];
const dropdowns: Case[] = [
  ['triggers.order_list', 'GET', '/orders', {}],
  ['triggers.product_list', 'GET', '/inventory', {}],
];
const hooks: Case[] = [
  ['triggers.order_created.performList', 'GET', '/automation/sample', {}],
  ['triggers.customer_created.performList', 'GET', '/automation/sample', {}],
  ['triggers.check_in_completed.performList', 'GET', '/automation/sample', {}],
  ['triggers.order_created.performSubscribe', 'POST', '/automation/subscribe', {}],
  ['triggers.order_created.performUnsubscribe', 'DELETE', '/automation/subscribe/3', {}],
];
const connecting: Case = ['authentication.test', 'GET', '/automation/subscriptions', {}];

const everyStep = [...actions, bulk, ...finds, ...lists, ...polls, ...dropdowns, ...hooks, connecting];

/** Runs a step while the API answers like this. */
function meet([step, method, path, inputData]: Case, status: number, body?: nock.Body) {
  api().intercept(path, method).query(true).reply(status, body);
  const subscription: object = { targetUrl: 'https://hooks.zapier.test/1', subscribeData: { id: 3 } };
  return run(step, { inputData: { ...inputData }, ...subscription });
}

describe.each(everyStep)('%s', (...each) => {
  test('takes no failure under 200 for a success', async () => {
    const signs: object[] = [
      { success: false, error: 'Locked' },
      { success: 'false', message: 'Locked' },
      { success: 0, error: { message: 'Locked' } },
      { error: 'Locked' },
      { error: { message: 'Locked' }, data: [] },
      { status: 'error', message: 'Locked' },
      { success: true, data: { success: false, message: 'Locked' } },
      { ok: false, errors: ['Locked'] },
    ];
    for (const sign of signs) {
      const { name, message } = await failure(meet(each, 200, { ...sign }));
      expect([name, message]).toEqual([
        'AppError',
        expect.stringMatching(new RegExp(`^${product.name} reports a failure with .*Locked\\.$`)),
      ]);
    }
  });

  test('says in words that an answer cannot be read', async () => {
    const bodies: [string, RegExp][] = [
      ['<html>Sign in</html>', /it is a web page and not data\./],
      ['{"data":[{"ord', /it ends in the middle\./],
      ['', /it is empty\./],
      ['"ok"', /it holds no data\./],
      [`${'[{"a":'.repeat(10_000)}1${'}]'.repeat(10_000)}`, /it is nested too deeply\./],
    ];
    for (const [body, says] of bodies) {
      const { name, message } = await failure(meet(each, 200, body));
      expect([name, message]).toEqual(['AppError', expect.stringMatching(says)]);
      const [, method] = each;
      expect(message.includes('It is not known whether the request took effect')).toBe(method !== 'GET');
    }
  });

  test('follows no redirect', async () => {
    const [step, method, path, inputData] = each;
    let isFollowed = false;
    nock('https://elsewhere.test')
      .intercept(/.*/, method)
      .optionally()
      .reply(() => {
        isFollowed = true;
        return [200, []];
      });
    api().intercept(path, method).query(true).reply(307, '', { location: 'https://elsewhere.test/' });
    const subscription: object = { targetUrl: 'https://hooks.zapier.test/1', subscribeData: { id: 3 } };
    const { name, message } = await failure(run(step, { inputData: { ...inputData }, ...subscription }));
    expect([name, isFollowed]).toEqual(['AppError', false]);
    expect(message).toMatch(/Redirects are never followed/);
  });

  test('names the permission that the key lacks', async () => {
    if (each === connecting || each[0] === connecting[0]) return;
    const [, method, path] = each;
    const area = path.split('/')[1];
    const { name, message } = await failure(meet(each, 403, { error: 'Insufficient permissions' }));
    expect(name).toBe('AppError');
    expect(message).toContain(`lacks the permission “${area}:${method === 'GET' ? 'read' : 'write'}”`);
  });

  test('asks to reconnect or to copy the key, and shows no part of it', async () => {
    const { name, message } = await failure(meet(each, 401, { success: false, error: `No: ${API_KEY}` }));
    expect(name).toBe(each === connecting || each[0] === connecting[0] ? 'AppError' : 'ExpiredAuthError');
    expect(message).not.toContain(API_KEY.slice(3, 9));
  });
});

describe.each([...actions, bulk, ...finds])('%s', (...each) => {
  test.each<[string, object]>([
    ['a message', { message: 'maintenance' }],
    ['a message in data', { data: { message: 'maintenance' } }],
    ['an envelope that is not known', { payload: { order_number: '1', sku: 'A', external_id: '7' } }],
    ['the status of an envelope', { status: 'ok' }],
    ['nothing', {}],
    ['two records', { data: [{ name: 'A' }, { name: 'B' }] }],
  ])('finds no record in %s', async (_, body) => {
    const { name, message } = await failure(meet(each, 200, { ...body }));
    expect(name).toBe('AppError');
    expect(message).toMatch(/cannot be read: it lacks what was asked for\./);
  });
});

describe.each(actions)('%s', (...each) => {
  test('says what to check where the API does not know its record', async () => {
    const { name, message } = await failure(meet(each, 404, { error: 'Not found' }));
    expect(name).toBe('AppError');
    expect(message).toMatch(/does not know the (order|product|customer) “.+\. Check the .+\.$/);
  });
});

describe.each(finds)('%s', (...each) => {
  test.each(['7', 7])('knows its record by what identifies it alone, as in %p', async (value) => {
    const [, , , inputData] = each;
    const identity = Object.keys(inputData).at(-1) ?? '';
    expect(await meet(each, 200, { data: { [identity]: value } })).toMatchObject([{ [identity]: value }]);
  });
});

describe.each(lists)('%s', (...each) => {
  test('finds its records by their name among other lists', async () => {
    const [step] = each;
    const many = step.split('_').at(-1) ?? '';
    const body = { data: { countries: [{ code: 'AT' }], [many]: [{ code: 'DE' }] } };
    expect(await meet(each, 200, body)).toMatchObject([{ results: [{ code: 'DE' }] }]);
  });

  test('finds each record under its own name', async () => {
    const [step] = each;
    const one = (step.split('_').at(-1) ?? '').slice(0, -1);
    const body = { data: [{ [one]: { code: 'AT' } }, { [one]: { code: 'DE' } }] };
    expect(await meet(each, 200, body)).toMatchObject([{ results: [{ code: 'AT' }, { code: 'DE' }] }]);
  });
});

describe.each([...lists, ...polls, ...dropdowns])('%s', (...each) => {
  test.each<[string, object]>([
    ['a message', { message: 'maintenance' }],
    ['two lists with names that are not known', { a: [], b: [] }],
    ['a list of something else', { countries: [{ code: 'AT' }] }],
    ['a list of texts', { data: ['A'] }],
    ['nothing', {}],
  ])('finds no list in %s', async (_, body) => {
    const { name, message } = await failure(meet(each, 200, { ...body }));
    expect(name).toBe('AppError');
    expect(message).toMatch(/cannot be read: it lacks what was asked for\./);
  });
});

describe.each(actions)('%s', (...each) => {
  const [, , , inputData] = each;
  const { stock_qty: _, status: __, name: ___, ...identity } = { ...inputData } as Record<string, unknown>;

  test.each<[string, number, object | undefined]>([
    ['success alone', 200, { success: true }],
    ['ok alone', 200, { ok: true }],
    ['no content', 204, undefined],
  ])('is confirmed by %s, and names its record', async (_, status, body) => {
    expect(await meet(each, status, body && { ...body })).toMatchObject(identity);
  });
});
