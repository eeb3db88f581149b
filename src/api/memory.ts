// Zapier's cache, as far as the app may rely on it: it can be out of reach, refuse, forget or never answer, and
// nothing is lost when it does.
import type { Bundle, ZObject } from 'zapier-platform-core';
import { digest } from '../values.ts';

/** How long the cache may take to answer before a run goes on without it. */
const PATIENCE_MS = 2000;

/** How long an entry is kept if the cache allows it, in seconds. Nothing depends on that. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** What the cache answered; `undefined` where it did not. */
type Answered<T> = { answer: T } | undefined;

/** Asks the cache, and stops waiting after two seconds. */
export async function patiently<T>(ask: () => Promise<T>): Promise<Answered<T>> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    return await Promise.race([ask().then((answer) => ({ answer })), tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** The place in the cache where one Zap remembers how far one trigger has read. */
export interface Memory {
  /** @returns what is remembered, null for nothing; undefined where the cache does not say */
  recall(): Promise<Answered<unknown>>;
  /** @returns whether the cache took it */
  remember(value: unknown): Promise<boolean>;
  forget(): Promise<void>;
}

/**
 * The memory of a trigger of a Zap, by its inputs and not by its connection, which may be replaced just when the
 * memory is needed.
 * @returns undefined where it is not known which Zap runs
 */
export function memoryOf(z: ZObject, bundle: Bundle, trigger: string): Memory | undefined {
  const zap = bundle.meta?.zap?.id;
  if (zap === undefined || zap === null || zap === '') return undefined;
  const key = `p${digest([trigger, zap, bundle.inputData], 'base64url').slice(0, 22)}`;
  return {
    recall: () => patiently<unknown>(() => z.cache.get(key)),
    remember: async (value) => {
      // Core refuses to store what holds `undefined`, or one object twice.
      const plain: unknown = JSON.parse(JSON.stringify(value));
      return (await patiently(() => z.cache.set(key, plain, KEPT_SECONDS)))?.answer === true;
    },
    forget: async () => {
      await patiently(() => z.cache.delete(key));
    },
  };
}
