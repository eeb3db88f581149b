import { afterEach, describe, expect, test } from '@jest/globals';
import { withLearned } from '../../src/fields/learned.ts';
import learned from '../../src/learned.json' with { type: 'json' };

const documented = {
  sample: { sku: 'A', qty: 1 },
  outputFields: [
    { key: 'id', label: 'ID', type: 'string' as const, primary: true },
    { key: 'sku', label: 'SKU', type: 'string' as const, primary: true },
    { key: 'qty', label: 'Quantity', type: 'integer' as const },
  ],
};

describe('what a step gives', () => {
  afterEach(() => {
    Reflect.deleteProperty(learned, 'a_step');
  });

  test('is what is documented where nothing was learned', () => {
    expect(withLearned('a_step', documented)).toEqual(documented);
  });

  test('is what was learned, and what identifies its results stays the same', () => {
    const fields = [
      { key: 'sku', label: 'Article' },
      { key: 'name', label: 'Name' },
    ];
    Object.assign(learned, { a_step: { fields, sample: { sku: 'B', name: 'Tent' } } });
    expect(withLearned('a_step', documented)).toEqual({
      sample: { sku: 'B', name: 'Tent' },
      outputFields: [
        { key: 'id', label: 'ID', type: 'string', primary: true },
        { key: 'sku', label: 'Article', primary: true },
        { key: 'name', label: 'Name' },
      ],
    });
  });
});
