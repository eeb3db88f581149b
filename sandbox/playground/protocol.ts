/** What the page and the playground's server say to each other, below `/playground/api`. */
import { z } from 'zod';
import type { Definition } from '../zaps/definition.ts';
import { draftFile, draftStep, draftTrigger } from '../zaps/draft-file.ts';
import { type PollRecord, type RunRecord, runRecord, stepRecord } from '../zaps/records.ts';

const item = z.record(z.string(), z.unknown());

/** A Zap as it is being built: its file, in which anything may still be missing, and its account. */
export const draft = draftFile.extend({ connectionId: z.string().nullable() });

/** What keeps a Zap from running, or a file from being a Zap. */
export const problem = z.object({
  /** "trigger", a step's id, or null for the Zap as a whole. */
  place: z.string().nullable(),
  /** Where in the step's file, such as `['input', 'order_number']` or `['filter', 0, 1, 'value']`. */
  path: z.array(z.union([z.string(), z.number()])),
  /** The field's label. */
  label: z.string().nullable(),
  /** What is wrong, for beside the field: "Order Number is required". */
  message: z.string(),
  /** The same with its place: "Step 2 (Update Order Status): Order Number is required". */
  sentence: z.string(),
});

/** A part of a Zap in one look. */
export const flowNode = z.object({
  /** "trigger" or the step's id. */
  id: z.string(),
  kind: z.enum(['instant', 'polling', 'action', 'search', 'filter', 'stand-in']),
  app: z.string().nullable(),
  key: z.string().nullable(),
  /** The name that a person gave it, else its label. */
  title: z.string(),
});

/** A run in a list: without the data of its steps. */
export const runSummary = runRecord.omit({ steps: true }).extend({
  steps: z.array(stepRecord.pick({ id: true, status: true, durationMs: true })),
});

/** A Zap in the list. */
export const zapSummary = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  connectionId: z.string().nullable(),
  isOn: z.boolean(),
  /** Why the last poll, turning on after a restart, or turning off did not work. */
  problem: z.string().nullable(),
  /** ISO 8601; deleted Zaps can be brought back. */
  deletedAt: z.string().nullable(),
  flow: z.array(flowNode),
  /** The draft's, which goes up with each write, and which tab wrote it. */
  revision: z.int(),
  savedAt: z.string(),
  savedBy: z.string().nullable(),
  published: z.object({ version: z.int(), at: z.string() }).nullable(),
  /** Whether the draft differs from what is published. */
  hasChanges: z.boolean(),
  /** Null where the published trigger is not asked by polls. */
  poll: z
    .object({
      everySeconds: z.int().nullable(),
      lastAt: z.string().nullable(),
      nextAt: z.string().nullable(),
    })
    .nullable(),
  runs: z.object({ total: z.int(), stopped: z.int(), held: z.int() }),
  lastRun: runSummary.nullable(),
});

/** A record that a trigger can be tested with, as its run would get it. */
export const foundRecord = z.object({ title: z.string(), data: item });

/** What a test gave, which stays with the Zap. */
export const stepTest = z.object({
  at: z.string(),
  record: stepRecord,
  /** The step as it was. */
  of: z.union([draftTrigger, draftStep]),
  /** Whether the step, or something that it uses, has changed since. */
  isStale: z.boolean(),
});

/** @see ZapTests.trigger */
export const triggerTest = stepTest.extend({
  /** Newest first. */
  found: z.array(foundRecord),
  /** Which of them the steps' tests use; null where there is none. */
  picked: z.int().nullable(),
});

/** By place. What the trigger found is data for every step. */
export const zapTests = z.object({ trigger: triggerTest.nullable(), steps: z.record(z.string(), stepTest) });

export const version = z.object({ version: z.int(), at: z.string(), title: z.string() });

