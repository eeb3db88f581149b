import { EventEmitter } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { product } from '../../src/product.ts';
import { ApiError } from '../api/errors.ts';
import type { App } from '../zaps/app.ts';
import type { Connection } from '../zaps/connection.ts';
import { Failure, type FailureKind } from '../zaps/failure.ts';
import { type PreparedTrigger, prepareZap } from '../zaps/prepare.ts';
import type { RunRecord, RunStatus, StepRecord } from '../zaps/records.ts';
import { asText, isRecord } from '../zaps/references.ts';
import { Runner } from '../zaps/runner.ts';
import { deliveredTrigger, knownTrigger } from '../zaps/steps/trigger.ts';
import { begin, type Work } from '../zaps/steps/work.ts';
import type { Zap } from '../zaps/zap.ts';
import { parseZapFile, readZapFile, type ZapFile, ZapFileError } from '../zaps/zap-file.ts';
import { inWords } from './problems.ts';
import type { Choice, ConnectionRecord, KeptZap, ZapList } from './protocol.ts';

const examples = resolve(import.meta.dirname, '../../examples');

const meta = { timezone: 'UTC', zap: { id: 'test' } };

export type WorkbenchEvents = { run: [RunRecord]; zaps: [] };

/** Everything that is built and run on the page: connections, Zaps, tests of single steps, and the history. */
export class Workbench extends EventEmitter<WorkbenchEvents> {
  readonly app: App;
  readonly #runner: Runner;
  readonly #connections = new Map<string, Connection>();
  readonly #polling = new Set<Zap>();
  #pollTimer: NodeJS.Timeout | undefined;
  #everySeconds: number | null = null;

  private constructor(app: App, runner: Runner) {
    super();
    this.app = app;
    this.#runner = runner;
    runner.on('run', (run) => {
      this.emit('run', run);
      // What holds a run may be that its account is no longer accepted.
      if (run.status === 'held') this.emit('zaps');
    });
    runner.on('zap', () => this.emit('zaps'));
  }

  /** @param app stays the caller's to close. */
  static async start(app: App): Promise<Workbench> {
    return new Workbench(app, await Runner.start(app));
  }

  get runs(): readonly RunRecord[] {
    return this.#runner.runs;
  }

