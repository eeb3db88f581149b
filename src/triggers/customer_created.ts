import { customer, customerSample } from '../fields/customer.ts';
import { outputFields } from '../fields/output.ts';
import { defineHookTrigger } from './hook.ts';

export default defineHookTrigger({
  key: 'customer_created',
  noun: 'Customer',
  event: 'customer.created',
  label: 'New Customer',
  description: 'Triggers when a customer is created.',
  sample: customerSample,
  outputFields: outputFields(customer),
});
