import { expect, test } from '@jest/globals';
import type { StepDefinition } from '../../../sandbox/zaps/definition.ts';
import { PollingTrigger } from '../../../sandbox/zaps/triggers/polling.ts';

const definition: StepDefinition = {
  key: 'polled_note',
  noun: 'Note',
  display: { label: 'Polled Note', description: '' },
  operation: { inputFields: [], outputFields: [] },
};

test('knows at most 105,000 items of a Zap, and forgets the oldest first', async () => {
  let first = 0;
  let count = 105_000;
  const ask = async () => Array.from({ length: count }, (_, i) => ({ id: first + i }));
  const trigger = new PollingTrigger(ask, definition);
  await trigger.turnOn();
  expect(await trigger.poll()).toEqual([]);
  [first, count] = [105_000, 2];
  expect(await trigger.poll()).toHaveLength(2);
  [first, count] = [2, 104_998];
  expect(await trigger.poll()).toEqual([]);
  [first, count] = [0, 2];
  expect(await trigger.poll()).toEqual([{ id: 1 }, { id: 0 }]);
});
