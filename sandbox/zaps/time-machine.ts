import type { Clock } from './clock.ts';

/**
 * Time that passes only when it is told to, so that days of polls take seconds. The runner, the sandbox and the
 * app's containers, which are threads of their own, are all given the same one.
 */
export class TimeMachine implements Clock {
  /** Milliseconds since 1970, and how much shorter an app's waits are, where every thread sees them. */
  readonly memory = new SharedArrayBuffer(16);
  readonly #now = new BigInt64Array(this.memory);
  #waiting: { until: number; resolve: () => void }[] = [];

  /**
   * @param haste how much shorter the waits of the app are, which run by real time: with 10, a test waits for a fifth
   *   of a second where the app waits for two, but what is slow on a busy machine gets no more either
   */
  constructor(start: string | number = '2024-05-01T12:00:00Z', haste = 1) {
    this.#now.set([BigInt(new Date(start).getTime()), BigInt(haste)]);
  }

  now(): number {
    return read(this.#now);
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ until: this.now() + ms, resolve });
      signal.addEventListener('abort', () => resolve());
    });
  }

  pass(seconds: number): void {
    Atomics.add(this.#now, 0, BigInt(Math.round(seconds * 1000)));
    const due = this.#waiting.filter(({ until }) => until <= this.now());
    this.#waiting = this.#waiting.filter(({ until }) => until > this.now());
    for (const { resolve } of due) resolve();
  }
}

const read = (now: BigInt64Array): number => Number(Atomics.load(now, 0));

/** What the clocks of this thread show, if not the real time. */
let followed: BigInt64Array | undefined;
let isInstalled = false;

/** Has the clocks of this thread show a time machine's time from now on, or the real one again. */
export function followTime(memory: SharedArrayBuffer | undefined): void {
  followed = memory && new BigInt64Array(memory);
  if (isInstalled || !memory) return;
  isInstalled = true;
  const now = () => (followed ? read(followed) : RealDate.now());
  const hastened = (ms: number) => ms / (followed ? Number(followed[1]) : 1);
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, args, target) => Reflect.construct(real, args.length > 0 ? args : [now()], target),
    get: (real, key) => (key === 'now' ? now : Reflect.get(real, key)),
  });
  const stopwatch = performance.now.bind(performance);
  Object.defineProperty(performance, 'now', { value: () => (followed ? read(followed) : stopwatch()) });
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (real, self, [callback, ms = 0, ...args]) =>
      Reflect.apply(real, self, [callback, hastened(ms), ...args]),
  });
  AbortSignal.timeout = new Proxy(AbortSignal.timeout, {
    apply: (real, self, [ms]) => Reflect.apply(real, self, [Math.ceil(hastened(ms))]),
  });
}
