import { expect, test } from '@jest/globals';
import { titleOf } from '../../../sandbox/zaps/title.ts';

test.each<[Record<string, unknown>, string | undefined]>([
  [{ id: 7, status: 'pending', customer: { name: 'Ada' }, order_number: 'SO-1' }, 'SO-1'],
  [{ id: 'x', sku: 'MUG-01', name: 'Mug' }, 'MUG-01'],
  [{ order_number: null, sku: 'MUG-01' }, 'MUG-01'],
  [{ external_id: 'C-1', name: 'Berghaus' }, 'Berghaus'],
  [{ notes: 'x', customer: { external_id: 'C-1', name: 'Berghaus' } }, 'Berghaus'],
  [{ contact_id: '20817', company: 'Alpine' }, 'Alpine'],
  [{ message_id: 20817, text: 'Hello' }, '20817'],
  [{ name: 'x'.repeat(80) }, `${'x'.repeat(59)}…`],
  [{ text: 'Hello', name: { first: 'Ada' } }, undefined],
  [{}, undefined],
])('calls %j as people would', (record, title) => {
  expect(titleOf(record)).toBe(title);
});
