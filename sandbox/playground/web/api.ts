// What the page asks the playground for: the runner's routes, and the dashboard of the sandbox's first tenant.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RunRecord } from '../../zaps/records.ts';
import type { PlaygroundEvents, PlaygroundState } from '../protocol.ts';

const runner = '/playground/api';
const dashboard = '/dashboard';

/** @throws Error with the server's own sentence */
async function send<T>(method: string, address: string, body?: unknown): Promise<T> {
  const response = await fetch(address, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const fields: string[] = Object.values<string[]>(answer.errors ?? {}).flat();
  throw new Error(fields.length > 0 ? fields.join('. ') : answer.error);
}

export const tell = <T = unknown>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  send<T>(method, `${runner}${path}`, body);

/** @returns what a list of the dashboard holds */
export async function list<T>(path: string): Promise<T[]> {
  return (await send<{ data: T[] }>('GET', `${dashboard}${path}`)).data;
}

/** Does what people do in the product. @returns what came of it */
export async function act<T = unknown>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return (await send<{ data: T }>(method, `${dashboard}${path}`, body)).data;
}

/** The server's events; all who listen share one connection. */
const events = new EventTarget();

function listen(): void {
  const source = new EventSource(`${runner}/events`);
  for (const name of ['state', 'zaps', 'run', 'product'] satisfies (keyof PlaygroundEvents)[]) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) =>
      events.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(data) })),
    );
  }
  // The browser makes up for breaks by itself, but not when a server that is just ending refuses it.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 500);
  });
}

listen();

/** Calls `heard` with what each event of this name brings. @returns what ends that */
function onEvent<Name extends keyof PlaygroundEvents>(
  name: Name,
  heard: (data: PlaygroundEvents[Name]) => void,
): () => void {
  const listener = (event: Event) => event instanceof CustomEvent && heard(event.detail);
  events.addEventListener(name, listener);
  return () => events.removeEventListener(name, listener);
}

/** A list of the product that stays as it is in the product. */
export function useProduct<T>(path: string): T[] {
  const [rows, setRows] = useState<T[]>([]);
  useEffect(() => {
    let asked = 0;
    let shown = 0;
    let waiting: ReturnType<typeof setTimeout>;
    const load = async () => {
      asked += 1;
      const mine = asked;
      const loaded = await list<T>(path);
      // Answers may overtake each other.
      if (mine < shown) return;
      shown = mine;
      setRows(loaded);
    };
    const ends = [
      // Some changes may have been missed before the first event, and in a break.
      onEvent('state', load),
      // Many changes at once are one reload.
      onEvent('product', () => {
        clearTimeout(waiting);
        waiting = setTimeout(load, 50);
      }),
    ];
    load();
    return () => {
      clearTimeout(waiting);
      shown = Number.POSITIVE_INFINITY;
      for (const end of ends) end();
    };
  }, [path]);
  return rows;
}

/** What is built and what ran, from the events alone; it begins before the page is drawn. */
let state: PlaygroundState | undefined;
const watchers = new Set<() => void>();
let frame = 0;

/** However many events come at once, the page is drawn once a frame. */
function show(next: PlaygroundState | undefined): void {
  state = next;
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    for (const watcher of watchers) watcher();
  });
}

onEvent('state', show);
onEvent('zaps', (list) => show(state && { ...state, ...list }));
onEvent('run', (run) => show(state && { ...state, runs: withRun(state.runs, run) }));

function withRun(runs: readonly RunRecord[], run: RunRecord): RunRecord[] {
  const index = runs.findLastIndex(({ id }) => id === run.id);
  return index < 0 ? [...runs, run] : runs.with(index, run);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The state of the playground, live; nothing until it has come. */
export const useRunner = (): PlaygroundState | undefined => useSyncExternalStore(watch, () => state);
