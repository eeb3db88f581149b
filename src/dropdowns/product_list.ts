import { labelProduct, listProducts } from '../api/inventory.ts';
import { defineDropdown } from './dropdown.ts';

export default defineDropdown({
  key: 'product_list',
  noun: 'Product',
  label: 'List of Products',
  description: 'Fills the dropdowns of products.',
  list: async (api, page) => {
    const { records } = await listProducts(api, { is_active: true }, page);
    return records.toSorted((a, b) => labelProduct(a).localeCompare(labelProduct(b)));
  },
  value: 'sku',
  labelOf: labelProduct,
});
