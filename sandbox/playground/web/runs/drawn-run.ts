import type { AppInfo, RunDetail } from '../../protocol.ts';
import type { DrawnStep } from '../drawing/drawn.ts';
import { runFacts, statusWords } from '../model/facts.ts';
import { count, duration } from '../model/format.ts';
import { appOf, kindInWords, kindOf, partsOf, titleOf, triggerPlace } from '../model/steps.ts';
import { tones } from '../parts/status-chip.tsx';

/** A run as a drawing, as far as the light has come. */
export function drawnRun(
  app: AppInfo,
  { run, draft }: RunDetail,
  at: number,
  isPlaying: boolean,
): DrawnStep[] {
  return partsOf(draft).map(({ place, part, number }, index): DrawnStep => {
    const record = run.steps[index];
    const isReached = index < at && record !== undefined;
    const kind = part && kindOf(app, part);
    const next = run.steps[index + 1];
    const tone = record ? tones[record.status] : 'plain';
    const took = record && [
      duration(record.durationMs),
      ...(record.requests.length > 0 ? [count(record.requests.length, 'request')] : []),
    ];
    return {
      place,
      number,
      kind,
      app: part && appOf(part),
      kindWords: part && kind ? kindInWords(kind, appOf(part), place === triggerPlace) : '',
      title: titleOf(app, part),
      facts: isReached ? runFacts(app, part, record) : record ? '…' : 'Not reached',
      sign: isReached ? record.status : null,
      signWords: isReached ? statusWords[record.status] : 'Not reached',
      look: isReached ? (tone === 'plain' ? 'plain' : tone) : 'open',
      line: next
        ? index + 1 < at
          ? { look: 'lit', ...(took && { words: took.join(' · ') }) }
          : { look: index + 1 === at && isPlaying ? 'traveling' : 'plain' }
        : { look: 'off' },
    };
  });
}
