// A Zap that is being built: everything typed is kept at once, here and on the server.
import type { Draft, Problem, Saved, Stale, ZapDetail, ZapSummary, ZapTests } from '../../protocol.ts';
import { current, onEvent } from '../server/events.ts';
import { ask, Refusal, sentenceOf } from '../server/requests.ts';
import { forget, isOwn, keep, keptDraft, tab } from './kept-drafts.ts';
import { begin, changed, type Past, redone, undone } from './undo.ts';

export type Editing = {
  zap: ZapSummary;
  draft: Draft;
  published: Draft | null;
  problems: readonly Problem[];
  tests: ZapTests;
  save: 'saved' | 'saving' | 'away';
  /** Another tab wrote in between; a person decides. */
  conflict: Stale | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Goes up when something else than typing changed the draft, so that forms begin anew. */
  epoch: number;
};

/** Typing is saved once it pauses for this long, in milliseconds. */
const pause = 300;

export class DraftKeeper {
  /** Nothing until the Zap has come; the sentence when there is none. */
  editing: Editing | undefined;
  missing: string | undefined;
  readonly #id: string;
  readonly #watchers = new Set<() => void>();
  #past: Past<Draft> | undefined;
  #revision = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isSaved = true;
  #server = '';
  #epoch = 0;
  /** The revision that was heard of since the Zap was asked for last: the answer may be older. */
  #heardOf = 0;

