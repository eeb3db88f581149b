import type { Database } from '../api/database/database.ts';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../zaps/connection.ts';
import { Failure, type FailureKind } from '../zaps/failure.ts';
import { titleOfTrigger } from '../zaps/listener.ts';
import { type PreparedParts, prepareParts } from '../zaps/prepare.ts';
import type { RunStatus, StepRecord } from '../zaps/records.ts';
import { isRecord, type Outputs } from '../zaps/references.ts';
import { knownTrigger } from '../zaps/steps/trigger.ts';
import { begin } from '../zaps/steps/work.ts';
import { titleOf } from '../zaps/title.ts';
import { testMeta } from './checks.ts';
import { titleOfPart } from './flow.ts';
import { inWords, Unusable } from './problems.ts';
import type { Draft } from './protocol.ts';
import { findRecords } from './records.ts';
import { isStale, namesIn } from './stale.ts';
import type { KeptTest, KeptTests } from './store.ts';

/** Steps are tested as in the editor: what is looked for may have been made up. */
const editorMeta = { ...testMeta, isLoadingSample: true };

/** How a run would stand after a failure. */
const statusAfter: Record<FailureKind, RunStatus> = {
  halted: 'halted',
  expired: 'held',
  throttled: 'waiting',
  error: 'stopped',
};

/** Tests the parts of one draft, with the account that it has. */
export class StepTests {
  readonly #draft: Draft;
  readonly #connection: Connection;
  readonly #database: Database;
  #tests: KeptTests;

  /** @param tests what was tested before */
  constructor(draft: Draft, tests: KeptTests, connection: Connection, database: Database) {
    this.#draft = draft;
    this.#tests = tests;
    this.#connection = connection;
    this.#database = database;
  }

  /** Finds records that the trigger would give, and picks the first. @throws Unusable */
  async find(): Promise<KeptTests> {
    const { trigger: prepared } = await this.#prepare('trigger');
    const { trigger } = this.#draft;
    if (!prepared || !trigger) throw new ApiError(422, 'Choose what starts this Zap first.');
    const record = begin(knownTrigger(titleOfTrigger(prepared), {}));
    const items = await this.#watch(record, () =>
      findRecords(prepared, this.#connection, this.#database, record),
    );
    const found = (items ?? []).map((data) => ({ title: titleOf(data) ?? record.title, data }));
    if (items) record.status = 'success';
    if (items && found.length === 0)
      record.message = 'There is no record for this trigger yet. Make one in the product.';
    const kept = { ...this.#kept(record, trigger), found, picked: null, pickedAt: '' };
    this.#tests = { ...this.#tests, trigger: kept };
    return found.length > 0 ? this.pick(0) : this.#tests;
  }

  /** Uses another of the records that were found. @throws ApiError 404 */
  pick(picked: number): KeptTests {
    const { trigger } = this.#tests;
    const chosen = trigger?.found[picked];
    if (!trigger || !chosen) throw new ApiError(404, 'There is no such record any more. Find data again.');
    const record = { ...trigger.record, output: chosen.data };
    this.#tests = { ...this.#tests, trigger: { ...trigger, record, picked, pickedAt: now() } };
    return this.#tests;
  }

  /** Tests a step with the data of those before it. @throws Unusable, also when those have to be tested first */
  async test(id: string): Promise<KeptTests> {
    const index = this.#draft.steps.findIndex((step) => step.id === id);
    const step = this.#draft.steps[index];
    if (!step) throw new ApiError(404, 'There is no such step.');
    const { works } = await this.#prepare(id);
    const work = works[index];
    if (!work) throw new ApiError(422, 'This step cannot be tested yet.');
    const outputs = await this.#outputsFor(namesIn(step));
    const record = begin(work);
    const outcome = await this.#watch(record, () => work.run(record, outputs));
    if (outcome && outcome !== 'nothing') {
      if ('filtered' in outcome) Object.assign(record, { status: 'filtered', message: outcome.filtered });
      else Object.assign(record, { status: 'success', output: outcome.output });
    }
    this.#tests = { ...this.#tests, steps: { ...this.#tests.steps, [id]: this.#kept(record, step) } };
    return this.#tests;
  }

  /** What the named places gave. Other apps' steps, which only stand in, are tested on the way. */
  async #outputsFor(names: readonly string[]): Promise<Outputs> {
    const outputs: Outputs = {};
    for (const name of names) {
      const part = this.#partOf(name);
      if (!part) continue; // Its problem is told already.
      if (isStale(this.#draft, this.#tests, name) && part.kind === 'app')
        await (name === 'trigger' ? this.find() : this.test(name));
      const { trigger, steps } = this.#tests;
      const test = name === 'trigger' ? trigger : steps[name];
      if (!test || isStale(this.#draft, this.#tests, name) || !isRecord(test.record.output))
        throw new ApiError(422, this.#firstTest(name, test?.record));
      outputs[name] = test.record.output;
    }
    return outputs;
  }

  #firstTest(name: string, tested: StepRecord | undefined): string {
    const part = this.#partOf(name);
    const title = (part && titleOfPart(part, this.#connection.app.definition())) || 'the step before';
    if (name === 'trigger') return `Find data for “${title}” first: this step uses it.`;
    return tested && tested.status !== 'success'
      ? `The test of “${title}” gave nothing that this step could use.`
      : `Test “${title}” first: this step uses what it gives.`;
  }

  #partOf(name: string) {
    return name === 'trigger' ? this.#draft.trigger : this.#draft.steps.find(({ id }) => id === name);
  }

  /** @throws Unusable with what is wrong at the place */
  async #prepare(place: string): Promise<PreparedParts> {
    const parts = await prepareParts(this.#draft, this.#connection, editorMeta);
    const definition = this.#connection.app.definition();
    const problems = inWords(parts.problems, this.#draft, definition).filter((each) => each.place === place);
    if (problems.length > 0) throw new Unusable('This step cannot be tested yet.', problems);
    return parts;
  }

  /** What fails is what the test shows. */
  async #watch<Result>(record: StepRecord, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      record.status = error instanceof Failure ? statusAfter[error.kind] : 'stopped';
      record.message = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  #kept(record: StepRecord, of: KeptTest['of']): KeptTest {
    return { at: now(), connectionId: this.#draft.connectionId, record, of };
  }
}

let last = 0;

/** Never the same twice: what depends on what is told by the order. */
function now(): string {
  last = Math.max(Date.now(), last + 1);
  return new Date(last).toISOString();
}
