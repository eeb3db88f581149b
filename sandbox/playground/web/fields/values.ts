import type { Field } from '../../../zaps/definition.ts';
import type { Choice } from '../../protocol.ts';
import { isEmpty } from '../data/entries.ts';
import type { Values } from '../model/steps.ts';

export type Json = Values[string];

export const labelOf = ({ label, key }: Field): string => label ?? key;

export const isMapped = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

/** A value as it is typed. */
export function typed(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row of line items, or pairs. */
export const isRow = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** With a value in it, or without where it was emptied. */
export function withValue(values: Values, key: string, value: Json | undefined): Values {
  const { [key]: _old, ...others } = values;
  return value === undefined || isEmpty(value) ? others : { ...others, [key]: value };
}

export function choicesOf({ choices = [], type }: Field): Choice[] {
  if (type === 'boolean') {
    return [
      { id: 'true', label: 'Yes' },
      { id: 'false', label: 'No' },
    ];
  }
  if (!Array.isArray(choices)) return Object.entries(choices).map(([id, label]) => ({ id, label }));
  return choices.map((each) =>
    typeof each === 'string' ? { id: each, label: each } : { id: each.value, label: each.label },
  );
}
