import { readInputs } from '../api/inputs.ts';
import { listMovements, movement, movementFilters, movementSample } from '../api/inventory.ts';
import { dayFields, movementFields } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, limitInput } from './list.ts';

export default defineList({
  key: 'list_stock_movements',
  noun: 'Stock Movement',
  label: 'Find Many Stock Movements',
  description: 'Finds the records of what changed the stock.',
  inputFields: [...movementFields, ...dayFields],
  list: async (api) => {
    const { limit, ...filters } = readInputs(api, { ...movementFilters, ...limitInput });
    return listMovements(api, filters, { per_page: limit });
  },
  sample: movementSample,
  outputFields: outputFields(movement),
});
