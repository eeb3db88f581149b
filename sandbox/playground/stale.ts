import { isDeepStrictEqual } from 'node:util';
import { mentionsIn } from '../zaps/references.ts';
import type { Draft, DraftStep, DraftTrigger, StepTest, TriggerTest, ZapTests } from './protocol.ts';
import type { KeptTest, KeptTests } from './store.ts';

/** The tests of what is in the draft, each with whether it still tells what the step would do. */
export function testsOf(draft: Draft, { trigger, steps }: KeptTests): ZapTests {
  return {
    trigger: trigger && draft.trigger && triggerTestOf(draft, trigger),
    steps: Object.fromEntries(
      draft.steps.flatMap(({ id }): [string, StepTest][] => {
        const test = steps[id];
        return test ? [[id, { ...shown(test), isStale: isStale(draft, { trigger, steps }, id) }]] : [];
      }),
    ),
  };
}

/** Whether a place was never tested, or something that it depends on has changed since. */
export function isStale(draft: Draft, tests: KeptTests, place: string): boolean {
  if (place === 'trigger') {
    const { trigger } = tests;
    return !trigger || trigger.picked === null || differs(trigger, draft.trigger, draft.connectionId);
  }
  const step = draft.steps.find(({ id }) => id === place);
  const test = tests.steps[place];
  if (!step || !test || differs(test, step, draft.connectionId)) return true;
  return namesIn(step).some((name) => changedAt(draft, tests, name) > test.at);
}

/** The earlier places whose data a step uses. */
export const namesIn = (step: DraftStep): string[] => [...new Set(mentionsIn(step).map(({ name }) => name))];

/** When the data of a place became what it is; later than everything while it is not known. */
function changedAt(draft: Draft, tests: KeptTests, place: string): string {
  if (isStale(draft, tests, place)) return '~';
  return place === 'trigger' ? (tests.trigger?.pickedAt ?? '~') : (tests.steps[place]?.at ?? '~');
}

function differs(test: KeptTest, now: DraftStep | DraftTrigger | null, connectionId: string | null): boolean {
  return test.connectionId !== connectionId || !isDeepStrictEqual(unnamed(test.of), now && unnamed(now));
}

/** What a step is called changes nothing of what it does. */
const unnamed = ({ name: _name, ...part }: DraftStep | DraftTrigger): object => part;

function triggerTestOf(draft: Draft, test: NonNullable<KeptTests['trigger']>): TriggerTest {
  const { found, picked } = test;
  return { ...shown(test), found, picked, isStale: differs(test, draft.trigger, draft.connectionId) };
}

const shown = ({ at, record, of }: KeptTest) => ({ at, record, of });
