import { z } from 'zod';
import { product } from '../../src/product.ts';

const fieldSchema = z.object({
  key: z.string(),
  label: z.string().optional(),
  type: z.string().optional(),
  helpText: z.string().optional(),
  required: z.boolean().optional(),
  list: z.boolean().optional(),
  dict: z.boolean().optional(),
  dynamic: z.string().optional(),
  choices: z.union([z.array(z.unknown()), z.record(z.string(), z.string())]).optional(),
  get children() {
    return z.array(fieldSchema).optional();
  },
});

type Field = z.output<typeof fieldSchema>;

const stepSchema = z.object({
  display: z.object({ label: z.string(), description: z.string(), hidden: z.boolean().optional() }),
  operation: z.object({
    type: z.string().optional(),
    inputFields: z.array(fieldSchema).default([]),
    outputFields: z.array(fieldSchema).default([]),
  }),
});

type Step = z.output<typeof stepSchema>;

const definitionSchema = z.object({
  triggers: z.record(z.string(), stepSchema),
  creates: z.record(z.string(), stepSchema),
  searches: z.record(z.string(), stepSchema),
  searchOrCreates: z
    .record(z.string(), z.object({ display: z.object({ label: z.string(), description: z.string() }) }))
    .default({}),
});

/**
 * Describes every visible step for the people who build Zaps, in Markdown.
 * @param app the definition, as `index.ts` exports it.
 */
export function describeSteps(app: unknown): string {
  const { triggers, creates, searches, searchOrCreates } = definitionSchema.parse(app);
  const visible = (steps: Record<string, Step>) =>
    Object.values(steps).filter(({ display }) => !display.hidden);
  const finds = Object.values(searchOrCreates).map(
    ({ display }) => `### ${display.label}\n\n${display.description}`,
  );
  return `${[
    `# The steps of ${product.name}`,
    'Made from the app by `npm run docs`; changes belong into the app.',
    `Beside what is listed, a step gives every other field that ${product.name} sends with a record.`,
    '## Triggers',
    ...visible(triggers).map((step) =>
      describeStep(step, step.operation.type === 'hook' ? 'instant' : 'polling'),
    ),
    '## Actions',
    ...visible(creates).map((step) => describeStep(step)),
    '## Searches',
    ...visible(searches).map((step) => describeStep(step)),
    ...finds,
  ].join('\n\n')}\n`;
}

function describeStep({ display, operation }: Step, kind?: string): string {
  const fields = operation.inputFields.filter(({ type }) => type !== 'copy');
  const notes = operation.inputFields
    .filter(({ type }) => type === 'copy')
    .map(({ helpText }) => helpText ?? '');
  const asks = fields.flatMap((field) => [
    field,
    ...(field.children ?? []).map((child) => within(field, child)),
  ]);
  const gives = operation.outputFields.map(({ label, key }) => label ?? key);
  return [
    `### ${display.label}${kind ? ` (${kind})` : ''}`,
    display.description,
    ...notes,
    asks.length > 0 ? table(asks) : 'It asks for nothing.',
    `It gives: ${gives.length > 0 ? gives.join(', ') : 'what the product sends'}.`,
  ].join('\n\n');
}

/** A column of line items, named with the list that it belongs to. */
function within(parent: Field, child: Field): Field {
  return { ...child, label: `${parent.label ?? parent.key}: ${child.label ?? child.key}` };
}

function table(fields: readonly Field[]): string {
  const rows = fields.map((field) => [
    field.label ?? field.key,
    field.required ? 'required' : 'optional',
    [kindOf(field), field.helpText].filter(Boolean).join(' '),
  ]);
  return [['Field', '', 'What to fill in'], ['---', '---', '---'], ...rows]
    .map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
    )
    .join('\n');
}

/** What kind of value a field takes, where its help text does not say it. */
function kindOf({ children, dict, dynamic, choices, type, list }: Field): string {
  if (children) return 'Line items.';
  if (dict) return 'Pairs of a name and a value.';
  if (choices) return `${list ? 'One or more' : 'One'} of: ${labelsOf(choices).join(', ')}.`;
  if (dynamic) return 'Chosen from a list, or mapped from an earlier step.';
  if (type === 'boolean') return 'Yes or no.';
  if (type === 'integer') return 'A whole number.';
  if (type === 'datetime') return 'A date, with or without a time.';
  return '';
}

const choiceSchema = z.object({ label: z.string() });

function labelsOf(choices: NonNullable<Field['choices']>): string[] {
  if (!Array.isArray(choices)) return Object.values(choices);
  return choices.map((choice) => choiceSchema.safeParse(choice).data?.label ?? String(choice));
}
