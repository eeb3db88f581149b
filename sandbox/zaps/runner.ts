import { EventEmitter, on } from 'node:events';
import type { App } from './app.ts';
import { type CatchServer, startCatchServer } from './catch-server.ts';
import { type Clock, realClock } from './clock.ts';
import { Connection } from './connection.ts';
import type { PollRecord, RunRecord, RunStatus, ZapRecord } from './records.ts';
import { Run, type RunContext, type RunOrigin } from './run.ts';
import type { Work } from './steps/work.ts';
import { ConflictError, Zap } from './zap.ts';
import type { StartOptions } from './zap-context.ts';
import type { ZapFile } from './zap-file.ts';

export interface RunnerOptions {
  clock?: Clock;
  /** IANA name of the time zone that the account is set to. */
  timezone?: string;
  /** How many runs there were before, so that none is called as an earlier one. */
  runsBefore?: number;
  /** What is known to have caused what is delivered to an address now. */
  causeOf?: (address: string) => string | null;
}

/** `run` and `zap` hand over a record whenever it has changed; it is the record itself, which goes on changing. */
export interface RunnerEvents {
  run: [RunRecord];
  /** A step of a run has started or ended. */
  step: [RunRecord, index: number];
  zap: [ZapRecord];
  poll: [PollRecord];
}

/** Runs that have ended early go on where they ended. */
const UNFINISHED: ReadonlySet<RunStatus> = new Set(['halted', 'held', 'stopped']);
/** Runs that have ended are only repeated as a whole. */
const FINISHED: ReadonlySet<RunStatus> = new Set(['success', 'filtered']);

/** Zapier in small: connections to one app, Zaps that use them, and the history of their runs. */
export class Runner extends EventEmitter<RunnerEvents> {
  readonly app: App;
  readonly zaps: Zap[] = [];
  readonly #clock: Clock;
  readonly #timezone: string;
  readonly #causeOf: (address: string) => string | null;
  readonly #catchServer: CatchServer;
  readonly #runs = new Map<string, Run>();
  readonly #underWay = new Map<Promise<void>, Run>();
  readonly #closing = new AbortController();
  #lastId: number;
  #lastZapId = 0;
  #lastPollId = 0;

  private constructor(app: App, catchServer: CatchServer, options: RunnerOptions) {
    super();
    this.app = app;
    this.#catchServer = catchServer;
    this.#clock = options.clock ?? realClock;
    this.#timezone = options.timezone ?? 'UTC';
    this.#causeOf = options.causeOf ?? (() => null);
    this.#lastId = options.runsBefore ?? 0;
  }

  /** Starts a runner with a catch server of its own. The app stays the caller's to close. */
  static async start(app: App, options: RunnerOptions = {}): Promise<Runner> {
    return new Runner(app, await startCatchServer(), options);
  }

  /** Where hooks are delivered to. */
  get hookOrigin(): string {
    return this.#catchServer.origin;
  }

