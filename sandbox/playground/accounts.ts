import { createHash } from 'node:crypto';
import type { Database } from '../api/database/database.ts';
import { readyTenants } from '../api/database/made-data.ts';
import { ApiError } from '../api/errors.ts';
import type { App } from '../zaps/app.ts';
import { Connection } from '../zaps/connection.ts';
import type { ConnectionRecord } from './protocol.ts';
import { connectionRow } from './store.ts';

const forgotten = 'Keys are not kept in the data file. Connect this account again to go on.';

/**
 * The connected accounts. Of their secrets only a hash is kept: after a restart an account comes back by itself
 * where its key is one of the sandbox's ready ones, which are known anyway; others are to be connected again.
 */
export class Accounts {
  readonly #app: App;
  readonly #database: Database;
  readonly #connections = new Map<string, Connection>();
  /** Stands in where a Zap has no account yet. */
  readonly none: Connection;

  constructor(app: App, database: Database) {
    this.#app = app;
    this.#database = database;
    this.none = Connection.unopened(app, '', {}, 'Connect an account first.');
  }

  /** Brings back the accounts of earlier times. */
  async restore(): Promise<void> {
    for (const { id, label, hash, shown } of this.#database.all(
      connectionRow,
      'SELECT * FROM zap_connections ORDER BY id',
    )) {
      const connection = Connection.unopened(this.#app, label, shown, forgotten);
      this.#connections.set(id, connection);
      const known = readyTenants
        .map(({ key }) => this.#withKey(shown, key))
        .find((authData) => hashOf(this.#secrets(authData)) === hash);
      // One that is refused stays as it is, and says so.
      if (known) await connection.reconnect(known).catch(() => {});
    }
  }

  get list(): ConnectionRecord[] {
    return [...this.#connections].map(([id, { label, expired }]) => ({ id, label, expired }));
  }

  /** @throws ApiError 404 */
  get(id: string): Connection {
    const connection = this.#connections.get(id);
    if (!connection) throw new ApiError(404, 'There is no such connection. Connect the account again.');
    return connection;
  }

  /** The account of a Zap; one that nothing can be asked of where it has none. */
  of(id: string | null): Connection {
    return (id !== null && this.#connections.get(id)) || this.none;
  }

  entries(): [string, Connection][] {
    return [...this.#connections];
  }

  /** Connects an account. @throws Failure with the app's own words when it refuses the credentials */
  async connect(authData: Record<string, string>): Promise<ConnectionRecord> {
    const connection = await Connection.open(this.#app, authData);
    const id = `connection-${this.#connections.size + 1}`;
    this.#connections.set(id, connection);
    return this.#keep(id, connection, authData);
  }

  /** Puts new credentials into an account. @throws Failure */
  async reconnect(id: string, authData: Record<string, string>): Promise<ConnectionRecord> {
    const connection = this.get(id);
    await connection.reconnect(authData);
    return this.#keep(id, connection, authData);
  }

  #keep(id: string, connection: Connection, authData: Record<string, string>): ConnectionRecord {
    const { label, expired } = connection;
    const secrets = new Set(this.#secretKeys());
    const shown = Object.fromEntries(Object.entries(authData).filter(([key]) => !secrets.has(key)));
    this.#database.changeUntold((change) =>
      change.run('INSERT OR REPLACE INTO zap_connections VALUES (:id, :label, :hash, :shown)', {
        id,
        label,
        hash: hashOf(this.#secrets(authData)),
        shown: JSON.stringify(shown),
      }),
    );
    return { id, label, expired };
  }

  #secretKeys(): string[] {
    const fields = this.#app.definition().authentication?.fields ?? [];
    return fields.filter(({ type }) => type === 'password').map(({ key }) => key);
  }

  #secrets(authData: Record<string, string>): string[] {
    return this.#secretKeys().map((key) => (authData[key] ?? '').trim());
  }

  #withKey(shown: Record<string, string>, value: string): Record<string, string> {
    return { ...shown, ...Object.fromEntries(this.#secretKeys().map((key) => [key, value])) };
  }
}

const hashOf = (secrets: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(secrets)).digest('hex');
