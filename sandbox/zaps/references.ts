/** Outputs of the trigger and of earlier steps, by the names that references call them. */
export type Outputs = Record<string, unknown>;

const REFERENCE = /\{\{([^{}]*)\}\}/g;
const ONLY_REFERENCE = /^\{\{([^{}]*)\}\}$/;

/**
 * Puts outputs in the place of references such as `{{trigger.customer.name}}`, at any depth.
 *
 * - A text that is nothing but a reference becomes the value itself; within more text it becomes text.
 * - A path through a list gives a list, one value for each row: `{{trigger.items.sku}}`. A number
 *   picks one row: `{{trigger.items.0.sku}}`.
 * - What is missing or null is blank.
 *
 * Outputs are never read for references themselves, whatever they contain.
 */
export function resolve(template: unknown, outputs: Outputs): unknown {
  if (typeof template === 'string') return resolveText(template, outputs);
  if (Array.isArray(template)) return template.map((one) => resolve(one, outputs));
  if (isRecord(template)) {
    return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, resolve(one, outputs)]));
  }
  return template;
}

/** Where in a template a step is referred to. */
export type Mention = { path: (string | number)[]; name: string };

/** The steps that a template refers to, once for each place. */
export function mentionsIn(template: unknown): Mention[] {
  if (typeof template === 'string') {
    const names = [...template.matchAll(REFERENCE)].map(([, path = '']) => pathOf(path)[0] ?? '');
    return [...new Set(names)].map((name) => ({ path: [], name }));
  }
  const entries: [string | number, unknown][] = Array.isArray(template)
    ? [...template.entries()]
    : isRecord(template)
      ? Object.entries(template)
      : [];
  return entries.flatMap(([key, one]) =>
    mentionsIn(one).map(({ path, name }) => ({ path: [key, ...path], name })),
  );
}

/** A template whose references call steps by other names; names that are not among these stay. */
export function renamed(template: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof template === 'string') {
    return template.replaceAll(REFERENCE, (reference, path: string) => {
      const [name = '', ...rest] = pathOf(path);
      const other = names.get(name);
      return other === undefined ? reference : `{{${[other, ...rest].join('.')}}}`;
    });
  }
  if (Array.isArray(template)) return template.map((one) => renamed(one, names));
  if (!isRecord(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, renamed(one, names)]));
}

/** How Zapier writes a value into text: lists with commas. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(asText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolveText(template: string, outputs: Outputs): unknown {
  const only = ONLY_REFERENCE.exec(template)?.[1];
  if (only !== undefined) return find(outputs, pathOf(only)) ?? '';
  // A function, since a text as replacement would give `$&` and the like a meaning.
  return template.replaceAll(REFERENCE, (_, path: string) => asText(find(outputs, pathOf(path))));
}

const pathOf = (reference: string): string[] => reference.trim().split('.');

function find(value: unknown, path: string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    return /^\d+$/.test(key) ? find(value[Number(key)], rest) : value.map((row) => find(row, path) ?? '');
  }
  return isRecord(value) && Object.hasOwn(value, key) ? find(value[key], rest) : undefined;
}
