import { z } from 'zod';

/** A request that the app made to the API, as people may see it: the account's secrets are masked everywhere. */
export const apiRequest = z.object({
  method: z.string(),
  /** With its query. */
  path: z.string(),
  /** Null when no answer came. */
  status: z.number().nullable(),
  /** Until the answer's first byte. */
  durationMs: z.number(),
  requestHeaders: z.record(z.string(), z.string()).default({}),
  /** Bodies are text, cut where they are long; null where there is none. */
  requestBody: z.string().nullable().default(null),
  responseHeaders: z.record(z.string(), z.string()).default({}),
  responseBody: z.string().nullable().default(null),
});

/**
 * How a run stands, in Zapier's words. A halted run is no failure; a held one waits for a person and can
 * be replayed; a waiting one is tried again by itself; a stopped one has failed.
 */
export const runStatus = z.enum(['running', 'success', 'filtered', 'halted', 'held', 'waiting', 'stopped']);

/** What a step of a run did, the trigger being the first. */
export const stepRecord = z.object({
  /** The step's id in its Zap, or its number where it has none; the trigger's is "trigger". */
  id: z.string(),
  kind: z.enum(['trigger', 'action', 'search', 'filter']),
  /** The step's key in the app's definition; null for other apps' steps and filters. */
  key: z.string().nullable(),
  /** The other app that this step stands in for; null for the app's own steps. */
  app: z.string().nullable(),
  title: z.string(),
  status: runStatus,
  message: z.string().nullable(),
  /** What the step was given, as the app got it. */
  input: z.record(z.string(), z.unknown()),
  output: z.unknown(),
  /** Spent in the app, all attempts together. */
  durationMs: z.number(),
  requests: z.array(apiRequest),
});

/** One run of a Zap. */
export const runRecord = z.object({
  id: z.string(),
  zapId: z.string(),
  zapTitle: z.string(),
  /** The Zap's version that ran. */
  version: z.int(),
  /** What tells this run apart, such as its order's number; the trigger's title until that is known. */
  title: z.string(),
  /** What somebody did that started it at once, as far as that is known. */
  cause: z.string().nullable(),
  /** The run that this one repeats from the trigger on. */
  replayOf: z.string().nullable(),
  /** ISO 8601. */
  startedAt: z.string(),
  status: runStatus,
  /** Why the run is not a success. */
  message: z.string().nullable(),
  /** When a waiting run is tried again, ISO 8601. */
  retryAt: z.string().nullable(),
  /** The steps that were started, in order. */
  steps: z.array(stepRecord),
  durationMs: z.number(),
  /** Requests to the API, all steps together. */
  requests: z.int(),
});

/** A look of a polling trigger at what is new. */
export const pollRecord = z.object({
  id: z.string(),
  zapId: z.string(),
  startedAt: z.string(),
  durationMs: z.number(),
  requests: z.array(apiRequest),
  /** How many records the app gave, and how many of them no poll had given before. */
  found: z.int(),
  fresh: z.int(),
  /** Why it did not work. */
  message: z.string().nullable(),
  /** The runs that it started. */
  runs: z.array(z.string()),
});

/** A Zap as people see it in their list. */
export const zapRecord = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  isOn: z.boolean(),
  /** What the trigger gives, from the time when the Zap was turned on. */
  sample: z.record(z.string(), z.unknown()).nullable(),
  /** Why the last poll, or turning the Zap off, did not work. */
  problem: z.string().nullable(),
  /** Spent besides runs: on turning on and off, and on polls. */
  durationMs: z.number(),
  requests: z.array(apiRequest),
});

export type ApiRequest = z.infer<typeof apiRequest>;
export type RunStatus = z.infer<typeof runStatus>;
export type StepRecord = z.infer<typeof stepRecord>;
export type RunRecord = z.infer<typeof runRecord>;
export type PollRecord = z.infer<typeof pollRecord>;
export type ZapRecord = z.infer<typeof zapRecord>;
