// A Zap that is polled for days within seconds: the built app, and what Zapier makes of its answers.
import type { App } from '../../../sandbox/zaps/app.ts';
import type { Item } from '../../../sandbox/zaps/steps/trigger.ts';
import { PollingTrigger } from '../../../sandbox/zaps/triggers/polling.ts';

export const minutes = (count: number) => count * 60;
export const hours = (count: number) => count * 3600;
export const days = (count: number) => count * 86_400;

export interface PolledZapOptions {
  inputData?: Record<string, unknown>;
  /** What Zapier calls the Zap; null where it does not say. */
  id?: string | null;
  apiKey?: string;
}

/** A Zap with a polling trigger. */
export class PolledZap {
  /** What the Zap ran for, in order, after Zapier's deduplication. */
  readonly fired: Item[] = [];
  /** The requests of each poll. */
  readonly costs: number[] = [];
  /** How polls failed. */
  readonly problems: string[] = [];
  /** The requests of turning on. */
  startCost = 0;
  readonly #trigger: PollingTrigger;
  #cost = 0;
  #isLost = false;

  constructor(
    app: App,
    key: string,
    { inputData = {}, id = 'zap-1', apiKey = 'sk_test' }: PolledZapOptions = {},
  ) {
    const definition = app.definition().triggers[key];
    if (!definition) throw new Error(`There is no trigger ${key}.`);
    const ask = async (method: string, { meta }: { meta?: Record<string, unknown> } = {}) => {
      const asked = app.invoke(`triggers.${key}.operation.${method}`, {
        authData: { api_key: apiKey },
        inputData,
        meta: { ...(id !== null && { zap: { id } }), ...meta },
      });
      const { results, requests } = await asked.catch((error) => {
        this.#cost += error.requests?.length ?? 0;
        throw error;
      });
      this.#cost += requests.length;
      if (this.#isLost) throw new Error('The results got lost.');
      return results;
    };
    this.#trigger = new PollingTrigger(ask, definition);
  }

  async turnOn(): Promise<this> {
    this.#cost = 0;
    await this.#trigger.turnOn();
    this.startCost = this.#cost;
    return this;
  }

  /**
   * Polls once. A poll that fails is noted, as Zapier does, which polls again later.
   * @param isLost whether Zapier never gets what this poll gave
   */
  async poll({ isLost = false } = {}): Promise<readonly Item[]> {
    this.#cost = 0;
    this.#isLost = isLost;
    try {
      const items = await this.#trigger.poll();
      this.fired.push(...items);
      return items;
    } catch (error) {
      if (!isLost) this.problems.push(String(error));
      return [];
    } finally {
      this.#isLost = false;
      this.costs.push(this.#cost);
    }
  }

  /** One field of all that the Zap ran for. */
  column(field: string): unknown[] {
    return this.fired.map((item) => item[field]);
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** What was expected and did not come, and what came more than once. */
export function compare(came: readonly unknown[], expected: readonly unknown[]) {
  const seen = new Set(came);
  const wanted = new Set(expected);
  return {
    lost: expected.filter((one) => !seen.has(one)).length,
    twice: came.length - seen.size,
    unasked: [...seen].filter((one) => !wanted.has(one)).length,
  };
}

export const complete = { lost: 0, twice: 0, unasked: 0 };
