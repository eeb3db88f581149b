import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldsOf, labelled, outputFields } from '../../src/fields/output.ts';

const resource = z.looseObject({
  sku: labelled('SKU', z.string()),
  qty: labelled('Quantity', z.nullable(z.int())),
  price: labelled('Price', z.number()),
  active: labelled('Active', z.optional(z.boolean())),
  facts: labelled('Facts', z.record(z.string(), z.string())),
  rows: labelled('Rows', z.array(z.looseObject({ a: labelled('A', z.string()) }))),
  plain: z.string(),
});

test('output fields take keys, labels, types and line items from the schema', () => {
  expect(outputFields(resource, ['sku'])).toEqual([
    { key: 'sku', label: 'SKU', type: 'string', primary: true },
    { key: 'qty', label: 'Quantity', type: 'integer' },
    { key: 'price', label: 'Price', type: 'number' },
    { key: 'active', label: 'Active', type: 'boolean' },
    { key: 'facts', label: 'Facts', dict: true },
    { key: 'rows', label: 'Rows', children: [{ key: 'a', label: 'A', type: 'string' }] },
    { key: 'plain', label: 'plain', type: 'string' },
  ]);
});

test('a live sample labels what no document names by its keys', () => {
  const sample = {
    sku: 'A',
    total: 1.5,
    count: 2,
    paid: true,
    sales_rep: { name: 'R', region_id: null },
    items: [{ sku: 'A', unit_price: 3 }],
    tags: ['x'],
    none: [],
  };
  expect(fieldsOf(sample, resource)).toEqual([
    { key: 'sku', label: 'SKU', type: 'string' },
    { key: 'total', label: 'Total', type: 'number' },
    { key: 'count', label: 'Count', type: 'integer' },
    { key: 'paid', label: 'Paid', type: 'boolean' },
    { key: 'sales_rep__name', label: 'Sales Rep Name', type: 'string' },
    { key: 'sales_rep__region_id', label: 'Sales Rep Region ID', type: 'string' },
    {
      key: 'items',
      label: 'Items',
      children: [
        { key: 'sku', label: 'SKU', type: 'string' },
        { key: 'unit_price', label: 'Unit Price', type: 'integer' },
      ],
    },
    { key: 'tags', label: 'Tags', type: 'string' },
    { key: 'none', label: 'None', type: 'string' },
  ]);
});
