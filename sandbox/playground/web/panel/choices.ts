// What a Zap can start with, and what it can go on with.
import type { StepDefinition } from '../../../zaps/definition.ts';
import type { AppInfo, Draft, DraftStep, DraftTrigger } from '../../protocol.ts';
import { newFilter } from '../fields/filter-form.tsx';
import { begunWith, newId, orCreateOf, type PartKind } from '../model/steps.ts';

export type PartChoice<Part> = {
  id: string;
  title: string;
  about: string;
  kind: PartKind;
  app: string | null;
  make: (draft: Draft) => Part;
};

export type ChoiceGroup<Part> = { title: string; choices: PartChoice<Part>[] };

const visible = (steps: Record<string, StepDefinition>) =>
  Object.values(steps).filter(({ display }) => !display.hidden);

export function triggerChoices({ name, definition }: AppInfo): ChoiceGroup<DraftTrigger>[] {
  const own = visible(definition.triggers).map((each): PartChoice<DraftTrigger> => {
    const isInstant = each.operation.type === 'hook';
    return {
      id: each.key,
      title: each.display.label,
      about: each.display.description ?? '',
      kind: isInstant ? 'instant' : 'polling',
      app: null,
      make: () => ({ kind: 'step', step: each.key, input: begunWith(each) }),
    };
  });
  return [
    { title: `${name}, instant`, choices: own.filter(({ kind }) => kind === 'instant') },
    { title: `${name}, polling`, choices: own.filter(({ kind }) => kind === 'polling') },
    {
      title: 'Other apps',
      choices: [
        {
          id: 'another app',
          title: 'Another app',
          about: 'A stand-in that you start by hand, with data that you type.',
          kind: 'stand-in',
          app: '+',
          make: () => ({ kind: 'app', app: '', does: '', gives: {} }),
        },
      ],
    },
  ];
}

export function stepChoices(app: AppInfo): ChoiceGroup<DraftStep>[] {
  const { name, definition } = app;
  const actions = visible(definition.creates).map(
    (each): PartChoice<DraftStep> => ({
      id: `action ${each.key}`,
      title: each.display.label,
      about: each.display.description ?? '',
      kind: 'action',
      app: null,
      make: (draft) => ({
        kind: 'action',
        id: newId(draft, each.key),
        action: each.key,
        input: begunWith(each),
      }),
    }),
  );
  const searches = visible(definition.searches).flatMap((each): PartChoice<DraftStep>[] => {
    const search = (draft: Draft) => ({
      kind: 'search' as const,
      id: newId(draft, each.key),
      search: each.key,
      input: begunWith(each),
      if_nothing_found: 'halt' as const,
    });
    const about = each.display.description ?? '';
    const shared = { kind: 'search', app: null } as const;
    const orCreate = orCreateOf(app, each.key);
    const plain = { ...shared, id: `search ${each.key}`, title: each.display.label, about, make: search };
    if (!orCreate) return [plain];
    return [
      plain,
      {
        ...shared,
        id: `or create ${each.key}`,
        title: orCreate.label,
        about: `${about} Creates what is not found.`,
        make: (draft) => ({ ...search(draft), or_create: begunWith(orCreate.create) }),
      },
    ];
  });
  return [
    {
      title: 'Tools',
      choices: [
        {
          id: 'filter',
          title: 'Filter',
          about: 'Only lets a run go on if conditions hold.',
          kind: 'filter',
          app: null,
          make: (draft) => newFilter(newId(draft, 'filter')),
        },
        {
          id: 'another app',
          title: 'Another app',
          about: 'A stand-in for QuickBooks, Slack, a sheet: it records what it would be given.',
          kind: 'stand-in',
          app: '+',
          make: (draft) => ({
            kind: 'app',
            id: newId(draft, 'app'),
            app: '',
            does: '',
            input: {},
            gives: {},
          }),
        },
      ],
    },
    { title: `${name}, actions`, choices: actions },
    { title: `${name}, searches`, choices: searches },
  ];
}
