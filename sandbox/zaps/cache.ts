const HOUR = 3600;

/** Where a call of the cache can go wrong, in tests. */
export type CacheFault =
  /** The entry is gone. */
  | 'forgets'
  /** `set` answers false, as it does beyond the limit of bytes. */
  | 'refuses'
  /** `set` answers true and keeps nothing. */
  | 'lies'
  /** `get` answers something that nobody set. */
  | 'garbles'
  /** The call ends with an error. */
  | 'fails'
  /** The call never ends. */
  | 'hangs';

export interface CacheOptions {
  /** What may be set within a minute, by all users of the app together; beyond it, `set` answers false. */
  bytesPerMinute?: number;
  /** Decides for each call whether it goes wrong. */
  fault?: (method: 'get' | 'set' | 'delete', key: string) => CacheFault | undefined;
}

/** What the cache was used for. */
export interface CacheUsage {
  gets: number;
  sets: number;
  /** Of the keys and values of all sets, also of those that were refused. */
  bytes: number;
  refused: number;
}

/** Entries that expire: what stands behind `z.cache` and `z.cursor`. */
export class Entries {
  readonly #now: () => number;
  readonly #entries = new Map<string, { value: string; expiresAt: number }>();

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string): string | null {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt > this.#now()) return entry.value;
    this.#entries.delete(key);
    return null;
  }

  set(key: string, value: string, seconds = HOUR): void {
    this.#entries.set(key, { value, expiresAt: this.#now() + seconds * 1000 });
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }
}

/** `z.cache` as Zapier has it: one for all users of an app, with a limit on what they set in a minute. */
export class Cache {
  readonly usage: CacheUsage = { gets: 0, sets: 0, bytes: 0, refused: 0 };
  readonly #entries: Entries;
  readonly #now: () => number;
  readonly #options: CacheOptions;
  #minute = 0;
  #bytesOfMinute = 0;

  /** @param now milliseconds */
  constructor(now: () => number, options: CacheOptions = {}) {
    this.#entries = new Entries(now);
    this.#now = now;
    this.#options = options;
  }

  /** @returns the fault that the next call of `get`, `set` or `delete` is to have */
  faultOf(method: 'get' | 'set' | 'delete', key: string): CacheFault | undefined {
    return this.#options.fault?.(method, key);
  }

  get(key: string, fault?: CacheFault): string | null {
    this.usage.gets += 1;
    if (fault === 'forgets') this.#entries.delete(key);
    return fault === 'garbles' ? '"\\u0000{[garbled"' : this.#entries.get(key);
  }

  /** @returns false where the key is there already and only a new one was to be set, or the minute's bytes are used up */
  set(key: string, value: string, seconds?: number, onlyIfNew = false, fault?: CacheFault): boolean {
    const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
    this.usage.sets += 1;
    this.usage.bytes += bytes;
    if (fault === 'lies') return true;
    if (fault === 'refuses' || !this.#hasRoomFor(bytes)) {
      this.usage.refused += 1;
      return false;
    }
    if (onlyIfNew && this.#entries.get(key) !== null) return false;
    this.#entries.set(key, value, seconds);
    return true;
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  #hasRoomFor(bytes: number): boolean {
    const minute = Math.floor(this.#now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#bytesOfMinute = 0;
    }
    if (this.#bytesOfMinute + bytes > (this.#options.bytesPerMinute ?? Number.POSITIVE_INFINITY))
      return false;
    this.#bytesOfMinute += bytes;
    return true;
  }
}
