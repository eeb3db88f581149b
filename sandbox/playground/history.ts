import type { z } from 'zod';
import type { Database, Params } from '../api/database/database.ts';
import { ApiError } from '../api/errors.ts';
import type { PollRecord, RunRecord } from '../zaps/records.ts';
import { asText } from '../zaps/references.ts';
import type { pageQuery, runQuery } from './bodies.ts';
import type { PollPage, RunPage, RunSummary } from './protocol.ts';
import { countRow, countsRow, numberRow, pollRow, recordRow, summaryRow } from './store.ts';

/** Changes of a run that follow each other within this time are kept at once. */
const PAUSE_MS = 50;

/** Of one Zap: two hours at the usual pause. */
const mostPolls = 500;

/** In characters: what a search looks through of one run. */
const MOST_WORDS = 20_000;

/** The runs and polls of all Zaps, kept as they happen, also those of earlier times. */
export class History {
  readonly #database: Database;
  readonly #changed = new Map<string, RunRecord>();
  readonly #kept: (id: string) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param kept is told of runs that have ended and need not be held in memory any more */
  constructor(database: Database, kept: (id: string) => void = () => {}) {
    this.#database = database;
    this.#kept = kept;
  }

  /** How many runs there have been. */
  get count(): number {
    return this.#database.one(countRow, 'SELECT coalesce(max(number), 0) AS count FROM zap_runs').count;
  }

  /** Keeps how a run stands, a moment later. */
  save(run: RunRecord): void {
    this.#changed.set(run.id, run);
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Keeps at once what is waiting to be kept. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const runs = [...this.#changed.values()];
    this.#changed.clear();
    this.#database.changeUntold((change) => {
      for (const run of runs)
        change.run(
          `INSERT OR REPLACE INTO zap_runs (number, zap_id, status, started_at, cause, summary, record, words)
           VALUES (:number, :zapId, :status, :startedAt, :cause, :summary, :record, :words)`,
          {
            number: numberOf(run.id),
            zapId: run.zapId,
            status: run.status,
            startedAt: Date.parse(run.startedAt),
            cause: run.cause,
            summary: JSON.stringify(summaryOf(run)),
            record: JSON.stringify(run),
            words: wordsOf(run),
          },
        );
    });
    for (const { id, status } of runs) if (status !== 'running' && status !== 'waiting') this.#kept(id);
  }

  /** @throws ApiError 404 */
  get(id: string): RunRecord {
    this.flush();
    const row = this.#database.get(recordRow, 'SELECT record FROM zap_runs WHERE number = :number', {
      number: numberOf(id),
    });
    if (!row) throw new ApiError(404, 'There is no such run.');
    return row.record;
  }

  /** The runs of the same Zap before and after one. */
  neighbors({ id, zapId }: RunRecord): { older: string | null; newer: string | null } {
    const find = (sql: string) => {
      const found = this.#database.get(
        numberRow,
        `SELECT number FROM zap_runs WHERE zap_id = :zapId ${sql}`,
        {
          zapId,
          number: numberOf(id),
        },
      );
      return found ? `run-${found.number}` : null;
    };
    return {
      older: find('AND number < :number ORDER BY number DESC LIMIT 1'),
      newer: find('AND number > :number ORDER BY number LIMIT 1'),
    };
  }

  /** How many runs a Zap has had, and how many of them want a person. */
  counts(zapId: string): { total: number; stopped: number; held: number } {
    this.flush();
    const rows = this.#database.all(
      countsRow,
      'SELECT status, count(*) AS count FROM zap_runs WHERE zap_id = :zapId GROUP BY status',
      { zapId },
    );
    const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
    return {
      total: rows.reduce((total, { count }) => total + count, 0),
      stopped: of('stopped'),
      held: of('held'),
    };
  }

  /** One page of what is asked for, newest first. */
  runs({ offset, limit, ...query }: z.output<typeof runQuery>): RunPage {
    this.flush();
    const { where, params } = conditionsOf(query);
    const { count } = this.#database.one(countRow, `SELECT count(*) AS count FROM zap_runs ${where}`, params);
    const rows = this.#database.all(
      summaryRow,
      `SELECT summary FROM zap_runs ${where} ORDER BY number DESC LIMIT :limit OFFSET :offset`,
      { ...params, limit, offset },
    );
    return { runs: rows.map(({ summary }) => summary), total: count };
  }

  /** All runs that stand like this, oldest first. */
  standing(status: RunRecord['status']): RunRecord[] {
    this.flush();
    return this.#database
      .all(recordRow, 'SELECT record FROM zap_runs WHERE status = :status ORDER BY number', { status })
      .map(({ record }) => record);
  }

  /** Keeps a poll, and no more than the latest of each Zap. @returns it with its name */
  savePoll({ id: _id, ...poll }: PollRecord): PollRecord {
    const { zapId } = poll;
    const { id } = this.#database.changeUntold((change) => {
      change.run(
        `DELETE FROM zap_polls WHERE zap_id = :zapId AND number <= (SELECT number FROM zap_polls
           WHERE zap_id = :zapId ORDER BY number DESC LIMIT 1 OFFSET :most)`,
        { zapId, most: mostPolls - 1 },
      );
      const record = JSON.stringify(poll);
      return change.run('INSERT INTO zap_polls (zap_id, record) VALUES (:zapId, :record)', { zapId, record });
    });
    return { id: `poll-${id}`, ...poll };
  }

  /** One page of polls, newest first. */
  polls({ zap, before, offset, limit }: z.output<typeof pageQuery>): PollPage {
    const { where, params } = joined([
      ['zap_id = :zap', { zap }],
      ['number < :before', { before: before && numberOf(before) }],
    ]);
    const { count } = this.#database.one(
      countRow,
      `SELECT count(*) AS count FROM zap_polls ${where}`,
      params,
    );
    const rows = this.#database.all(
      pollRow,
      `SELECT number, record FROM zap_polls ${where} ORDER BY number DESC LIMIT :limit OFFSET :offset`,
      { ...params, limit, offset },
    );
    return { polls: rows.map(({ number, record }) => ({ id: `poll-${number}`, ...record })), total: count };
  }
}

