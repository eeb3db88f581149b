import { z } from 'zod';
import { product } from '../../src/product.ts';
import type { Database } from '../api/database/database.ts';
import {
  type Carelessness,
  careful,
  carelessnessSchema,
  habitDescription,
  habitNames,
} from '../api/http/carelessness.ts';
import { type Fault, faultSchema } from '../api/http/faults.ts';
import { enableKey, findByValue } from '../api/model/keys.ts';
import { listTenants, saveTenant } from '../api/model/tenants.ts';
import type { Accounts } from './accounts.ts';
import type { Trouble } from './protocol.ts';

const { name } = product;

const faultList = z.object({ data: z.array(faultSchema.loose()) });

const carelessAnswer = z.object({ data: carelessnessSchema });

/** A fault for this many requests is meant to last until it is ended. */
const endless = 10_000;

/** What is wrong on purpose, or with the accounts that are connected, and how it is ended. */
export class TroubleWatch {
  readonly #dashboard: string;
  readonly #database: Database;
  readonly #accounts: Accounts;

  /** @param origin of the sandbox */
  constructor(origin: string, database: Database, accounts: Accounts) {
    this.#dashboard = `${origin}/dashboard`;
    this.#database = database;
    this.#accounts = accounts;
  }

  async list(): Promise<Trouble[]> {
    const faults = (await this.#faults()).map((fault, index) => faultTrouble(fault, index));
    return [...faults, ...carelessTrouble(await this.#carelessness()), ...this.#accountTrouble()];
  }

  /** Ends one trouble, or all that can be ended. @throws Failure when an account is refused even so */
  async end(id?: string): Promise<void> {
    const faults = await this.#faults();
    const left = faults.filter((_, index) => id !== undefined && id !== faultId(index));
    if (left.length < faults.length) {
      await this.#send('DELETE', 'faults');
      for (const fault of left) await this.#send('POST', 'faults', fault);
    }
    if (id === undefined || id === carelessId) await this.#send('PATCH', 'carelessness', careful);
    for (const [connectionId, connection] of this.#accounts.entries()) {
      const isMeant = (kind: string) => id === undefined || id === `${kind}:${connectionId}`;
      const key = this.#keyOf(connection.authData);
      if (!key) continue;
      this.#database.change((change) => {
        if (key.status === 'Disabled' && isMeant('key')) enableKey(change, key.tenant_id, key.id, true);
        const tenant = listTenants(change).find((each) => each.id === key.tenant_id);
        if (tenant && isMeant('account') && !(tenant.account_active && tenant.subscription_active))
          saveTenant(change, { ...tenant, account_active: true, subscription_active: true });
      });
      if (connection.expired !== null && ['key', 'account', 'connection'].some(isMeant))
        await connection.reconnect(connection.authData);
    }
  }

  async #faults(): Promise<Fault[]> {
    return faultList.parse(await this.#send('GET', 'faults')).data;
  }

  async #carelessness(): Promise<Carelessness> {
    return carelessAnswer.parse(await this.#send('GET', 'carelessness')).data;
  }

  async #send(method: string, list: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#dashboard}/${list}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return answer.json();
  }

  #keyOf(authData: Record<string, unknown>) {
    return findByValue(this.#database, String(authData['api_key'] ?? '').trim());
  }

  #accountTrouble(): Trouble[] {
    return this.#accounts.entries().flatMap(([connectionId, { label, authData, expired }]) => {
      const key = this.#keyOf(authData);
      const found: Trouble[] = [];
      const add = (kind: 'key' | 'account', title: string, detail: string, end: string | null) =>
        found.push({ id: `${kind}:${connectionId}`, kind, title, detail, end });
      if (key?.status === 'Disabled')
        add('key', `The key of “${label}” is disabled`, 'Its runs are held.', 'Enable the key');
      if (key?.status === 'Expired')
        add('key', `The key of “${label}” has expired`, 'Connect the account with another key.', null);
      if (key && !key.account_active)
        add(
          'account',
          `The account of “${label}” is inactive`,
          'Every request is refused.',
          'Activate the account',
        );
      if (key && !key.subscription_active)
        add('account', `The subscription of “${label}” is not paid`, 'Every request is refused.', 'Renew it');
      if (expired !== null) {
        const title = `“${label}” must be connected again`;
        found.push({
          id: `connection:${connectionId}`,
          kind: 'connection',
          title,
          detail: expired,
          end: null,
        });
      }
      return found;
    });
  }
}

const faultId = (index: number): string => `fault:${index}`;

const carelessId = 'careless';

function carelessTrouble({ shape, ...habits }: Carelessness): Trouble[] {
  const does = habitNames.filter((habit) => habits[habit]).map(habitDescription);
  if (does.length === 0 && shape === careful.shape) return [];
  const detail = [...does, ...(shape === careful.shape ? [] : [`answers have the shape “${shape}”`])].join(
    '; ',
  );
  const title = `${name} goes beyond its specification`;
  return [{ id: carelessId, kind: 'fault', title, detail, end: 'End it' }];
}

function faultTrouble(fault: Fault, index: number): Trouble {
  const { method = 'Every request', path, times } = fault;
  const which = path === undefined ? method : `${fault.method ?? 'Every request to'} ${path}`;
  const lasts =
    times >= endless ? 'until you end it' : times === 1 ? 'once' : `for the next ${times} requests`;
  return {
    id: faultId(index),
    kind: 'fault',
    title: says(fault),
    detail: `${which}, ${lasts}`,
    end: 'End it',
  };
}

function says({ status, reset, cut_off, redirect_to, delay_ms, body }: Fault): string {
  if (reset) return `Connections to ${name} break off`;
  if (cut_off) return `Answers of ${name} are cut off`;
  if (redirect_to !== undefined) return `${name} redirects elsewhere`;
  if (status === 429) return `${name} answers “Too many requests”`;
  if (status === 401) return `${name} refuses every key`;
  if (status !== undefined) return `${name} answers with status ${status}`;
  if (body !== undefined) return `${name} answers nonsense`;
  return `${name} takes ${(delay_ms ?? 0) / 1000} seconds longer`;
}
