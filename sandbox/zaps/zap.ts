import type { Bundle } from './app.ts';
import type { CatchServer } from './catch-server.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failure.ts';
import { type PreparedTrigger, prepareZap } from './prepare.ts';
import type { RunRecord, ZapRecord } from './records.ts';
import { deliveredTrigger, type Item, knownTrigger, type TriggerTitle } from './steps/trigger.ts';
import { spend, type Work } from './steps/work.ts';
import { HookTrigger } from './triggers/hook.ts';
import { PollingTrigger } from './triggers/polling.ts';
import { StandInTrigger } from './triggers/stand-in.ts';
import type { LiveTrigger } from './triggers/trigger.ts';
import type { ZapFile } from './zap-file.ts';

/** More new items than this in one poll are held, so that a mistake does not start a flood. */
const FLOOD = 100;

export interface ZapContext {
  catchServer: CatchServer;
  /** IANA name. */
  timezone: string;
  /** Starts a run of these works, or keeps it for a person when there is a reason to hold it. */
  startRun(zap: Zap, works: readonly Work[], holdBecause?: string): RunRecord;
  changed(zap: Zap): void;
}

type AppTrigger = Exclude<PreparedTrigger, { kind: 'stand-in' }>;

interface Live {
  trigger: LiveTrigger;
  title: TriggerTitle;
  works: readonly Work[];
}

/** What cannot be asked of a Zap or a run as it stands. */
export class ConflictError extends Error {}

/** A Zap: turned on it listens or can be polled, turned off it leaves nothing behind. */
export class Zap {
  readonly record: ZapRecord;
  readonly file: ZapFile;
  readonly connection: Connection;
  readonly #context: ZapContext;
  readonly #meta: { timezone: string; zap: { id: string } };
  #live: Live | null = null;
  #turningOn: Promise<void> | null = null;

  constructor(id: string, file: ZapFile, connection: Connection, context: ZapContext) {
    this.file = file;
    this.connection = connection;
    this.#context = context;
    this.#meta = { timezone: context.timezone, zap: { id } };
    const { title, description } = file;
    this.record = {
      ...{ id, title, description },
      isOn: false,
      sample: null,
      problem: null,
      durationMs: 0,
      requests: [],
    };
  }

  /**
   * Checks the Zap, tests its connection, fetches the trigger's sample, then subscribes or learns what
   * is already there.
   * @throws ZapFileError, Failure when the app refuses, or ConflictError when it is on
   */
  async turnOn(): Promise<void> {
    if (this.#live || this.#turningOn) throw new ConflictError(`"${this.file.title}" is already on.`);
    this.#turningOn = this.#start();
    try {
      await this.#turningOn;
    } finally {
      this.#turningOn = null;
    }
  }

  async #start(): Promise<void> {
    const { trigger, works } = await prepareZap(this.file, this.connection, this.#meta);
    await this.connection.test(this.record);
    const live = this.#makeLive(trigger, works);
    const [sample = null] = await live.trigger.turnOn();
    this.#live = live;
    this.#set({ isOn: true, sample, problem: null });
  }

  /** Whatever the app answers, the Zap is off then and its address is gone. */
  async turnOff(): Promise<void> {
    // Who turned it on is told when that fails.
    await this.#turningOn?.catch(() => {});
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
   * Asks a polling trigger what is new and starts a run for each new item, the oldest first.
   * @throws Failure when the poll fails, and the next one makes up for it; ConflictError when there is nothing to poll
   */
  async poll(): Promise<readonly RunRecord[]> {
    const live = this.#liveWith(PollingTrigger);
    try {
      const items = await live.trigger.poll();
      if (this.#live?.trigger !== live.trigger) return []; // It was turned off meanwhile.
      this.#set({ problem: null });
      const holdBecause = `${items.length} new items came at once. Replay those that should run.`;
      return this.#startAll(live, items, items.length > FLOOD ? holdBecause : undefined);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'expired') this.connection.expire(error.message);
      this.#set({ problem: messageOf(error) });
      throw error;
    }
  }

  /** Lets another app's trigger happen, with the data that the Zap has for it if none is given. */
  fire(items?: readonly Item[]): readonly RunRecord[] {
    const live = this.#liveWith(StandInTrigger);
    return this.#startAll(live, items ?? live.trigger.items);
  }

  #makeLive(trigger: PreparedTrigger, works: readonly Work[]): Live {
    if (trigger.kind === 'stand-in') {
      const title = { key: null, app: trigger.app, title: trigger.does };
      return { trigger: new StandInTrigger(trigger.gives), title, works };
    }
    const { definition } = trigger;
    const title = { key: definition.key, app: null, title: definition.display.label };
    const ask = (method: string, bundle?: Bundle) =>
      spend(this.record, this.#invoke(trigger, method, bundle));
    if (trigger.kind === 'polling') return { trigger: new PollingTrigger(ask, definition), title, works };

    const live: Live = {
      title,
      works,
      trigger: new HookTrigger(ask, title.title, this.#context.catchServer, (bundle) => {
        const work = deliveredTrigger(
          title,
          () => this.#invoke(trigger, 'perform', bundle),
          (others) => this.#startAll(live, others),
        );
        this.#context.startRun(this, [work, ...works]);
      }),
    };
    return live;
  }

  #invoke({ definition, form }: AppTrigger, method: string, { meta, ...bundle }: Bundle = {}) {
    return this.connection.invoke(`triggers.${definition.key}.operation.${method}`, {
      ...bundle,
      inputData: form.fill({}),
      inputDataRaw: form.typed,
      meta: { ...this.#meta, ...meta },
    });
  }

  #startAll({ title, works }: Live, items: readonly Item[], holdBecause?: string): RunRecord[] {
    return items.map((item) =>
      this.#context.startRun(this, [knownTrigger(title, item), ...works], holdBecause),
    );
  }

  #liveWith<Trigger extends LiveTrigger>(
    kind: new (...args: never[]) => Trigger,
  ): Live & { trigger: Trigger } {
    const live = this.#live;
    if (live?.trigger instanceof kind) return { ...live, trigger: live.trigger };
    throw new ConflictError(`"${this.file.title}" is off, or its trigger is of another kind.`);
  }

  #set(change: Partial<ZapRecord>): void {
    Object.assign(this.record, change);
    this.#context.changed(this);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
