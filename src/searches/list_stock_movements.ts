import { readInputs } from '../api/inputs.ts';
import { listMovements, movement, movementFilters, movementSample } from '../api/inventory.ts';
import { dayFields, movementFields } from '../fields/filters.ts';
import { outputFields } from '../fields/output.ts';
import { defineList, partInputs, partOf } from './list.ts';

export default defineList({
  key: 'list_stock_movements',
  noun: 'Stock Movement',
  label: 'Find Many Stock Movements',
  description: 'Finds stock movements by product, type or date.',
  inputFields: [...movementFields, ...dayFields],
  list: async (api) => {
    const { limit, page, ...filters } = readInputs(api, { ...movementFilters, ...partInputs });
    return listMovements(api, filters, partOf({ limit, page }));
  },
  sample: movementSample,
  outputFields: outputFields(movement),
});
