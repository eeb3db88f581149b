import { describe, expect, test } from '@jest/globals';
import { api, failure, runWith } from '../app.ts';

const acknowledge = (input: Record<string, unknown>) => runWith('creates.acknowledge_order', input);

describe('acknowledge_order', () => {
  test('links the order and returns it', async () => {
    const order = { order_number: 'SO-1', acknowledged: true, external_reference: 'INV-1' };
    api().post('/orders/SO-1/acknowledge', { external_reference: 'INV-1' }).reply(200, { data: order });
    expect(await acknowledge({ order_number: 'SO-1', external_reference: 'INV-1' })).toEqual(order);
  });

  test('keeps what identifies the order where the answer has null for it', async () => {
    api()
      .post('/orders/SO-1/acknowledge')
      .reply(200, { data: { order_number: null, acknowledged: true } });
    expect(await acknowledge({ order_number: 'SO-1' })).toEqual({ order_number: 'SO-1', acknowledged: true });
  });

  test('sends an empty object where there is no reference: a body is required', async () => {
    api().post('/orders/SO-1/acknowledge', {}).reply(200, { success: true });
    expect(await acknowledge({ order_number: 'SO-1', external_reference: '' })).toEqual({
      order_number: 'SO-1',
    });
  });

  test('halts where the order is linked otherwise, and names both', async () => {
    api().post('/orders/SO-1/acknowledge').reply(409, { success: false, error: 'Linked to INV-9' });
    const { name, message } = await failure(
      acknowledge({ order_number: 'SO-1', external_reference: 'INV-1' }),
    );
    expect(name).toBe('HaltedError');
    expect(message).toMatch(/“SO-1”.*“INV-1”.*“Linked to INV-9”/);
  });

  test('names the order alone where no reference was given', async () => {
    api().post('/orders/SO-1/acknowledge').reply(409, { success: false, error: 'Conflict' });
    expect((await failure(acknowledge({ order_number: 'SO-1' }))).message).toMatch(
      /^The order “SO-1” is already linked to an external reference, so it was not acknowledged\./,
    );
  });

  test('refuses a reference of more than 255 characters', async () => {
    expect(
      (await failure(acknowledge({ order_number: 'SO-1', external_reference: 'x'.repeat(256) }))).message,
    ).toMatch(/^External Reference must be at most 255/);
  });
});
