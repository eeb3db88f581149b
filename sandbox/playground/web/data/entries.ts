// What a record holds, as rows that people read: a label and a value, a table, or a group of further rows.
import type { Field } from '../../../zaps/definition.ts';
import { inWords, money, number, when } from '../model/format.ts';

export type FieldList = readonly (Field | string)[];

type Cells = { key: string; label: string; isNumeric: boolean };

export type Entry =
  | { kind: 'value'; path: string; label: string; text: string; isNumeric: boolean }
  | { kind: 'group'; path: string; label: string; entries: Entry[] }
  | { kind: 'table'; path: string; label: string; columns: Cells[]; rows: string[][] }
  | { kind: 'empty'; path: string; label: string };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

export function fieldOf(fields: FieldList, key: string): Field | undefined {
  return fields.find((field): field is Field => typeof field !== 'string' && field.key === key);
}

/** @param currency of the record around, for its prices and totals */
export function entriesOf(value: unknown, fields: FieldList = [], path = '', currency?: string): Entry[] {
  if (!isRecord(value)) {
    return isEmpty(value) ? [] : [entryOf('Value', value, undefined, path, currency)];
  }
  const own = typeof value['currency'] === 'string' ? value['currency'] : currency;
  return Object.entries(value).map(([key, each]) => {
    const field = fieldOf(fields, key);
    return entryOf(field?.label ?? inWords(key), each, field, path ? `${path}.${key}` : key, own);
  });
}

function entryOf(
  label: string,
  value: unknown,
  field: Field | undefined,
  path: string,
  currency: string | undefined,
): Entry {
  if (isEmpty(value)) return { kind: 'empty', path, label };
  if (isRecord(value)) {
    return { kind: 'group', path, label, entries: entriesOf(value, field?.children, path, currency) };
  }
  if (Array.isArray(value) && value.every(isRecord)) return tableOf(label, value, field, path, currency);
  const key = path.split('.').at(-1) ?? '';
  return {
    kind: 'value',
    path,
    label,
    text: textOf(value, key, field, currency),
    isNumeric: typeof value === 'number',
  };
}

function tableOf(
  label: string,
  rows: Record<string, unknown>[],
  field: Field | undefined,
  path: string,
  currency: string | undefined,
): Entry {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) =>
    rows.some((row) => !isEmpty(row[key])),
  );
  return {
    kind: 'table',
    path,
    label,
    columns: keys.map((key) => ({
      key,
      label: shortLabel(label, fieldOf(field?.children ?? [], key)?.label ?? inWords(key)),
      isNumeric: rows.every((row) => typeof row[key] === 'number' || isEmpty(row[key])),
    })),
    rows: rows.map((row) =>
      keys.map((key) => textOf(row[key], key, fieldOf(field?.children ?? [], key), currency)),
    ),
  };
}

/** "Items SKU" in the table "Items" is just "SKU". */
const shortLabel = (table: string, label: string): string =>
  label.startsWith(`${table} `) ? label.slice(table.length + 1) : label;

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isPrice = /(^|_)(total|price|amount|subtotal|tax)$/;

/** One value in words; `key` and the record's currency say whether it is money. */
export function textOf(value: unknown, key = '', field?: Field, currency?: string): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return currency && isPrice.test(key) ? money(value, currency) : number(value);
  if (Array.isArray(value)) return value.map((each) => textOf(each, key, field, currency)).join(', ');
  if (isRecord(value)) return JSON.stringify(value);
  const text = String(value);
  const chosen = choiceLabel(field, text);
  if (chosen) return chosen;
  return isoTime.test(text) && !Number.isNaN(Date.parse(text)) ? when(text) : text;
}

/** What a field with choices calls a value. */
export function choiceLabel({ choices }: Partial<Field> = {}, value: string): string | undefined {
  if (!choices) return undefined;
  if (!Array.isArray(choices)) return Object.hasOwn(choices, value) ? choices[value] : undefined;
  for (const each of choices) if (typeof each !== 'string' && each.value === value) return each.label;
  return undefined;
}

/** Leaves what has the words in a label or a value. */
export function search(entries: readonly Entry[], words: string): Entry[] {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return [...entries];
  const has = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  return entries.flatMap((entry): Entry[] => {
    if (has(entry.label)) return [entry];
    switch (entry.kind) {
      case 'value':
        return has(entry.text) ? [entry] : [];
      case 'group': {
        const found = search(entry.entries, words);
        return found.length > 0 ? [{ ...entry, entries: found }] : [];
      }
      case 'table': {
        if (entry.columns.some(({ label }) => has(label))) return [entry];
        const rows = entry.rows.filter((row) => has(...row));
        return rows.length > 0 ? [{ ...entry, rows }] : [];
      }
      default:
        return [];
    }
  });
}
