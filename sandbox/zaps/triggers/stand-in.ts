import type { Item } from '../steps/trigger.ts';
import type { LiveTrigger } from './trigger.ts';

/** Another app's trigger: it happens when it is told to. */
export class StandInTrigger implements LiveTrigger {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  async turnOn(): Promise<readonly Item[]> {
    return this.items;
  }

  async turnOff(): Promise<void> {}
}
