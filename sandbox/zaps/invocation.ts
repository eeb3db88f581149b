// What running a function of the app gave and cost.

/** A request that the app made to the API. Headers are never recorded: they hold the key. */
export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  /** Null when no answer came. */
  status: number | null;
  /** Until the answer's first byte. */
  durationMs: number;
}

/** What an invocation gave and what it cost. */
export interface Invocation {
  results: unknown;
  requests: readonly ApiRequest[];
  durationMs: number;
}
