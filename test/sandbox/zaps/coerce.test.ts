import { expect, test } from '@jest/globals';
import { coerceInput, isBlank } from '../../../sandbox/zaps/coerce.ts';
import type { Field } from '../../../sandbox/zaps/definition.ts';

const options = { clean: false, timezone: 'Europe/Berlin' };

const coerced = (field: Omit<Field, 'key'>, value: unknown) =>
  coerceInput([{ key: 'field', ...field }], { field: value }, options)['field'];

test.each([
  ['integer', 'text of digits becomes a number', '12', 12],
  ['integer', 'text with a fraction of zero becomes a whole number', '12.0', 12],
  ['integer', 'a number loses its fraction', 12.7, 12],
  ['integer', 'text of a number loses its fraction', '1.5', 1],
  ['integer', 'spaces around a number do not count', ' -3 ', -3],
  ['integer', 'words after a number do not count', '2 burritos', 2],
  ['integer', 'words around a number do not count', 'about 2 burritos', 2],
  ['integer', 'text without a number becomes zero', 'none', 0],
  ['integer', 'zero stays zero', 0, 0],
  ['number', 'text of a number keeps its fraction', '1.5', 1.5],
  ['number', 'a unit does not count', '12 kg', 12],
  ['number', 'a number below zero keeps its sign', '-0.25', -0.25],
  ['number', 'text without a number becomes zero', 'n/a', 0],
  ['number', 'zero stays zero', 0, 0],
  ['boolean', '“yes” becomes true', 'yes', true],
  ['boolean', '“True” becomes true', 'True', true],
  ['boolean', 'the digit 1 becomes true', '1', true],
  ['boolean', 'the number 1 becomes true', 1, true],
  ['boolean', 'any other text becomes true', 'anything', true],
  ['boolean', '“No” becomes false', 'No', false],
  ['boolean', '“false” becomes false', 'false', false],
  ['boolean', 'zero becomes false', 0, false],
  ['boolean', 'false stays false', false, false],
  ['string', 'a number becomes text', 7, '7'],
  ['string', 'true becomes text', true, 'true'],
  ['string', 'a list becomes text with commas', ['a', 'b'], 'a,b'],
  ['text', 'spaces stay as they were typed', ' as typed ', ' as typed '],
])('in a field of type %s, %s', (type, _, value, expected) => {
  expect(coerced({ type }, value)).toBe(expected);
});

test('a field without a type makes text of a number', () => {
  expect(coerced({}, 12.5)).toBe('12.5');
});

test.each([
  ['2024-01-15', '2024-01-15T09:00:00+01:00'],
  ['2024-07-15T08:30', '2024-07-15T08:30:00+02:00'],
  ['2024-01-15 08:30:15', '2024-01-15T08:30:15+01:00'],
  ['2024-01-15T08:30:00Z', '2024-01-15T09:30:00+01:00'],
  ['2024-01-15T08:30:00.123+0200', '2024-01-15T07:30:00+01:00'],
  ['2024-03-31T03:30', '2024-03-31T03:30:00+02:00'],
  ['2024-10-27T03:30', '2024-10-27T03:30:00+01:00'],
  ['1393462573', '2014-02-27T01:56:13+01:00'],
  ['1393462573000', '2014-02-27T01:56:13+01:00'],
])('a date-time field makes “%s” into %s', (value, expected) => {
  expect(coerced({ type: 'datetime' }, value)).toBe(expected);
});

test.each(['2024-13-45', 'some day'])('a date-time field leaves “%s” as it is, which is no time', (value) => {
  expect(coerced({ type: 'datetime' }, value)).toBe(value);
});

test('writes date-times west of Greenwich and in UTC with their zones', () => {
  const fields = [{ key: 'at', type: 'datetime' }];
  const at = (timezone: string) =>
    coerceInput(fields, { at: '2024-01-15T08:30' }, { clean: false, timezone });
  expect(at('America/Chicago')).toEqual({ at: '2024-01-15T08:30:00-06:00' });
  expect(at('UTC')).toEqual({ at: '2024-01-15T08:30:00+00:00' });
});

test.each(['string', 'integer', 'number', 'boolean', 'datetime'])('a blank %s field stays blank', (type) => {
  expect(coerced({ type }, '')).toBe('');
});

test('makes lists of what a list field holds', () => {
  expect(coerced({ list: true }, 'a')).toEqual(['a']);
  expect(coerced({ list: true, type: 'integer' }, ['1', ['2', '3']])).toEqual([1, 2, 3]);
  expect(coerced({ list: true }, '')).toEqual([]);
});

test('makes dictionaries of what a dictionary field holds', () => {
  expect(coerced({ dict: true }, { a: 1, b: 'x' })).toEqual({ a: '1', b: 'x' });
  expect(coerced({ dict: true }, '')).toEqual({});
  expect(coerced({ dict: true }, 'no pairs')).toBe('no pairs');
});

const lines = {
  children: [{ key: 'sku' }, { key: 'quantity', type: 'integer' }, { key: 'unit', default: 'pc' }],
};

test('zips lists into line items and repeats single values', () => {
  expect(coerced(lines, { sku: ['A', 'B', 'C'], quantity: ['1', 2], unit: 'box' })).toEqual([
    { sku: 'A', quantity: 1, unit: 'box' },
    { sku: 'B', quantity: 2, unit: 'box' },
    { sku: 'C', quantity: '', unit: 'box' },
  ]);
});

test('takes rows that were typed one by one, each of which may hold lists', () => {
  expect(
    coerced(lines, [
      { sku: 'A', quantity: 1 },
      { sku: ['B', 'C'], quantity: '5' },
    ]),
  ).toEqual([
    { sku: 'A', quantity: 1, unit: 'pc' },
    { sku: 'B', quantity: 5, unit: 'pc' },
    { sku: 'C', quantity: 5, unit: 'pc' },
  ]);
});

test('drops line items that stay blank', () => {
  expect(coerced({ children: [{ key: 'sku' }] }, { sku: '' })).toEqual([]);
  expect(coerced({ children: [{ key: 'sku' }] }, { sku: [] })).toEqual([]);
});

test('gives fields that the Zap does not mention their default, and leaves out the others', () => {
  const fields = [{ key: 'mode', default: 'continue' }, { key: 'notes' }];
  expect(coerceInput(fields, {}, options)).toEqual({ mode: 'continue' });
  expect(coerceInput(fields, { mode: '', notes: '' }, options)).toEqual({ mode: '', notes: '' });
});

test('takes blanks away at any depth where the step is set to clean its input', () => {
  const fields: Field[] = [
    { key: 'name' },
    { key: 'empty' },
    { key: 'tags', list: true },
    { key: 'data', dict: true },
  ];
  const input = { name: 'x', empty: '', tags: ['', 'a'], data: { a: '' } };
  expect(coerceInput(fields, input, { ...options, clean: true })).toEqual({ name: 'x', tags: ['a'] });
});

test.each([
  ['empty text', ''],
  ['null', null],
  ['an empty list', []],
  ['an empty object', {}],
])('%s is blank', (_, value) => {
  expect(isBlank(value)).toBe(true);
});

test.each([
  ['zero', 0],
  ['false', false],
  ['a space', ' '],
])('%s is not blank', (_, value) => {
  expect(isBlank(value)).toBe(false);
});
