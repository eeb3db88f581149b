import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import { labelProduct, listProducts } from '../api/inventory.ts';
import { PER_PAGE } from '../api/lists.ts';
import { connect } from '../api/request.ts';

const perform = (async (z, bundle) => {
  const page = { per_page: PER_PAGE, page: (bundle.meta?.page ?? 0) + 1 };
  const { records } = await listProducts(connect(z, bundle), { is_active: true }, page);
  return records
    .map((product) => ({ id: String(product.sku), label: labelProduct(product) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}) satisfies PollingTriggerPerform;

export default defineTrigger({
  key: 'product_list',
  noun: 'Product',
  display: { label: 'List of Products', description: 'Fills the dropdowns of products.', hidden: true },
  operation: { type: 'polling', perform, canPaginate: true },
});
