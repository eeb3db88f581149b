import { isDeepStrictEqual } from 'node:util';
import { product } from '../../src/product.ts';
import type { Database } from '../api/database/database.ts';
import type { App } from '../zaps/app.ts';
import { endLeft } from '../zaps/resume.ts';
import { Runner } from '../zaps/runner.ts';
import { ConflictError, type Zap } from '../zaps/zap.ts';
import { Accounts } from './accounts.ts';
import type { Audience } from './audience.ts';
import { Batch } from './batch.ts';
import type { Causes } from './causes.ts';
import { problemsOf, zapFileOf } from './checks.ts';
import { History, summaryOf } from './history.ts';
import { PollClock } from './poll-clock.ts';
import { Unusable } from './problems.ts';
import type { ConnectionRecord, RunSummary, ZapSummary } from './protocol.ts';
import { Replays } from './replays.ts';
import { readSetting, writeSetting } from './store.ts';
import { ZapBook } from './zap-book.ts';
import { summaryOfZap } from './zap-summary.ts';

/** Seconds between two polls, until somebody says otherwise. */
const usualPause = 15;

/** In how many milliseconds changes of a Zap are told together. */
const tellPause = 50;

export type WorkbenchParts = { app: App; database: Database; audience: Audience; causes: Causes };

/** Everything that is built and run on the page. What changes is kept at once, and told. */
export class Workbench {
  readonly app: App;
  readonly database: Database;
  readonly accounts: Accounts;
  readonly book: ZapBook;
  readonly history: History;
  readonly causes: Causes;
  readonly replays: Replays;
  readonly #audience: Audience;
  readonly runner: Runner;
  readonly #polls: PollClock;
  readonly #problems = new Map<string, string>();
  readonly #changed: Batch;

  private constructor({ app, database, audience, causes }: WorkbenchParts, runner: Runner) {
    this.app = app;
    this.database = database;
    this.accounts = new Accounts(app, database);
    this.book = new ZapBook(database);
    this.history = new History(database, (id) => runner.forget(id));
    this.causes = causes;
    this.replays = new Replays(runner, this.book, this.history);
    this.#audience = audience;
    this.runner = runner;
    this.#changed = new Batch(tellPause, (id) => audience.tell('zap', this.summary(id)));
    const everySeconds = readSetting(database, 'everySeconds', usualPause);
    this.#polls = new PollClock(everySeconds, ({ record }) => this.changed(record.id));
    runner.on('run', (run) => {
      this.history.save(run);
      audience.tell('run', summaryOf(run));
      this.changed(run.zapId);
      // What holds a run may be that its account is no longer accepted.
      if (run.status === 'held') this.#tellAccounts();
    });
    runner.on('step', ({ id, zapId, steps }, index) => {
      const step = steps[index];
      if (step) audience.tell('step', { runId: id, zapId, index, step });
    });
    runner.on('poll', (poll) => {
      audience.tell('poll', this.history.savePoll(poll));
      const zap = this.#zaps.get(poll.zapId);
      if (zap) this.#polls.polled(zap, poll.startedAt);
    });
    runner.on('zap', ({ id }) => {
      const zap = this.#zaps.get(id);
      if (!zap) return;
      this.#polls.follow(zap);
      if (!isDeepStrictEqual(this.book.get(id).subscription, zap.subscription))
        this.book.change(id, { subscription: zap.subscription });
      this.changed(id);
    });
  }

  /** Starts with all that was kept before: Zaps that were on are on again. */
  static async start(parts: WorkbenchParts): Promise<Workbench> {
    const runner = await Runner.start(parts.app, {
      runsBefore: new History(parts.database).count,
      causeOf: (address) => parts.causes.of(address),
    });
    const workbench = new Workbench(parts, runner);
    await workbench.#restore();
    return workbench;
  }

