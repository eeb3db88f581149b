import { expect, test } from '@jest/globals';
import { isRecord } from '../src/values.ts';
import { App } from './app.ts';

/** Every value of the definition, with its path; functions are left out. */
function valuesIn(value: unknown, path: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, i) => valuesIn(item, `${path}.${i}`));
  if (!isRecord(value)) return typeof value === 'function' ? [] : [[path, value]];
  const inner = Object.entries(value).flatMap(([key, item]) => valuesIn(item, `${path}.${key}`));
  return inner.length > 0 ? inner : [[path, value]];
}

const steps = [App.triggers, App.creates, App.searches, App.searchOrCreates, App.authentication];

test('no text that people read is empty, and every sample shows something', () => {
  const empty = valuesIn(steps, 'app').filter(([, value]) => value !== null && String(value).trim() === '');
  expect(empty).toEqual([]);
});

test('every output field has a label of its own, in title case', () => {
  for (const [path, value] of valuesIn(steps, 'app')) {
    if (/outputFields\..*\.label$/.test(path))
      expect([path, value]).toEqual([path, expect.stringMatching(/^[A-Z]/)]);
  }
});
