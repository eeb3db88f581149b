// Checks of the words that people read.
import { titleCase } from 'title-case';
import { partsOf } from '../docs/markdown.ts';
import { check } from './check.ts';
import {
  connectionFields,
  type Definition,
  inputFields,
  type PlacedStep,
  texts,
  visibleSteps,
} from './definition.ts';

/** Small words on which style guides agree. The library leaves them as they are, so capitals are taken first. */
const SMALL = /(?<=\s)(a|an|and|as|at|but|by|for|in|nor|of|on|or|the|to|via)(?=\s)/gi;

/** The text in title case, such as “Find or Create Customer”. */
export function inTitleCase(text: string): string {
  return titleCase(text.replace(SMALL, (word) => word.toLowerCase()));
}

const stepTexts = (definition: Definition) => [
  ...visibleSteps(definition).map(({ place, step }) => ({ place, display: step.display, noun: step.noun })),
  ...Object.entries(definition.searchOrCreates).map(([key, { display }]) => ({
    place: `searchOrCreates.${key}`,
    display,
    noun: '',
  })),
];

const titleCased = check(
  'D018',
  'Labels are in title case',
  ({ definition }) => [
    ...stepTexts(definition).map(({ place, display: { label } }) => ({
      place: `${place}.display.label`,
      label,
    })),
    ...[...connectionFields(definition), ...inputFields(definition)].map(({ place, field: { label } }) => ({
      place: `${place}.label`,
      label,
    })),
  ],
  ({ label = '' }) => inTitleCase(label) !== label && `Write “${inTitleCase(label)}”.`,
);

const described = (place: string, kinds: PlacedStep['kind'][], id: string, title: string, form: RegExp) =>
  check(
    id,
    title,
    ({ definition }) =>
      visibleSteps(definition, kinds).map(({ place: at, step }) => ({
        place: `${at}.display.description`,
        text: step.display.description,
      })),
    ({ text }) => !form.test(text) && `Write a sentence of the form “${place}”.`,
  );

const triggersWhen = described(
  'Triggers when … .',
  ['triggers'],
  'D021',
  'Descriptions of triggers begin with “Triggers when” and end with a full stop',
  /^Triggers when .+\.$/s,
);

const thirdPerson = described(
  'Updates … .',
  ['creates'],
  'copy: actions',
  'Descriptions of actions are in the third person and end with a full stop',
  /^[A-Z][a-z]+s .+\.$/s,
);

const finds = described(
  'Finds … .',
  ['searches'],
  'copy: searches',
  'Descriptions of searches begin with “Finds” and end with a full stop',
  /^Finds .+\.$/s,
);

const singularNouns = check(
  'copy: nouns',
  'Nouns are singular',
  ({ definition }) =>
    visibleSteps(definition).map(({ place, step }) => ({ place: `${place}.noun`, noun: step.noun })),
  ({ noun }) => /[^isu]s$/i.test(noun) && `Write “${noun}” in the singular.`,
);

const noProductName = check(
  'copy: product name',
  'Labels and descriptions of steps do without the product’s name',
  ({ definition }) => stepTexts(definition).flatMap(({ place, ...own }) => texts(own, place)),
  ({ text }, { product }) =>
    product['name'] !== undefined &&
    text.includes(product['name']) &&
    'Remove the product’s name: Zapier shows it next to the text.',
);

const plainNouns = check(
  'copy: capitals',
  'Descriptions write nouns in lower case',
  ({ definition }) =>
    stepTexts(definition).map(({ place, display }) => ({
      place: `${place}.display.description`,
      text: display.description,
    })),
  ({ text }) => {
    const [word] = /(?<=[^.!?]\s)[A-Z][a-z]+/.exec(text) ?? [];
    return word && `Write “${word.toLowerCase()}” in lower case.`;
  },
);

const https = check(
  'D007',
  'All addresses are https',
  ({ definition, product }) => [...texts(definition), ...texts(product, 'src/product.ts')],
  ({ text }) => /\bhttp:\/\//i.test(text) && 'Use the address that begins with https.',
);

const markdown = check(
  'D008',
  'Links are valid, and addresses that are not links are in backticks',
  ({ definition }) => texts(definition).filter(({ place }) => /\.(helpText|description)$/.test(place)),
  ({ text }) => {
    const { links, texts: plain } = partsOf(text);
    const rest = plain.join(' ');
    const isBroken = links.some((link) => !/^(https:\/\/|mailto:)/.test(link)) || /\[[^\]]*(\(|$)/.test(rest);
    if (isBroken) return 'Write the link as [text](https://…).';
    const [bare] = /\b(https?:\/\/|www\.)\S+/i.exec(rest) ?? [];
    return bare && `Make a link of ${bare}, or put it in backticks.`;
  },
);

const harmless = check(
  'D025',
  'No address can run code',
  ({ definition, product }) => [...texts(definition), ...texts(product, 'src/product.ts')],
  ({ text }) => /\b(javascript|vbscript|data):\S/i.test(text) && 'Use an address that begins with https.',
);

export const textChecks = [
  titleCased,
  triggersWhen,
  thirdPerson,
  finds,
  singularNouns,
  noProductName,
  plainNouns,
  https,
  markdown,
  harmless,
];
