import { readInputs } from '../api/inputs.ts';
import { findProduct, product, productSample } from '../api/inventory.ts';
import { outputFields } from '../fields/output.ts';
import { skuField } from '../fields/records.ts';
import { text } from '../fields/typed.ts';
import { defineFind } from './find.ts';

const { search: _, ...sku } = skuField;

export default defineFind({
  key: 'find_product',
  noun: 'Product',
  label: 'Find Product by SKU',
  description: 'Finds a product by its SKU, with its quantities on hand, reserved and available.',
  inputFields: [sku],
  find: async (api) => findProduct(api, readInputs(api, { sku: text(255) }).sku),
  sample: productSample,
  outputFields: outputFields(product),
});
