// What a publishing check is.
import type { Subject } from './subject.ts';

/** Something that would be objected to. */
export interface Problem {
  /** Where, such as `creates.set_stock.inputFields.sku` or a file. */
  place: string;
  /** What to do, in a whole sentence. */
  fix: string;
}

export interface Finding {
  problems: Problem[];
  /** What can only be checked elsewhere, and why. */
  open?: string | undefined;
}

export interface Check {
  /** Zapier's id, or a word for what Zapier has no id for. */
  id: string;
  /** What holds when nothing is found. */
  title: string;
  run: (subject: Subject) => Finding;
}

/**
 * A check of several things, one after the other.
 * @param of what to look at
 * @param fix what to do about one of them, where it is wrong
 */
export function check<T extends { place: string }>(
  id: string,
  title: string,
  of: (subject: Subject) => readonly T[],
  fix: (item: T, subject: Subject) => string | false | undefined,
): Check {
  return {
    id,
    title,
    run: (subject) => ({
      problems: of(subject).flatMap((item) => {
        const found = fix(item, subject);
        return found ? [{ place: item.place, fix: found }] : [];
      }),
    }),
  };
}

/** A check that only Zapier can do. */
export function onlyOnZapier(id: string, title: string, why: string): Check {
  return { id, title, run: () => ({ problems: [], open: why }) };
}
