import { EventEmitter, on } from 'node:events';
import type { App } from './app.ts';
import { type CatchServer, startCatchServer } from './catch-server.ts';
import { type Clock, realClock } from './clock.ts';
import { Connection } from './connection.ts';
import type { RunRecord, RunStatus, ZapRecord } from './records.ts';
import { Run } from './run.ts';
import type { Work } from './steps/work.ts';
import { ConflictError, Zap } from './zap.ts';
import type { ZapFile } from './zap-file.ts';

export interface RunnerOptions {
  clock?: Clock;
  /** IANA name of the time zone that the account is set to. */
  timezone?: string;
}

/** `run` and `zap` hand over a record whenever it has changed; it is the record itself, which goes on changing. */
export interface RunnerEvents {
  run: [RunRecord];
  zap: [ZapRecord];
}

const REPLAYABLE: ReadonlySet<RunStatus> = new Set(['halted', 'held', 'stopped']);

/** Zapier in small: connections to one app, Zaps that use them, and the history of their runs. */
export class Runner extends EventEmitter<RunnerEvents> {
  readonly app: App;
  readonly zaps: Zap[] = [];
  readonly #clock: Clock;
  readonly #timezone: string;
  readonly #catchServer: CatchServer;
  readonly #runs = new Map<string, Run>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #lastId = 0;
  #lastZapId = 0;

  private constructor(app: App, catchServer: CatchServer, { clock, timezone }: RunnerOptions) {
    super();
    this.app = app;
    this.#catchServer = catchServer;
    this.#clock = clock ?? realClock;
    this.#timezone = timezone ?? 'UTC';
  }

  /** Starts a runner with a catch server of its own. The app stays the caller's to close. */
  static async start(app: App, options: RunnerOptions = {}): Promise<Runner> {
    return new Runner(app, await startCatchServer(), options);
  }

  /** The history, in the order in which the runs began. */
  get runs(): readonly RunRecord[] {
    return [...this.#runs.values()].map(({ record }) => record);
  }

  /** @throws Failure when the app refuses the credentials */
  connect(authData: Record<string, unknown>): Promise<Connection> {
    return Connection.open(this.app, authData);
  }

  /** Adds a Zap, which is off. */
  add(file: ZapFile, connection: Connection): Zap {
    this.#lastZapId += 1;
    const zap = new Zap(`zap-${this.#lastZapId}`, file, connection, {
      catchServer: this.#catchServer,
      timezone: this.#timezone,
      startRun: (owner, works, holdBecause) => this.#startRun(owner, works, holdBecause),
      changed: ({ record }) => this.emit('zap', record),
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
   * Takes up a run that has ended where it ended: after a reconnection, or when what stopped it is fixed.
   * @returns when the run has ended again
   */
  async replay(runId: string): Promise<void> {
    const run = this.#runs.get(runId);
    if (!run || !REPLAYABLE.has(run.record.status))
      throw new ConflictError(`There is no run ${runId} to replay.`);
    await this.#track(run.proceed());
  }

  /** Waits until no run is under way, nor waiting to be tried again. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
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

  #startRun(zap: Zap, works: readonly Work[], holdBecause?: string): RunRecord {
    this.#lastId += 1;
    const run = new Run(`run-${this.#lastId}`, works, {
      zapId: zap.record.id,
      zapTitle: zap.record.title,
      connection: zap.connection,
      clock: this.#clock,
      signal: this.#closing.signal,
      changed: () => {
        this.#runs.set(run.record.id, run);
        this.emit('run', run.record);
      },
    });
    if (holdBecause === undefined) void this.#track(run.proceed());
    else run.hold(holdBecause);
    return run.record;
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }
}
