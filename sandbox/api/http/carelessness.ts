import { z } from 'zod';
import { shapes } from '../envelope.ts';
import type { ListWindow } from '../model/listing.ts';
import { type CursorQuery, since } from './query.ts';

const habit = (does: string) => z.boolean().meta({ description: does });

/** What careless servers do, and the specification does not foresee. */
const habitsSchema = z.strictObject({
  small_pages: habit('lists hold at most 50 records a page, whatever was asked for'),
  newest_first: habit('lists of changes begin with the newest'),
  short_pages: habit('a page that others follow holds one record less than was asked for'),
  close_idle: habit('idle connections are closed unannounced'),
  ignore_unknown: habit('unknown parameters and body fields are ignored'),
  numbers_as_text: habit('the numbers of records are text'),
});

export const habitNames = habitsSchema.keyof().options;

export type Habit = (typeof habitNames)[number];

/** @returns what a server with this habit does, in a clause. */
export function habitDescription(name: Habit): string {
  return habitsSchema.shape[name].description ?? name;
}

/** How careless a sandbox is, and how it wraps its answers. Both can be changed while it runs. */
export const carelessnessSchema = habitsSchema.extend({ shape: z.enum(shapes) });

export type Carelessness = z.output<typeof carelessnessSchema>;

/** As the specification says. */
export const careful: Carelessness = {
  ...habitsSchema.parse(Object.fromEntries(habitNames.map((name) => [name, false]))),
  shape: 'data',
};

/** What a careless server takes for its greatest page. */
const smallPage = 50;

/** How long a connection has to be idle until a careless server closes it, in milliseconds. */
const patience = 50;

type ListQuery = CursorQuery & { page: number; per_page: number };

/** @returns the part of a list that a query asks for, as the sandbox understands it. */
export function windowOf(query: ListQuery, careless: Carelessness): ListWindow {
  return {
    since: since(query),
    newestFirst: careless.newest_first,
    isShort: careless.short_pages,
    page: query.page,
    perPage: careless.small_pages ? Math.min(query.per_page, smallPage) : query.per_page,
  };
}

/** Closes idle connections soon after an answer if that is a habit, although its headers promise to keep them. */
export function closeIdleSoon(server: { closeIdleConnections(): void }): void {
  setTimeout(() => server.closeIdleConnections(), patience).unref();
}
