import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Unusable } from '../../sandbox/playground/problems.ts';
import { exportFile, importFile, readTemplate, readTemplates } from '../../sandbox/playground/transfer.ts';
import { appDefinition } from '../../sandbox/zaps/definition.ts';
import { parseZapFile } from '../../sandbox/zaps/zap-file.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';

const definition = appDefinition.parse({
  version: '1.0.0',
  platformVersion: '19.1.0',
  triggers: {
    new_note: { key: 'new_note', noun: 'Note', display: { label: 'New Note' }, operation: { type: 'hook' } },
  },
  creates: {
    add_note: {
      key: 'add_note',
      noun: 'Note',
      display: { label: 'Add Note' },
      operation: { inputFields: [{ key: 'text', label: 'Text' }] },
    },
  },
});

const file = {
  title: 'Hütte & Söhne: new notes',
  description: '',
  trigger: { step: 'new_note' },
  steps: [
    { action: 'add_note', input: { text: '{{trigger.text}}' } },
    { action: 'add_note', name: 'Once more', input: { text: 'After {{1.text}} and {{only.x}}' } },
    { id: 'only', filter: [{ value: '{{2.text}}', condition: 'exists', to: '' }] },
    {
      filter: [
        [{ value: 'a', condition: 'contains', to: 'b' }],
        [{ value: 'c', condition: 'exists', to: '' }],
      ],
    },
    { app: 'Chat', does: 'Send…', input: { text: 'x' }, gives: { id: 7 } },
  ],
};

const text = JSON.stringify(file);

const sentencesOf = (content: string): string[] => {
  try {
    importFile('broken.json', content, definition);
    return [];
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return error.message.split('\n');
  }
};

test('names every step when a file comes in, and calls it by that name from then on', () => {
  const { steps } = importFile('a.json', text, definition);
  expect(steps.map(({ id }) => id)).toEqual(['add_note', 'add_note_2', 'only', 'filter', 'send']);
  expect(steps[1]).toMatchObject({ input: { text: 'After {{add_note.text}} and {{only.x}}' } });
  expect(steps[2]).toMatchObject({ filter: [[{ value: '{{add_note_2.text}}' }]] });
});

test('exports what it has imported, named after the Zap, as a file that runs', () => {
  const draft = importFile('a.json', text, definition);
  const { name, content } = exportFile(draft);
  expect(name).toBe('hütte-söhne-new-notes.json');
  expect(importFile(name, content, definition)).toEqual(draft);
  const exported: unknown = JSON.parse(content);
  expect(exported).toMatchObject({
    steps: [{ id: 'add_note', input: {} }, {}, { filter: [{ value: '{{add_note_2.text}}' }] }, {}, {}],
  });
  expect(content).not.toContain('kind');
  expect(parseZapFile(exported, name).steps).toHaveLength(5);
  expect(exportFile({ ...draft, title: ' ?' }).name).toBe('zap.json');
});

test('takes in what is merely unfinished', () => {
  expect(importFile('a.json', '{"title": "Idea"}', definition)).toEqual({
    title: 'Idea',
    description: '',
    trigger: null,
    steps: [],
  });
});

test.each([
  [
    'JSON that breaks off',
    '{"title": "x", "steps": [',
    ['The file is no JSON: Unexpected end of JSON input.'],
  ],
  [
    'JSON without a colon',
    '{\n "title" "x"}',
    [expect.stringMatching(/^The file is no JSON: .* \(line 2 column 10\)\.$/)],
  ],
  ['a list', '[]', [expect.stringContaining('Must hold one Zap: an object.')]],
  ['an unknown key', JSON.stringify({ ...file, color: 'red' }), ['"color" is no key that is known here.']],
  [
    'two steps with one mistake each',
    JSON.stringify({ ...file, steps: [{ action: 'add_note', inputs: {} }, { name: 'Mine' }] }),
    [
      'Step 2 (Add Note): "inputs" is no key that is known here.',
      'Step 3 (Mine): Must have one of the keys "action", "search", "app" and "filter".',
    ],
  ],
  [
    'an unknown condition',
    JSON.stringify({ ...file, steps: [{ filter: [{ value: 'a', condition: 'is', to: '' }] }] }),
    [expect.stringMatching(/^Step 2 \(Only continue if\): Condition 1 must be one of exactly_matches, /)],
  ],
  [
    'a number as the event',
    JSON.stringify({ ...file, trigger: { step: 5 } }),
    ['Trigger: Event must be text.'],
  ],
])('says what is wrong with %s, and where', (_, content, sentences) => {
  expect(sentencesOf(content)).toEqual(['“broken.json” cannot be used as a Zap.', ...sentences]);
});

test('offers the good examples beside a broken one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'examples-'));
  afterThisTest(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'good.json'), text);
  await writeFile(join(directory, 'bad.json'), JSON.stringify({ ...file, steps: [] }));
  expect(await readTemplates(definition, directory)).toEqual({
    templates: [
      {
        id: 'good.json',
        title: file.title,
        description: '',
        flow: [
          { id: 'trigger', kind: 'instant', app: null, key: 'new_note', title: 'New Note' },
          { id: 'add_note', kind: 'action', app: null, key: 'add_note', title: 'Add Note' },
          { id: 'add_note_2', kind: 'action', app: null, key: 'add_note', title: 'Once more' },
          { id: 'only', kind: 'filter', app: null, key: null, title: 'Only continue if' },
          { id: 'filter', kind: 'filter', app: null, key: null, title: 'Only continue if' },
          { id: 'send', kind: 'stand-in', app: 'Chat', key: null, title: 'Send…' },
        ],
      },
    ],
    broken: [{ id: 'bad.json', problems: ['Must have a step.'] }],
  });
  await expect(readTemplate('../x.json', definition, directory)).rejects.toThrow(
    'There is no such template.',
  );
});
