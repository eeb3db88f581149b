import type { Clock } from './clock.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failure.ts';
import type { RunRecord, RunStatus, StepRecord } from './records.ts';
import { isRecord, type Outputs } from './references.ts';
import type { Item } from './steps/trigger.ts';
import { begin, type Work } from './steps/work.ts';
import { titleOf } from './title.ts';

/** Where the app names no time. */
const USUAL_DELAY_S = 60;
/** How often, and for how long at most, a throttled step is tried again. */
const TRIGGER_PATIENCE = { tries: 1, longestS: 300 };
const STEP_PATIENCE = { tries: 10, longestS: Number.POSITIVE_INFINITY };

export interface RunContext {
  connection: Connection;
  clock: Clock;
  /** Ends waiting when the runner closes. */
  signal: AbortSignal;
  /** Called at every change, first when there is something to show. */
  changed(): void;
  /** Called when a step has started, with what it was given, and when it has ended. */
  stepped(index: number): void;
}

/** What a run is called, and where it comes from. */
export type RunOrigin = Pick<RunRecord, 'id' | 'zapId' | 'zapTitle' | 'version' | 'cause' | 'replayOf'>;

/** One run of a Zap, from its trigger to wherever it ends. */
export class Run {
  readonly record: RunRecord;
  readonly #context: RunContext;
  readonly #works: readonly Work[];
  readonly #outputs: Outputs = {};
  #position = 0;
  #isShown = false;

  private constructor(record: RunRecord, works: readonly Work[], context: RunContext) {
    this.record = record;
    this.#works = works;
    this.#context = context;
  }

  /** @param works the trigger, then the steps */
  static start(origin: RunOrigin, works: readonly Work[], context: RunContext): Run {
    const record: RunRecord = {
      ...origin,
      title: works[0]?.title ?? '',
      startedAt: new Date(context.clock.now()).toISOString(),
      status: 'running',
      message: null,
      retryAt: null,
      steps: [],
      durationMs: 0,
      requests: 0,
    };
    return new Run(record, works, context);
  }

  /** A run that began in a runner before this one; what had succeeded has. */
  static restore(record: RunRecord, works: readonly Work[], context: RunContext): Run {
    const run = new Run(record, works, context);
    const done = record.steps.findIndex(({ status }) => status !== 'success');
    run.#position = done < 0 ? record.steps.length : done;
    run.#isShown = true;
    for (const [index, work] of works.slice(0, run.#position).entries())
      run.#keepOutput(work, record.steps[index]?.output);
    return run;
  }

  /** What the trigger gave, once it is known. */
  get item(): Item | undefined {
    const item = this.#outputs['trigger'];
    return isRecord(item) ? item : undefined;
  }

  /**
   * Runs the steps that are left. A run that has ended early is taken up where it ended, as Zapier's
   * replay does: what succeeded is not done again.
   */
  async proceed(): Promise<void> {
    if (!(await this.#untilRetry())) return;
    for (let work = this.#works[this.#position]; work; work = this.#works[this.#position]) {
      const step = this.#stepRecord(work);
      const goesOn = await this.#runStep(work, step);
      this.#context.stepped(this.#position);
      if (!goesOn) return;
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
        const outcome = await this.#begun(work.run(step, this.#outputs));
        if (outcome === 'nothing') return this.#endWithNothing(step);
        if ('filtered' in outcome) return this.#end(step, 'filtered', outcome.filtered);
        step.status = 'success';
        step.output = outcome.output;
        this.#keepOutput(work, outcome.output);
        this.#set('running');
        return true;
      } catch (error) {
        const waited = await this.#waits(work, step, error, waits);
        if (waited === 'over') continue;
        // Whoever restores the run goes on waiting.
        if (waited === 'closed') return false;
        return this.#end(
          step,
          this.#statusAfter(error),
          error instanceof Error ? error.message : String(error),
        );
      }
    }
  }

  /** Waits if the app was throttled and may be tried again; the runner may close meanwhile. */
  async #waits(
    work: Work,
    step: StepRecord,
    error: unknown,
    waits: number,
  ): Promise<'over' | 'closed' | 'never'> {
    if (!(error instanceof Failure) || error.kind !== 'throttled') return 'never';
    const patience = work.kind === 'trigger' ? TRIGGER_PATIENCE : STEP_PATIENCE;
    if (waits >= patience.tries) return 'never';

    const { clock } = this.#context;
    const delayMs = Math.min(error.delaySeconds ?? USUAL_DELAY_S, patience.longestS) * 1000;
    step.status = 'waiting';
    step.message = error.message;
    this.#set('waiting', error.message, new Date(clock.now() + delayMs).toISOString());
    return (await this.#untilRetry()) ? 'over' : 'closed';
  }

  /** Waits for as long as a waiting run has to. Returns false when the runner closes meanwhile. */
  async #untilRetry(): Promise<boolean> {
    const { clock, signal } = this.#context;
    const { retryAt } = this.record;
    if (retryAt !== null) await clock.wait(Date.parse(retryAt) - clock.now(), signal).catch(() => {});
    return !signal.aborted;
  }

  /** The input is known as soon as the work has begun. */
  #begun<Result>(result: Promise<Result>): Promise<Result> {
    if (this.#isShown) this.#context.stepped(this.#position);
    return result;
  }

  #keepOutput(work: Work, output: unknown): void {
    for (const name of work.names) this.#outputs[name] = output;
    if (work.kind === 'trigger' && isRecord(output)) this.record.title = titleOf(output) ?? work.title;
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
