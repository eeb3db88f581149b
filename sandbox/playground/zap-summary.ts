import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../zaps/definition.ts';
import { untitled } from './checks.ts';
import { flowOf } from './flow.ts';
import type { History } from './history.ts';
import type { ZapSummary } from './protocol.ts';
import type { ZapBook } from './zap-book.ts';

/** A Zap as the list shows it. @param live how it runs now. @throws ApiError 404 */
export function summaryOfZap(
  book: ZapBook,
  history: History,
  definition: Definition,
  live: Pick<ZapSummary, 'id' | 'isOn' | 'problem' | 'poll'>,
): ZapSummary {
  const { id } = live;
  const { draft, revision, saved_at, saved_by, deleted_at } = book.get(id);
  const last = book.versions(id).at(-1);
  const [lastRun = null] = history.runs({ zap: id, offset: 0, limit: 1 }).runs;
  return {
    ...live,
    title: draft.title.trim() || untitled,
    description: draft.description,
    connectionId: draft.connectionId,
    deletedAt: deleted_at,
    flow: flowOf(draft, definition),
    revision,
    savedAt: saved_at,
    savedBy: saved_by,
    published: last ? { version: last.version, at: last.at } : null,
    hasChanges: !last || !isDeepStrictEqual(last.draft, draft),
    runs: history.counts(id),
    lastRun,
  };
}
