/** Collects names for a moment, so that many changes of the same thing are told as one. */
export class Batch {
  readonly #names = new Set<string>();
  readonly #pauseMs: number;
  readonly #tell: (name: string) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param tell is called with each name once the pause is over */
  constructor(pauseMs: number, tell: (name: string) => void) {
    this.#pauseMs = pauseMs;
    this.#tell = tell;
  }

  add(name: string): void {
    this.#names.add(name);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const names = [...this.#names];
      this.#names.clear();
      for (const each of names) this.#tell(each);
    }, this.#pauseMs);
  }

  /** Forgets what was not told yet. */
  close(): void {
    clearTimeout(this.#timer);
  }
}
