import * as z from 'zod/mini';

const labels = new WeakMap<object, string>();

/** Gives a field of a resource the label that people see in the Zap editor. */
export function labelled<S extends z.ZodMiniType>(label: string, schema: S): S {
  labels.set(schema, label);
  return schema;
}

/** An output field as Zapier takes it. */
export interface OutputField {
  key: string;
  label: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'datetime';
  dict?: boolean;
  primary?: boolean;
  children?: OutputField[];
}

/**
 * The output fields of a resource, from its schema: keys, labels and types.
 * @param primary the keys that identify a result to Zapier's deduplication
 */
export function outputFields(schema: z.ZodMiniObject, primary: readonly string[] = []): OutputField[] {
  return Object.entries(schema.shape).map(([key, field]) => ({
    key,
    label: labels.get(field) ?? key,
    ...kindOf(inner(field)),
    ...(primary.includes(key) && { primary: true }),
  }));
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
  // Of a documented object no keys are documented.
  if (schema instanceof z.ZodMiniObject) return { dict: true };
  return { type: 'string' };
}