  /** Everything but the runs. */
  get list(): ZapList {
    return {
      connections: [...this.#connections].map(([id, connection]) => connectionRecord(id, connection)),
      zaps: this.#runner.zaps.map((zap) => this.#kept(zap)),
      everySeconds: this.#everySeconds,
    };
  }

  /** The examples, as templates. */
  async templates(): Promise<ZapFile[]> {
    const names = (await readdir(examples)).filter((name) => name.endsWith('.json'));
    return Promise.all(names.sort().map((name) => readZapFile(join(examples, name), product.name)));
  }

  /** Connects an account. @throws Failure with the app's own words when it refuses the credentials */
  async connect(authData: Record<string, string>): Promise<ConnectionRecord> {
    const connection = await this.#runner.connect(authData);
    const id = `connection-${this.#connections.size + 1}`;
    this.#connections.set(id, connection);
    this.emit('zaps');
    return connectionRecord(id, connection);
  }

  /** Puts new credentials into an account. @throws Failure */
  async reconnect(id: string, authData: Record<string, string>): Promise<ConnectionRecord> {
    const connection = this.#connection(id);
    await connection.reconnect(authData);
    this.emit('zaps');
    return connectionRecord(id, connection);
  }

  /** Keeps a new Zap, off. @throws ApiError when it is none */
  add(file: unknown, connectionId: string): KeptZap {
    const zap = this.#runner.add(this.#read(file), this.#connection(connectionId));
    this.emit('zaps');
    return this.#kept(zap);
  }

  /** Keeps a Zap in another form, off; it gets a new id, and its runs keep the old one. @throws ApiError when it is none */
  async replace(id: string, file: unknown, connectionId: string): Promise<KeptZap> {
    const old = this.#zap(id);
    const zap = this.#runner.add(this.#read(file), this.#connection(connectionId));
    await this.#runner.remove(old);
    this.emit('zaps');
    return this.#kept(zap);
  }

  async remove(id: string): Promise<void> {
    await this.#runner.remove(this.#zap(id));
    this.emit('zaps');
  }

  /** @throws ApiError with what is still to be filled in, or Failure when the app refuses */
  async turn(id: string, on: boolean): Promise<KeptZap> {
    const zap = this.#zap(id);
    await (on ? zap.turnOn() : zap.turnOff()).catch((error) => this.#rethrow(error, zap.file));
    return this.#kept(zap);
  }

  /** Polls at once, or lets another app's trigger happen. @throws Failure */
  async start(id: string): Promise<readonly RunRecord[]> {
    const zap = this.#zap(id);
    return zap.file.trigger.kind === 'app' ? zap.fire() : zap.poll();
  }

  async replay(runId: string): Promise<void> {
    await this.#runner.replay(runId);
  }

  /** Polls every polling Zap that is on, again and again; never, when there is no number. */
  pollEvery(seconds: number | null): void {
    clearInterval(this.#pollTimer);
    this.#everySeconds = seconds;
    if (seconds !== null) this.#pollTimer = setInterval(() => this.#pollAll(), seconds * 1000);
    this.emit('zaps');
  }

  #pollAll(): void {
    for (const zap of this.#runner.zaps) {
      const { trigger } = zap.file;
      const type = trigger.kind === 'step' && this.app.definition().triggers[trigger.step]?.operation.type;
      if (!zap.record.isOn || type !== 'polling' || this.#polling.has(zap)) continue;
      this.#polling.add(zap);
      // What a poll meets stands in the Zap's record.
      zap
        .poll()
        .catch(() => {})
        .finally(() => this.#polling.delete(zap));
    }
  }

  /**
   * Tests the trigger, or one step with the outputs of those before it.
   * @returns what went in and came out; what failed is in it, too.
   * @throws ApiError with what is still to be filled in
   */
  async test(
    given: unknown,
    connectionId: string,
    step: number | 'trigger',
    outputs: Record<string, unknown>,
  ): Promise<StepRecord> {
    const connection = this.#connection(connectionId);
    const file = this.#read(given);
    const upTo = step === 'trigger' ? 0 : step + 1;
    const { trigger, works } = await prepareZap(
      { ...file, steps: file.steps.slice(0, upTo) },
      connection,
      meta,
    ).catch((error) => this.#rethrow(error, file));
    const work = step === 'trigger' ? sampleWork(trigger, connection) : works[step];
    if (!work) throw new ApiError(404, 'There is no such step.');
    const record = begin(work);
    try {
      const outcome = await work.run(record, outputs);
      if (outcome === 'nothing')
        return { ...record, status: 'success', message: 'There is nothing to show yet.' };
      if ('filtered' in outcome) return { ...record, status: 'filtered', message: outcome.filtered };
      return { ...record, status: 'success', output: outcome.output };
    } catch (error) {
      const status = error instanceof Failure ? statusAfter[error.kind] : 'stopped';
      return { ...record, status, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** One page of a dropdown. @throws Failure */
  async choices(connectionId: string, dynamic: string, page: number): Promise<Choice[]> {
    const [trigger = '', valueKey = 'id', labelKey = valueKey] = dynamic.split('.');
    const { results } = await this.#connection(connectionId).invoke(`triggers.${trigger}.operation.perform`, {
      meta: { ...meta, page, isFillingDynamicDropdown: true },
    });
    const rows = Array.isArray(results) ? results.filter(isRecord) : [];
    return rows.map((row) => ({ id: asText(row[valueKey]), label: asText(row[labelKey]) }));
  }

  /** Turns every Zap off, so that no subscription is left, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#pollTimer);
    for (const zap of this.#runner.zaps) await zap.turnOff();
    await this.#runner.close();
  }

  #read(file: unknown): ZapFile {
    try {
      return parseZapFile(file, 'This Zap');
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  #rethrow(error: unknown, file?: ZapFile): never {
    throw error instanceof ZapFileError ? inWords(error, this.app.definition(), file) : error;
  }

  #kept(zap: Zap): KeptZap {
    const [connectionId = ''] = [...this.#connections].find(([, each]) => each === zap.connection) ?? [];
    // Every poll adds to the requests, and the page shows none of them.
    const { requests: _requests, sample: _sample, ...record } = zap.record;
    return { ...record, file: zap.file, connectionId };
  }

  #connection(id: string): Connection {
    const connection = this.#connections.get(id);
    if (!connection) throw new ApiError(404, 'There is no such connection. Connect the account again.');
    return connection;
  }

  #zap(id: string): Zap {
    const zap = this.#runner.zaps.find(({ record }) => record.id === id);
    if (!zap) throw new ApiError(404, 'There is no such Zap any more.');
    return zap;
  }
}

/** How a run would stand after a failure. */
const statusAfter: Record<FailureKind, RunStatus> = {
  halted: 'halted',
  expired: 'held',
  throttled: 'waiting',
  error: 'stopped',
};

/** A trigger as a step that gives its first sample. */
function sampleWork(trigger: PreparedTrigger, connection: Connection): Work {
  if (trigger.kind === 'stand-in') {
    const [item = {}] = trigger.gives;
    return knownTrigger({ key: null, app: trigger.app, title: trigger.does }, item);
  }
  const { definition, form, kind } = trigger;
  const title = { key: definition.key, app: null, title: definition.display.label };
  const method = `triggers.${definition.key}.operation.${kind === 'hook' ? 'performList' : 'perform'}`;
  const bundle = {
    inputData: form.fill({}),
    inputDataRaw: form.typed,
    meta: { ...meta, isLoadingSample: true },
  };
  return deliveredTrigger(
    title,
    () => connection.invoke(method, bundle),
    () => {},
  );
}

function connectionRecord(id: string, { label, expired }: Connection): ConnectionRecord {
  return { id, label, expired };
}
