import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseZapFile, readZapFile } from '../../../sandbox/zaps/zap-file.ts';

const zap = {
  title: 'Note to self',
  description: 'Writes down what is new.',
  trigger: { step: 'new_note' },
  steps: [{ action: 'add_note', input: { text: '{{trigger.text}}' } }],
};

const problemsOf = (json: unknown): readonly string[] => {
  try {
    parseZapFile(json, 'note.json');
    return [];
  } catch (error) {
    return String(error).split('\n').slice(1);
  }
};

test('fills in what may be left out', () => {
  expect(parseZapFile({ ...zap, steps: [{ search: 'find_note' }] }, 'note.json')).toMatchObject({
    trigger: { kind: 'step', step: 'new_note', input: {} },
    steps: [{ kind: 'search', search: 'find_note', input: {}, if_nothing_found: 'halt' }],
  });
});

test('takes back what it has read', () => {
  const parsed = parseZapFile(zap, 'note.json');
  expect(parseZapFile(JSON.parse(JSON.stringify(parsed)), 'note.json')).toEqual(parsed);
});

test.each<[string, unknown, string]>([
  ['a missing title', { ...zap, title: ' ' }, '- title: must not be empty'],
  ['missing steps', { ...zap, steps: [] }, '- steps: must have a step'],
  ['an unknown key', { ...zap, step: [] }, '- "step" is no key that is known here'],
  [
    'a trigger of an unknown kind',
    { ...zap, trigger: {} },
    '- trigger: must have one of the keys "step" and "app"',
  ],
  [
    'a step of an unknown kind',
    { ...zap, steps: [{ does: 'x' }] },
    '- steps[0]: must have one of the keys "action", "search", "app" and "filter"',
  ],
  [
    'a misspelled key',
    { ...zap, steps: [{ action: 'x', inputs: {} }] },
    '- steps[0]: "inputs" is no key that is known here',
  ],
  [
    'a step called trigger',
    { ...zap, steps: [{ id: 'trigger', action: 'x' }] },
    '- steps[0].id: must not be "trigger", which is the trigger',
  ],
])('names the place of %s', (_, json, problem) => {
  expect(problemsOf(json)).toEqual([problem]);
});

test('names the file that is no JSON', async () => {
  const path = join(tmpdir(), `broken-${process.pid}.json`);
  await writeFile(path, '{');
  await expect(readZapFile(path)).rejects.toThrow(`broken-${process.pid}.json is no usable Zap:`);
});
