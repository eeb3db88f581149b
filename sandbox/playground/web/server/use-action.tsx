import { useState } from 'react';
import { tell } from '../parts/tell.ts';
import { sentenceOf } from './requests.ts';

/** Runs what a button does; what goes wrong is told. @returns whether it is under way, and what starts it */
export function useAction(): [boolean, (work: () => Promise<unknown>) => Promise<boolean>] {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      tellProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [isBusy, run];
}

export function tellProblem(error: unknown): void {
  tell({
    title: 'That did not work',
    message: sentenceOf(error),
    color: 'red',
    autoClose: 10_000,
    role: 'alert',
    styles: { description: { whiteSpace: 'pre-line' } },
  });
}
