import { describe, expect, test } from '@jest/globals';
import { API_KEY, App, api, run } from './app.ts';

const label = (authData: Record<string, string>) => run('authentication.connectionLabel', { authData });

describe('connecting', () => {
  test('costs one request to the subscriptions', async () => {
    api().get('/automation/subscriptions').reply(200, { success: true, data: [] });
    await run('authentication.test');
  });

  test('accepts a good key that only lacks the automation scope', async () => {
    api()
      .get('/automation/subscriptions')
      .reply(403, { success: false, error: 'Insufficient permissions. Required: automation:read' });
    await run('authentication.test');
  });
});

test('the help text of the key names every permission that Zaps need', () => {
  const [field] = App.authentication?.fields ?? [];
  for (const area of ['orders', 'inventory', 'customers', 'automation']) {
    expect(Object(field).helpText).toContain(`\`${area}:read\`, \`${area}:write\``);
  }
});

describe('the label of a connection', () => {
  test('is the name that its owner gave it', async () => {
    expect(await label({ api_key: API_KEY, account_name: ' Sales Austria ' })).toBe('Sales Austria');
  });

  test('is a short name that the key happens to hold, and a name where there is no key', async () => {
    expect(await label({ api_key: API_KEY, account_name: 'test' })).toBe('test');
    expect(await label({ api_key: '', account_name: 'Sales' })).toBe('Sales');
  });

  test.each<[string, string | undefined]>([
    ['missing', undefined],
    ['empty', ''],
    ['white space', ' '],
    ['the key itself', API_KEY],
    ['the key within a text', `Key ${API_KEY}.`],
    ['the beginning of the key', API_KEY.slice(0, 12)],
    ['the end of the key', API_KEY.slice(-8)],
  ])('is the end of the key where the name is %s', async (_, account_name) => {
    const authData = { api_key: ` ${API_KEY}\n`, ...(account_name !== undefined && { account_name }) };
    expect(await label(authData)).toBe('API key ending in cdef');
  });
});
