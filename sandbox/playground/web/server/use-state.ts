import { createContext, useContext } from 'react';
import type { PlaygroundState } from '../../protocol.ts';

/** The state of the playground; the page below the shell is drawn once it has come. */
export const StateContext = createContext<PlaygroundState | undefined>(undefined);

export function usePlayground(): PlaygroundState {
  const state = useContext(StateContext);
  if (!state) throw new Error('There is no state of the playground yet.');
  return state;
}
