import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { product } from '../../src/product.ts';
import { readyTenants } from '../api/database/made-data.ts';
import { ApiError } from '../api/errors.ts';
import type { Audience } from './audience.ts';
import { Editing } from './editing.ts';
import type { ActionRecord, AppInfo, RunDetail, Trouble } from './protocol.ts';
import { readTemplates } from './transfer.ts';
import { TroubleWatch } from './trouble.ts';
import type { Workbench } from './workbench.ts';

/** In milliseconds: trouble that comes and goes is looked at this often at most. */
const lookPause = 150;

/** How many runs of one action are told. */
const mostRuns = 500;

/** Everything that the page asks for, and whom it is told to. */
export class Desk {
  readonly workbench: Workbench;
  readonly editing: Editing;
  readonly #audience: Audience;
  readonly #watch: TroubleWatch;
  readonly #server = { id: randomUUID(), startedAt: new Date().toISOString() };
  #trouble: Trouble[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(workbench: Workbench, audience: Audience, origin: string) {
    this.workbench = workbench;
    this.editing = new Editing(workbench);
    this.#audience = audience;
    this.#watch = new TroubleWatch(origin, workbench.database, workbench.accounts);
  }

  /** Tells how things stand, then what changes. */
  async join(reply: FastifyReply): Promise<void> {
    const { workbench } = this;
    const app = await this.#appInfo();
    this.#trouble = await this.#watch.list();
    this.#audience.join(reply, {
      server: this.#server,
      app,
      connections: workbench.accounts.list,
      zaps: workbench.summaries,
      trouble: this.#trouble,
      everySeconds: workbench.everySeconds,
    });
  }

  async #appInfo(): Promise<AppInfo> {
    const definition = this.workbench.app.definition();
    const [{ key: readyKey }] = readyTenants;
    return { name: product.name, definition, ...(await readTemplates(definition)), readyKey };
  }

  /** @throws Failure when an account is refused even so */
  async endTrouble(id?: string): Promise<Trouble[]> {
    await this.#watch.end(id);
    this.lookForTrouble();
    return this.#watch.list();
  }

  /** To be called when there may be other trouble than before. */
  lookForTrouble(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(async () => {
      this.#timer = undefined;
      const found = await this.#watch.list().catch(() => this.#trouble); // Everything may be ending.
      if (isDeepStrictEqual(found, this.#trouble)) return;
      this.#trouble = found;
      this.#audience.tell('trouble', found);
      this.#audience.tell('connections', this.workbench.accounts.list);
    }, lookPause);
  }

  /** @throws ApiError 404 */
  runDetail(id: string): RunDetail {
    const { history, book } = this.workbench;
    const run = history.get(id);
    return { run, draft: book.version(run.zapId, run.version).draft, ...history.neighbors(run) };
  }

  /** What came of something that somebody did in the product. @throws ApiError 404 */
  action(id: string): ActionRecord {
    const { causes, history } = this.workbench;
    const action = causes.get(id);
    if (!action) throw new ApiError(404, 'There is no such action any more.');
    const isSettled = !causes.isUnderWay(action) && !this.workbench.runner.isRunning(id);
    const { runs } = history.runs({ cause: id, offset: 0, limit: mostRuns });
    return { id, at: action.at, runs, isSettled };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
