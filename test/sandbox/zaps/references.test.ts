import { expect, test } from '@jest/globals';
import { asText, mentionsIn, renamed, resolve } from '../../../sandbox/zaps/references.ts';

const outputs = {
  trigger: {
    number: 'SO-1',
    total: 12.5,
    paid: false,
    notes: null,
    customer: { name: 'Café {{trigger.number}} $& $1' },
    items: [{ sku: 'A', quantity: 2 }, { sku: 'B' }],
    tags: ['x', 'y'],
  },
  1: { id: 7 },
};

test.each([
  ['a reference alone is the value itself', '{{trigger.total}}', 12.5],
  ['false stays false', '{{trigger.paid}}', false],
  ['within text a value becomes text', 'Order {{trigger.number}}: {{trigger.total}}', 'Order SO-1: 12.5'],
  ['a step is called by its number', '{{1.id}}', 7],
  ['spaces within the braces do not count', '{{ trigger.number }}', 'SO-1'],
  ['a missing value is blank', '{{trigger.nothing.at.all}}', ''],
  ['null is blank', 'Notes: {{trigger.notes}}', 'Notes: '],
  ['a path through a list gives a list with a blank for each gap', '{{trigger.items.quantity}}', [2, '']],
  ['a number picks a row', '{{trigger.items.1.sku}}', 'B'],
  ['a list within text is joined', 'SKUs {{trigger.items.sku}}', 'SKUs A,B'],
  ['a list of plain values stays', '{{trigger.tags}}', ['x', 'y']],
  ['what every object inherits is no output', '{{trigger.constructor.name}}', ''],
  ['braces without a reference stay', 'a {b} {{', 'a {b} {{'],
])('%s', (_, template, expected) => {
  expect(resolve(template, outputs)).toEqual(expected);
});

test('resolves structures at any depth', () => {
  expect(resolve({ a: ['{{trigger.number}}', { b: '{{1.id}}' }], c: 1 }, outputs)).toEqual({
    a: ['SO-1', { b: 7 }],
    c: 1,
  });
});

test('takes outputs as they are, whatever they look like', () => {
  expect(resolve('{{trigger.customer.name}}', outputs)).toBe('Café {{trigger.number}} $& $1');
  expect(resolve('For {{trigger.customer.name}}!', outputs)).toBe('For Café {{trigger.number}} $& $1!');
});

test('knows which steps a template refers to, and where', () => {
  expect(mentionsIn({ a: 'x {{trigger.number}} {{find.id}}', b: [{ c: '{{2.x}} {{2.y}}' }], d: 3 })).toEqual([
    { path: ['a'], name: 'trigger' },
    { path: ['a'], name: 'find' },
    { path: ['b', 0, 'c'], name: '2' },
  ]);
});

test('calls steps by other names', () => {
  const names = new Map([['1', 'order']]);
  expect(renamed({ a: ['{{1.id}} of {{ 1.name }}', '{{2.id}} {{trigger.1}}', 7] }, names)).toEqual({
    a: ['{{order.id}} of {{order.name}}', '{{2.id}} {{trigger.1}}', 7],
  });
});

test.each([
  ['null as nothing', null, ''],
  ['a list with commas', ['a', 1, true], 'a,1,true'],
  ['an object as JSON', { a: 1 }, '{"a":1}'],
])('writes %s', (_, value, text) => {
  expect(asText(value)).toBe(text);
});
