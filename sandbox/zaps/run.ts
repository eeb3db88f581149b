import type { Clock } from './clock.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failure.ts';
import type { RunRecord, RunStatus, StepRecord } from './records.ts';
import type { Outputs } from './references.ts';
import { begin, type Work } from './steps/work.ts';

/** Where the app names no time. */
const USUAL_DELAY_S = 60;
/** How often, and for how long at most, a throttled step is tried again. */
const TRIGGER_PATIENCE = { tries: 1, longestS: 300 };
const STEP_PATIENCE = { tries: 10, longestS: Number.POSITIVE_INFINITY };

export interface RunContext {
  zapId: string;
  zapTitle: string;
  connection: Connection;
  clock: Clock;
  /** Ends waiting when the runner closes. */
  signal: AbortSignal;
  /** Called at every change, first when there is something to show. */
  changed(): void;
}

/** One run of a Zap, from its trigger to wherever it ends. */
export class Run {
  readonly record: RunRecord;
  readonly #context: RunContext;
  readonly #works: readonly Work[];
  readonly #outputs: Outputs = {};
  #position = 0;
  #isShown = false;

  /** @param works the trigger, then the steps */
  constructor(id: string, works: readonly Work[], context: RunContext) {
    this.#works = works;
    this.#context = context;
    this.record = {
      id,
      zapId: context.zapId,
      zapTitle: context.zapTitle,
      startedAt: new Date(context.clock.now()).toISOString(),
      status: 'running',
      message: null,
      retryAt: null,
      steps: [],
      durationMs: 0,
      requests: 0,
    };
  }

  /**
   * Runs the steps that are left. A run that has ended early is taken up where it ended, as Zapier's
   * replay does: what succeeded is not done again.
   */
  async proceed(): Promise<void> {
    for (let work = this.#works[this.#position]; work; work = this.#works[this.#position]) {
      if (!(await this.#runStep(work, this.#stepRecord(work)))) return;
      this.#position += 1;
    }
    this.#set('success');
  }

  /** Leaves the run to a person, who may replay it. */
  hold(message: string): void {
    this.#set('held', message);
  }

  /** Runs one step, as often as it takes. Returns whether the run goes on. */
  async #runStep(work: Work, step: StepRecord): Promise<boolean> {
    const { connection } = this.#context;
    for (let waits = 0; ; waits += 1) {
      if (work.usesConnection && connection.expired !== null)
        return this.#end(step, 'held', connection.expired);
      step.status = 'running';
      step.message = null;
      this.#set('running');
      try {
        const outcome = await work.run(step, this.#outputs);
        if (outcome === 'nothing') return this.#endWithNothing(step);
        if ('filtered' in outcome) return this.#end(step, 'filtered', outcome.filtered);
        step.status = 'success';
        step.output = outcome.output;
        for (const name of work.names) this.#outputs[name] = outcome.output;
        this.#set('running');
        return true;
      } catch (error) {
        if (await this.#waits(work, step, error, waits)) continue;
        return this.#end(
          step,
          this.#statusAfter(error),
          error instanceof Error ? error.message : String(error),
        );
      }
    }
  }

  /** Waits if the app was throttled and may be tried again, and returns whether that is so. */
  async #waits(work: Work, step: StepRecord, error: unknown, waits: number): Promise<boolean> {
    if (!(error instanceof Failure) || error.kind !== 'throttled') return false;
    const patience = work.kind === 'trigger' ? TRIGGER_PATIENCE : STEP_PATIENCE;
    if (waits >= patience.tries) return false;

    const { clock, signal } = this.#context;
    const delayMs = Math.min(error.delaySeconds ?? USUAL_DELAY_S, patience.longestS) * 1000;
    step.status = 'waiting';
    step.message = error.message;
    this.#set('waiting', error.message, new Date(clock.now() + delayMs).toISOString());
    await clock.wait(delayMs, signal).catch(() => {});
    return !signal.aborted;
  }

  #statusAfter(error: unknown): RunStatus {
    if (!(error instanceof Failure)) return 'stopped';
    switch (error.kind) {
      case 'halted':
        return 'halted';
      case 'expired':
        this.#context.connection.expire(error.message);
        return 'held';
      case 'throttled':
        return this.#context.signal.aborted ? 'waiting' : 'stopped';
      case 'error':
        return 'stopped';
    }
  }

  /** A trigger with no results starts no run, unless people have already seen one. */
  #endWithNothing(step: StepRecord): false {
    return this.#isShown ? this.#end(step, 'filtered', 'The trigger had nothing to run for.') : false;
  }

  #end(step: StepRecord, status: RunStatus, message: string): false {
    step.status = status;
    step.message = message;
    this.#set(status, message);
    return false;
  }

  #set(status: RunStatus, message: string | null = null, retryAt: string | null = null): void {
    const { record } = this;
    Object.assign(record, { status, message, retryAt });
    record.durationMs = sum(record.steps.map(({ durationMs }) => durationMs));
    record.requests = sum(record.steps.map(({ requests }) => requests.length));
    // Until the trigger has given something, there is no run to show.
    this.#isShown ||= status !== 'running' || this.#outputs['trigger'] !== undefined;
    if (this.#isShown) this.#context.changed();
  }

  /** A step that is tried again goes on in its record. */
  #stepRecord(work: Work): StepRecord {
    const begun = this.record.steps[this.#position];
    if (begun) return begun;
    const step = begin(work);
    this.record.steps.push(step);
    return step;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
