import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { appDefinition } from '../../../sandbox/zaps/definition.ts';
import { count, type Paint, renderHistory } from '../../../sandbox/zaps/history.ts';
import {
  apiRequest,
  type RunRecord,
  type StepRecord,
  type ZapRecord,
} from '../../../sandbox/zaps/records.ts';

const definition = appDefinition.parse({
  version: '1.0.0',
  platformVersion: '19.1.0',
  triggers: {
    new_note: {
      key: 'new_note',
      noun: 'Note',
      display: { label: 'New Note' },
      operation: {
        outputFields: [
          { key: 'id', label: 'Note ID' },
          { key: 'gone', label: 'Gone' },
        ],
      },
    },
  },
  creates: {
    add_note: {
      key: 'add_note',
      noun: 'Note',
      display: { label: 'Add Note' },
      operation: {
        inputFields: [
          { key: 'id', label: 'ID (As Before)' },
          { key: 'text', label: 'Text' },
        ],
      },
    },
  },
});

const zap: ZapRecord = {
  id: 'zap-1',
  title: 'Notes to the team',
  description: 'Tells everybody.',
  isOn: true,
  sample: null,
  problem: null,
  durationMs: 0,
  requests: [],
};

const step = (rest: Partial<StepRecord>): StepRecord => ({
  id: '1',
  kind: 'action',
  key: null,
  app: null,
  title: 'A Step',
  status: 'success',
  message: null,
  input: {},
  output: null,
  durationMs: 0,
  requests: [],
  ...rest,
});

const run = (rest: Partial<RunRecord>): RunRecord => ({
  id: 'run-1',
  zapId: 'zap-1',
  zapTitle: zap.title,
  version: 1,
  title: '7',
  cause: null,
  replayOf: null,
  startedAt: '2024-05-01T12:00:00.000Z',
  status: 'success',
  message: null,
  retryAt: null,
  steps: [],
  durationMs: 31.4,
  requests: 1,
  ...rest,
});

const steps = [
  step({
    kind: 'trigger',
    key: 'new_note',
    title: 'New Note',
    output: { id: 7, gone: null, more: 'x' },
    durationMs: 9.6,
  }),
  step({
    key: 'add_note',
    title: 'Add Note',
    input: { id: 7, text: `A long\ntext ${'x'.repeat(50)}` },
    durationMs: 121.8,
    requests: [apiRequest.parse({ method: 'POST', path: '/notes', status: 201, durationMs: 20 })],
  }),
  step({ app: 'Chat', title: 'Send', input: { to_whom: { name: 'Ada' }, done: false, empty: '' } }),
];

test('shows each run with its steps, their cost and the values that tell most, in columns', () => {
  expect(renderHistory([zap], [run({ steps })], definition).split('\n')).toEqual([
    'Notes to the team',
    '  ✓ Success · 1 request, 31 ms',
    '    ✓ New Note     10 ms             Note ID 7',
    `    ✓ Add Note    122 ms  1 request  Text A long text ${'x'.repeat(31)}… · ID 7`,
    '    ✓ Chat: Send                     To whom name Ada · Done false',
  ]);
});

test('says why a run did not succeed', () => {
  const stopped = run({
    status: 'stopped',
    message: 'The note is too long.',
    requests: 0,
    steps: [step({ status: 'stopped' })],
  });
  expect(renderHistory([zap], [stopped], definition).split('\n').slice(1)).toEqual([
    '  ✗ Stopped · no requests, 31 ms',
    '    ✗ A Step',
    '    The note is too long.',
  ]);
});

test('keeps the runs of each Zap together, and shows Zaps without runs', () => {
  const other = { ...zap, id: 'zap-2', title: 'Other' };
  expect(renderHistory([zap, other], [run({ zapId: 'zap-2' })], definition).split('\n')).toEqual([
    'Notes to the team',
    '  No runs.',
    '',
    'Other',
    '  ✓ Success · 1 request, 31 ms',
  ]);
});

test('keeps columns aligned when painted', () => {
  const paint: Paint = (_, text) => `\u001b[1m${text}\u001b[22m`;
  const painted = renderHistory([zap], [run({ steps })], definition, paint);
  expect(stripVTControlCharacters(painted)).toBe(renderHistory([zap], [run({ steps })], definition));
});

test.each([
  [0, 'no requests'],
  [1, '1 request'],
  [2, '2 requests'],
])('counts %i as “%s”', (number, words) => {
  expect(count(number, 'request')).toBe(words);
});
