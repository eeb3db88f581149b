import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type InferInputData,
} from 'zapier-platform-core';
import { connect } from '../api/call.ts';
import { readInputs } from '../api/inputs.ts';
import { acknowledgement, acknowledgeOrder, order, orderSample } from '../api/orders.ts';
import { outputFields } from '../fields/output.ts';
import { orderLock, orderNumberField } from '../fields/records.ts';
import { text } from '../fields/typed.ts';

const inputFields = defineInputFields([
  orderNumberField,
  {
    key: 'external_reference',
    label: 'External Reference',
    type: 'string',
    helpText:
      'The number of this order in your other system, such as `INV-2026-0042`. It links the order to that number and cannot be changed later. Up to 255 characters.',
  },
]);

const perform = (async (z, bundle) => {
  const api = connect(z, bundle, inputFields);
  const { order_number, ...reference } = readInputs(api, { order_number: text(), ...acknowledgement });
  return acknowledgeOrder(api, order_number, reference);
}) satisfies CreatePerform<InferInputData<typeof inputFields>>;

export default defineCreate({
  key: 'acknowledge_order',
  noun: 'Order',
  display: {
    label: 'Acknowledge Order',
    description: 'Marks an order as received and links it to its number in another system.',
  },
  operation: {
    inputFields,
    perform,
    lock: orderLock,
    sample: { ...orderSample, acknowledged: true, external_reference: 'INV-2026-0042' },
    outputFields: outputFields(order),
  },
});
