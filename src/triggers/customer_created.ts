import { customer } from '../fields/customer.ts';
import samples from '../samples.json' with { type: 'json' };
import { defineHookTrigger } from './hook.ts';

export default defineHookTrigger({
  key: 'customer_created',
  noun: 'Customer',
  event: 'customer.created',
  label: 'New Customer',
  description: 'Triggers when a customer is created.',
  sample: samples.customer_created,
  resource: customer,
});
