import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { readInputs } from '../api/inputs.ts';
import { product, productSample, setStock, stockChange } from '../api/inventory.ts';
import { outputFields } from '../fields/output.ts';
import { skuField } from '../fields/records.ts';
import { text } from '../fields/typed.ts';

const inputFields = defineInputFields([
  skuField,
  {
    key: 'stock_qty',
    label: 'New Quantity (Replaces the Current One)',
    // Zapier makes 12 of “12 pcs” and 0 of “n/a” for numbers; as text it arrives as typed, and is refused.
    type: 'string',
    required: true,
    helpText: 'The total number on hand from now on, not the difference, as a whole number. Zero is allowed.',
  },
  {
    key: 'reference',
    label: 'Reference',
    type: 'string',
    helpText:
      'Your own name for this stock count, such as `COUNT-2026-11-21`. The same reference with a different quantity is refused. Up to 255 characters.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  const { sku, ...change } = readInputs(api, { sku: text(255), ...stockChange });
  return setStock(api, sku, change);
}) satisfies CreatePerform<InferInputData<typeof inputFields>>;

export default defineCreate({
  key: 'set_stock',
  noun: 'Product',
  display: {
    label: 'Set Stock Quantity',
    description: 'Updates the quantity on hand of a product to an absolute value.',
  },
  operation: { inputFields, perform, sample: productSample, outputFields: outputFields(product) },
});
