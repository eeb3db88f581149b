// What the publishing checks look at in a definition. Functions are opaque: in the built app they are marks.
import type { Definition, Field, StepDefinition } from '../../sandbox/zaps/definition.ts';

export type { Definition, Field } from '../../sandbox/zaps/definition.ts';

type Operation = StepDefinition['operation'];

/** A step with the fields that are always there; those that a function makes are left out. */
export type Step = Pick<StepDefinition, 'key' | 'noun' | 'display'> & {
  operation: Pick<
    Operation,
    'type' | 'sample' | 'cleanInputData' | 'performList' | 'performSubscribe' | 'performUnsubscribe'
  > & { inputFields: Field[]; outputFields: Field[] };
};

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
    Object.entries(definition[kind]).map(([key, step]) => ({
      place: `${kind}.${key}`,
      kind,
      step: withStaticFields(step),
    })),
  );
}

function withStaticFields({ operation, ...step }: StepDefinition): Step {
  const fixed = (fields: readonly (Field | string)[]) =>
    fields.flatMap((field) => (typeof field === 'string' ? [] : [field]));
  const { inputFields, outputFields } = operation;
  return {
    ...step,
    operation: { ...operation, inputFields: fixed(inputFields), outputFields: fixed(outputFields) },
  };
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
