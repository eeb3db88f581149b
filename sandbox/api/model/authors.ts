import { z } from 'zod';
import type { Author, Change } from '../database/database.ts';

/** Who made the changes for which nobody is named: the dashboard has no login. */
const admin: Author = { kind: 'person', name: 'Admin' };

/** The columns of a table that tell who made a change. */
export const authorColumns = { by_kind: z.enum(['person', 'key', 'import']), by_name: z.string() };

/** @returns a change's author as columns. */
export function authorOf({ by = admin }: Change): { by_kind: string; by_name: string } {
  return { by_kind: by.kind, by_name: by.name };
}

/** @returns the change as that of this person, unless somebody is named for it already. */
export function asPerson(change: Change, name: string): Change {
  return change.by ? change : { ...change, at: change.at, by: { kind: 'person', name } };
}

/** @returns who makes the change that a request asks for. */
export function keyHolder({ keyName }: { keyName: string }): Author {
  return { kind: 'key', name: keyName };
}
