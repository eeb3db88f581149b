import { lowProducts, product, productSample } from '../api/inventory.ts';
import { readInputs } from '../fields/inputs.ts';
import { outputFields } from '../fields/output.ts';
import { whole } from '../fields/typed.ts';
import { definePollTrigger, identified, idField, sampleId } from './poll.ts';

export default definePollTrigger({
  key: 'low_stock',
  noun: 'Product',
  label: 'Low Stock',
  description:
    'Triggers when the available quantity of a product is at or below a threshold, at most once a day.',
  inputFields: [
    {
      key: 'threshold',
      label: 'Threshold',
      type: 'integer',
      required: true,
      helpText:
        'The available quantity, on hand minus reserved, at which a product counts as low. Zero is allowed. Only products that changed lately are looked at.',
    },
  ],
  poll: async (api) => {
    const { threshold } = readInputs(api, { threshold: whole() });
    const today = new Date().toISOString().slice(0, 10);
    const products = await lowProducts(api, threshold);
    return products.map((product) => identified(product, [product.sku, today]));
  },
  sample: { id: sampleId, ...productSample, stock_qty: 10, available_qty: 2 },
  outputFields: [idField, ...outputFields(product)],
});