/** A difference between two versions, in words. */
export const change = z.object({
  place: z.string().nullable(),
  /** "Step 2 (Update Order Status)", or "The Zap". */
  where: z.string(),
  what: z.enum(['added', 'removed', 'moved', 'changed']),
  label: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** Something that is wrong on purpose, or an account that is no longer accepted, and that can be ended. */
export const trouble = z.object({
  id: z.string(),
  kind: z.enum(['fault', 'limit', 'account', 'key', 'connection']),
  title: z.string(),
  detail: z.string(),
  /** What the switch says, such as "End it"; null where only connecting again helps. */
  end: z.string().nullable(),
});

export type Draft = z.infer<typeof draft>;
export type DraftTrigger = z.infer<typeof draftTrigger>;
export type DraftStep = z.infer<typeof draftStep>;
export type Problem = z.infer<typeof problem>;
export type FlowNode = z.infer<typeof flowNode>;
export type RunSummary = z.infer<typeof runSummary>;
export type ZapSummary = z.infer<typeof zapSummary>;
export type FoundRecord = z.infer<typeof foundRecord>;
export type StepTest = z.infer<typeof stepTest>;
export type TriggerTest = z.infer<typeof triggerTest>;
export type ZapTests = z.infer<typeof zapTests>;
export type Version = z.infer<typeof version>;
export type Change = z.infer<typeof change>;
export type Trouble = z.infer<typeof trouble>;

/** A connected account, without its key. */
export type ConnectionRecord = { id: string; label: string; expired: string | null };
export type Choice = { id: string; label: string };

/** A Zap to start from; what is wrong with a broken example stands in its place. */
export type Template = { id: string; title: string; description: string; flow: FlowNode[] };
export type BrokenTemplate = { id: string; problems: string[] };

/** What the editor goes by. */
export type AppInfo = {
  name: string;
  definition: Definition;
  templates: Template[];
  broken: BrokenTemplate[];
  /** A key of the sandbox that is ready for use, to connect with by one click. */
  readyKey: string;
};

/** Everything of one Zap. */
export type ZapDetail = {
  zap: ZapSummary;
  draft: Draft;
  published: Draft | null;
  tests: ZapTests;
  problems: Problem[];
};

/** One run, and the Zap as it was then, so that steps that were not reached can be shown. */
export type RunDetail = {
  run: RunRecord;
  draft: Draft;
  /** The runs of the same Zap before and after it. */
  older: string | null;
  newer: string | null;
};

export type RunPage = { runs: RunSummary[]; total: number };
export type PollPage = { polls: PollRecord[]; total: number };
export type Replayed = { runs: { id: string; runId: string }[]; refused: { id: string; message: string }[] };

/** What somebody did in the product, named by the header `x-action` of its answer, and what came of it. */
export type ActionRecord = { id: string; at: string; runs: RunSummary[]; isSettled: boolean };

export type Saved = { zap: ZapSummary; problems: Problem[]; tests: ZapTests };
export type Stale = { success: false; error: string; yours: Draft; current: ZapDetail };
/** 422 answers of publishing, testing and importing have `problems` beside `error`. */
export type Refused = { success: false; error: string; problems?: Problem[] };

/** How things stand when a stream of events begins. */
export type PlaygroundState = {
  /** Another one means that the server was started again. */
  server: { id: string; startedAt: string };
  app: AppInfo;
  connections: ConnectionRecord[];
  zaps: ZapSummary[];
  trouble: Trouble[];
  everySeconds: number | null;
};

/** The server-sent events, in order, so that nothing older can replace what is newer. */
export type PlaygroundEvents = {
  /** The first of a stream. */
  state: PlaygroundState;
  /** Every two seconds: without it the server is away. */
  beat: { at: string };
  /** A Zap that is new or has changed. */
  zap: ZapSummary;
  connections: ConnectionRecord[];
  /** A run that is new or has changed. */
  run: RunSummary;
  /** A step of a run that has started or ended, with its data. */
  step: { runId: string; zapId: string; index: number; step: z.infer<typeof stepRecord> };
  poll: PollRecord;
  trouble: Trouble[];
  everySeconds: number | null;
  /** Something in the product has changed; what it is has to be asked for. */
  product: null;
};
