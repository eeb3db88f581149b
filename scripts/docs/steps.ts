import { product } from '../../src/product.ts';
import { type Definition, type Field, type Step, visibleSteps } from '../publish/definition.ts';
import { table } from './markdown.ts';

/**
 * Describes every visible step for the people who build Zaps, in Markdown.
 */
export function describeSteps(definition: Definition): string {
  const described = (kind: 'triggers' | 'creates' | 'searches') =>
    visibleSteps(definition, [kind]).map(({ step }) => describeStep(step));
  const finds = Object.values(definition.searchOrCreates).map(
    ({ display }) => `### ${display.label}\n\n${display.description}`,
  );
  return `${[
    `# The steps of ${product.name}`,
    'Made from the app by `npm run docs`; changes belong into the app.',
    `Beside what is listed, a step gives every other field that ${product.name} sends with a record.`,
    '## Triggers',
    ...described('triggers'),
    '## Actions',
    ...described('creates'),
    '## Searches',
    ...described('searches'),
    ...finds,
  ].join('\n\n')}\n`;
}

/** What its trigger is called in Zapier's editor; the others have no such kind. */
const triggerKinds: Record<string, string> = { hook: ' (instant)', polling: ' (polling)' };

function describeStep({ display, operation }: Step): string {
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
    `### ${display.label}${triggerKinds[operation.type ?? ''] ?? ''}`,
    display.description,
    ...notes,
    asks.length > 0 ? describeFields(asks) : 'It asks for nothing.',
    `It gives: ${gives.length > 0 ? gives.join(', ') : 'what the product sends'}.`,
  ].join('\n\n');
}

/** A column of line items, named with the list that it belongs to. */
function within(parent: Field, child: Field): Field {
  return { ...child, label: `${parent.label ?? parent.key}: ${child.label ?? child.key}` };
}

function describeFields(fields: readonly Field[]): string {
  return table([
    ['Field', '', 'What to fill in'],
    ...fields.map((field) => [
      field.label ?? field.key,
      field.required ? 'required' : 'optional',
      [kindOf(field), field.helpText, defaultOf(field)].filter(Boolean).join(' '),
    ]),
  ]);
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

/** What is filled in from the start, in the words that people choose it by. */
function defaultOf({ default: value, choices }: Field): string {
  if (value === undefined) return '';
  const label = Array.isArray(choices)
    ? choices.find((choice) => typeof choice === 'object' && choice.value === value)
    : choices?.[String(value)];
  return `At first: ${typeof label === 'object' ? label.label : (label ?? value)}.`;
}

function labelsOf(choices: NonNullable<Field['choices']>): string[] {
  if (!Array.isArray(choices)) return Object.values(choices);
  return choices.map((choice) => (typeof choice === 'string' ? choice : choice.label));
}