  get #zaps(): Map<string, Zap> {
    return new Map(this.runner.zaps.map((zap) => [zap.record.id, zap]));
  }

  get everySeconds(): number | null {
    return this.#polls.everySeconds;
  }

  pollEvery(seconds: number | null): void {
    writeSetting(this.database, 'everySeconds', seconds);
    this.#polls.setEvery(seconds);
    this.#audience.tell('everySeconds', seconds);
  }

  get summaries(): ZapSummary[] {
    return this.book.all().map(({ id }) => this.summary(id));
  }

  /** @throws ApiError 404 */
  summary(id: string): ZapSummary {
    const zap = this.#zaps.get(id);
    return summaryOfZap(this.book, this.history, this.app.definition(), {
      id,
      isOn: zap?.record.isOn ?? false,
      problem: this.#problems.get(id) ?? zap?.record.problem ?? null,
      poll: this.#polls.of(zap),
    });
  }

  /** Has a Zap told, together with what else of it changes now. */
  changed(id: string): void {
    this.#changed.add(id);
  }

  /** @throws Failure with the app's own words when it refuses the credentials */
  async connect(authData: Record<string, string>): Promise<ConnectionRecord> {
    const connected = await this.accounts.connect(authData);
    this.#tellAccounts();
    return connected;
  }

  /** Puts new credentials into an account; its Zaps that were on before a restart are on again. @throws Failure */
  async reconnect(id: string, authData: Record<string, string>): Promise<ConnectionRecord> {
    const connected = await this.accounts.reconnect(id, authData);
    await this.#resumeZaps();
    this.#tellAccounts();
    return connected;
  }

  /**
   * Makes the draft the version that runs. A Zap that is on goes on listening meanwhile.
   * @throws Unusable, ApiError 409 when the draft was changed elsewhere, or Failure; nothing has changed then
   */
  async publish(id: string, basedOn: number, turnOn: boolean): Promise<ZapSummary> {
    const { draft, revision, deleted_at } = this.book.get(id);
    if (deleted_at !== null) throw new ConflictError('This Zap is deleted. Bring it back first.');
    if (revision !== basedOn)
      throw new ConflictError('This Zap was changed elsewhere. Look at it again first.');
    const connection = this.accounts.of(draft.connectionId);
    const problems = await problemsOf(draft, connection);
    if (problems.length > 0) throw new Unusable('This Zap cannot run yet.', problems);
    const content = { file: zapFileOf(draft), connection, version: this.book.nextVersion(id, draft) };
    const known = this.#zaps.get(id);
    const zap = known ?? this.runner.add(content.file, connection, { id, version: content.version });
    const before = zap.content;
    try {
      await zap.publish(content);
      if (turnOn && !zap.record.isOn) await zap.turnOn();
    } catch (error) {
      if (known) await zap.publish(before);
      else await this.runner.remove(zap);
      throw error;
    }
    this.book.publish(id, draft);
    return this.#turned(zap);
  }

  /** @throws ConflictError, or Failure when the app refuses */
  async turn(id: string, on: boolean): Promise<ZapSummary> {
    const { deleted_at } = this.book.get(id);
    const zap = this.#zaps.get(id);
    if (on && deleted_at !== null) throw new ConflictError('This Zap is deleted. Bring it back first.');
    if (on && !zap) throw new ConflictError('Publish this Zap first.');
    await (on ? zap?.turnOn() : zap?.turnOff());
    return zap ? this.#turned(zap) : this.summary(id);
  }

  /** Deletes a Zap, or brings it back, off. */
  async remove(id: string, isDeleted: boolean): Promise<ZapSummary> {
    if (isDeleted) await this.turn(id, false);
    this.book.change(id, { deleted_at: isDeleted ? new Date().toISOString() : null });
    this.changed(id);
    return this.summary(id);
  }

  #turned({ record: { id, isOn } }: Zap): ZapSummary {
    this.#problems.delete(id);
    this.book.change(id, { wants_on: isOn });
    this.changed(id);
    return this.summary(id);
  }

  /** Polls at once, or lets another app's trigger happen. @throws Failure, ConflictError */
  async run(id: string): Promise<RunSummary[]> {
    const zap = this.#zaps.get(id);
    if (!zap?.record.isOn) throw new ConflictError('Turn this Zap on first.');
    if (zap.file.trigger.kind === 'app') return zap.fire().map(summaryOf);
    if (zap.isPolled) return (await zap.poll()).map(summaryOf);
    throw new ConflictError(
      `This Zap runs when it happens in ${product.name}. Let it happen in the product.`,
    );
  }

  #tellAccounts(): void {
    this.#audience.tell('connections', this.accounts.list);
  }

  async #restore(): Promise<void> {
    await this.accounts.restore();
    for (const { id } of this.book.all()) {
      const last = this.book.versions(id).at(-1);
      if (!last) continue;
      const connection = this.accounts.of(last.draft.connectionId);
      this.runner.add(zapFileOf(last.draft), connection, { id, version: last.version });
    }
    await this.#resumeZaps();
    await this.replays.restore();
  }

  /** Turns on what was on, first ending what a server that was killed has left subscribed. */
  async #resumeZaps(): Promise<void> {
    for (const { id, wants_on, subscription } of this.book.all()) {
      const zap = this.#zaps.get(id);
      if (!zap || zap.record.isOn || (!wants_on && !subscription)) continue;
      try {
        if (zap.connection.expired !== null) throw new Error(zap.connection.expired);
        if (subscription) await endLeft(subscription, zap);
        if (wants_on) await zap.turnOn();
        this.#problems.delete(id);
      } catch (error) {
        this.#problems.set(id, error instanceof Error ? error.message : String(error));
      }
      this.changed(id);
    }
  }

  /**
   * Ends with nothing left behind: what was delivered or has changed until now is run, then every Zap is turned off, to
   * be on again after a restart.
   */
  async close(): Promise<void> {
    await this.causes.delivered(this.runner.hookOrigin);
    await this.#polls.close();
    for (const zap of this.runner.zaps) await zap.turnOff();
    await this.runner.close();
    this.#changed.close();
    this.history.flush();
  }
}
