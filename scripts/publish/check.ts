// What a publishing check is.
import type { Definition } from './definition.ts';
import type { Listing } from './listing.ts';
import type { LiveResults } from './live-results.ts';
import type { Release } from './release.ts';

/** All that the checks look at. */
export interface Subject {
  definition: Definition;
  /** The values of src/product.ts. */
  product: Readonly<Record<string, string>>;
  /** What the connection label is for a made-up value of each field of the connection, by field; undefined where it cannot be known here. */
  connectionLabel: { given: Readonly<Record<string, string>>; label: string } | undefined;
  /** The texts of the brand folder. */
  listing: Listing;
  /** The files of the logo in the brand folder. */
  logo: { svg: string; pngs: Readonly<Record<string, Buffer>> };
  /** The id that Zapier gave the integration; null before it is registered. */
  appId: string | null;
  /** What the end-to-end run recorded of this build; undefined where there is no record of it. */
  live: LiveResults | undefined;
  /** The newest release of zapier-platform-core; undefined where it cannot be known. */
  newestCore: string | undefined;
  changelog: string;
  /** The releases that are kept of this integration, oldest first. */
  releases: readonly Release[];
  /** True for the build against the sandbox, which no partner publishes. */
  sandbox: boolean;
}

/** Something that would be objected to. */
export interface Problem {
  /** Where, such as `creates.set_stock.inputFields.sku` or a file. */
  place: string;
  /** What to do, in a whole sentence. */
  mend: string;
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
 * @param mend what to do about one of them, where it is wrong
 */
export function check<T extends { place: string }>(
  id: string,
  title: string,
  of: (subject: Subject) => readonly T[],
  mend: (item: T, subject: Subject) => string | false | undefined,
): Check {
  return {
    id,
    title,
    run: (subject) => ({
      problems: of(subject).flatMap((item) => {
        const found = mend(item, subject);
        return found ? [{ place: item.place, mend: found }] : [];
      }),
    }),
  };
}

/** A check that only Zapier can do. */
export function onlyOnZapier(id: string, title: string, why: string): Check {
  return { id, title, run: () => ({ problems: [], open: why }) };
}
