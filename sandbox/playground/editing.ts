import type { z } from 'zod';
import { asText, isRecord } from '../zaps/references.ts';
import type { newZapBody } from './bodies.ts';
import { changesBetween } from './changes.ts';
import { problemsOf, testMeta, untitled } from './checks.ts';
import type { Change, Choice, Draft, Saved, Version, ZapDetail, ZapTests } from './protocol.ts';
import { testsOf } from './stale.ts';
import { StepTests } from './step-tests.ts';
import type { KeptTests } from './store.ts';
import { importFile, readTemplate } from './transfer.ts';
import type { Workbench } from './workbench.ts';

const empty = { title: '', description: '', trigger: null, steps: [] };

/** Builds Zaps: what is done to drafts touches nothing that runs. */
export class Editing {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** @throws ApiError 404 */
  async detail(id: string): Promise<ZapDetail> {
    const { book } = this.#workbench;
    const { draft } = book.get(id);
    const published = book.versions(id).at(-1)?.draft ?? null;
    return { ...(await this.#saved(id)), draft, published };
  }

  /** A new Zap: empty, from a template, from a draft, or a copy. @throws ApiError 404 */
  async create({ template, copyOf, draft, connectionId }: z.output<typeof newZapBody>) {
    const { app, book } = this.#workbench;
    if (copyOf !== undefined) {
      const copied = draft ?? book.get(copyOf).draft;
      return this.#added({ ...copied, title: `Copy of ${copied.title.trim() || untitled}` });
    }
    const file = draft ?? (template === undefined ? empty : await readTemplate(template, app.definition()));
    return this.#added({ ...file, connectionId: this.#account(connectionId) });
  }

  /** @throws Unusable with what is wrong with the file, and where */
  async import(name: string, content: string, connectionId: string | null): Promise<ZapDetail> {
    const file = importFile(name, content, this.#workbench.app.definition());
    return this.#added({ ...file, connectionId: this.#account(connectionId) });
  }

  /** @throws StaleDraft, ApiError 404 */
  async save(id: string, draft: Draft, basedOn: number, by: string | null): Promise<Saved> {
    this.#workbench.book.save(id, draft, basedOn, by);
    this.#workbench.changed(id);
    return this.#saved(id);
  }

  versions(id: string): Version[] {
    return this.#workbench.book
      .versions(id)
      .map(({ version, at, draft: { title } }) => ({ version, at, title }))
      .toReversed();
  }

  /** @param name a version's number, or "draft". @throws ApiError 404 */
  version(id: string, name: string): Draft {
    const { book } = this.#workbench;
    return name === 'draft' ? book.get(id).draft : book.version(id, Number(name)).draft;
  }

  changes(id: string, from: string, to: string): Change[] {
    const { app, accounts } = this.#workbench;
    const label = (account: string | null) =>
      accounts.list.find((each) => each.id === account)?.label ?? null;
    return changesBetween(this.version(id, from), this.version(id, to), app.definition(), label);
  }

  /** Makes a version the draft. @throws StaleDraft, ApiError 404 */
  async restore(id: string, name: string, basedOn: number, by: string | null): Promise<ZapDetail> {
    await this.save(id, this.version(id, name), basedOn, by);
    return this.detail(id);
  }

  /** Finds records for the trigger. @throws Unusable */
  find(id: string): Promise<ZapTests> {
    return this.#test(id, (tests) => tests.find());
  }

  pick(id: string, record: number): Promise<ZapTests> {
    return this.#test(id, async (tests) => tests.pick(record));
  }

  /** @throws Unusable */
  test(id: string, step: string): Promise<ZapTests> {
    return this.#test(id, (tests) => tests.test(step));
  }

  /** One page of a dropdown. @throws Failure */
  async choices(connectionId: string, dynamic: string, page: number): Promise<Choice[]> {
    const [trigger = '', valueKey = 'id', labelKey = valueKey] = dynamic.split('.');
    const connection = this.#workbench.accounts.get(connectionId);
    const { results } = await connection.invoke(`triggers.${trigger}.operation.perform`, {
      meta: { ...testMeta, page, isFillingDynamicDropdown: true },
    });
    const rows = Array.isArray(results) ? results.filter(isRecord) : [];
    return rows.map((row) => ({ id: asText(row[valueKey]), label: asText(row[labelKey]) }));
  }

  async #test(id: string, work: (tests: StepTests) => Promise<KeptTests>): Promise<ZapTests> {
    const { book, accounts, database } = this.#workbench;
    const { draft, tests } = book.get(id);
    const done = await work(new StepTests(draft, tests, accounts.of(draft.connectionId), database));
    book.change(id, { tests: done });
    return testsOf(book.get(id).draft, done);
  }

  async #added(draft: Draft): Promise<ZapDetail> {
    const { id } = this.#workbench.book.add(draft);
    this.#workbench.changed(id);
    return this.detail(id);
  }

  async #saved(id: string): Promise<Saved> {
    const { accounts, book } = this.#workbench;
    const { draft, tests } = book.get(id);
    const problems = await problemsOf(draft, accounts.of(draft.connectionId));
    return { zap: this.#workbench.summary(id), problems, tests: testsOf(draft, tests) };
  }

  /** The account that was chosen last, where none is named. */
  #account(connectionId: string | null): string | null {
    return connectionId ?? this.#workbench.accounts.list.at(-1)?.id ?? null;
  }
}
