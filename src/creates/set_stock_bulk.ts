import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { readInputs } from '../api/inputs.ts';
import { BULK_LIMIT, bulkOutcomeFields, bulkOutcomeSample, setStockInBulk } from '../api/inventory.ts';
import { choicesOf } from '../fields/choices.ts';
import { skuField } from '../fields/records.ts';
import { choice, optional, rows, text, whole } from '../fields/typed.ts';

const inputFields = defineInputFields([
  {
    key: 'products',
    label: 'Products',
    required: true,
    children: [
      { ...skuField, helpText: 'Only active products can be updated. Uppercase and lowercase matter.' },
      {
        key: 'stock_qty',
        label: 'New Quantity (Replaces the Current One)',
        // Zapier makes 12 of “12 pcs” and 0 of “n/a” for numbers; as text it arrives as typed, and is refused.
        type: 'string',
        required: true,
        helpText: 'The total number on hand from now on, as a whole number. Zero is allowed.',
      },
    ],
  },
  {
    key: 'reference',
    label: 'Reference',
    type: 'string',
    helpText:
      'Your own name for this stock count, such as `COUNT-2026-11-21`. Use a new one for each count. Up to 255 characters.',
  },
  {
    key: 'on_failure',
    label: 'If Some Products Fail',
    type: 'string',
    default: 'continue',
    choices: choicesOf({
      continue: 'Continue and list them in the result',
      halt: 'Stop this run and name them',
    }),
    helpText: 'All other products are updated either way.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  const { on_failure, ...update } = readInputs(api, {
    products: rows({ sku: text(255), stock_qty: whole() }, { unique: 'sku', max: BULK_LIMIT }),
    reference: optional(text(255)),
    on_failure: optional(choice(['continue', 'halt'])),
  });
  return setStockInBulk(api, update, on_failure === 'halt');
}) satisfies CreatePerform<InferInputData<typeof inputFields>>;

export default defineCreate({
  key: 'set_stock_bulk',
  noun: 'Product',
  display: {
    label: 'Set Stock Quantities in Bulk',
    description: 'Updates the quantities on hand of up to 500 products in one request.',
  },
  operation: { inputFields, perform, sample: bulkOutcomeSample, outputFields: bulkOutcomeFields },
});
