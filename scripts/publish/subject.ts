// What publishing checks look at, and the forms of the files that it is read from.
import { valid } from 'semver';
import { z } from 'zod';
import type { Learned } from '../learn/learned.ts';
import type { Definition } from './definition.ts';

/** The texts of the listing, as the file listing.json of the brand folder holds them. */
export const listing = z.strictObject({
  /** What the product is, for Zapier’s directory. */
  description: z.string(),
  /** Zapier’s name of a category; `zapier-platform register` offers them. */
  category: z.string(),
  homepage: z.string(),
  /** The brand’s color, as #rrggbb. */
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  /** For whom the integration is. */
  audience: z.string(),
  /** What the integration is for, a paragraph each. */
  overview: z.array(z.string()).min(1),
  /** How an account is connected, a step each. */
  connecting: z.array(z.string()).min(1),
});
export type Listing = z.output<typeof listing>;

const keptField = z.strictObject({
  type: z.string(),
  required: z.literal(true).optional(),
  list: z.literal(true).optional(),
  primary: z.literal(true).optional(),
  choices: z.array(z.string()).optional(),
  get children() {
    return z.record(z.string(), keptField).optional();
  },
});
const keptFields = z.record(z.string(), keptField);
export type KeptField = z.output<typeof keptField>;
export type KeptFields = Record<string, KeptField>;

const keptStep = z.strictObject({
  type: z.string().optional(),
  hidden: z.literal(true).optional(),
  inputFields: keptFields,
  outputFields: keptFields,
});
const keptSteps = z.record(z.string(), keptStep);
export type KeptStep = z.output<typeof keptStep>;

/** What Zaps in the field depend on. */
export const release = z.strictObject({
  version: z.string().refine((version) => valid(version) !== null, 'must be a version, such as 1.2.0'),
  authentication: z.strictObject({ type: z.string(), fields: keptFields }),
  triggers: keptSteps,
  creates: keptSteps,
  searches: keptSteps,
  searchOrCreates: z.record(z.string(), z.strictObject({ search: z.string(), create: z.string() })),
});
export type Release = z.output<typeof release>;

/** The results of one run. */
export const rows = z.array(z.record(z.string(), z.unknown()));
export type Rows = z.output<typeof rows>;

/** What each function of the definition gave, one list of results for each run: `triggers.x.operation.perform`. */
export const liveResults = z.record(z.string(), z.array(rows));
export type LiveResults = z.output<typeof liveResults>;

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
  /** The files that users read, by their path, with the product's name where they refer to it. */
  documents: Readonly<Record<string, string>>;
  /** The id that Zapier gave the integration; null before it is registered. */
  appId: string | null;
  /** What the end-to-end run recorded of this build; undefined where there is no record of it. */
  live: LiveResults | undefined;
  /** What a live API showed of the steps, by their keys. */
  learned: Learned;
  /** The newest release of zapier-platform-core; undefined where it cannot be known. */
  newestCore: string | undefined;
  changelog: string;
  /** The releases that are kept of this integration, the lowest version first. */
  releases: readonly Release[];
  /** True for the build against the sandbox, which no partner publishes. */
  sandbox: boolean;
}
