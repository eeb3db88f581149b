// Fields that limit a trigger or a search, shared by several of them.
import { defineInputFields } from 'zapier-platform-core';
import { choicesOf } from './choices.ts';

export const targetStatusChoices = choicesOf({
  confirmed: 'Confirmed',
  processing: 'Processing',
  delivered: 'Delivered',
  cancelled: 'Canceled',
});

export const [typeFilter] = defineInputFields([
  {
    key: 'type',
    label: 'Type',
    type: 'string',
    choices: choicesOf({ order: 'Order', quote: 'Quote' }),
    helpText: 'Leave empty for both orders and quotes.',
  },
]);

export const movementFields = defineInputFields([
  {
    key: 'sku',
    label: 'SKU',
    type: 'string',
    dynamic: 'product_list.id.label',
    search: 'find_product.sku',
    helpText: 'Leave empty for all products.',
  },
  {
    key: 'type',
    label: 'Type',
    type: 'string',
    choices: choicesOf({
      reservation: 'Reservation (Order Submitted)',
      release: 'Release (Order Canceled)',
      deduction: 'Deduction (Order Delivered)',
      adjustment: 'Manual Adjustment',
      import: 'Import',
      sync: 'Sync From Another System',
    }),
    helpText: 'Leave empty for all types.',
  },
]);

export const dayFields = defineInputFields([
  {
    key: 'from_date',
    label: 'From Date',
    type: 'datetime',
    helpText: 'The first day, such as `2026-11-01`. A time of day is ignored.',
  },
  {
    key: 'to_date',
    label: 'To Date',
    type: 'datetime',
    helpText: 'The last day, such as `2026-11-30`. A time of day is ignored.',
  },
]);

export const [changedSince] = defineInputFields([
  {
    key: 'updated_since',
    label: 'Changed Since',
    type: 'datetime',
    helpText: 'Only records that changed at or after this time, such as `2026-11-21T08:00:00Z`.',
  },
]);

export const [limitField] = defineInputFields([
  {
    key: 'limit',
    label: 'Limit',
    type: 'integer',
    default: '50',
    helpText: 'The most results to return, from 1 to 100.',
  },
]);

export const [pageField] = defineInputFields([
  {
    key: 'page',
    label: 'Page',
    type: 'integer',
    default: '1',
    helpText: 'To get the next results when Has More is true, add 1 and keep the limit.',
  },
]);
