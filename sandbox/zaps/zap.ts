import { isDeepStrictEqual } from 'node:util';
import type { Connection } from './connection.ts';
import { Failure } from './failure.ts';
import { Listener } from './listener.ts';
import { prepareZap } from './prepare.ts';
import type { RunRecord, ZapRecord } from './records.ts';
import { type Item, knownTrigger, type TriggerTitle } from './steps/trigger.ts';
import type { Account, Work } from './steps/work.ts';
import { HookTrigger, type Subscription } from './triggers/hook.ts';
import { PollingTrigger } from './triggers/polling.ts';
import { StandInTrigger } from './triggers/stand-in.ts';
import type { LiveTrigger } from './triggers/trigger.ts';
import type { Content, StartOptions, ZapContext } from './zap-context.ts';
import type { ZapFile } from './zap-file.ts';

/** More new items than this in one poll are held, so that a mistake does not start a flood. */
const FLOOD = 100;

/** What cannot be asked of a Zap or a run as it stands. */
export class ConflictError extends Error {}

/** A Zap: turned on it listens or can be polled, turned off it leaves nothing behind. */
export class Zap {
  readonly record: ZapRecord;
  #content: Content;
  readonly #context: ZapContext;
  readonly #meta: { timezone: string; zap: { id: string } };
  #live: Listener | null = null;
  #turning: Promise<void> | null = null;
  #polling: Promise<readonly RunRecord[]> | null = null;
  /** What the poll under way has spent. */
  #pollAccount: Account | null = null;

  constructor(id: string, content: Content, context: ZapContext) {
    this.#content = content;
    this.#context = context;
    this.#meta = { timezone: context.timezone, zap: { id } };
    const { title, description } = content.file;
    this.record = {
      ...{ id, title, description },
      isOn: false,
      sample: null,
      problem: null,
      durationMs: 0,
      requests: [],
    };
  }

  /** What it does, and with which account. */
  get content(): Content {
    return this.#content;
  }

  get file(): ZapFile {
    return this.#content.file;
  }

  get connection(): Connection {
    return this.#content.connection;
  }

  /** What ends the subscription of an instant trigger that is on. */
  get subscription(): Subscription | null {
    const trigger = this.#live?.trigger;
    return trigger instanceof HookTrigger ? trigger.subscription : null;
  }

  /** Whether it is on and has to be asked for what is new. */
  get isPolled(): boolean {
    return this.#live?.trigger instanceof PollingTrigger;
  }

  /**
   * Checks the Zap, tests its connection, fetches the trigger's sample, then subscribes or learns what
   * is already there.
   * @throws ZapFileError, Failure when the app refuses, or ConflictError when it is on
   */
  async turnOn(): Promise<void> {
    if (this.#live || this.#turning) throw new ConflictError(`"${this.file.title}" is already on.`);
    await this.#turn(() => this.#listen(this.#content));
  }

  /**
   * Does something else from now on. While it is on, the old version listens until the new one does; where both
   * have the same trigger, it is kept.
   * @throws ZapFileError or Failure, and everything stays as it was
   */
  async publish(content: Content): Promise<void> {
    await this.#turning?.catch(() => {});
    if (this.#live) await this.#turn(() => this.#switchTo(content));
    else this.#take(content);
  }

  async #switchTo(content: Content): Promise<void> {
    const { file, connection } = this.#content;
    const old = this.#live;
    if (!old || !isDeepStrictEqual(file.trigger, content.file.trigger) || connection !== content.connection) {
      await this.#listen(content);
      // The new version listens already. What is still delivered to the old address is answered with 410.
      await old?.trigger.turnOff().catch((error) => this.#set({ problem: messageOf(error) }));
      return;
    }
    const { works } = await prepareZap(content.file, content.connection, this.#meta);
    old.works = works;
    this.#take(content);
  }

  async #listen(content: Content): Promise<void> {
    const prepared = await prepareZap(content.file, content.connection, this.#meta);
    await content.connection.test(this.record);
    const { catchServer } = this.#context;
    const live: Listener = new Listener(prepared, {
      connection: content.connection,
      meta: this.#meta,
      catchServer,
      spent: (account) => this.#book(account),
      receive: (delivered, address) =>
        this.#context.startRun([delivered, ...live.works], { cause: this.#context.causeOf(address) }),
      startOthers: (items, address) => this.#startAll(live, items, { cause: this.#context.causeOf(address) }),
    });
    const [sample = null] = await live.trigger.turnOn();
    this.#live = live;
    this.#take(content, { isOn: true, sample, problem: null });
  }

  async #turn(work: () => Promise<void>): Promise<void> {
    this.#turning = work();
    try {
      await this.#turning;
    } finally {
      this.#turning = null;
    }
  }

  /** Whatever the app answers, the Zap is off then and its address is gone. */
  async turnOff(): Promise<void> {
    // Who turned it on is told when that fails.
    await this.#turning?.catch(() => {});
    const live = this.#live;
    if (!live) return;
    this.#live = null;
    try {
      await live.trigger.turnOff();
      this.#set({ isOn: false, problem: null });
    } catch (error) {
      this.#set({ isOn: false, problem: messageOf(error) });
    }
  }

  /**
   * Asks a polling trigger what is new and starts a run for each new item, the oldest first. Who asks while a poll is
   * under way gets what that one gives.
   * @throws Failure when the poll fails, and the next one makes up for it; ConflictError when there is nothing to poll
   */
  async poll(): Promise<readonly RunRecord[]> {
    const { live, trigger } = this.#liveWith(PollingTrigger);
    this.#polling ??= this.#poll(live, trigger).finally(() => {
      this.#polling = null;
    });
    return this.#polling;
  }

