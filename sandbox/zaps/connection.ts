import type { App, Bundle } from './app.ts';
import type { Invocation } from './invocation.ts';
import { asText, isRecord, resolve } from './references.ts';
import { type Account, spend } from './steps/work.ts';

/** A connected account of the app. */
export class Connection {
  readonly app: App;
  #authData: Record<string, unknown>;
  #label = '';
  #expired: string | null = null;

  private constructor(app: App, authData: Record<string, unknown>) {
    this.app = app;
    this.#authData = authData;
  }

  /** Connects an account: runs the app's test and gives the connection its label. @throws Failure */
  static async open(app: App, authData: Record<string, unknown>): Promise<Connection> {
    const connection = new Connection(app, authData);
    await connection.test();
    return connection;
  }

  /** An account that is known but not connected: its runs are held until it is. */
  static unopened(app: App, label: string, authData: Record<string, unknown>, message: string): Connection {
    const connection = new Connection(app, authData);
    connection.#label = label;
    connection.#expired = message;
    return connection;
  }

  get authData(): Record<string, unknown> {
    return this.#authData;
  }

  /** How people tell their connections apart. */
  get label(): string {
    return this.#label;
  }

  /** The message with which the app said that the account must be connected again. */
  get expired(): string | null {
    return this.#expired;
  }

  /** Runs of all Zaps with this connection are held from now on. */
  expire(message: string): void {
    this.#expired = message;
  }

  /** Puts new credentials in place of the expired ones. @throws Failure, keeping the old ones */
  async reconnect(authData: Record<string, unknown>): Promise<void> {
    const old = this.#authData;
    this.#authData = authData;
    try {
      await this.test();
    } catch (error) {
      this.#authData = old;
      throw error;
    }
    this.#expired = null;
  }

  /** @throws Failure when the app refuses the credentials */
  async test(account: Account = { requests: [], durationMs: 0 }): Promise<void> {
    const { authentication } = this.app.definition();
    if (!authentication) return;
    const testing = this.invoke('authentication.test', { meta: { isTestingAuth: true } });
    const tested = await spend(account, testing);
    const inputData = isRecord(tested) ? tested : {};
    this.#label = await this.#makeLabel(authentication.connectionLabel ?? '', inputData);
  }

  /** Invokes the app on behalf of this account. @throws Failure */
  invoke(method: string, bundle: Bundle = {}): Promise<Invocation> {
    return this.app.invoke(method, { ...bundle, authData: this.#authData });
  }

  /** The definition holds either a text with references or the mark of a function. */
  async #makeLabel(template: string, inputData: Record<string, unknown>): Promise<string> {
    if (template.startsWith('$func$')) {
      return asText((await this.invoke('authentication.connectionLabel', { inputData })).results);
    }
    const authData = this.#authData;
    return asText(resolve(template, { ...inputData, ...authData, bundle: { authData, inputData } }));
  }
}
