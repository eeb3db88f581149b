import type { Bundle } from './app.ts';
import type { CatchServer } from './catch-server.ts';
import type { Connection } from './connection.ts';
import type { Invocation } from './invocation.ts';
import type { PreparedTrigger, PreparedZap } from './prepare.ts';
import { deliveredTrigger, type Item, type TriggerTitle } from './steps/trigger.ts';
import { type Account, spend, type Work } from './steps/work.ts';
import { HookTrigger } from './triggers/hook.ts';
import { PollingTrigger } from './triggers/polling.ts';
import { StandInTrigger } from './triggers/stand-in.ts';
import type { LiveTrigger } from './triggers/trigger.ts';

type AppTrigger = Exclude<PreparedTrigger, { kind: 'stand-in' }>;

/** What a Zap that is on listens with. */
export interface Listening {
  connection: Connection;
  meta: { timezone: string; zap: { id: string } };
  catchServer: CatchServer;
  /** Told what turning on and off and polling spend. */
  spent(account: Account): void;
  /** Starts a run whose trigger has to make something of a delivery first. */
  receive(delivered: Work, address: string): void;
  /** Starts runs of what else a delivery held. */
  startOthers(items: readonly Item[], address: string): void;
}

/** The trigger of a Zap that is on, and the steps that it starts; they can be exchanged while it listens. */
export class Listener {
  readonly title: TriggerTitle;
  readonly trigger: LiveTrigger;
  works: readonly Work[];
  /** How many records the trigger was last given. */
  found = 0;
  readonly #with: Listening;

  constructor({ trigger, works }: PreparedZap, listening: Listening) {
    this.#with = listening;
    this.works = works;
    this.title = titleOfTrigger(trigger);
    this.trigger = this.#make(trigger);
  }

  #make(trigger: PreparedTrigger): LiveTrigger {
    if (trigger.kind === 'stand-in') return new StandInTrigger(trigger.gives);
    const ask = (method: string, bundle?: Bundle) => this.#ask(trigger, method, bundle);
    if (trigger.kind === 'polling') return new PollingTrigger(ask, trigger.definition);
    const { catchServer, receive, startOthers } = this.#with;
    return new HookTrigger(ask, this.title.title, catchServer, (bundle) => {
      const perform = () => this.#invoke(trigger, 'perform', bundle);
      const { targetUrl: address = '', cleanedRequest } = bundle;
      const others = (items: readonly Item[]) => startOthers(items, address);
      receive(deliveredTrigger(this.title, cleanedRequest, perform, others), address);
    });
  }

  async #ask(trigger: AppTrigger, method: string, bundle?: Bundle): Promise<unknown> {
    const account: Account = { requests: [], durationMs: 0 };
    try {
      const results = await spend(account, this.#invoke(trigger, method, bundle));
      this.found = Array.isArray(results) ? results.length : 0;
      return results;
    } finally {
      this.#with.spent(account);
    }
  }

  #invoke(trigger: AppTrigger, method: string, bundle?: Bundle): Promise<Invocation> {
    return invokeTrigger(this.#with.connection, trigger, this.#with.meta, method, bundle);
  }
}

/** Invokes a method of a trigger's operation with what its form holds. @throws Failure */
export function invokeTrigger(
  connection: Connection,
  { definition, form }: AppTrigger,
  ownMeta: Record<string, unknown>,
  method: string,
  { meta, ...bundle }: Bundle = {},
): Promise<Invocation> {
  return connection.invoke(`triggers.${definition.key}.operation.${method}`, {
    ...bundle,
    inputData: form.fill({}),
    inputDataRaw: form.typed,
    meta: { ...ownMeta, ...meta },
  });
}

/** How a trigger is called in the records of its runs. */
export function titleOfTrigger(trigger: PreparedTrigger): TriggerTitle {
  return trigger.kind === 'stand-in'
    ? { key: null, app: trigger.app, title: trigger.title }
    : { key: trigger.definition.key, app: null, title: trigger.title };
}
