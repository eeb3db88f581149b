import { describe, expect, test } from '@jest/globals';
import { movementIdentity, withAvailable } from '../../src/api/inventory.ts';

describe('the identity of a movement', () => {
  test.each(['id', 'sku', 'order_number', 'external_id', 'number', 'code'])(
    'holds the %s of a record in it, and nothing that changes there',
    (key) => {
      const moved = (value: unknown, stock_qty: number) =>
        movementIdentity({ sku: 'A', qty: -1, record: { [key]: value, stock_qty } });
      expect(moved('1', 4)).toEqual(moved('1', 3));
      expect(moved('1', 4)).not.toEqual(moved('2', 4));
    },
  );

  test('is its content where it has no id of its own, or an empty one', () => {
    expect(movementIdentity({ id: '', sku: 'A', qty: 1 })).toEqual({ id: '', sku: 'A', qty: 1 });
    expect(movementIdentity({ sku: 'A', qty: 1 })).not.toEqual(movementIdentity({ sku: 'A', qty: 2 }));
  });

  test('is its id alone where it has one', () => {
    expect(movementIdentity({ id: 7, qty: 1 })).toEqual(movementIdentity({ id: 7, qty: 2 }));
    expect(movementIdentity({ id: 7 })).not.toEqual(movementIdentity({ id: 8 }));
  });
});

describe('what is available of a product', () => {
  test.each<[string, object, unknown]>([
    ['is what is on hand and not reserved', { stock_qty: 5, reserved_qty: 7 }, -2],
    ['is what the API says', { stock_qty: 5, reserved_qty: 7, available_qty: 0 }, 0],
    ['is counted where the API says no number', { stock_qty: 5, reserved_qty: 1, available_qty: null }, 4],
    ['is open where the quantity on hand is no number', { stock_qty: '5', reserved_qty: 1 }, undefined],
    ['is open where the reserved quantity is no number', { stock_qty: 5, reserved_qty: '1' }, undefined],
  ])('%s', (_, record, available) => {
    expect(withAvailable({ sku: 'A', ...record }).available_qty).toBe(available);
  });
});