  constructor(id: string) {
    this.#id = id;
    void this.#load();
    onEvent('zap', (zap) => zap.id === id && this.#heard(zap));
    onEvent('state', ({ server, zaps }) => {
      if (this.editing && server.id === this.#server && !this.#isSaved) return void this.#save();
      const zap = zaps.find((each) => each.id === id);
      if (!this.editing || server.id !== this.#server || (zap && zap.revision > this.#revision))
        void this.#load();
    });
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** @param kind what is changed, so that typing into one field is undone at once */
  change(make: (draft: Draft) => Draft, kind = ''): void {
    if (!this.#past) return;
    const next = make(this.#past.now);
    if (next !== this.#past.now) this.#become(changed(this.#past, next, kind, Date.now()));
  }

  undo = (): void => this.#anew(this.#past && undone(this.#past));
  redo = (): void => this.#anew(this.#past && redone(this.#past));

  /** Waits until the server has everything. @throws Error when it has not */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isSaved) await this.#save();
    if (this.#isSaved) return;
    throw new Error(
      this.editing?.conflict
        ? 'This Zap was changed in another tab. Decide first which one to keep.'
        : 'The playground does not answer. What you typed is kept in this browser.',
    );
  }

  /** Finds data for the trigger, picks a record, or tests a step: what comes of it stays with the Zap. */
  async test(path: string, body?: unknown): Promise<void> {
    await this.flush();
    this.#set({ tests: await ask<ZapTests>('POST', `/zaps/${this.#id}/${path}`, body) });
  }

  /** @throws Refusal with the problems that are left */
  async publish(): Promise<void> {
    await this.flush();
    const zap = await ask<ZapSummary>('POST', `/zaps/${this.#id}/publish`, { basedOn: this.#revision });
    this.#revision = zap.revision;
    this.#set({ zap, published: this.editing?.draft ?? null });
  }

  async restore(version: number): Promise<void> {
    await this.flush();
    const path = `/zaps/${this.#id}/versions/${version}/restore`;
    const before = this.editing?.draft;
    this.#take(await ask<ZapDetail>('POST', path, { basedOn: this.#revision }));
    if (before && this.#past) this.#past = { ...this.#past, before: [before] };
    this.#set({});
  }

  /** Settles a conflict: what this tab has goes over what another one wrote, or the other way round. */
  settle(keepWhat: 'mine' | 'theirs'): void {
    const { conflict } = this.editing ?? {};
    if (!conflict) return;
    if (keepWhat === 'theirs') this.#take(conflict.current);
    else {
      this.#revision = conflict.current.zap.revision;
      this.#set({ conflict: null });
      void this.#save();
    }
  }

  /** Both are kept: this tab's goes into a new Zap. @returns its id */
  async settleAsCopy(): Promise<string> {
    const { conflict, draft } = this.editing ?? {};
    const copy = await ask<ZapDetail>('POST', '/zaps', { copyOf: this.#id, draft });
    if (conflict) this.#take(conflict.current);
    return copy.zap.id;
  }

  async #load(): Promise<void> {
    this.#heardOf = 0;
    try {
      const detail = await ask<ZapDetail>('GET', `/zaps/${this.#id}`);
      if (this.#heardOf > detail.zap.revision) return await this.#load();
      const kept = keptDraft(this.#id);
      const isOurs = kept && !kept.isSaved && (await isOwn(kept));
      if (isOurs) forget(this.#id);
      this.#server = current().state?.server.id ?? '';
      this.missing = undefined;
      this.#take(detail);
      if (!isOurs || JSON.stringify(kept.draft) === JSON.stringify(detail.draft)) return;
      // What this browser still had to send.
      this.#isSaved = false;
      this.#past = changed(begin(detail.draft), kept.draft, '', 0);
      this.#keep();
      this.#set({});
      if (kept.basedOn === detail.zap.revision) await this.#save();
      else this.#set({ conflict: stale(kept.draft, detail) });
    } catch (error) {
      if (error instanceof Refusal && this.#heardOf > 0) return await this.#load();
      if (error instanceof Refusal) this.missing = sentenceOf(error);
      this.#tell();
    }
  }

  #take({ zap, draft, published, problems, tests }: ZapDetail): void {
    clearTimeout(this.#timer);
    this.#revision = zap.revision;
    this.#past = begin(draft);
    this.#isSaved = true;
    this.#epoch += 1;
    const state = { save: 'saved', conflict: null, canUndo: false, canRedo: false } as const;
    this.editing = { zap, draft, published, problems, tests, ...state, epoch: this.#epoch };
    this.#keep();
    this.#tell();
  }

  #anew(past: Past<Draft> | undefined): void {
    this.#epoch += 1;
    this.#become(past);
  }

  #become(past: Past<Draft> | undefined): void {
    if (!past) return;
    this.#past = past;
    this.#isSaved = false;
    this.#keep();
    this.#set({ save: 'saving' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), pause);
  }

  /** One after the other; what was typed meanwhile goes with the next. */
  #save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#put());
    return this.#saving;
  }

  async #put(): Promise<void> {
    const draft = this.#past?.now;
    if (!draft || this.#isSaved || this.editing?.conflict) return;
    const body = { basedOn: this.#revision, by: tab, draft };
    try {
      const { zap, problems, tests } = await ask<Saved>('PUT', `/zaps/${this.#id}/draft`, body);
      this.#revision = zap.revision;
      this.#isSaved = this.#past?.now === draft;
      this.#keep();
      this.#set({ zap, problems, tests, save: this.#isSaved ? 'saved' : 'saving' });
      if (!this.#isSaved) await this.#put();
    } catch (error) {
      if (error instanceof Refusal && isStale(error.body)) this.#set({ conflict: error.body });
      else this.#set({ save: 'away' });
    }
  }

  #heard(zap: ZapSummary): void {
    this.#heardOf = zap.revision;
    // It was brought back, or undeleted.
    if (this.missing) void this.#load();
    else if (zap.revision > this.#revision && zap.savedBy !== tab && this.#isSaved) void this.#load();
    else this.#set({ zap });
  }

  #keep(): void {
    if (!this.#past) return;
    const kept = {
      draft: this.#past.now,
      basedOn: this.#revision,
      isSaved: this.#isSaved,
      server: this.#server,
    };
    keep(this.#id, kept);
  }

  #set(changes: Partial<Editing>): void {
    if (!this.editing || !this.#past) return;
    const { now: draft, before, after } = this.#past;
    const undos = { canUndo: before.length > 0, canRedo: after.length > 0 };
    this.editing = { ...this.editing, draft, ...undos, epoch: this.#epoch, ...changes };
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

const stale = (yours: Draft, detail: ZapDetail): Stale => ({
  success: false,
  error: 'This Zap was changed elsewhere.',
  yours,
  current: detail,
});

const isStale = (body: unknown): body is Stale =>
  typeof body === 'object' && body !== null && 'current' in body && 'yours' in body;

const keepers = new Map<string, DraftKeeper>();

/** There is one for each Zap, so that what is still to be saved is, wherever the person has gone. */
export function keeperOf(id: string): DraftKeeper {
  const keeper = keepers.get(id) ?? new DraftKeeper(id);
  keepers.set(id, keeper);
  return keeper;
}
