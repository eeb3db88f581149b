// Checks of static samples, and how values are compared with what output fields promise.
import { z } from 'zod';
import { type Check, check } from './check.ts';
import { type Field, type Step, visibleSteps } from './definition.ts';

const steps = ({ definition }: Parameters<Check['run']>[0]) =>
  visibleSteps(definition).map(({ place, ...step }) => ({ place: `${place}.operation.sample`, ...step }));

/** The keys by which Zapier tells the results of a poll apart. */
export function primaryKeys({ operation }: Step): string[] {
  const marked = operation.outputFields.filter(({ primary }) => primary).map(({ key }) => key);
  return marked.length > 0 ? marked : ['id'];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is missing of the primary key, or no key at all; undefined where all is well. */
export function fixPrimaryKey(step: Step, record: Record<string, unknown>): string | undefined {
  const wrong = primaryKeys(step).find((key) => !['string', 'number'].includes(typeof record[key]));
  return wrong && `Add “${wrong}”, a text or a number by which results are told apart`;
}

/**
 * What in a record differs from the output fields: a required field that is missing, or a value of another type.
 * @param path where the record stands, for line items
 */
export function differences(record: Record<string, unknown>, fields: readonly Field[], path = ''): string[] {
  return fields.flatMap((field) => {
    const at = `${path}${field.key}`;
    const value = valueAt(record, field.key);
    if (value === undefined) return field.required ? [`“${at}” is required, but missing`] : [];
    if (!fits(field, value)) return [`“${at}” is ${nameOf(value)}, but its field is ${wanted(field)}`];
    const rows = field.children && Array.isArray(value) ? value.filter(isRecord) : [];
    return rows.flatMap((row) => differences(row, field.children ?? [], `${at}.`));
  });
}

/** Zapier writes the path of a field within an object with double underscores. */
function valueAt(record: Record<string, unknown>, key: string): unknown {
  if (key in record) return record[key];
  return key
    .split('__')
    .reduce<unknown>((within, part) => (isRecord(within) ? within[part] : undefined), record);
}

function fits(field: Field, value: unknown): boolean {
  if (value === null) return true;
  if (field.children) return Array.isArray(value) && value.every(isRecord);
  if (field.dict) return isRecord(value);
  if (Array.isArray(value)) return value.every((one) => fits(field, one));
  if (field.type === undefined) return true;
  if (field.type === 'integer') return Number.isInteger(value);
  if (field.type === 'datetime') return typeof value === 'string' && isIso(value);
  return typeof value === (field.type === 'number' || field.type === 'boolean' ? field.type : 'string');
}

const wanted = ({ children, dict, type }: Field) => (children ? 'line items' : dict ? 'a dictionary' : type);

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isRecord(value) ? 'an object' : typeof value === 'string' ? 'text' : JSON.stringify(value);
}

const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Whether this is a day, or a time with its zone, as ISO 8601 writes them. */
export const isIso = (text: string) => isoTime.safeParse(text).success;

const DATE_KEY = /(^|[._])(date|time|datetime|timestamp|day|at)$/;
const DATE_LIKE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|^\d{1,2}[-/. ](\d{1,2}|[A-Za-z]{3,9})\.?[-/. ]\d{2,4}\b/;

/** The dates in a value that are not ISO 8601 with a time zone, each with its path. */
export function unclearDates(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((row) => unclearDates(row, path));
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      unclearDates(inner, path ? `${path}.${key}` : key),
    );
  }
  if (typeof value !== 'string') return [];
  const isDate = DATE_KEY.test(path) || DATE_LIKE.test(value);
  return isDate && !isIso(value) ? [`“${path}” is ${value}`] : [];
}

const pollsHaveKeys = check(
  'D010',
  'Samples of polling triggers contain the primary key',
  (subject) => steps(subject).filter(({ step }) => step.operation.type === 'polling'),
  ({ step }) => {
    const fix = fixPrimaryKey(step, step.operation.sample ?? {});
    return fix && `${fix}.`;
  },
);

const haveSamples = check(
  'D012',
  'Each step has a static sample',
  steps,
  ({ step }) =>
    Object.keys(step.operation.sample ?? {}).length === 0 &&
    'Add a sample: people map its fields before the step has run.',
);

const clearDates = check('D023', 'Dates in samples are ISO 8601, times with a zone', steps, ({ step }) => {
  const [unclear] = unclearDates(step.operation.sample);
  return unclear && `Write dates as 2026-11-21 or 2026-11-21T08:00:00Z: ${unclear}.`;
});

const samplesFit = check('D024', 'Samples match the output fields', steps, ({ step }) => {
  const { sample = {}, outputFields } = step.operation;
  const found = differences(sample, outputFields);
  return found.length > 0 && `Correct the sample or the output fields: ${found.join('; ')}.`;
});

export const sampleChecks = [pollsHaveKeys, haveSamples, clearDates, samplesFit];
