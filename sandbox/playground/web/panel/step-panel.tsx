import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { DraftStep, DraftTrigger } from '../../protocol.ts';
import { FormContext } from '../fields/form-context.ts';
import { StepForm } from '../fields/step-form.tsx';
import { routes, type StepTab } from '../model/routes.ts';
import {
  appOf,
  definitionOf,
  groupsBefore,
  kindOf,
  outputFieldsOf,
  type Part,
  partAt,
  partsOf,
  titleOf,
  triggerPlace,
} from '../model/steps.ts';
import { AppTile } from '../parts/app-tile.tsx';
import { ServerButton } from '../parts/server-button.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { sentenceOf } from '../server/requests.ts';
import { usePlayground } from '../server/use-state.ts';
import type { DraftKeeper, Editing } from '../zaps/draft-keeper.ts';
import { replaced } from '../zaps/edits.ts';
import { stepChoices, triggerChoices } from './choices.ts';
import { Panel } from './panel.tsx';
import { SetupTab } from './setup-tab.tsx';
import { StepTestTab } from './step-test-tab.tsx';
import { TriggerTestTab } from './trigger-test-tab.tsx';

type Props = {
  keeper: DraftKeeper;
  editing: Editing;
  place: string;
  tab: StepTab;
  /** Whether everything that is missing is named, as after a click on Publish. */
  isEager: boolean;
  onMove: (place: string, by: number) => void;
  onDuplicate: (place: string) => void;
  onDelete: (place: string) => void;
};

const tabs: { tab: StepTab; name: string }[] = [
  { tab: 'setup', name: 'Setup' },
  { tab: 'configure', name: 'Configure' },
  { tab: 'test', name: 'Test' },
];

/** A trigger or step that is being built: Setup, Configure and Test. */
export function StepPanel({ keeper, editing, place, tab, isEager, ...on }: Props) {
  const { app } = usePlayground();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ place: string; says: string }>();
  const { zap, draft, tests } = editing;
  const part = partAt(draft, place);
  const number = partsOf(draft).find((each) => each.place === place)?.number;
  if (!part || number === undefined) return null;
  const isTrigger = place === triggerPlace;
  const definition = definitionOf(app, part);
  const problems = editing.problems.filter((problem) => problem.place === place);
  const test = isTrigger ? tests.trigger : tests.steps[place];
  const title = titleOf(app, part);
  const change = (next: Part, kind: string) =>
    keeper.change((before) => withPart(before, place, next), `${place} ${kind}`);
  const runTest = async () => {
    setBusy(true);
    setRefusal(undefined);
    go(routes.step(zap.id, place, 'test'), { replace: true });
    try {
      await keeper.test(isTrigger ? 'find' : `steps/${place}/test`);
    } catch (error) {
      setRefusal({ place, says: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const marks = { setup: true, configure: problems.length === 0, test: Boolean(test && !test.isStale) };
  const says = refusal?.place === place ? refusal.says : undefined;
  const isStandInTrigger = isTrigger && part.kind === 'app';
  return (
    <Panel
      id={place}
      title={`${number}. ${title}`}
      about={
        definition?.display.description ??
        (part.kind === 'app' ? `${part.app || 'Another app'}, a stand-in` : '')
      }
      tile={<AppTile kind={kindOf(app, part)} app={appOf(part)} />}
      closeHref={routes.zap(zap.id)}
      aside={!isTrigger && <StepMenu place={place} {...on} />}
      tabs={tabs.map(({ tab: each, name }) => ({
        name,
        href: routes.step(zap.id, place, each),
        isOpen: each === tab,
        mark: marks[each] && <IconCheck size={14} color="var(--brand)" aria-label="done" />,
      }))}
      foot={
        tab === 'setup' ? (
          <Button ml="auto" onClick={() => go(routes.step(zap.id, place, 'configure'), { replace: true })}>
            Continue
          </Button>
        ) : (
          <>
            {isStandInTrigger ? (
              <Chip>Gives what is typed in Configure</Chip>
            ) : (
              <Chip tone={!test || test.isStale ? 'warn' : 'ok'}>
                {!test ? 'Not tested yet' : test.isStale ? 'Not tested since you changed it' : 'Tested'}
              </Chip>
            )}
            {!isStandInTrigger && (
              <ServerButton loading={isBusy} onClick={runTest} disabled={isTrigger && !draft.connectionId}>
                {isTrigger ? 'Find data' : 'Test step'}
              </ServerButton>
            )}
          </>
        )
      }
    >
      {tab === 'setup' && (
        <SetupTab
          part={part}
          groups={isTrigger ? triggerChoices(app) : stepChoices(app)}
          connectionId={draft.connectionId}
          onChoose={(make) => change(withId(make(draft), part), '')}
          onChange={change}
          onAccount={(connectionId) => keeper.change((before) => ({ ...before, connectionId }))}
        />
      )}
      {tab === 'configure' && (
        <FormContext
          value={{
            groups: groupsBefore(app, draft, tests, place),
            connectionId: draft.connectionId,
            problems,
            isEager,
          }}
        >
          <StepForm key={`${place} ${editing.epoch}`} part={part} onChange={change} />
        </FormContext>
      )}
      {tab === 'test' && isTrigger && (
        <TriggerTestTab
          test={tests.trigger}
          fields={outputFieldsOf(app, part)}
          problem={says}
          onPick={(record) =>
            keeper.test('pick', { record }).catch((error) => setRefusal({ place, says: sentenceOf(error) }))
          }
        />
      )}
      {tab === 'test' && !isTrigger && (
        <StepTestTab part={part} draft={draft} tests={tests} test={tests.steps[place]} problem={says} />
      )}
    </Panel>
  );
}

const isStep = (part: Part): part is DraftStep => 'id' in part;

const isTriggerPart = (part: Part): part is DraftTrigger => !('id' in part);

function withPart(draft: Editing['draft'], place: string, part: Part): Editing['draft'] {
  if (isStep(part)) return replaced(draft, place, part);
  return isTriggerPart(part) && place === triggerPlace ? { ...draft, trigger: part } : draft;
}

/** Another event in the place of a step keeps what others call it by. */
const withId = (made: Part, old: Part): Part =>
  isStep(made) && isStep(old) ? { ...made, id: old.id } : made;

function StepMenu({
  place,
  onMove,
  onDuplicate,
  onDelete,
}: Pick<Props, 'place' | 'onMove' | 'onDuplicate' | 'onDelete'>) {
  return (
    <Menu position="bottom-end" shadow="md" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size={30} aria-label="More for this step">
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={15} aria-hidden />} onClick={() => onMove(place, -1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={15} aria-hidden />} onClick={() => onMove(place, 1)}>
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={() => onDuplicate(place)}>
          Duplicate
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--bad)"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => onDelete(place)}
        >
          Delete step
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
