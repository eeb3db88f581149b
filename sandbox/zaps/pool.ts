import { type AppEvent, Container, ContainerExited, type HandleOptions } from './container.ts';
import { Failure } from './failure.ts';
import type { Invocation } from './invocation.ts';

const MOST_CONTAINERS = 4;
/** A container takes a moment to start, so a short wait is better than another one. */
const PATIENCE_MS = 100;

interface Waiting {
  resolve(container: Container): void;
  reject(error: unknown): void;
}

/** The containers of an app. More are started when events pile up, and new ones where one has ended. */
export class Pool {
  readonly #entry: string;
  readonly #containers = new Set<Container>();
  readonly #waiting: Waiting[] = [];
  #idle: Container[] = [];
  #starting = 0;
  #closed = false;

  /** @param entry absolute path of the built app (`dist/index.js`), or of a built zip's `zapierwrapper.js` */
  constructor(entry: string) {
    this.#entry = entry;
  }

  /** @throws Failure, or the reason why the app cannot be loaded */
  async handle(event: AppEvent, options: HandleOptions): Promise<Invocation> {
    try {
      return await this.#attempt(event, options);
    } catch (error) {
      if (!(error instanceof ContainerExited) || this.#closed) throw error;
    }
    // Zapier tries once more when the process ended without an answer.
    try {
      return await this.#attempt(event, options);
    } catch (error) {
      if (!(error instanceof ContainerExited)) throw error;
      throw new Failure({ name: 'Error', message: error.message });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all([...this.#containers].map((container) => container.close()));
  }

  async #attempt(event: AppEvent, options: HandleOptions): Promise<Invocation> {
    const container = await this.#acquire();
    try {
      return await container.handle(event, options);
    } finally {
      this.#release(container);
    }
  }

  #acquire(): Promise<Container> {
    if (this.#closed) throw closed();
    this.#forgetExited();
    const idle = this.#idle.pop();
    if (idle) return Promise.resolve(idle);
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      this.#waiting.push(waiting);
      if (this.#containers.size + this.#starting === 0) this.#grow();
      else
        setTimeout(() => {
          if (this.#waiting.includes(waiting)) this.#grow();
        }, PATIENCE_MS).unref();
    });
  }

  #release(container: Container): void {
    if (container.exited) {
      this.#forgetExited();
      if (this.#waiting.length > 0) this.#grow();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.resolve(container);
    else this.#idle.push(container);
  }

  #forgetExited(): void {
    this.#idle = this.#idle.filter((container) => !container.exited);
    for (const container of this.#containers) if (container.exited) this.#containers.delete(container);
  }

  #grow(): void {
    if (this.#closed || this.#containers.size + this.#starting >= MOST_CONTAINERS) return;
    this.#starting += 1;
    Container.start(this.#entry)
      .finally(() => {
        this.#starting -= 1;
      })
      .then(
        (container) => {
          this.#containers.add(container);
          if (this.#closed) void container.close();
          else this.#release(container);
        },
        (error: unknown) => this.#waiting.shift()?.reject(error),
      );
  }
}

const closed = () => new ContainerExited('The app is closed.');
