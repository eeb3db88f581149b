// What running a function of the app gave and cost.

import type { ApiRequest } from './records.ts';

export type { ApiRequest };

/** What an invocation gave and what it cost. */
export interface Invocation {
  results: unknown;
  requests: readonly ApiRequest[];
  durationMs: number;
}
