// Fields that name one record: a list to choose from, the search that finds it, or a value typed or mapped.
import { defineInputFields } from 'zapier-platform-core';

export const [orderNumberField] = defineInputFields([
  {
    key: 'order_number',
    label: 'Order Number',
    type: 'string',
    required: true,
    dynamic: 'order_list.id.label',
    search: 'find_order.order_number',
  },
]);

/** Two changes of one order at once would race for its status and its reference. */
export const orderLock = { key: 'order-{{bundle.inputData.order_number}}', scope: ['auth' as const] };

export const [skuField] = defineInputFields([
  {
    key: 'sku',
    label: 'SKU',
    type: 'string',
    required: true,
    dynamic: 'product_list.id.label',
    search: 'find_product.sku',
    helpText: 'Uppercase and lowercase matter, as in `TENT-2P-GRN`.',
  },
]);

/** The pair that identifies a customer in the outside system (specification 2.4). */
export const identityFields = defineInputFields([
  {
    key: 'external_system',
    label: 'External System',
    type: 'string',
    required: true,
    helpText: 'A short name for the system that the customer comes from, such as `hubspot` or `sap`.',
  },
  {
    key: 'external_id',
    label: 'External ID',
    type: 'string',
    required: true,
    helpText: 'The permanent ID of the customer in that system, such as `20817`.',
  },
]);
