// What was typed, in this browser: it outlives a server that keeps nothing, and one that did not answer.
import type { Draft } from '../../protocol.ts';

export type KeptDraft = {
  draft: Draft;
  /** The revision that it was made from. */
  basedOn: number;
  /** Whether the server has it. */
  isSaved: boolean;
  /** The server that it was on. */
  server: string;
  /** The tab that typed it. */
  by: string;
};

const prefix = 'zap ';

export function keptDraft(id: string): KeptDraft | undefined {
  const kept = localStorage.getItem(prefix + id);
  return kept === null ? undefined : JSON.parse(kept);
}

/** Keeps what this tab has, unless another one has typed what no server has yet. */
export function keep(id: string, kept: Omit<KeptDraft, 'by'>): void {
  const before = keptDraft(id);
  if (before && !before.isSaved && before.by !== tab) return;
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ ...kept, by: tab }));
  } catch {
    // The browser's room is full; the server still has it.
  }
}

export const forget = (id: string): void => localStorage.removeItem(prefix + id);

/** All that this browser has, with their Zaps' ids. */
export function allKept(): [string, KeptDraft][] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key): [string, KeptDraft][] => {
      const id = key.slice(prefix.length);
      const kept = keptDraft(id);
      return kept ? [[id, kept]] : [];
    });
}

const tabKey = 'tab';

/** Tells this tab's own changes from those of others. */
export const tab: string = sessionStorage.getItem(tabKey) ?? crypto.randomUUID();
sessionStorage.setItem(tabKey, tab);

/** A lock that a tab holds as long as it lives. */
const lockOf = (name: string) => `tab ${name}`;
void navigator.locks.request(lockOf(tab), () => new Promise(() => {}));

/** Whether this tab sees to what is kept: it typed that, or the tab that did is gone. */
export async function isOwn({ by }: KeptDraft): Promise<boolean> {
  if (by === tab) return true;
  const { held = [] } = await navigator.locks.query();
  return !held.some(({ name }) => name === lockOf(by));
}
