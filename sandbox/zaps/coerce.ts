import { coerceDateTime } from './datetime.ts';
import type { Field } from './definition.ts';
import { asText, isRecord } from './references.ts';

export interface CoerceOptions {
  /** The step's `cleanInputData`: whether blanks are taken away. */
  clean: boolean;
  /** IANA name of the Zap's time zone. */
  timezone: string;
}

/**
 * Turns what the fields of a step hold, references already resolved, into the `inputData` that Zapier
 * hands to the app. Fields that the Zap does not mention get their default or are left out.
 */
export function coerceInput(
  fields: readonly Field[],
  input: Record<string, unknown>,
  options: CoerceOptions,
): Record<string, unknown> {
  const values = fields
    .map(
      (field) =>
        [field.key, Object.hasOwn(input, field.key) ? input[field.key] : field.default, field] as const,
    )
    .filter(([, value]) => value !== undefined)
    .map(([key, value, field]) => [key, coerceField(field, value, options.timezone)]);
  const coerced = Object.fromEntries(values);
  return options.clean ? withoutBlanks(coerced) : coerced;
}

/** Nothing typed and nothing mapped. */
export function isBlank(value: unknown): boolean {
  if (value === '' || value === null || value === undefined) return true;
  return value instanceof Object && Object.keys(value).length === 0;
}

function coerceField(field: Field, value: unknown, timezone: string): unknown {
  const one = (single: unknown) => coerceValue(field.type, single, timezone);
  if (field.children) return coerceRows(field.children, value, timezone);
  if (field.dict) return coerceDictionary(value, one);
  if (field.list) return isBlank(value) ? [] : [value].flat(2).map(one);
  return one(value);
}

/** Key/value pairs; what is no such thing stays as it was typed. */
function coerceDictionary(value: unknown, one: (single: unknown) => unknown): unknown {
  if (isBlank(value)) return {};
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, single]) => [key, one(single)]));
}

/**
 * Line items. A row in a Zap maps lists from an earlier step into its fields, which are zipped into as
 * many rows as the longest list has; a single value is repeated in each. Rows that stay blank are dropped.
 */
function coerceRows(children: readonly Field[], value: unknown, timezone: string): unknown[] {
  return [value]
    .flat()
    .filter(isRecord)
    .flatMap(zip)
    .map((row) => coerceInput(children, row, { clean: false, timezone }))
    .filter((row) => !Object.values(row).every(isBlank));
}

function zip(row: Record<string, unknown>): Record<string, unknown>[] {
  const lists = Object.values(row).filter(Array.isArray);
  const length = lists.length === 0 ? 1 : Math.max(...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, Array.isArray(value) ? (value[index] ?? '') : value]),
    ),
  );
}

function coerceValue(type: string | undefined, value: unknown, timezone: string): unknown {
  if (isBlank(value)) return '';
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : integerIn(asText(value));
    case 'number':
      return typeof value === 'number' ? value : numberIn(asText(value));
    case 'boolean':
      return typeof value === 'boolean' ? value : !NO.has(asText(value).trim().toLowerCase());
    case 'datetime':
      return coerceDateTime(asText(value), timezone);
    default:
      return asText(value);
  }
}

/** Words for no; to Zapier every other text is a yes. */
const NO = new Set('no,noo,n,nope,no thanks,no thank you,never,none,false,f,0,nil,nill,nul,null'.split(','));

/**
 * Zapier finds the number in what a person typed: "2 burritos" is 2, and text without any digit is 0.
 * An app that must tell those from numbers has to ask for text.
 */
function numberIn(text: string): number {
  const found = Number.parseFloat(text.replace(/[^\d.,-]/g, '').replace(/[.,-]$/, ''));
  return Number.isNaN(found) ? 0 : found;
}

function integerIn(text: string): number {
  const found = Number.parseInt(text, 10);
  return Number.isNaN(found) ? Math.floor(numberIn(text)) : found;
}

/** What Zapier does where `cleanInputData` is on: blanks go, at any depth. */
function withoutBlanks(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input)
      .map(([key, value]) => [key, cleaned(value)] as const)
      .filter(([, value]) => !isBlank(value)),
  );
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned).filter((one) => !isBlank(one));
  return isRecord(value) ? withoutBlanks(value) : value;
}
