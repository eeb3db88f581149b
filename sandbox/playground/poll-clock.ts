import type { Zap } from '../zaps/zap.ts';

type Waiting = { timer: NodeJS.Timeout | undefined; nextAt: string | null; lastAt: string | null };

/** Polls the Zaps that are on and have to be asked, each again a while after its last poll has ended. */
export class PollClock {
  readonly #waiting = new Map<Zap, Waiting>();
  readonly #changed: (zap: Zap) => void;
  #everySeconds: number | null;

  /** @param changed is told when the time of a Zap's next poll is another one */
  constructor(everySeconds: number | null, changed: (zap: Zap) => void) {
    this.#everySeconds = everySeconds;
    this.#changed = changed;
  }

  get everySeconds(): number | null {
    return this.#everySeconds;
  }

  /** @param seconds null for never */
  setEvery(seconds: number | null): void {
    this.#everySeconds = seconds;
    for (const zap of this.#waiting.keys()) this.#plan(zap);
  }

  /** To be told whenever a Zap was turned on or off. */
  follow(zap: Zap): void {
    const isKnown = this.#waiting.has(zap);
    if (zap.isPolled && !isKnown) {
      this.#waiting.set(zap, { timer: undefined, nextAt: null, lastAt: null });
      this.#plan(zap);
    } else if (!zap.isPolled && isKnown) {
      clearTimeout(this.#waiting.get(zap)?.timer);
      this.#waiting.delete(zap);
    }
  }

  /** To be told when a poll has ended, whoever started it. */
  polled(zap: Zap, at: string): void {
    const waiting = this.#waiting.get(zap);
    if (!waiting) return;
    waiting.lastAt = at;
    this.#plan(zap);
  }

  /** @returns null for a Zap that is not polled */
  of(
    zap: Zap | undefined,
  ): { everySeconds: number | null; lastAt: string | null; nextAt: string | null } | null {
    const waiting = zap && this.#waiting.get(zap);
    if (!waiting) return null;
    return { everySeconds: this.#everySeconds, lastAt: waiting.lastAt, nextAt: waiting.nextAt };
  }

  /** Polls every Zap once more, and no more after that. */
  async close(): Promise<void> {
    const zaps = [...this.#waiting.keys()];
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    // What a poll meets stands in its record.
    await Promise.all(zaps.map((zap) => zap.poll().catch(() => {})));
  }

  #plan(zap: Zap): void {
    const waiting = this.#waiting.get(zap);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const every = this.#everySeconds;
    waiting.timer = undefined;
    waiting.nextAt = null;
    if (every !== null) {
      waiting.nextAt = new Date(Date.now() + every * 1000).toISOString();
      waiting.timer = setTimeout(() => zap.poll().catch(() => {}), every * 1000);
    }
    this.#changed(zap);
  }
}