  /** The history, in the order in which the runs began. */
  get runs(): readonly RunRecord[] {
    return [...this.#runs.values()].map(({ record }) => record);
  }

  /** @throws Failure when the app refuses the credentials */
  connect(authData: Record<string, unknown>): Promise<Connection> {
    return Connection.open(this.app, authData);
  }

  /**
   * Adds a Zap, which is off.
   * @param known what it was called in a runner before this one
   */
  add(file: ZapFile, connection: Connection, known: { id?: string; version?: number } = {}): Zap {
    this.#lastZapId += 1;
    const { id = `zap-${this.#lastZapId}`, version = 1 } = known;
    const content = { file, connection, version };
    const zap: Zap = new Zap(id, content, {
      catchServer: this.#catchServer,
      timezone: this.#timezone,
      now: () => this.#clock.now(),
      startRun: (works, options) => this.#startRun(zap, works, options),
      changed: () => this.emit('zap', zap.record),
      polled: (poll) => {
        this.#lastPollId += 1;
        this.emit('poll', { id: `poll-${this.#lastPollId}`, ...poll });
      },
      causeOf: this.#causeOf,
    });
    this.zaps.push(zap);
    return zap;
  }

  /** Takes a Zap away, off; its runs stay in the history. */
  async remove(zap: Zap): Promise<void> {
    await zap.turnOff();
    const index = this.zaps.indexOf(zap);
    if (index >= 0) this.zaps.splice(index, 1);
  }

  /**
   * Takes up a run that has ended early where it ended: after a reconnection, or when what stopped it is fixed. A run
   * that has ended otherwise is repeated from what its trigger gave.
   * @returns when the run has ended again, the run that was started or taken up
   */
  async replay(runId: string): Promise<RunRecord> {
    const run = this.#runs.get(runId);
    const zap = this.zaps.find(({ record }) => record.id === run?.record.zapId);
    if (run && UNFINISHED.has(run.record.status)) {
      await this.#proceed(run);
      return run.record;
    }
    const [trigger] = run?.record.steps ?? [];
    if (!run?.item || !trigger || !zap || !FINISHED.has(run.record.status))
      throw new ConflictError(`There is no run ${runId} to replay.`);
    return zap.repeat(run.item, trigger, runId);
  }

  /** Puts back a run of a runner before this one; one that was waiting to be tried again goes on waiting. */
  restore(record: RunRecord, zap: Zap, works: readonly Work[]): void {
    const run = Run.restore(
      record,
      works,
      this.#contextOf(zap, () => run),
    );
    this.#runs.set(record.id, run);
    if (record.status === 'waiting') void this.#proceed(run);
  }

  /** Lets go of a run that has ended, where somebody else keeps the history; it can be put back. */
  forget(runId: string): void {
    this.#runs.delete(runId);
  }

  /** Whether a run of this name can be replayed without being put back first. */
  knows(runId: string): boolean {
    return this.#runs.has(runId);
  }

  /** Whether something that a cause started is running, also what is not to be seen yet. */
  isRunning(cause: string): boolean {
    return [...this.#underWay.values()].some(
      ({ record }) => record.cause === cause && record.status === 'running',
    );
  }

  /** Waits until no run is under way, nor waiting to be tried again. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.keys());
  }

  /** Waits until the runs are as described. @throws after the time, in milliseconds */
  async until(isReached: (runs: readonly RunRecord[]) => boolean, limitMs: number): Promise<void> {
    if (isReached(this.runs)) return;
    const signal = AbortSignal.timeout(limitMs);
    try {
      for await (const _ of on(this, 'run', { signal })) if (isReached(this.runs)) return;
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new Error(`The runs did not get there within ${limitMs / 1000} seconds.`);
    }
  }

  /** Ends what is waiting and stops listening. Zaps that are still on stay subscribed. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.settled();
    await this.#catchServer.close();
  }

  #startRun(zap: Zap, works: readonly Work[], options: StartOptions = {}): RunRecord {
    this.#lastId += 1;
    const origin: RunOrigin = {
      id: `run-${this.#lastId}`,
      zapId: zap.record.id,
      zapTitle: zap.record.title,
      version: zap.content.version,
      cause: options.cause ?? null,
      replayOf: options.replayOf ?? null,
    };
    const run: Run = Run.start(
      origin,
      works,
      this.#contextOf(zap, () => run),
    );
    if (options.holdBecause === undefined) void this.#proceed(run);
    else run.hold(options.holdBecause);
    return run.record;
  }

  #contextOf(zap: Zap, run: () => Run): RunContext {
    return {
      connection: zap.connection,
      clock: this.#clock,
      signal: this.#closing.signal,
      changed: () => {
        const { record } = run();
        this.#runs.set(record.id, run());
        this.emit('run', record);
      },
      stepped: (index) => this.emit('step', run().record, index),
    };
  }

  #proceed(run: Run): Promise<void> {
    const tracked = run.proceed().finally(() => this.#underWay.delete(tracked));
    this.#underWay.set(tracked, run);
    return tracked;
  }
}