  async #poll(live: Listener, trigger: PollingTrigger): Promise<readonly RunRecord[]> {
    const startedAt = new Date(this.#context.now()).toISOString();
    const account: Account = { requests: [], durationMs: 0 };
    this.#pollAccount = account;
    live.found = 0;
    const told = (fresh: number, message: string | null, runs: readonly RunRecord[] = []) => {
      const ids = runs.map(({ id }) => id);
      const { found } = live;
      this.#context.polled({
        zapId: this.record.id,
        startedAt,
        ...account,
        found,
        fresh,
        message,
        runs: ids,
      });
      this.#set({ problem: message });
    };
    try {
      const items = await trigger.poll();
      if (this.#live !== live) return []; // It was turned off meanwhile.
      const holdBecause = `${items.length} new items came at once. Replay those that should run.`;
      const runs = this.#startAll(live, items, items.length > FLOOD ? { holdBecause } : {});
      told(items.length, null, runs);
      return runs;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'expired') this.connection.expire(error.message);
      told(0, messageOf(error));
      throw error;
    } finally {
      this.#pollAccount = null;
    }
  }

  /** Lets another app's trigger happen, with the data that the Zap has for it if none is given. */
  fire(items?: readonly Item[]): readonly RunRecord[] {
    const { live, trigger } = this.#liveWith(StandInTrigger);
    return this.#startAll(live, items ?? trigger.items);
  }

  /** Runs what a trigger has given before once more, also while the Zap is off. @throws ZapFileError, Failure */
  async repeat(item: Item, title: TriggerTitle, replayOf: string): Promise<RunRecord> {
    const works = await this.prepare();
    return this.#context.startRun([knownTrigger(title, item), ...works], { replayOf });
  }

  /** The steps of this Zap, or of an earlier version of it, ready to run. @throws ZapFileError, Failure */
  async prepare({ file, connection }: Omit<Content, 'version'> = this.#content): Promise<readonly Work[]> {
    return (await prepareZap(file, connection, this.#meta)).works;
  }

  #startAll({ title, works }: Listener, items: readonly Item[], options?: StartOptions): RunRecord[] {
    return items.map((item) => this.#context.startRun([knownTrigger(title, item), ...works], options));
  }

  #liveWith<Trigger extends LiveTrigger>(kind: new (...args: never[]) => Trigger) {
    const live = this.#live;
    if (live?.trigger instanceof kind) return { live, trigger: live.trigger };
    throw new ConflictError(`"${this.file.title}" is off, or its trigger is of another kind.`);
  }

  /** Polls are many, so only their own records have the bodies. */
  #book({ requests, durationMs }: Account): void {
    this.#pollAccount?.requests.push(...requests);
    if (this.#pollAccount) this.#pollAccount.durationMs += durationMs;
    this.record.durationMs += durationMs;
    this.record.requests.push(
      ...requests.map((request) => ({ ...request, requestBody: null, responseBody: null })),
    );
  }

  #take(content: Content, change: Partial<ZapRecord> = {}): void {
    this.#content = content;
    const { title, description } = content.file;
    this.#set({ title, description, ...change });
  }

  #set(change: Partial<ZapRecord>): void {
    Object.assign(this.record, change);
    this.#context.changed();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
