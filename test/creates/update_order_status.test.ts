import { describe, expect, test } from '@jest/globals';
import { api, failure, runWith } from '../app.ts';

const update = (inputData: Record<string, unknown>) => runWith('creates.update_order_status', inputData);
const path = '/orders/SO-1/status';

describe('update_order_status', () => {
  test('sends what was filled in, and returns the order itself', async () => {
    api()
      .put(path, { status: 'delivered', external_reference: 'INV-7', notes: 'Left at the door' })
      .reply(200, { success: true, data: { order_number: 'SO-1', status: 'delivered', new_field: 1 } });
    expect(
      await update({
        order_number: 'SO-1',
        status: 'delivered',
        external_reference: 'INV-7',
        notes: 'Left at the door',
      }),
    ).toEqual({ order_number: 'SO-1', status: 'delivered', new_field: 1 });
  });

  test('leaves blank inputs out of the request', async () => {
    api()
      .put(path, { status: 'confirmed' })
      .reply(200, { data: { order_number: 'SO-1' } });
    await update({ order_number: 'SO-1', status: 'Confirmed', external_reference: '', notes: null });
  });

  test('adds the order number where the answer only confirms', async () => {
    api().put(path).reply(200, { success: true, message: 'Updated' });
    expect(await update({ order_number: 'SO-1', status: 'confirmed' })).toEqual({
      order_number: 'SO-1',
      message: 'Updated',
    });
  });

  test('reports all that is wrong at once, by label, and sends nothing', async () => {
    const { name, message } = await failure(
      update({
        order_number: ' ',
        status: 'pending',
        external_reference: 'x'.repeat(256),
        notes: 'y'.repeat(1001),
      }),
    );
    expect(name).toBe('AppError');
    expect(message).toMatch(
      /^Order Number is required\. New Status must be confirmed, processing, delivered or cancelled, but is “pending”\. External Reference must be at most 255 characters long, but has 256: .* Notes must be at most 1000 .* Nothing was sent to .+\.$/,
    );
  });

  test('needs an order number and a status', async () => {
    expect((await failure(update({}))).message).toMatch(
      /^Order Number is required\. New Status is required\./,
    );
  });
});
