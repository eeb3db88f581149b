import type { Bundle } from '../app.ts';
import type { Item } from '../steps/trigger.ts';

/** Invokes a method of the trigger's operation with the input that the Zap has filled in. @throws Failure */
export type Ask = (method: string, bundle?: Bundle) => Promise<unknown>;

/** The trigger of a Zap that is on. */
export interface LiveTrigger {
  /** Returns samples of what the trigger gives. @throws Failure */
  turnOn(): Promise<readonly Item[]>;
  /** @throws Failure; it no longer listens in any case */
  turnOff(): Promise<void>;
}
