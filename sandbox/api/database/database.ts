import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { schema, schemaVersion } from './schema.ts';

export type Params = Record<string, SQLInputValue>;

/** Reads rows; every row is checked against a zod schema on its way in. */
export interface Reader {
  all<S extends z.ZodType>(row: S, sql: string, params?: Params): z.output<S>[];
  get<S extends z.ZodType>(row: S, sql: string, params?: Params): z.output<S> | undefined;
  /** @throws Error when there is no such row: for rows that must be there. */
  one<S extends z.ZodType>(row: S, sql: string, params?: Params): z.output<S>;
}

/** Who changes something: a person in the dashboard, the holder of an API key, known by its name, or an import. */
export type Author = { kind: 'person' | 'key' | 'import'; name: string };

/** How finely times are kept. */
export const timestampKinds = ['milliseconds', 'seconds'] as const;

export type Timestamps = (typeof timestampKinds)[number];

/** In milliseconds. */
const resolutions: Record<Timestamps, number> = { milliseconds: 1, seconds: 1000 };

/** One write transaction: who holds one may write, and everything it writes is kept together or not at all. */
export interface Change extends Reader {
  /**
   * The transaction's time in milliseconds since 1970: later than that of every transaction before it, or the same
   * where times are kept to the second.
   */
  readonly at: number;
  /** Who makes the change, where that is known. */
  readonly by: Author | undefined;
  /** Subscribers that got deliveries queued; they are woken once the transaction is kept. */
  readonly queuedFor: Set<string>;
  /** @returns the id of the inserted row, if the statement inserted one. */
  run(sql: string, params?: Params): { id: number };
}

/** The sandbox's data, in memory or in a file. */
export class Database implements Reader {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #now: () => Date;
  readonly #resolution: number;
  #onQueued: (subscribers: Iterable<string>) => void = () => {};
  #onChange: () => void = () => {};

  /**
   * @param file where the data is kept; in memory when left out.
   * @param now the clock that transactions are stamped with.
   * @param timestamps how finely it is read.
   * @throws Error when the file cannot be opened, is in use, holds other data or was made by another version.
   */
  constructor(file: string | undefined, now: () => Date, timestamps: Timestamps = 'milliseconds') {
    this.#now = now;
    this.#resolution = resolutions[timestamps];
    this.#connection = new DatabaseSync(file ?? ':memory:');
    try {
      // Only one process may have the file: two would deliver every queued delivery twice.
      this.#connection.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
      );
      this.#prepareSchema();
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  #prepareSchema(): void {
    const version = this.#connection.prepare('PRAGMA user_version').get()?.user_version;
    if (version === 0) {
      if (this.#connection.prepare('SELECT 1 FROM sqlite_schema').get())
        throw new Error('it holds other data');
      this.#connection.exec(`BEGIN EXCLUSIVE; ${schema} PRAGMA user_version = ${schemaVersion}; COMMIT;`);
    } else if (version !== schemaVersion) {
      throw new Error(`its data has version ${version}, and this sandbox reads version ${schemaVersion}`);
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  all<S extends z.ZodType>(row: S, sql: string, params: Params = {}): z.output<S>[] {
    return this.#statement(sql)
      .all(params)
      .map((found) => row.parse(found));
  }

  get<S extends z.ZodType>(row: S, sql: string, params: Params = {}): z.output<S> | undefined {
    const found = this.#statement(sql).get(params);
    return found && row.parse(found);
  }

  one<S extends z.ZodType>(row: S, sql: string, params: Params = {}): z.output<S> {
    return row.parse(this.#statement(sql).get(params));
  }

  /**
   * Runs `work` in one transaction, which is on disk when this returns.
   * @param by who makes the change, if anybody is to be named for it.
   * @throws whatever `work` throws, after everything it wrote is undone.
   */
  change<T>(work: (change: Change) => T, by?: Author): T {
    const result = this.changeUntold(work, by);
    this.#onChange();
    return result;
  }

  /** As `change`, for what is kept beside the product's data: who listens for changes of that is not told. */
  changeUntold<T>(work: (change: Change) => T, by?: Author): T {
    const queuedFor = new Set<string>();
    this.#connection.exec('BEGIN IMMEDIATE');
    let result: T;
    let at: number | undefined;
    // Only what stamps a record with the time moves it on.
    const tick = () => {
      at ??= this.#tick();
      return at;
    };
    try {
      result = work({
        get at() {
          return tick();
        },
        by,
        queuedFor,
        all: (row, sql, params) => this.all(row, sql, params),
        get: (row, sql, params) => this.get(row, sql, params),
        one: (row, sql, params) => this.one(row, sql, params),
        run: (sql, params = {}) => {
          return { id: Number(this.#statement(sql).run(params).lastInsertRowid) };
        },
      });
      this.#connection.exec('COMMIT');
    } catch (error) {
      // SQLite has undone everything itself already where the disk is full.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
    this.#onQueued(queuedFor);
    return result;
  }

  /** A transaction's time never goes back, not even when the clock does: cursors would step over what comes after. */
  #tick(): number {
    const now = this.#now().getTime();
    const unit = this.#resolution;
    // The next time after the last one, or to the second, the last one itself. Written out, since SQLite gets every
    // number as a real one, which it does not divide as a whole one.
    const next = `(last + ${Math.max(1, unit - 1)}) / ${unit} * ${unit}`;
    const row = this.#statement(`UPDATE clock SET last = max(:now, ${next}) RETURNING last`).get({
      now: now - (now % unit),
    });
    return Number(row?.last);
  }

  /** The clock's time in milliseconds since 1970, for reading. */
  now(): number {
    return this.#now().getTime();
  }

  /** Has `listener` told, after each transaction, which subscribers got deliveries queued. */
  onQueued(listener: (subscribers: Iterable<string>) => void): void {
    this.#onQueued = listener;
  }

  /** Has `listener` told after each transaction. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  close(): void {
    this.#connection.close();
  }
}
