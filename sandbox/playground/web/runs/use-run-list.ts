import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunPage, RunSummary } from '../../protocol.ts';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';

const pageSize = 100;

export type RunList = {
  total: number | undefined;
  /** The run at a place, newest first; nothing until its page has come. */
  at: (index: number) => RunSummary | undefined;
  /** Asks for the pages of the places in sight. */
  need: (first: number, last: number) => void;
  /** New runs that are not in the list yet. */
  fresh: number;
  refresh: () => void;
};

type Loaded = { query: string; total: number; runs: Map<number, RunSummary> };

/** The runs that a query finds, a page at a time; however many there are, only those in sight are asked for. */
export function useRunList(query: string): RunList {
  const [loaded, setLoaded] = useState<Loaded>();
  const [fresh, setFresh] = useState(0);
  const asked = useRef(new Set<number>());
  const load = useCallback(
    async (offset: number) => {
      if (asked.current.has(offset)) return;
      asked.current.add(offset);
      const { runs, total } = await ask<RunPage>('GET', `/runs?${query}&offset=${offset}&limit=${pageSize}`);
      setLoaded((now) => {
        const isSame = now && now.query === query && offset > 0;
        const map = new Map(isSame ? now.runs : []);
        for (const [index, run] of runs.entries()) map.set(offset + index, run);
        return { query, total: isSame ? now.total : total, runs: map };
      });
    },
    [query],
  );
  const refresh = useCallback(() => {
    asked.current.clear();
    setFresh(0);
    load(0).catch(() => {});
  }, [load]);
  useEffect(() => {
    refresh();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const ends = [
      onEvent('state', refresh),
      onEvent('run', (run) => {
        setLoaded((now) => {
          const known = now && [...now.runs].find(([, each]) => each.id === run.id);
          if (!now || !known) return now;
          return { ...now, runs: new Map(now.runs).set(known[0], run) };
        });
        if (run.status === 'running') return;
        // Many at once are one reload.
        clearTimeout(waiting);
        waiting = setTimeout(() => setFresh((count) => count + 1), 100);
      }),
    ];
    return () => {
      clearTimeout(waiting);
      for (const end of ends) end();
    };
  }, [refresh]);
  const current = loaded?.query === query ? loaded : undefined;
  const need = useCallback(
    (first: number, last: number) => {
      for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1)
        if (page > 0) load(page * pageSize).catch(() => {});
    },
    [load],
  );
  return { total: current?.total, at: (index) => current?.runs.get(index), need, fresh, refresh };
}
