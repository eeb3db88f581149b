import type { AppInfo } from '../../protocol.ts';
import type { DrawnStep } from '../drawing/drawn.ts';
import { factsOf } from '../model/facts.ts';
import { appOf, kindInWords, kindOf, partsOf, titleOf, triggerPlace } from '../model/steps.ts';
import type { Editing } from './draft-keeper.ts';

/** A Zap as it is being built, as a drawing. */
export function drawnDraft(app: AppInfo, { draft, tests, problems }: Editing): DrawnStep[] {
  return partsOf(draft).map(({ place, part, number }): DrawnStep => {
    const kind = part && kindOf(app, part);
    const isTrigger = place === triggerPlace;
    const test = isTrigger ? tests.trigger : tests.steps[place];
    const problem = problems.find((each) => each.place === place);
    const needsTest = part !== null && part.kind !== 'filter' && part.kind !== 'app';
    const hasFailed = test && !test.isStale && ['stopped', 'held', 'halted'].includes(test.record.status);
    const isReady = !problem && (!needsTest || (test && !test.isStale && !hasFailed));
    return {
      place,
      number,
      kind,
      app: part && appOf(part),
      kindWords: part && kind ? kindInWords(kind, appOf(part), isTrigger) : 'Trigger',
      title: titleOf(app, part),
      facts: problem && part ? problem.message : factsOf(app, draft, tests, place),
      sign: !part ? null : isReady ? 'success' : hasFailed ? (test?.record.status ?? 'todo') : 'todo',
      signWords: isReady ? 'Ready' : (problem?.message ?? (hasFailed ? 'The test failed' : 'Not tested')),
      look: !part ? 'open' : isReady ? 'ok' : 'plain',
      line: { look: 'plain' },
    };
  });
}
