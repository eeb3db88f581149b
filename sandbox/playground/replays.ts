import type { RunRecord } from '../zaps/records.ts';
import { worksOf } from '../zaps/resume.ts';
import type { Runner } from '../zaps/runner.ts';
import { ConflictError, type Zap } from '../zaps/zap.ts';
import { zapFileOf } from './checks.ts';
import type { History } from './history.ts';
import type { Replayed } from './protocol.ts';
import type { ZapBook } from './zap-book.ts';

/** Takes up runs again, also those of earlier times. */
export class Replays {
  readonly #runner: Runner;
  readonly #book: ZapBook;
  readonly #history: History;

  constructor(runner: Runner, book: ZapBook, history: History) {
    this.#runner = runner;
    this.#book = book;
    this.#history = history;
  }

  /** Runs that were waiting go on waiting; those that were cut off are left to a person. */
  async restore(): Promise<void> {
    for (const run of this.#history.standing('running')) {
      const message = 'The playground ended while this ran. Replay it to go on.';
      this.#history.save({ ...run, status: 'held', message });
    }
    for (const run of this.#history.standing('waiting')) {
      const zap = this.#zapOf(run);
      if (zap) await this.#putBack(run, zap);
    }
  }

  /** Replays runs; what cannot be replayed is told with its reason. */
  async replay(ids: readonly string[]): Promise<Replayed> {
    const runs: Replayed['runs'] = [];
    const refused: Replayed['refused'] = [];
    for (const id of ids) {
      try {
        runs.push({ id, runId: await this.#replay(this.#history.get(id)) });
      } catch (error) {
        refused.push({ id, message: error instanceof Error ? error.message : String(error) });
      }
    }
    return { runs, refused };
  }

  async #replay(run: RunRecord): Promise<string> {
    const { id, status } = run;
    if (status === 'running' || status === 'waiting') throw new ConflictError('This run is still under way.');
    const zap = this.#zapOf(run);
    if (!zap) throw new ConflictError('The Zap of this run is gone.');
    if (!this.#runner.knows(id)) await this.#putBack(run, zap);
    const replayed = this.#runner.replay(id);
    // What is repeated has another name; what is taken up may take its time.
    if (status === 'success' || status === 'filtered') return (await replayed).id;
    void replayed.catch(() => {});
    return id;
  }

  async #putBack(run: RunRecord, zap: Zap): Promise<void> {
    const { draft } = this.#book.version(run.zapId, run.version);
    this.#runner.restore(run, zap, await worksOf(run, zapFileOf(draft), zap.connection));
  }

  #zapOf({ zapId }: RunRecord): Zap | undefined {
    return this.#runner.zaps.find(({ record }) => record.id === zapId);
  }
}
