import { describe, expect, test } from '@jest/globals';
import { api, failure, runWith } from '../app.ts';

const upsert = (inputData: Record<string, unknown>) =>
  runWith('creates.upsert_customer', {
    external_system: 'hubspot',
    external_id: '20817',
    name: 'A',
    ...inputData,
  });
const path = '/customers/hubspot/20817';

describe('upsert_customer', () => {
  test('sends every field under its own name and type', async () => {
    const body = {
      name: 'Alpine',
      customer_code: 'C-1',
      contact_person: 'Maria',
      email: 'm@example.com',
      phone: '+43',
      address: 'Street 1',
      city: 'Innsbruck',
      province: 'Tyrol',
      postal_code: '06020',
      lat: 47.2,
      lng: 11.4,
      metadata: { segment: 'retail' },
      is_active: true,
      create_default_store: false,
    };
    api()
      .put(path, body)
      .reply(201, { success: true, data: { customer: { name: 'Alpine', is_active: true } } });
    expect(await upsert({ ...body, lat: '47.2', is_active: 'yes' })).toEqual({
      external_system: 'hubspot',
      external_id: '20817',
      name: 'Alpine',
      is_active: true,
      created: true,
    });
  });

  test('sends zero and false, and leaves blanks out', async () => {
    api()
      .put(path, { name: 'A', lat: 0, is_active: false })
      .reply(200, { data: { name: 'A' } });
    expect(await upsert({ lat: 0, lng: '', is_active: false, email: null, metadata: {} })).toMatchObject({
      created: false,
    });
  });

  test("shows the identity under the app's names where the API writes it otherwise", async () => {
    api()
      .put(path)
      .reply(200, { data: { externalSystem: 'hubspot', externalId: '20817' } });
    expect(await upsert({})).toMatchObject({ external_system: 'hubspot', external_id: '20817' });
  });

  test('encodes both parts of the identity', async () => {
    api()
      .put('/customers/my%2Fcrm/a%20b%3F')
      .reply(200, { data: { name: 'A' } });
    await upsert({ external_system: 'my/crm', external_id: 'a b?' });
  });

  test('reports all that is wrong at once, and sends nothing', async () => {
    const { message } = await failure(
      upsert({
        external_id: '',
        name: 'x'.repeat(256),
        email: 'maria',
        lat: 91,
        lng: 'east',
        metadata: 'text',
        is_active: 'maybe',
        postal_code: 'x'.repeat(21),
      }),
    );
    for (const label of [
      'External ID',
      'Name',
      'Email',
      'Latitude',
      'Longitude',
      'Metadata',
      'Active',
      'Postal Code',
    ]) {
      expect(message).toMatch(new RegExp(`(^|\\. )${label} (is|must)`));
    }
  });

  test('names the customer in an error', async () => {
    api().put(path).reply(500, { success: false, error: 'Oops' });
    expect((await failure(upsert({}))).message).toMatch(/the customer “20817” of “hubspot”/);
  });

  test('empties the fields that are to be emptied', async () => {
    api()
      .put(path, { name: 'A', phone: null, lat: null, metadata: null })
      .reply(200, { data: { name: 'A' } });
    await upsert({ clear_fields: ['phone', 'lat', 'metadata'] });
  });

  test('refuses a field that is filled in and to be emptied', async () => {
    const { message } = await failure(upsert({ phone: '1', lat: 0, clear_fields: ['phone', 'lat', 'city'] }));
    expect(message).toMatch(/^Phone has a value and is also in Fields to Empty.* Latitude has a value/);
    const all = await failure(upsert({ phone: '1', email: 'x', clear_fields: 'phone' }));
    expect(all.message).toMatch(/^Email must be an e-mail address.* Phone has a value/);
  });

  test('refuses to empty what cannot be empty', async () => {
    expect((await failure(upsert({ clear_fields: ['name'] }))).message).toMatch(
      /^Fields to Empty must be customer code, .* but is “name”/,
    );
  });
});
