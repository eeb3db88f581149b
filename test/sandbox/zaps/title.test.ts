import { expect, test } from '@jest/globals';
import { titleOf } from '../../../sandbox/zaps/title.ts';

test.each<[string, Record<string, unknown>, string]>([
  [
    'an order by its number',
    { id: 7, status: 'pending', customer: { name: 'Ada' }, order_number: 'SO-1' },
    'SO-1',
  ],
  ['a product by its SKU', { id: 'x', sku: 'MUG-01', name: 'Mug' }, 'MUG-01'],
  ['a movement that no order caused by its SKU', { order_number: null, sku: 'MUG-01' }, 'MUG-01'],
  ['a customer by its name', { external_id: 'C-1', name: 'Berghaus' }, 'Berghaus'],
  [
    'a check-in by its customer’s name',
    { notes: 'x', customer: { external_id: 'C-1', name: 'Berghaus' } },
    'Berghaus',
  ],
  ['a contact by its company', { contact_id: '20817', company: 'Alpine' }, 'Alpine'],
  ['a message by its ID', { message_id: 20817, text: 'Hello' }, '20817'],
  ['what has a long name by the beginning of it', { name: 'x'.repeat(80) }, `${'x'.repeat(59)}…`],
])('calls %s', (_, record, title) => {
  expect(titleOf(record)).toBe(title);
});

test.each<[string, Record<string, unknown>]>([
  ['has a name that is no text', { text: 'Hello', name: { first: 'Ada' } }],
  ['is empty', {}],
])('finds no title for a record that %s', (_, record) => {
  expect(titleOf(record)).toBeUndefined();
});
