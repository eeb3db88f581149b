// Checks of what steps are made of.
import { type Check, check } from './check.ts';
import { allSteps, visibleSteps } from './definition.ts';

const hooks = (definition: Parameters<typeof allSteps>[0]) =>
  allSteps(definition, ['triggers']).filter(({ step }) => step.operation.type === 'hook');

const hooksHaveSamples = check(
  'D006',
  'Each instant trigger can fetch a real sample',
  ({ definition }) => hooks(definition),
  ({ step }) =>
    !step.operation.performList && 'Add performList, which gives what a delivery would look like.',
);

const searchOrCreatesExist = check(
  'D015',
  'Each search-or-create joins a search and an action that exist',
  ({ definition }) =>
    Object.entries(definition.searchOrCreates).map(([key, pair]) => ({
      place: `searchOrCreates.${key}`,
      ...pair,
    })),
  ({ search, create }, { definition }) => {
    if (!definition.searches[search]) return `There is no search “${search}”: correct the reference.`;
    return !definition.creates[create] && `There is no action “${create}”: correct the reference.`;
  },
);

const isStatic = (operation: { performSubscribe?: unknown; performUnsubscribe?: unknown }) =>
  !operation.performSubscribe || !operation.performUnsubscribe;

const notOneStaticHook: Check = {
  id: 'D016',
  title: 'The app is more than one static hook',
  run: ({ definition }) => {
    const [only, ...others] = visibleSteps(definition);
    const alone = only?.step.operation.type === 'hook' && isStatic(only.step.operation);
    return {
      problems:
        only && alone && others.length === 0
          ? [{ place: only.place, fix: 'Add further triggers, actions or searches.' }]
          : [],
    };
  },
};

const noStaticHooks = check(
  'D017',
  'Each instant trigger subscribes and unsubscribes by itself',
  ({ definition }) => hooks(definition),
  ({ step }) =>
    isStatic(step.operation) &&
    'Add performSubscribe and performUnsubscribe, so that no one has to paste an address.',
);

const keepsBlanks: Check = {
  id: 'D028',
  title: 'Blank inputs reach the app (cleanInputData is false)',
  run: ({ definition }) => {
    const everywhere = definition.flags.cleanInputData === false;
    const cleaned = allSteps(definition).filter(({ step }) => step.operation.cleanInputData === true);
    const fix = 'Set cleanInputData to false, so that rows of line items keep their places.';
    const places = everywhere ? cleaned.map(({ place }) => place) : ['flags.cleanInputData'];
    return { problems: places.map((place) => ({ place, fix })) };
  },
};

export const stepChecks = [
  hooksHaveSamples,
  searchOrCreatesExist,
  notOneStaticHook,
  noStaticHooks,
  keepsBlanks,
];