/** A run without the data of its steps. */
export function summaryOf({ steps, ...run }: RunRecord): RunSummary {
  return { ...run, steps: steps.map(({ id, status, durationMs }) => ({ id, status, durationMs })) };
}

const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? -1);

function conditionsOf(query: Omit<z.output<typeof runQuery>, 'offset' | 'limit'>) {
  const { zap, before, status, from, to, search, cause } = query;
  return joined([
    ['zap_id = :zap', { zap }],
    ['number < :before', { before: before && numberOf(before) }],
    ['status IN (SELECT value FROM json_each(:status))', { status: status && JSON.stringify(status) }],
    ['started_at >= :from', { from: from && Date.parse(from) }],
    ['started_at < :to', { to: to && Date.parse(to) }],
    ['instr(words, :search) > 0', { search: search?.trim().toLowerCase() }],
    ['cause = :cause', { cause }],
  ]);
}

type Condition = [sql: string, param: Record<string, string | number | undefined>];

/** Those conditions whose value is given. */
function joined(conditions: Condition[]): { where: string; params: Params } {
  const params: Params = {};
  const given = conditions.flatMap(([sql, param]) =>
    Object.entries(param).flatMap(([name, value]) => {
      if (value === undefined || value === '') return [];
      params[name] = value;
      return [sql];
    }),
  );
  return { where: given.length > 0 ? `WHERE ${given.join(' AND ')}` : '', params };
}

/** What a search finds a run by: its titles, messages and values. */
function wordsOf(run: RunRecord): string {
  const data = run.steps.flatMap(({ title, message, input, output }) => [title, message, input, output]);
  const words = [run.title, run.zapTitle, run.message, ...data].flatMap(valuesIn);
  return [...new Set(words)].join('\n').slice(0, MOST_WORDS).toLowerCase();
}

function valuesIn(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [asText(value)];
}
