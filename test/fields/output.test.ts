import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { labelled, outputFields } from '../../src/fields/output.ts';

const resource = z.looseObject({
  sku: labelled('SKU', z.string()),
  qty: labelled('Quantity', z.nullable(z.int())),
  price: labelled('Price', z.number()),
  active: labelled('Active', z.optional(z.boolean())),
  facts: labelled('Facts', z.looseObject({})),
  plain: z.string(),
});

test('output fields take keys, labels and types from the schema', () => {
  expect(outputFields(resource, ['sku'])).toEqual([
    { key: 'sku', label: 'SKU', type: 'string', primary: true },
    { key: 'qty', label: 'Quantity', type: 'integer' },
    { key: 'price', label: 'Price', type: 'number' },
    { key: 'active', label: 'Active', type: 'boolean' },
    { key: 'facts', label: 'Facts', dict: true },
    { key: 'plain', label: 'plain', type: 'string' },
  ]);
});
