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
};

const prefix = 'zap ';

export function keptDraft(id: string): KeptDraft | undefined {
  const kept = localStorage.getItem(prefix + id);
  return kept === null ? undefined : JSON.parse(kept);
}

export function keep(id: string, kept: KeptDraft): void {
  try {
    localStorage.setItem(prefix + id, JSON.stringify(kept));
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
