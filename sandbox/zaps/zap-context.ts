import type { CatchServer } from './catch-server.ts';
import type { Connection } from './connection.ts';
import type { PollRecord, RunRecord } from './records.ts';
import type { Work } from './steps/work.ts';
import type { ZapFile } from './zap-file.ts';

export type StartOptions = {
  /** Why the run is kept for a person. */
  holdBecause?: string | undefined;
  cause?: string | null;
  replayOf?: string | null;
};

export interface ZapContext {
  catchServer: CatchServer;
  /** IANA name. */
  timezone: string;
  now(): number;
  startRun(works: readonly Work[], options?: StartOptions): RunRecord;
  changed(): void;
  polled(poll: Omit<PollRecord, 'id'>): void;
  /** What is known to have caused what is delivered to an address now. */
  causeOf(address: string): string | null;
}

/** What a Zap does, and with which account. */
export type Content = { file: ZapFile; connection: Connection; version: number };
