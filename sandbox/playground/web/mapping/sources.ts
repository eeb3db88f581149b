// What earlier steps gave, and what a later one can be filled with.
import type { Field } from '../../../zaps/definition.ts';
import { type FieldList, fieldOf, isEmpty, isRecord, textOf } from '../data/entries.ts';
import { inWords } from '../model/format.ts';

/** One value that a step gave. */
export type Source = { path: string; label: string; example: string };

/** All that one step gave. */
export type SourceGroup = {
  /** How references call the step: `trigger` or its id. */
  name: string;
  /** "1. New Order". */
  title: string;
  /** The place among all steps, the trigger being 1. */
  number: number;
  /** The other app's name; null for the app's own steps. */
  app: string | null;
  sources: Source[];
};

/** @returns every value within an output, by the path that references use and the labels of the output fields */
export function sourcesOf(output: unknown, path: string, fields: FieldList = [], label = ''): Source[] {
  if (Array.isArray(output)) {
    const rows = output.filter(isRecord);
    if (rows.length === 0) return label ? [{ path, label, example: textOf(output) }] : [];
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return keys.flatMap((key) => {
      const field = fieldOf(fields, key);
      const column = rows.map((row) => row[key]);
      const named = nameOf(field, key, label);
      const [first] = column;
      if (isRecord(first)) return sourcesOf(first, `${path}.${key}`, field?.children, named);
      return [
        { path: `${path}.${key}`, label: named, example: column.map((each) => textOf(each)).join(', ') },
      ];
    });
  }
  if (isRecord(output)) {
    return Object.entries(output).flatMap(([key, value]) => {
      const field = fieldOf(fields, key);
      return sourcesOf(value, `${path}.${key}`, field?.children, nameOf(field, key, label));
    });
  }
  return label ? [{ path, label, example: isEmpty(output) ? '' : String(output) }] : [];
}

/** "Customer Name" for the name within the customer. */
function nameOf(field: Field | undefined, key: string, within: string): string {
  const own = field?.label ?? inWords(key);
  return within && !own.startsWith(within) ? `${within} ${own}` : own;
}

/** How a pill for this path reads. */
export type PillText = {
  number: number | null;
  app: string | null;
  label: string;
  example: string;
  isGone: boolean;
};

/** What the list has for a path: a pill says where it is from, or that there is nothing any more. */
export function pillText(groups: readonly SourceGroup[], path: string): PillText {
  const [name = '', ...rest] = path.split('.');
  const group = groups.find((each) => each.name === name);
  const source = group?.sources.find((each) => each.path === path);
  const label =
    source?.label ?? (inWords(rest.filter((key) => !/^\d+$/.test(key)).join('_')) || inWords(name));
  return {
    number: group?.number ?? null,
    app: group?.app ?? null,
    label,
    example: source?.example ?? '',
    isGone: !group,
  };
}

const reference = /\{\{([^{}]*)\}\}/g;

/** The paths that a value refers to, at any depth. */
export function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(reference)].map(([, path = '']) => path.trim());
  return value instanceof Object ? Object.values(value).flatMap(pathsIn) : [];
}

/** Leaves what has all words in its label or its example. */
export function searchSources(groups: readonly SourceGroup[], words: string): SourceGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap((group) => {
    const sources = group.sources.filter(({ label, example }) => {
      const text = `${group.title} ${label} ${example}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    return sources.length > 0 ? [{ ...group, sources }] : [];
  });
}
