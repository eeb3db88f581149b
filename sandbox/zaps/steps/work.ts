import { Failure } from '../failure.ts';
import type { ApiRequest, Invocation } from '../invocation.ts';
import type { StepRecord } from '../records.ts';
import type { Outputs } from '../references.ts';

/**
 * How a step went that did not fail: with an output, as the end of the run, or, for a trigger, with
 * nothing to run for.
 */
export type Outcome = { output: Record<string, unknown> } | { filtered: string } | 'nothing';

/** A step of a Zap that is turned on, ready to be run any number of times. */
export interface Work {
  /** By which later steps call its output; the first is its id. */
  names: readonly string[];
  kind: StepRecord['kind'];
  key: string | null;
  app: string | null;
  title: string;
  /** What it is given, where that is known before it runs. */
  given?: Record<string, unknown>;
  /** Whether it needs the connection, so that it is held while that is expired. */
  usesConnection: boolean;
  /** Keeps in the record what it is given and what it spends. @throws Failure */
  run(record: StepRecord, outputs: Outputs): Promise<Outcome>;
}

/** The record of a step that has just been started. */
export function begin({ names, kind, key, app, title, given = {} }: Work): StepRecord {
  const [id = ''] = names;
  return {
    ...{ id, kind, key, app, title },
    status: 'running',
    message: null,
    input: given,
    output: null,
    durationMs: 0,
    requests: [],
  };
}

/** Where an invocation's cost is booked. */
export interface Account {
  requests: ApiRequest[];
  durationMs: number;
}

/** Waits for an invocation and books what it spends, also when it fails. @throws Failure */
export async function spend(account: Account, invocation: Promise<Invocation>): Promise<unknown> {
  const book = ({ requests, durationMs }: Pick<Invocation, 'requests' | 'durationMs'>) => {
    account.requests.push(...requests);
    account.durationMs += durationMs;
  };
  try {
    const done = await invocation;
    book(done);
    return done.results;
  } catch (error) {
    if (error instanceof Failure) book(error);
    throw error;
  }
}
