import { defineInputFields } from 'zapier-platform-core';

/** The pair that identifies a customer in the outside system (specification 2.4). */
export const identityFields = defineInputFields([
  {
    key: 'external_system',
    label: 'External System',
    type: 'string',
    required: true,
    helpText: 'The short name of the system that the customer comes from, such as `hubspot` or `sap`.',
  },
  {
    key: 'external_id',
    label: 'External ID',
    type: 'string',
    required: true,
    helpText: 'The permanent ID that this system gives the customer, such as `20817`.',
  },
]);
