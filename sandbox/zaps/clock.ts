import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the runner knows it, so that a test need not wait for minutes. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws AbortError when the signal ends the wait */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: Date.now,
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
};
