import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { readInputs } from '../api/inputs.ts';
import { order, orderSample, statusUpdate, updateStatus } from '../api/orders.ts';
import { targetStatusChoices } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { orderLock, orderNumberField } from '../fields/records.ts';
import { text } from '../fields/typed.ts';

const inputFields = defineInputFields([
  orderNumberField,
  {
    key: 'status',
    label: 'New Status',
    type: 'string',
    required: true,
    choices: targetStatusChoices,
    helpText:
      'A status only moves forward. Delivering an order deducts its reserved stock, canceling it releases the stock, and both are final.',
  },
  {
    key: 'external_reference',
    label: 'External Reference',
    type: 'string',
    helpText: 'The number of this order in your other system, such as `INV-2026-0042`. Up to 255 characters.',
  },
  {
    key: 'notes',
    label: 'Notes',
    type: 'text',
    helpText: 'Up to 1,000 characters.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  const { order_number, ...update } = readInputs(api, { order_number: text(), ...statusUpdate });
  return updateStatus(api, order_number, update);
}) satisfies CreatePerform<InferInputData<typeof inputFields>>;

export default defineCreate({
  key: 'update_order_status',
  noun: 'Order',
  display: {
    label: 'Update Order Status',
    description: 'Updates the status of an order or a quote.',
  },
  operation: {
    inputFields,
    perform,
    lock: orderLock,
    sample: { ...orderSample, status: 'confirmed' },
    outputFields: outputFields(order),
  },
});
