import { useCallback, useEffect, useState } from 'react';
import type { RunDetail } from '../../protocol.ts';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';
import { type Answered, useQuestion } from '../server/use-question.ts';

/** One run with all its data, live while it goes on. */
export function useRun(id: string): Answered<RunDetail> {
  const asked = useQuestion(useCallback(() => ask<RunDetail>('GET', `/runs/${id}`), [id]));
  const { answer, again } = asked;
  const [detail, setDetail] = useState<RunDetail>();
  useEffect(() => setDetail(answer), [answer]);
  useEffect(() => {
    const ends = [
      onEvent('run', (run) => {
        if (run.id !== id) return;
        // What a step gave comes with its own event; that it ended may have been missed in a break.
        setDetail((now) => now && { ...now, run: { ...now.run, ...run, steps: now.run.steps } });
        if (run.status !== 'running') again();
      }),
      onEvent('step', ({ runId, index, step }) => {
        if (runId !== id) return;
        setDetail((now) => {
          if (!now) return now;
          const steps = [...now.run.steps];
          steps[index] = step;
          return { ...now, run: { ...now.run, steps } };
        });
      }),
      onEvent('state', again),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [id, again]);
  return { ...asked, answer: detail?.run.id === id ? detail : answer };
}
