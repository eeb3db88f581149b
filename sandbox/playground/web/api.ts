// What the page asks the playground for: the runner's routes, and the dashboard of the sandbox's first tenant.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Definition } from '../../zaps/definition.ts';
import type { RunRecord } from '../../zaps/records.ts';
import type { ZapFile } from '../../zaps/zap-file.ts';
import type { ConnectionRecord } from '../protocol.ts';
import type { KeptZap } from '../workbench.ts';

/** What does not change while the page is open. */
export type AppInfo = { name: string; definition: Definition; templates: ZapFile[] };

/** What the runner holds. */
export type RunnerState = {
  connections: ConnectionRecord[];
  zaps: KeptZap[];
  runs: RunRecord[];
  everySeconds: number | null;
};

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

export const ask = <T>(path: string): Promise<T> => send('GET', `${runner}${path}`);
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
const events = new EventSource(`${runner}/events`);

/** Calls `heard` with each event of this name. */
export function useEvent(name: 'run' | 'zaps' | 'product', heard: (data: unknown) => void): void {
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    const listener = (event: MessageEvent<string>) => latest.current(JSON.parse(event.data));
    events.addEventListener(name, listener);
    return () => events.removeEventListener(name, listener);
  }, [name]);
}

/** Calls `caughtUp` once the events are heard, and again after each break, in which some may have been missed. */
function useConnected(caughtUp: () => void): void {
  useEffect(() => {
    events.addEventListener('open', caughtUp);
    return () => events.removeEventListener('open', caughtUp);
  }, [caughtUp]);
}

/** A list of the product that stays as it is in the product. */
export function useProduct<T>(path: string): T[] {
  const [rows, setRows] = useState<T[]>([]);
  const load = useCallback(() => {
    list<T>(path).then(setRows);
  }, [path]);
  useEffect(load, [load]);
  useConnected(load);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Many changes at once are one reload.
  useEvent('product', () => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(load, 50);
  });
  return rows;
}

/** The runner's state, live. */
export function useRunner(): RunnerState | undefined {
  const [state, setState] = useState<RunnerState>();
  const load = useCallback(() => {
    ask<RunnerState>('/state').then(setState);
  }, []);
  useEffect(load, [load]);
  useConnected(load);
  useEvent('zaps', load);
  useEvent('run', (data) => {
    const run = data as RunRecord; // What the server sends under this name.
    setState((before) => before && { ...before, runs: withRun(before.runs, run) });
  });
  return state;
}

function withRun(runs: RunRecord[], run: RunRecord): RunRecord[] {
  const index = runs.findLastIndex(({ id }) => id === run.id);
  return index < 0 ? [...runs, run] : runs.with(index, run);
}
