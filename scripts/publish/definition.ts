// The definition as a reviewer at Zapier reads it. Functions are opaque: in the built app they are marks.
import { z } from 'zod';

const choices = z.union([
  z.record(z.string(), z.string()),
  z.array(z.union([z.string(), z.looseObject({ value: z.string(), label: z.string() })])),
]);

const field = z.looseObject({
  key: z.string(),
  label: z.string().optional(),
  type: z.string().optional(),
  required: z.boolean().optional(),
  list: z.boolean().optional(),
  dict: z.boolean().optional(),
  primary: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  helpText: z.string().optional(),
  dynamic: z.string().optional(),
  search: z.string().optional(),
  inputFormat: z.string().optional(),
  choices: choices.optional(),
  get children() {
    return z.array(field).optional();
  },
});
export type Field = z.output<typeof field>;

/** Fields that are always there; those that a function makes are left out. */
const staticFields = z
  .array(z.union([field, z.string(), z.function()]))
  .default([])
  .transform((fields) =>
    fields.flatMap((found) => (typeof found === 'object' && 'key' in found ? [found] : [])),
  );

const display = z.looseObject({
  label: z.string(),
  description: z.string().default(''),
  hidden: z.boolean().optional(),
});

const step = z.looseObject({
  key: z.string(),
  noun: z.string(),
  display,
  operation: z.looseObject({
    type: z.string().optional(),
    performList: z.unknown().optional(),
    performSubscribe: z.unknown().optional(),
    performUnsubscribe: z.unknown().optional(),
    cleanInputData: z.boolean().optional(),
    inputFields: staticFields,
    outputFields: staticFields,
    sample: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type Step = z.output<typeof step>;

const steps = z.record(z.string(), step).default({});

export const reviewed = z.looseObject({
  version: z.string(),
  platformVersion: z.string(),
  flags: z.looseObject({ cleanInputData: z.boolean().optional() }).default({}),
  authentication: z
    .looseObject({ type: z.string(), fields: staticFields, connectionLabel: z.unknown().optional() })
    .optional(),
  triggers: steps,
  creates: steps,
  searches: steps,
  searchOrCreates: z
    .record(z.string(), z.looseObject({ display, search: z.string(), create: z.string() }))
    .default({}),
});
export type Definition = z.output<typeof reviewed>;

export const kinds = ['triggers', 'creates', 'searches'] as const;

export interface PlacedStep {
  /** Such as `creates.set_stock`. */
  place: string;
  kind: (typeof kinds)[number];
  step: Step;
}

/** The steps that people see; dropdowns are hidden. */
export function visibleSteps(definition: Definition, only: readonly PlacedStep['kind'][] = kinds) {
  return allSteps(definition, only).filter(({ step }) => !step.display.hidden);
}

/** Every step, dropdowns included. */
export function allSteps(definition: Definition, only: readonly PlacedStep['kind'][] = kinds): PlacedStep[] {
  return only.flatMap((kind) =>
    Object.entries(definition[kind]).map(([key, step]) => ({ place: `${kind}.${key}`, kind, step })),
  );
}

export interface PlacedField {
  /** Such as `creates.set_stock_bulk.inputFields.products.sku`. */
  place: string;
  field: Field;
}

/** The input fields of every step, those of line items included. */
export function inputFields(definition: Definition): PlacedField[] {
  return allSteps(definition).flatMap(({ place, step }) =>
    placed(`${place}.inputFields`, step.operation.inputFields),
  );
}

/** The fields of the connection. */
export function connectionFields({ authentication }: Definition): PlacedField[] {
  return placed('authentication.fields', authentication?.fields ?? []);
}

function placed(within: string, fields: readonly Field[]): PlacedField[] {
  return fields.flatMap((field) => {
    const place = `${within}.${field.key}`;
    return [{ place, field }, ...placed(place, field.children ?? [])];
  });
}

/** Every text of a value, with its place below `place`. */
export function texts(value: unknown, place = ''): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, place ? `${place}.${key}` : key));
}
