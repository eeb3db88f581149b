import { describe, expect, test } from '@jest/globals';
import { App, api, failure, runWith } from '../app.ts';

const identity = { external_system: 'crm', external_id: '7' };
const deactivate = (input: Record<string, unknown> = identity) =>
  runWith('creates.deactivate_customer', input);

describe('deactivate_customer', () => {
  test('returns the tombstone with the identity', async () => {
    api()
      .delete('/customers/crm/7')
      .reply(200, { data: { deleted_at: '2026-11-21T08:00:00Z' } });
    expect(await deactivate()).toEqual({ ...identity, is_active: false, deleted_at: '2026-11-21T08:00:00Z' });
  });

  test('is content with a mere confirmation', async () => {
    api().delete('/customers/crm/7').reply(200, { success: true });
    expect(await deactivate()).toEqual({ ...identity, is_active: false });
  });

  test('names a customer that is not known', async () => {
    api().delete('/customers/crm/7').reply(404, { success: false, error: 'Unknown' });
    expect((await failure(deactivate())).message).toMatch(/does not know the customer “7” of “crm”/);
  });

  test('says in a note that the customer can be brought back', () => {
    const note = App.creates.deactivate_customer.operation.inputFields?.find(
      (field) => typeof field === 'object' && field.type === 'copy',
    );
    expect(note).toMatchObject({ helpText: expect.stringMatching(/bring the customer back/) });
  });
});
