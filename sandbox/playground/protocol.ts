import { z } from 'zod';
import type { Definition } from '../zaps/definition.ts';
import type { RunRecord, ZapRecord } from '../zaps/records.ts';
import type { ZapFile } from '../zaps/zap-file.ts';

/** What the page asks the runner for. Answers are the runner's own records. */
export const connectBody = z.strictObject({ authData: z.record(z.string(), z.string()) });

/** A Zap as it is being built; it is checked when it is turned on or tested. */
export const zapBody = z.strictObject({ file: z.unknown(), connectionId: z.string() });

/** Tests the trigger, or one step with the outputs that the ones before gave when they were tested. */
export const testBody = zapBody.extend({
  step: z.union([z.literal('trigger'), z.int().min(0)]),
  outputs: z.record(z.string(), z.unknown()).default({}),
});

/** Asks for one page of a dropdown, `dynamic` being as in the field: `order_list.id.label`. */
export const choicesBody = z.strictObject({
  connectionId: z.string(),
  dynamic: z.string(),
  page: z.int().min(0).default(0),
});

/** Seconds between two polls of every polling Zap; null for only by hand. */
export const pollBody = z.strictObject({ everySeconds: z.int().min(1).max(3600).nullable() });

/** A connected account, without its key. */
export type ConnectionRecord = { id: string; label: string; expired: string | null };

export type Choice = { id: string; label: string };

/** A Zap in the list: how it stands, what it is made of, and the account that it uses. */
export type KeptZap = Omit<ZapRecord, 'requests' | 'sample'> & { file: ZapFile; connectionId: string };

/** What is built. */
export type ZapList = { connections: ConnectionRecord[]; zaps: KeptZap[]; everySeconds: number | null };

/** What the editor goes by. */
export type AppInfo = { name: string; definition: Definition; templates: ZapFile[] };

/** The app, what is built with it, and what ran, in the order in which the runs began. */
export type PlaygroundState = ZapList & { app: AppInfo; runs: readonly RunRecord[] };

/**
 * The server-sent events. All of what the page shows of Zaps comes this way and in this order, so that
 * nothing older can replace what is newer.
 */
export type PlaygroundEvents = {
  /** The first of a stream. */
  state: PlaygroundState;
  zaps: ZapList;
  /** A run that is new or has changed. */
  run: RunRecord;
  /** Something in the product has changed; what it is has to be asked for. */
  product: null;
};
