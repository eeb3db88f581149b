import { unidentified } from '../api/errors.ts';
import { readInputs } from '../api/inputs.ts';
import { dayOfChange, lowProducts, product, productSample } from '../api/inventory.ts';
import { outputFields } from '../fields/output.ts';
import { whole } from '../fields/typed.ts';
import { isBlank } from '../values.ts';
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
        'A product counts as low when its available quantity (on hand minus reserved) is at or below this number. Zero is allowed. Only products that changed recently are checked.',
    },
  ],
  poll: async (api, memory) => {
    const { threshold } = readInputs(api, { threshold: whole() });
    const products = await lowProducts(api, threshold, memory);
    if (products.some(({ sku }) => isBlank(sku))) throw unidentified(api, 'Product', ['sku']);
    return products.map((product) => identified(product, [product.sku, dayOfChange(product)]));
  },
  sample: { id: sampleId, ...productSample, stock_qty: 10, available_qty: 2 },
  outputFields: [idField, ...outputFields(product)],
});
