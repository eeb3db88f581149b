// One line about a step, as a colleague would say it.
import type { Field } from '../../../zaps/definition.ts';
import type { RunStatus, StepRecord } from '../../../zaps/records.ts';
import { resolve } from '../../../zaps/references.ts';
import type { AppInfo, Draft, ZapTests } from '../../protocol.ts';
import { entriesOf, fieldOf, isEmpty, isRecord, textOf } from '../data/entries.ts';
import { pathsIn, pillText } from '../mapping/sources.ts';
import { listed, money } from './format.ts';
import {
  definitionOf,
  groupsBefore,
  inputFieldsOf,
  outputsOf,
  type Part,
  partAt,
  triggerPlace,
} from './steps.ts';

type Conditions = { value?: unknown; condition: string; to?: unknown }[][];

/** How a condition reads: "is greater than". */
export const conditionWords: Record<string, string> = {
  exactly_matches: 'is',
  does_not_exactly_match: 'is not',
  contains: 'contains',
  does_not_contain: 'does not contain',
  greater_than: 'is greater than',
  less_than: 'is less than',
  exists: 'exists',
  does_not_exist: 'does not exist',
};

export const needsNoValue = (condition: string): boolean =>
  condition === 'exists' || condition === 'does_not_exist';

/** What a step is set up to do, on its node. */
export function factsOf(app: AppInfo, draft: Draft, tests: ZapTests, place: string): string {
  const part = partAt(draft, place);
  if (!part) return 'What starts this Zap?';
  const values = outputsOf(app, draft, tests);
  if (part.kind === 'filter') {
    const groups = groupsBefore(app, draft, tests, place);
    return conditionsInWords(part.filter, (value) => asLabels(value, groups));
  }
  if (part.kind === 'app') {
    const given = pairs(values[place], []);
    const isTrigger = place === triggerPlace;
    if (given.length > 0) return `${isTrigger ? '' : 'Gives '}${given.slice(0, 2).join(' · ')}`;
    const input = 'input' in part ? pairs(resolve(part.input, values), []) : [];
    return input.slice(0, 2).join(' · ') || 'Not set up yet';
  }
  const fields = inputFieldsOf(definitionOf(app, part));
  const filled = pairs(resolve(part.input, values), fields);
  if (place !== triggerPlace) return filled.slice(0, 3).join(' · ') || openFields(part, fields);
  const sample = tests.trigger ? headline(values[place]) : '';
  return (
    [...filled, ...(sample ? [`${filled.length > 0 ? 'sample' : 'Sample'} ${sample}`] : [])].join(' · ') ||
    'Not tested yet'
  );
}

function openFields(part: Part, fields: readonly Field[]): string {
  const input = 'input' in part ? part.input : {};
  const open = fields.filter(({ key, required }) => required && isEmpty(input[key]));
  return open.length > 0
    ? `Needs ${listed(open.map(({ label, key }) => label ?? key))}`
    : 'Nothing to fill in';
}

/** "Type is Order": what is chosen or typed, by the fields' labels. */
function pairs(input: unknown, fields: readonly Field[]): string[] {
  return entriesOf(input, fields).flatMap((entry) => {
    if (entry.kind === 'table') return [`${entry.label}: ${entry.rows.length}`];
    if (entry.kind !== 'value') return [];
    const field = fieldOf(fields, entry.path);
    return [`${entry.label.replace(/ \(.*\)$/, '')}${field?.choices ? ' is' : ''} ${entry.text}`];
  });
}

/** A reference by its label, other text as it is. */
function asLabels(value: unknown, groups: Parameters<typeof pillText>[0]): string {
  if (typeof value !== 'string') return textOf(value);
  let text = value;
  for (const path of pathsIn(value)) text = text.replace(`{{${path}}}`, pillText(groups, path).label);
  return text;
}

function conditionsInWords(groups: Conditions, read: (value: unknown) => string): string {
  const words = groups
    .filter((group) => group.length > 0)
    .map((group) =>
      group
        .map(({ value, condition, to }) =>
          `${read(value) || '…'} ${conditionWords[condition] ?? condition} ${needsNoValue(condition) ? '' : read(to) || '…'}`.trim(),
        )
        .join(' and '),
    );
  return words.join(', or ') || 'No condition yet';
}

/** A record in a few words: its number or name, whose it is, what it is worth. */
export function headline(output: unknown): string {
  const record = Array.isArray(output) ? output[0] : output;
  if (!isRecord(record)) return '';
  const customer = isRecord(record['customer']) ? record['customer']['name'] : undefined;
  const { order_number, sku, name, external_id, currency, total, results, count } = record;
  if (Array.isArray(results)) return `${textOf(count ?? results.length)} found`;
  const worth =
    typeof total === 'number' && typeof currency === 'string' ? money(total, currency) : undefined;
  const words = [order_number ?? sku, customer ?? name, worth ?? (order_number || name ? '' : external_id)];
  const known = words.filter((word) => !isEmpty(word)).map((word) => textOf(word));
  if (known.length > 0) return known.join(' · ');
  const [first] = pairs(record, []);
  return first ?? '';
}

/** What a step of a run did, on its node. */
export function runFacts(app: AppInfo, part: Part | null, record: StepRecord | undefined): string {
  if (!record) return 'Not reached';
  if (record.status === 'running') return 'Running …';
  if (record.kind === 'filter') return filterFacts(record);
  if (record.status !== 'success' && record.message) return firstSentence(record.message);
  if (record.kind === 'trigger') return headline(record.output);
  const given = pairs(record.input, inputFieldsOf(definitionOf(app, part)));
  if (part?.kind === 'app') {
    const gave = isRecord(record.output) ? Object.entries(record.output) : [];
    const own = pairs(Object.fromEntries(gave.filter(([key]) => Object.hasOwn(part.gives, key))), []);
    return own[0] ?? given.slice(0, 2).join(' · ');
  }
  return given.slice(0, 3).join(' · ') || headline(record.output);
}

/** The conditions that a run met, as rows. */
export function conditionRows({ input }: StepRecord): Record<string, unknown>[] {
  const groups = Array.isArray(input['groups']) ? input['groups'] : [];
  return groups.flatMap((group, index) =>
    (Array.isArray(group) ? group : []).filter(isRecord).map(({ value, condition, to }) => ({
      ...(groups.length > 1 && { group: index + 1 }),
      value: asNumber(value) || 'Empty',
      condition: conditionWords[String(condition)] ?? String(condition),
      ...(!needsNoValue(String(condition)) && { compared_with: asNumber(to) }),
    })),
  );
}

/** "1,197 is greater than 500: continued". */
function filterFacts(record: StepRecord): string {
  const words = conditionRows(record).map(({ value, condition, compared_with: to = '' }) =>
    `${value} ${condition} ${to}`.trim(),
  );
  if (words.length === 0) return record.message ?? '';
  const said = words.slice(0, 2).join(', ');
  return record.status === 'success' ? `${said}: continued` : `Not so: ${said}`;
}

const asNumber = (value: unknown): string => {
  const text = textOf(value);
  return text !== '' && !Number.isNaN(Number(text)) ? textOf(Number(text)) : text;
};

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/** Words for how a step or a run stands. */
export const statusWords: Record<RunStatus, string> = {
  running: 'Running',
  success: 'Success',
  filtered: 'Filtered',
  halted: 'Halted',
  held: 'Held',
  waiting: 'Waiting',
  stopped: 'Stopped',
};
