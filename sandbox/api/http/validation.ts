import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { type FieldErrors, invalid } from '../errors.ts';

type Issue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const sizes: Record<string, string> = { string: ' characters', array: ' items' };

/**
 * @returns `data` as `schema` makes it.
 * @throws ApiError 422 that names every field with everything that is wrong with it.
 */
export function validate<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data, { error: sentence });
  if (!result.success) throw invalid(byField(result.error.issues));
  return result.data;
}

/**
 * Lets Fastify validate with zod, in the API's own words.
 * @param ignoresUnknown whether what no schema knows is passed over, at the moment.
 */
export function validatorCompiler(ignoresUnknown = () => false): FastifySchemaCompiler<z.ZodType> {
  return ({ schema }) =>
    (data) => {
      let result = schema.safeParse(data, { error: sentence });
      if (!result.success && ignoresUnknown()) {
        result = schema.safeParse(withoutUnknown(data, result.error.issues), { error: sentence });
      }
      return result.success ? { value: result.data } : { error: invalid(byField(result.error.issues)) };
    };
}

/** @returns a copy that lacks the fields which the issues call unknown. */
function withoutUnknown(data: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(data);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce<unknown>((place, key) => Reflect.get(Object(place), key), copy);
    for (const key of issue.keys) Reflect.deleteProperty(Object(holder), key);
  }
  return copy;
}

function byField(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // Field names come from the caller, and may be such as every object has already: "constructor".
  const errors = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = fieldName(path);
    errors.set(field, [...(errors.get(field) ?? []), message]);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        add([...issue.path, key], `The ${label([...issue.path, key])} field is unknown`);
    } else {
      add(issue.path, issue.message);
    }
  }
  return Object.fromEntries(errors);
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length > 0 ? path.join('.') : 'body';
}

function label(path: readonly PropertyKey[]): string {
  return fieldName(path).replaceAll('_', ' ');
}

/** What is wrong, as the API says it: "The stock qty must be at least 0" (7.3). */
function sentence(issue: Issue): string {
  const path = issue.path ?? [];
  if (path.length > 0 && isBlank(issue)) return `The ${label(path)} field is required`;
  return `The ${label(path)} ${rule(issue)}`;
}

function isBlank(issue: Issue): boolean {
  return issue.input === undefined || (issue.code === 'too_small' && issue.input === '');
}

function rule(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.inst instanceof z.ZodNumberFormat ? 'int' : issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`;
    case 'too_small':
      return `must ${issue.origin === 'array' ? 'have' : 'be'} at least ${issue.minimum}${sizes[issue.origin] ?? ''}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must not have more than ${issue.maximum} items`
        : `must not be greater than ${issue.maximum}${sizes[issue.origin] ?? ''}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be a valid email address' : 'format is invalid';
    case 'custom':
      return String(issue.params?.['rule'] ?? 'is invalid');
    default:
      return 'is invalid';
  }
}
