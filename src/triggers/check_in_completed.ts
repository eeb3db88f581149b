import { defineHookTrigger } from './hook.ts';

// The specification documents no field of a check-in, so none is promised until `npm run learn` has seen one.
export default defineHookTrigger({
  key: 'check_in_completed',
  noun: 'Check-In',
  event: 'check_in.completed',
  label: 'Check-In Completed',
  description: 'Triggers when a sales rep completes a check-in at a customer.',
  sample: { event: 'check_in.completed' },
  outputFields: [{ key: 'event', label: 'Event', type: 'string' }],
});
