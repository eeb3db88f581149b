import { stripVTControlCharacters } from 'node:util';
import { isBlank } from './coerce.ts';
import type { Definition, StepDefinition } from './definition.ts';
import type { RunRecord, RunStatus, StepRecord, ZapRecord } from './records.ts';
import { asText, isRecord } from './references.ts';

/** How a piece of the history looks; on paper, like nothing in particular. */
export type Paint = (style: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string) => string;

const SHOWN_VALUES = 3;
const LONGEST_VALUE = 44;

const STATUSES: Record<RunStatus, { mark: string; word: string; style: 'green' | 'yellow' | 'red' }> = {
  success: { mark: '✓', word: 'Success', style: 'green' },
  running: { mark: '…', word: 'Running', style: 'yellow' },
  waiting: { mark: '…', word: 'Waiting', style: 'yellow' },
  filtered: { mark: '–', word: 'Filtered', style: 'yellow' },
  halted: { mark: '–', word: 'Halted', style: 'yellow' },
  held: { mark: '–', word: 'Held', style: 'yellow' },
  stopped: { mark: '✗', word: 'Stopped', style: 'red' },
};

/**
 * The history of some Zaps, as text for people: for each run how it went, and for each of its steps the
 * time, the requests to the API and the values that tell most.
 */
export function renderHistory(
  zaps: readonly ZapRecord[],
  runs: readonly RunRecord[],
  definition: Definition,
  paint: Paint = (_, text) => text,
): string {
  const rowsOf = ({ steps }: RunRecord) => {
    const seen = new Set<string>();
    return steps.map((step) => rowOf(step, tellingValues(step, definition, seen), paint));
  };
  const widths = columnWidths(runs.flatMap(rowsOf));
  const blocks = zaps.map((zap) => {
    const own = runs.filter(({ zapId }) => zapId === zap.id);
    const lines = own.flatMap((run) => [
      `  ${summaryOf(run, paint)}`,
      ...rowsOf(run).map((row) => `    ${alignRow(row, widths)}`),
      ...(run.message === null ? [] : [`    ${paint(STATUSES[run.status].style, run.message)}`]),
    ]);
    return [paint('bold', zap.title), ...(own.length > 0 ? lines : [paint('dim', '  No runs.')])].join('\n');
  });
  return blocks.join('\n\n');
}

/** "3 requests", "1 request", "no requests". */
export function count(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`;
}

function summaryOf(run: RunRecord, paint: Paint): string {
  const { mark, word, style } = STATUSES[run.status];
  const spent = `${count(run.requests, 'request')}, ${milliseconds(run.durationMs)}`;
  return `${paint(style, `${mark} ${word}`)} ${paint('dim', `· ${spent}`)}`;
}

type LabelledValue = [label: string, text: string];

type Row = [step: string, duration: string, requests: string, values: string];

function rowOf(step: StepRecord, values: readonly LabelledValue[], paint: Paint): Row {
  const { mark, style } = STATUSES[step.status];
  return [
    `${paint(style, mark)} ${step.app === null ? '' : `${step.app}: `}${step.title}`,
    step.durationMs > 0 ? milliseconds(step.durationMs) : '',
    step.requests.length > 0 ? count(step.requests.length, 'request') : '',
    values.map(([label, value]) => `${paint('dim', label)} ${shorten(value)}`).join(paint('dim', ' · ')),
  ];
}

/**
 * What a trigger gave, and what other steps were given: the fields of their forms, or whatever there is.
 * What no earlier step has shown tells most.
 */
function tellingValues(step: StepRecord, definition: Definition, seen: Set<string>): LabelledValue[] {
  const values = step.kind === 'trigger' && isRecord(step.output) ? step.output : step.input;
  const known = fieldsOf(step, definition)
    .filter((field) => typeof field !== 'string')
    .map(({ key, label = key }): [string, unknown] => [label.replace(/ \(.*\)$/, ''), values[key]])
    .filter(isTelling);
  const telling = (known.length > 0 ? known : flatten(values).filter(isTelling)).map(
    ([label, value]): LabelledValue => [label, asText(value)],
  );
  const isNew = ([, text]: LabelledValue) => !seen.has(text);
  const shown = [...telling.filter(isNew), ...telling.filter((value) => !isNew(value))].slice(
    0,
    SHOWN_VALUES,
  );
  for (const [, text] of shown) seen.add(text);
  return shown;
}

const isTelling = ([, value]: [string, unknown]): boolean => !isBlank(value) && typeof value !== 'object';

/** Values of records within the record are called by both names: "Customer name". */
function flatten(values: Record<string, unknown>): [label: string, value: unknown][] {
  return Object.entries(values).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value)
      ? Object.entries(value).map(([inner, innerValue]) => [inWords(`${key} ${inner}`), innerValue])
      : [[inWords(key), value]],
  );
}

function fieldsOf(
  { kind, key }: StepRecord,
  definition: Definition,
): StepDefinition['operation']['inputFields'] {
  switch (kind) {
    case 'trigger':
      return definition.triggers[key ?? '']?.operation.outputFields ?? [];
    case 'action':
      return definition.creates[key ?? '']?.operation.inputFields ?? [];
    case 'search':
      return definition.searches[key ?? '']?.operation.inputFields ?? [];
    case 'filter':
      return [];
  }
}

const inWords = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function shorten(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line;
}

const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;

const visibleLength = (text: string): number => stripVTControlCharacters(text).length;

function columnWidths(rows: readonly Row[]): number[] {
  return [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => visibleLength(row[column] ?? ''))));
}

/** Numbers end where their column ends; the last column is as long as it is. */
function alignRow(
  [step, duration, requests, values]: Row,
  [first = 0, second = 0, third = 0]: number[],
): string {
  const pad = (text: string, width: number) => ' '.repeat(width - visibleLength(text));
  const columns = [
    step + pad(step, first),
    pad(duration, second) + duration,
    requests + pad(requests, third),
    values,
  ];
  return columns.join('  ').trimEnd();
}
