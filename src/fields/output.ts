import * as z from 'zod/mini';
import { isRecord, type Rec } from '../values.ts';

const labels = z.registry<{ label: string }>();

/** Gives a field of a resource the label that people see in the Zap editor. */
export function labelled<S extends z.ZodMiniType>(label: string, schema: S): S {
  labels.add(schema, { label });
  return schema;
}

/** An output field as Zapier takes it. */
export interface OutputField {
  key: string;
  label: string;
  type?: 'string' | 'number' | 'integer' | 'boolean';
  dict?: boolean;
  primary?: boolean;
  children?: OutputField[];
}

/**
 * The output fields of a resource, from its schema: keys, labels, types and line items.
 * @param primary the keys that identify a result to Zapier's deduplication
 */
export function outputFields(schema: z.ZodMiniObject, primary: readonly string[] = []): OutputField[] {
  return Object.entries(schema.shape).map(([key, field]) => ({
    key,
    label: labels.get(field)?.label ?? key,
    ...kindOf(inner(field)),
    ...(primary.includes(key) && { primary: true }),
  }));
}

/**
 * The output fields of a sample. Those that the resource's schema knows have its labels; the others are named
 * after their keys.
 */
export function fieldsOf(sample: Rec, resource?: z.ZodMiniObject): OutputField[] {
  const known = new Map(resource && outputFields(resource).map((field) => [field.key, field]));
  return Object.entries(sample).flatMap(([key, value]) => known.get(key) ?? fieldOf([key], value));
}

/** Zapier writes the path of a field within an object with double underscores. */
function fieldOf(path: readonly string[], value: unknown): OutputField[] {
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => fieldOf([...path, key], inner));
  const [row] = Array.isArray(value) ? value : [];
  const kind: Partial<OutputField> = isRecord(row)
    ? { children: fieldsOf(row) }
    : { type: typeOf(row ?? value) };
  return [{ key: path.join('__'), label: titleOf(path), ...kind }];
}

function typeOf(value: unknown): NonNullable<OutputField['type']> {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return 'string';
}

function titleOf(path: readonly string[]): string {
  const words = path.join(' ').split(/[\s_]+/);
  return words
    .map((word) => (word === 'id' || word === 'sku' ? word.toUpperCase() : capital(word)))
    .join(' ');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The schema within nullable and optional ones. */
function inner(schema: unknown): unknown {
  return schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional
    ? inner(schema.def.innerType)
    : schema;
}

function kindOf(schema: unknown): Omit<OutputField, 'key' | 'label'> {
  if (schema instanceof z.ZodMiniBoolean) return { type: 'boolean' };
  if (schema instanceof z.ZodMiniNumberFormat) return { type: 'integer' };
  if (schema instanceof z.ZodMiniNumber) return { type: 'number' };
  if (schema instanceof z.ZodMiniRecord) return { dict: true };
  if (schema instanceof z.ZodMiniArray && schema.def.element instanceof z.ZodMiniObject) {
    return { children: outputFields(schema.def.element) };
  }
  return { type: 'string' };
}
