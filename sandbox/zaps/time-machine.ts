import type { Clock } from './clock.ts';

/** How much shorter the waits of an app are that lives in a time machine. */
const HASTE = 10;

/**
 * Time that passes only when it is told to, so that days of polls take seconds. The runner, the sandbox and the
 * app's containers, which are threads of their own, are all given the same one.
 */
export class TimeMachine implements Clock {
  /** Milliseconds since 1970, where every thread sees them. */
  readonly memory = new SharedArrayBuffer(8);
  readonly #now = new BigInt64Array(this.memory);
  #waiting: { until: number; resolve: () => void }[] = [];

  constructor(start: string | number = '2024-05-01T12:00:00Z') {
    this.#now[0] = BigInt(new Date(start).getTime());
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

/**
 * Has the clocks of this thread show a time machine's time from now on, or the real one again. Its timers still run
 * by real time, but faster: an app that gives something two seconds has a test wait for a fifth of one.
 */
export function followTime(memory: SharedArrayBuffer | undefined): void {
  followed = memory && new BigInt64Array(memory);
  if (isInstalled || !memory) return;
  isInstalled = true;
  const now = () => (followed ? read(followed) : RealDate.now());
  const hastened = (ms: number) => (followed ? ms / HASTE : ms);
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
