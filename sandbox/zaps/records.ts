import type { ApiRequest } from './invocation.ts';

/**
 * How a run stands, in Zapier's words. A halted run is no failure; a held one waits for a person and can
 * be replayed; a waiting one is tried again by itself; a stopped one has failed.
 */
export type RunStatus = 'running' | 'success' | 'filtered' | 'halted' | 'held' | 'waiting' | 'stopped';

/** What a step of a run did, the trigger being the first. */
export interface StepRecord {
  kind: 'trigger' | 'action' | 'search' | 'filter';
  /** The step's key in the app's definition; null for other apps' steps and filters. */
  key: string | null;
  /** The other app that this step stands in for; null for the app's own steps. */
  app: string | null;
  title: string;
  status: RunStatus;
  message: string | null;
  /** What the step was given, as the app got it. */
  input: Record<string, unknown>;
  output: unknown;
  /** Spent in the app, all attempts together. */
  durationMs: number;
  requests: ApiRequest[];
}

/** One run of a Zap. */
export interface RunRecord {
  id: string;
  zapId: string;
  zapTitle: string;
  /** ISO 8601. */
  startedAt: string;
  status: RunStatus;
  /** Why the run is not a success. */
  message: string | null;
  /** When a waiting run is tried again, ISO 8601. */
  retryAt: string | null;
  /** The steps that were started, in order. */
  steps: StepRecord[];
  durationMs: number;
  /** Requests to the API, all steps together. */
  requests: number;
}

/** A Zap as people see it in their list. */
export interface ZapRecord {
  id: string;
  title: string;
  description: string;
  isOn: boolean;
  /** What the trigger gives, from the time when the Zap was turned on. */
  sample: Record<string, unknown> | null;
  /** Why the last poll, or turning the Zap off, did not work. */
  problem: string | null;
  /** Spent besides runs: on turning on and off, and on polls. */
  durationMs: number;
  requests: ApiRequest[];
}
