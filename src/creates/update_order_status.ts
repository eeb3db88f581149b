import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { order, orderSample, statusUpdate, updateStatus } from '../api/orders.ts';
import { connect } from '../api/request.ts';
import { choicesOf } from '../fields/choices.ts';
import { readInputs } from '../fields/inputs.ts';
import { outputFields } from '../fields/output.ts';
import { text } from '../fields/typed.ts';

const inputFields = defineInputFields([
  { key: 'order_number', label: 'Order Number', type: 'string', required: true },
  {
    key: 'status',
    label: 'New Status',
    type: 'string',
    required: true,
    choices: choicesOf({
      confirmed: 'Confirmed',
      processing: 'Processing',
      delivered: 'Delivered',
      cancelled: 'Cancelled',
    }),
    helpText:
      'A status only moves forward. Delivering takes the reserved stock off the shelf, cancelling releases it, and both are final.',
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
    sample: { ...orderSample, status: 'confirmed' },
    outputFields: outputFields(order),
  },
});
