import { readInputs } from '../api/inputs.ts';
import { listProducts, product, productFilters, productSample } from '../api/inventory.ts';
import { changedSince } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, partInputs, partOf } from './list.ts';

export default defineList({
  key: 'list_products',
  noun: 'Product',
  label: 'Find Many Products',
  description: 'Finds products with their quantities on hand, reserved and available.',
  inputFields: [
    { key: 'is_active', label: 'Active', type: 'boolean', helpText: 'Leave empty for both.' },
    changedSince,
  ],
  list: async (api) => {
    const { limit, page, ...filters } = readInputs(api, { ...productFilters, ...partInputs });
    return listProducts(api, filters, partOf({ limit, page }));
  },
  sample: productSample,
  outputFields: outputFields(product),
});
