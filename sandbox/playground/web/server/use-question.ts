import { useCallback, useEffect, useState } from 'react';
import { sentenceOf } from './requests.ts';

/** What was asked for: the answer, or why there is none. */
export type Answered<T> = { answer: T | undefined; problem: string | undefined; again: () => void };

/**
 * Asks when it is first shown and whenever `question` is another one.
 * @param question stays the same function as long as the same is asked (`useCallback`)
 */
export function useQuestion<T>(question: () => Promise<T>): Answered<T> {
  const [answered, setAnswered] = useState<{ to: unknown; answer?: T; problem?: string }>();
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand
  useEffect(() => {
    let isOver = false;
    question().then(
      (answer) => !isOver && setAnswered({ to: question, answer }),
      (error) => !isOver && setAnswered({ to: question, problem: sentenceOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [question, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  const own = answered?.to === question ? answered : undefined;
  return { answer: own?.answer, problem: own?.problem, again };
}
