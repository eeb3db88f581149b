import type { Bundle } from '../app.ts';
import type { CatchServer, HookAddress } from '../catch-server.ts';
import { type Item, itemsOf } from '../steps/trigger.ts';
import type { Ask, LiveTrigger } from './trigger.ts';

/** What ends a subscription. */
export type Subscription = { targetUrl: string; subscribeData: unknown };

/** A REST hook: subscribes with an address of its own, and receives what is delivered there. */
export class HookTrigger implements LiveTrigger {
  readonly #ask: Ask;
  readonly #title: string;
  readonly #address: HookAddress;
  #subscribeData: unknown = null;

  /** @param receive is handed the bundle for `perform` at each delivery */
  constructor(ask: Ask, title: string, catchServer: CatchServer, receive: (bundle: Bundle) => void) {
    this.#ask = ask;
    this.#title = title;
    this.#address = catchServer.open((delivery) => receive({ ...this.subscription, ...delivery }));
  }

  async turnOn(): Promise<readonly Item[]> {
    try {
      const listed = await this.#ask('performList', { meta: { isLoadingSample: true } });
      const samples = itemsOf(listed, this.#title);
      this.#subscribeData = await this.#ask('performSubscribe', { targetUrl: this.#address.url });
      return samples;
    } catch (error) {
      this.#address.end();
      throw error;
    }
  }

  async turnOff(): Promise<void> {
    try {
      await this.#ask('performUnsubscribe', this.subscription);
    } finally {
      this.#address.end();
    }
  }

  get subscription(): Subscription {
    return { targetUrl: this.#address.url, subscribeData: this.#subscribeData };
  }
}
