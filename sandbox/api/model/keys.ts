import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { bit, flag, iso, json } from '../database/columns.ts';
import type { Change, Database, Reader } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { standingRow } from './tenants.ts';

/** What a key may be allowed to do (5.3). */
export const scopes = [
  'inventory:read',
  'inventory:write',
  'orders:read',
  'orders:write',
  'customers:read',
  'customers:write',
  'automation:read',
  'automation:write',
] as const;

export type Scope = (typeof scopes)[number];

/** A scope as an API calls it that has another word for the hook endpoints (4.4). */
export function named(scope: Scope, word: string): string {
  return scope.replace(/^automation(?=:)/, word);
}

/** The last use is kept to the minute: a write for every read would slow all of them down. */
const useGranularity = 60_000;

const keyRow = z.object({
  id: z.int(),
  tenant_id: z.int(),
  name: z.string(),
  scopes: json(z.array(z.enum(scopes))),
  enabled: flag,
  expires_at: z.int().nullable(),
  last_used_at: z.int().nullable(),
  created_at: z.int(),
});

const keyWithTenantRow = keyRow.extend(standingRow.shape);

export type Key = z.output<typeof keyRow>;

type KeyStatus = 'Active' | 'Disabled' | 'Expired';

function status(key: Key, now: number): KeyStatus {
  if (key.expires_at !== null && key.expires_at <= now) return 'Expired';
  return key.enabled ? 'Active' : 'Disabled';
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** @returns the key with this value, its status and what its tenant may do; undefined when there is none. */
export function findByValue(database: Database, value: string) {
  const key = database.get(
    keyWithTenantRow,
    `SELECT api_keys.*, plan, account_active, subscription_active, trial_ends_at
     FROM api_keys JOIN tenants ON tenants.id = tenant_id WHERE hash = :hash`,
    { hash: hash(value) },
  );
  return key && { ...key, status: status(key, database.now()) };
}

export function noteUse(database: Database, key: Key): void {
  const now = database.now();
  if (key.last_used_at !== null && now - key.last_used_at < useGranularity) return;
  database.change((change) => {
    change.run('UPDATE api_keys SET last_used_at = :now WHERE id = :id', { now, id: key.id });
  });
}

/** The key as the dashboard lists it (2.6): without its value, which nobody can see again. */
/** @param word as in `named` */
export function keyRecord(key: Key, now: number, word: string) {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes.map((scope) => named(scope, word)),
    status: status(key, now),
    expires_at: key.expires_at === null ? null : iso(key.expires_at),
    last_used_at: key.last_used_at === null ? null : iso(key.last_used_at),
    created_at: iso(key.created_at),
  };
}

export function listKeys(reader: Reader, tenantId: number): Key[] {
  return reader.all(keyRow, 'SELECT * FROM api_keys WHERE tenant_id = :tenantId ORDER BY id', { tenantId });
}

/** @throws ApiError 404 */
export function getKey(reader: Reader, tenantId: number, id: number): Key {
  const key = reader.get(keyRow, 'SELECT * FROM api_keys WHERE tenant_id = :tenantId AND id = :id', {
    tenantId,
    id,
  });
  if (!key) throw notFound('API key');
  return key;
}

export type NewKey = {
  name: string;
  scopes: readonly Scope[];
  /** Milliseconds since 1970; never when left out. */
  expires_at?: number | null | undefined;
  /** Random when left out, as it is for every key that people make. */
  value?: string;
};

/** @returns the key and its value, of which only a hash is kept. */
export function addKey(change: Change, tenantId: number, input: NewKey): { key: Key; value: string } {
  const value = input.value ?? `sk_${randomBytes(24).toString('hex')}`;
  const { id } = change.run(
    `INSERT INTO api_keys (tenant_id, name, hash, scopes, expires_at, created_at)
     VALUES (:tenantId, :name, :hash, :scopes, :expiresAt, :at)`,
    {
      tenantId,
      name: input.name,
      hash: hash(value),
      scopes: JSON.stringify(input.scopes),
      expiresAt: input.expires_at ?? null,
      at: change.at,
    },
  );
  return { key: getKey(change, tenantId, id), value };
}

/** Enables or disables a key (3.5). @throws ApiError 404 */
export function enableKey(change: Change, tenantId: number, id: number, enabled: boolean): Key {
  getKey(change, tenantId, id);
  change.run('UPDATE api_keys SET enabled = :enabled WHERE id = :id', { enabled: bit(enabled), id });
  return getKey(change, tenantId, id);
}

/** Deletes a key for good (3.5). @throws ApiError 404 */
export function deleteKey(change: Change, tenantId: number, id: number): void {
  getKey(change, tenantId, id);
  change.run('DELETE FROM api_keys WHERE id = :id', { id });
}
