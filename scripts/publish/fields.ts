// Checks of the input fields of steps.
import { partsOf } from '../docs/markdown.ts';
import { type Check, check } from './check.ts';
import { inputFields, visibleSteps } from './definition.ts';
import { isIso } from './samples.ts';

const ID = /(^id|_id|Id|ID)$/;
/** The ID that another system gives a record: no list of this app can hold it, and it comes mapped from there. */
const OUTSIDE_ID = /^external_/;

const idsHaveDropdowns: Check = {
  id: 'D004',
  title: 'Nobody has to type an internal ID: such a field has a dropdown',
  run: ({ definition }) => {
    const ids = inputFields(definition).filter(
      ({ field }) => ID.test(field.key) && !field.dynamic && !field.choices,
    );
    const outside = ids.filter(({ field }) => OUTSIDE_ID.test(field.key));
    const fix = 'Give this field a dropdown (dynamic), so that people choose by name.';
    return {
      problems: ids.filter((id) => !outside.includes(id)).map(({ place }) => ({ place, fix })),
      open:
        outside.length > 0
          ? `Zapier may question ${outside.map(({ place }) => place).join(', ')}. Answer that this ID belongs to another system: it is mapped from there, and no list of this app contains it.`
          : undefined,
    };
  },
};

const first = (reference: string) => reference.split('.')[0] ?? '';

const dropdownsExist = check(
  'D005',
  'Each dropdown refers to a trigger that exists',
  ({ definition }) => inputFields(definition),
  ({ field }, { definition }) =>
    field.dynamic &&
    !definition.triggers[first(field.dynamic)] &&
    `There is no trigger “${first(field.dynamic)}”: correct the reference “${field.dynamic}”.`,
);

const searchesExist = check(
  'D013',
  'Each field that offers a search refers to one that exists',
  ({ definition }) => inputFields(definition),
  ({ field }, { definition }) =>
    field.search &&
    !definition.searches[first(field.search)] &&
    `There is no search “${first(field.search)}”: correct the reference “${field.search}”.`,
);

const searchesFit = check(
  'D014',
  'A field that offers a search also has a dropdown, and takes one plain value',
  ({ definition }) => inputFields(definition).filter(({ field }) => field.search),
  ({ field }) => {
    if (!field.dynamic) return 'Add a dropdown (dynamic): “search” alone offers nothing.';
    if (field.list || field.dict || field.children)
      return 'Remove “list”, “dict” or “children”: a search returns one value.';
    const plain = ['string', 'number', 'integer'].includes(field.type ?? 'string');
    return !plain && `Make the type string, number or integer: it is ${field.type}.`;
  },
);

const plainWords = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const helpAddsSomething = check(
  'D011',
  'Help texts say more than the label',
  ({ definition }) => inputFields(definition),
  ({ field }) =>
    field.helpText !== undefined &&
    plainWords(field.helpText) === plainWords(field.label) &&
    'Remove the help text, or say what the label does not.',
);

const searchesHaveFields = check(
  'D009',
  'Each search has a field to search by',
  ({ definition }) => visibleSteps(definition, ['searches']),
  ({ step }) => step.operation.inputFields.length === 0 && 'Add a field by which a record is found.',
);

const actionsHaveFields = check(
  'D022',
  'Each action has fields that are the same for everyone',
  ({ definition }) => visibleSteps(definition, ['creates']),
  ({ step }) =>
    step.operation.inputFields.length === 0 &&
    'Add a static input field: templates can only fill in such fields.',
);

const requiredFirst = check(
  'copy: order of fields',
  'Required fields come first',
  ({ definition }) => visibleSteps(definition),
  ({ step }) => {
    const fields = step.operation.inputFields.filter(({ type }) => type !== 'copy');
    const late = fields.find((field, i) => field.required && fields.slice(0, i).some((f) => !f.required));
    return late && `Move “${late.key}” before the optional fields.`;
  },
);

const labelledChoices = check(
  'copy: choices',
  'A status is chosen from a list with labels',
  ({ definition }) => inputFields(definition).filter(({ field }) => /(^|_)status$/.test(field.key)),
  ({ field: { choices } }) => {
    if (!choices) return 'Offer the statuses as choices.';
    const bare =
      Array.isArray(choices) && choices.find((choice) => typeof choice === 'string' || !choice.label);
    return bare && 'Give each choice a label as people know it.';
  },
);

const datesHaveExamples = check(
  'copy: dates',
  'The help text of a date shows its form, as ISO 8601',
  ({ definition }) => inputFields(definition).filter(({ field }) => field.type === 'datetime'),
  ({ field }) =>
    !partsOf(field.helpText ?? '').code.some(isIso) &&
    'Add an example in backticks, such as `2026-11-21T08:00:00Z`.',
);

const DELETION = /^(delete|remove|deactivate|archive|erase)/i;

const deletionsExplain = check(
  'copy: deletions',
  'An action that takes something away says what happens',
  ({ definition }) => visibleSteps(definition, ['creates']),
  ({ step }) =>
    DELETION.test(step.key) &&
    !step.operation.inputFields.some(({ type, helpText }) => type === 'copy' && helpText) &&
    'Add a field of the type “copy” whose help text says what happens, and whether it can be undone.',
);

export const fieldChecks = [
  idsHaveDropdowns,
  dropdownsExist,
  searchesExist,
  searchesFit,
  helpAddsSomething,
  searchesHaveFields,
  actionsHaveFields,
  requiredFirst,
  labelledChoices,
  datesHaveExamples,
  deletionsExplain,
];
