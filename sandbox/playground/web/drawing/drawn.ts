// What the drawing of a Zap shows, whether it is being built or a run of it is looked at.
import type { RunStatus } from '../../../zaps/records.ts';
import type { PartKind } from '../model/steps.ts';

export type DrawnStep = {
  /** "trigger" or the step's id. */
  place: string;
  number: number;
  kind: PartKind | null;
  app: string | null;
  /** The line above the title. */
  kindWords: string;
  title: string;
  facts: string;
  sign: RunStatus | 'todo' | null;
  /** What the sign means. */
  signWords: string;
  look: 'plain' | 'ok' | 'warn' | 'bad' | 'wait' | 'open';
  /** The line that leaves it. */
  line: { look: 'plain' | 'lit' | 'traveling' | 'off'; words?: string };
};
