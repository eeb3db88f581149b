// The server's events: all of what the page shows comes this way and in order.
import { useSyncExternalStore } from 'react';
import type { PlaygroundEvents, PlaygroundState } from '../../protocol.ts';

const names = [
  'state',
  'beat',
  'zap',
  'connections',
  'run',
  'step',
  'poll',
  'trouble',
  'everySeconds',
  'product',
] as const satisfies (keyof PlaygroundEvents)[];

const heard = new EventTarget();

/** Without a beat for this long, in milliseconds, the server is away. */
const longestSilence = 7000;

/** How things stand; nothing until the first event. */
export type Server = { state: PlaygroundState | undefined; isAway: boolean };

let server: Server = { state: undefined, isAway: false };
const watchers = new Set<() => void>();
let frame = 0;

/** However many events come at once, the page is drawn once a frame. */
function show(next: Partial<Server>): void {
  server = { ...server, ...next };
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    for (const watcher of watchers) watcher();
  });
}

function change(changes: Partial<PlaygroundState>): void {
  if (server.state) show({ state: { ...server.state, ...changes } });
}

let silence: ReturnType<typeof setTimeout> | undefined;

function alive(): void {
  clearTimeout(silence);
  silence = setTimeout(() => show({ isAway: true }), longestSilence);
  if (server.isAway) show({ isAway: false });
}

/** Begins to listen; the browser makes up for breaks by itself, but not when an ending server refuses it. */
export function listen(): void {
  const source = new EventSource('/playground/api/events');
  for (const name of names) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      alive();
      heard.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(data) }));
    });
  }
  source.addEventListener('error', () => {
    show({ isAway: true });
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 500);
  });
}

/** Calls `tell` with what each event of this name brings. @returns what ends that */
export function onEvent<Name extends keyof PlaygroundEvents>(
  name: Name,
  tell: (data: PlaygroundEvents[Name]) => void,
): () => void {
  const listener = (event: Event) => event instanceof CustomEvent && tell(event.detail);
  heard.addEventListener(name, listener);
  return () => heard.removeEventListener(name, listener);
}

onEvent('state', (state) => show({ state, isAway: false }));
onEvent('connections', (connections) => change({ connections }));
onEvent('trouble', (trouble) => change({ trouble }));
onEvent('everySeconds', (everySeconds) => change({ everySeconds }));
onEvent('zap', (zap) => {
  const zaps = server.state?.zaps ?? [];
  const index = zaps.findIndex(({ id }) => id === zap.id);
  change({ zaps: index < 0 ? [...zaps, zap] : zaps.with(index, zap) });
});

/** How things stand now, for what is no component. */
export const current = (): Server => server;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The server, live. */
export const useServer = (): Server => useSyncExternalStore(watch, () => server);
