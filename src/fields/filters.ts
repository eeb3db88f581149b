import { defineInputFields } from 'zapier-platform-core';
import { choicesOf } from './choices.ts';

/** Limits a trigger or a search of orders to one type. */
export const typeFilter = defineInputFields([
  {
    key: 'type',
    label: 'Type',
    choices: choicesOf({ order: 'Order', quote: 'Quote' }),
    helpText: 'Leave empty for both orders and quotes.',
  },
]);
