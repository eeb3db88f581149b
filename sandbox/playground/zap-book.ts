import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../api/database/database.ts';
import { ApiError } from '../api/errors.ts';
import type { Draft } from './protocol.ts';
import { type VersionRow, versionRow, type ZapRow, zapRow } from './store.ts';

/** A write that is based on a draft which somebody else has changed meanwhile. */
export class StaleDraft extends Error {
  readonly id: string;
  readonly yours: Draft;

  constructor(id: string, yours: Draft) {
    super('This Zap was changed elsewhere meanwhile. Nothing was overwritten.');
    this.id = id;
    this.yours = yours;
  }
}

/** The Zaps that were built: their drafts, their versions and their tests, each kept as soon as it changes. */
export class ZapBook {
  readonly #database: Database;
  readonly #zaps = new Map<string, ZapRow>();
  readonly #versions = new Map<string, VersionRow[]>();

  constructor(database: Database) {
    this.#database = database;
    for (const zap of database.all(zapRow, 'SELECT * FROM zaps ORDER BY number')) this.#zaps.set(zap.id, zap);
    for (const version of database.all(versionRow, 'SELECT * FROM zap_versions ORDER BY zap_id, version'))
      this.#versionsOf(version.zap_id).push(version);
  }

  /** All of them, also deleted ones, in the order in which they were made. */
  all(): ZapRow[] {
    return [...this.#zaps.values()];
  }

  /** @throws ApiError 404 */
  get(id: string): ZapRow {
    const zap = this.#zaps.get(id);
    if (!zap) throw new ApiError(404, 'There is no such Zap.');
    return zap;
  }

  add(draft: Draft): ZapRow {
    const number = Math.max(0, ...this.all().map((zap) => zap.number)) + 1;
    const zap: ZapRow = {
      id: `zap-${number}`,
      number,
      draft,
      revision: 1,
      saved_at: new Date().toISOString(),
      saved_by: null,
      deleted_at: null,
      wants_on: false,
      subscription: null,
      tests: { trigger: null, steps: {} },
    };
    this.#zaps.set(zap.id, zap);
    this.#keep(zap);
    return zap;
  }

  /**
   * Keeps a draft. What is there already may be kept again: an answer may have been lost.
   * @param basedOn the revision that was changed
   * @throws StaleDraft when there is a later one
   */
  save(id: string, draft: Draft, basedOn: number, by: string | null): ZapRow {
    const zap = this.get(id);
    if (isDeepStrictEqual(zap.draft, draft)) return zap;
    if (zap.revision !== basedOn) throw new StaleDraft(id, draft);
    const saved_at = new Date().toISOString();
    return this.change(id, { draft, revision: basedOn + 1, saved_at, saved_by: by });
  }

  /** What a draft's version would be called: the last one's name where nothing differs. */
  nextVersion(id: string, draft: Draft): number {
    const last = this.versions(id).at(-1);
    if (!last) return 1;
    return isDeepStrictEqual(last.draft, draft) ? last.version : last.version + 1;
  }

  /** Keeps a draft as the version that runs. */
  publish(id: string, draft: Draft): void {
    const version: VersionRow = {
      zap_id: id,
      version: this.nextVersion(id, draft),
      at: new Date().toISOString(),
      draft,
    };
    if (this.versions(id).some((each) => each.version === version.version)) return;
    this.#database.changeUntold((change) =>
      change.run('INSERT INTO zap_versions VALUES (:zap_id, :version, :at, :draft)', {
        ...version,
        draft: JSON.stringify(draft),
      }),
    );
    this.#versionsOf(id).push(version);
  }

  /** Oldest first. */
  versions(id: string): readonly VersionRow[] {
    return this.#versionsOf(this.get(id).id);
  }

  /** @throws ApiError 404 */
  version(id: string, number: number): VersionRow {
    const version = this.versions(id).find((each) => each.version === number);
    if (!version) throw new ApiError(404, `This Zap has no version ${number}.`);
    return version;
  }

  change(id: string, changes: Partial<Omit<ZapRow, 'id' | 'number'>>): ZapRow {
    const zap = { ...this.get(id), ...changes };
    this.#zaps.set(id, zap);
    this.#keep(zap);
    return zap;
  }

  #versionsOf(id: string): VersionRow[] {
    const known = this.#versions.get(id) ?? [];
    this.#versions.set(id, known);
    return known;
  }

  #keep(zap: ZapRow): void {
    const { draft, tests, subscription, wants_on, ...plain } = zap;
    this.#database.changeUntold((change) =>
      change.run(
        `INSERT OR REPLACE INTO zaps
           (id, number, draft, revision, saved_at, saved_by, deleted_at, wants_on, subscription, tests)
         VALUES (:id, :number, :draft, :revision, :saved_at, :saved_by, :deleted_at, :wants_on, :subscription, :tests)`,
        {
          ...plain,
          draft: JSON.stringify(draft),
          tests: JSON.stringify(tests),
          subscription: subscription && JSON.stringify(subscription),
          wants_on: wants_on ? 1 : 0,
        },
      ),
    );
  }
}
