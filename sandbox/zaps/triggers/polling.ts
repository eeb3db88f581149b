import type { Bundle } from '../app.ts';
import type { StepDefinition } from '../definition.ts';
import { Failure } from '../failure.ts';
import { type Item, itemsOf } from '../steps/trigger.ts';
import type { Ask, LiveTrigger } from './trigger.ts';

/** How many items Zapier keeps in mind for a Zap: beyond that, it forgets those that came first. */
const MOST_ITEMS = 105_000;

/** A trigger that is asked again and again, and of whose answers only what is new counts. */
export class PollingTrigger implements LiveTrigger {
  readonly #ask: Ask;
  readonly #definition: StepDefinition;
  readonly #identifying: readonly string[];
  readonly #seen = new Set<string>();

  constructor(ask: Ask, definition: StepDefinition) {
    this.#ask = ask;
    this.#definition = definition;
    const primary = definition.operation.outputFields
      .filter((field) => typeof field !== 'string')
      .filter((field) => field.primary)
      .map(({ key }) => key);
    this.#identifying = primary.length > 0 ? primary : ['id'];
  }

  /** What is there already never starts a run. */
  async turnOn(): Promise<readonly Item[]> {
    const samples = await this.#read({ meta: { isLoadingSample: true } });
    this.#unseen(await this.#read({ meta: { isPopulatingDedupe: true } }));
    return samples;
  }

  async turnOff(): Promise<void> {}

  /** The items that no poll has given before, the oldest first. @throws Failure */
  async poll(): Promise<readonly Item[]> {
    return this.#unseen(await this.#read()).reverse();
  }

  async #read(bundle: Bundle = {}): Promise<Item[]> {
    return itemsOf(await this.#ask('perform', bundle), this.#definition.display.label);
  }

  #unseen(items: readonly Item[]): Item[] {
    return items.filter((item) => {
      const identity = this.#identityOf(item);
      const isNew = !this.#seen.has(identity);
      this.#seen.add(identity);
      if (this.#seen.size > MOST_ITEMS) this.#forgetOldest();
      return isNew;
    });
  }

  #forgetOldest(): void {
    const [oldest] = this.#seen;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  #identityOf(item: Item): string {
    const missing = this.#identifying.find((key) => (item[key] ?? null) === null);
    if (missing === undefined) return JSON.stringify(this.#identifying.map((key) => item[key]));
    const message = `The trigger "${this.#definition.display.label}" gave an item without "${missing}".`;
    throw new Failure({ name: 'CheckError', message });
  }
}
