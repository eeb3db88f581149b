import type { Clock } from '../../../sandbox/zaps/clock.ts';

/** Time that passes only when a test says so. */
export class ManualClock implements Clock {
  #now = Date.parse('2024-05-01T12:00:00Z');
  #waiting: { until: number; resolve: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ until: this.#now + ms, resolve });
      signal.addEventListener('abort', () => resolve());
    });
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
    const due = this.#waiting.filter(({ until }) => until <= this.#now);
    this.#waiting = this.#waiting.filter(({ until }) => until > this.#now);
    for (const { resolve } of due) resolve();
  }
}
