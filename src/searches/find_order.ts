import { readInputs } from '../api/inputs.ts';
import { findOrder, order, orderSample } from '../api/orders.ts';
import { outputFields } from '../fields/output.ts';
import { orderNumberField } from '../fields/records.ts';
import { text } from '../fields/typed.ts';
import { defineFind } from './find.ts';

const { search: _, ...orderNumber } = orderNumberField;

export default defineFind({
  key: 'find_order',
  noun: 'Order',
  label: 'Find Order',
  description: 'Finds an order or a quote by its number, with its customer, sales rep and line items.',
  inputFields: [orderNumber],
  find: async (api) => findOrder(api, readInputs(api, { order_number: text() }).order_number),
  sample: orderSample,
  outputFields: outputFields(order),
});
