import { readInputs } from '../api/inputs.ts';
import {
  movement,
  movementFilters,
  movementIdentity,
  movementSample,
  newMovements,
} from '../api/inventory.ts';
import { movementFields } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { definePollTrigger, identified, idField, sampleId } from './poll.ts';

export default definePollTrigger({
  key: 'stock_movement_created',
  noun: 'Stock Movement',
  label: 'New Stock Movement',
  description: 'Triggers when stock of a product is reserved, released, deducted, adjusted or set.',
  inputFields: movementFields,
  poll: async (api, memory) => {
    const { sku, type } = movementFilters;
    const movements = await newMovements(api, readInputs(api, { sku, type }), memory);
    return movements.map((movement) => identified(movement, movementIdentity(movement)));
  },
  sample: { id: sampleId, ...movementSample },
  outputFields: [idField, ...outputFields(movement)],
});
