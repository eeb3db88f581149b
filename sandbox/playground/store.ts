import { z } from 'zod';
import { json } from '../api/database/columns.ts';
import type { Database } from '../api/database/database.ts';
import { draftStep, draftTrigger } from '../zaps/draft-file.ts';
import { pollRecord, runRecord, stepRecord } from '../zaps/records.ts';
import { draft, foundRecord, runSummary } from './protocol.ts';

/** Raised with every change of the tables below. */
const schemaVersion = 1;

/**
 * What is kept of Zaps beside the product's data, in the same file. Times are milliseconds since 1970. Runs and polls
 * are numbered, newest last; `words` is what a search looks in. Keys are never kept.
 */
const schema = `
CREATE TABLE IF NOT EXISTS zap_schema (version INTEGER NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS zaps (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  draft TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  saved_by TEXT,
  deleted_at TEXT,
  wants_on INTEGER NOT NULL DEFAULT 0,
  subscription TEXT,
  tests TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS zap_versions (
  zap_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  draft TEXT NOT NULL,
  PRIMARY KEY (zap_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS zap_runs (
  number INTEGER PRIMARY KEY,
  zap_id TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  cause TEXT,
  summary TEXT NOT NULL,
  record TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS zap_runs_of_zap ON zap_runs (zap_id, number);
CREATE INDEX IF NOT EXISTS zap_runs_by_status ON zap_runs (zap_id, status);
CREATE INDEX IF NOT EXISTS zap_runs_by_cause ON zap_runs (cause) WHERE cause IS NOT NULL;

CREATE TABLE IF NOT EXISTS zap_polls (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  zap_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS zap_polls_of_zap ON zap_polls (zap_id, number);

CREATE TABLE IF NOT EXISTS zap_connections (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  hash TEXT NOT NULL,
  shown TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS zap_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

const keptTest = z.object({
  at: z.string(),
  connectionId: z.string().nullable(),
  record: stepRecord,
  of: z.union([draftTrigger, draftStep]),
});

/** What tests gave, as it is kept: whether it is stale is found out when it is shown. */
const keptTests = z.object({
  trigger: keptTest
    .extend({ found: z.array(foundRecord), picked: z.int().nullable(), pickedAt: z.string() })
    .nullable(),
  steps: z.record(z.string(), keptTest),
});

/** What ends a subscription that a server left behind when it was killed. */
export const leftSubscription = z.object({ targetUrl: z.string(), subscribeData: z.unknown() });

export const zapRow = z.object({
  id: z.string(),
  number: z.int(),
  draft: json(draft),
  revision: z.int(),
  saved_at: z.string(),
  saved_by: z.string().nullable(),
  deleted_at: z.string().nullable(),
  wants_on: z.int().transform((value) => value === 1),
  subscription: json(leftSubscription).nullable(),
  tests: json(keptTests),
});

export const versionRow = z.object({
  zap_id: z.string(),
  version: z.int(),
  at: z.string(),
  draft: json(draft),
});
export const recordRow = z.object({ record: json(runRecord) });
export const summaryRow = z.object({ summary: json(runSummary) });
export const pollRow = z.object({ number: z.int(), record: json(pollRecord.omit({ id: true })) });
export const countRow = z.object({ count: z.int() });
export const countsRow = countRow.extend({ status: z.string() });
export const numberRow = z.object({ number: z.int() });
export const connectionRow = z.object({
  id: z.string(),
  label: z.string(),
  hash: z.string(),
  /** What of its credentials is no secret. */
  shown: json(z.record(z.string(), z.string())),
});
const settingRow = z.object({ value: json(z.number().nullable()) });

export type ZapRow = z.infer<typeof zapRow>;
export type VersionRow = z.infer<typeof versionRow>;
export type KeptTest = z.infer<typeof keptTest>;
export type KeptTests = z.infer<typeof keptTests>;

/** Makes room for Zaps in the sandbox's data. @throws Error when another version made it */
export function prepareStore(database: Database): void {
  database.changeUntold((change) => {
    for (const statement of schema.split(';')) if (statement.trim()) change.run(statement);
    const known = change.get(z.object({ version: z.int() }), 'SELECT version FROM zap_schema');
    if (!known) change.run('INSERT INTO zap_schema VALUES (:schemaVersion)', { schemaVersion });
    else if (known.version !== schemaVersion)
      throw new Error(
        `its Zaps have version ${known.version}, and this playground reads version ${schemaVersion}`,
      );
  });
}

/** @returns what was set, or else what is usual */
export function readSetting(database: Database, key: string, usual: number): number | null {
  const row = database.get(settingRow, 'SELECT value FROM zap_settings WHERE key = :key', { key });
  return row === undefined ? usual : row.value;
}

export function writeSetting(database: Database, key: string, value: number | null): void {
  database.changeUntold((change) =>
    change.run('INSERT OR REPLACE INTO zap_settings VALUES (:key, :value)', {
      key,
      value: JSON.stringify(value),
    }),
  );
}
