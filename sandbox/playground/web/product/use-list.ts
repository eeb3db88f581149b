import { useCallback, useEffect } from 'react';
import { onEvent } from '../server/events.ts';
import { inProduct } from '../server/requests.ts';
import { type Answered, useQuestion } from '../server/use-question.ts';

/** Something of the product that stays as it is in the product. */
export function useProduct<T>(path: string): Answered<T> {
  const asked = useQuestion(useCallback(async () => (await inProduct<T>('GET', path)).data, [path]));
  const { again } = asked;
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout>;
    const ends = [
      onEvent('state', again),
      // Many changes at once are one reload.
      onEvent('product', () => {
        clearTimeout(waiting);
        waiting = setTimeout(again, 50);
      }),
    ];
    return () => {
      clearTimeout(waiting);
      for (const end of ends) end();
    };
  }, [again]);
  return asked;
}

export const useList = <T>(path: string): T[] => useProduct<T[]>(path).answer ?? [];
