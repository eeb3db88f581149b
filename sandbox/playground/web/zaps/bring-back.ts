// A server that keeps nothing forgets its Zaps when it is started again; this browser brings them back.

import type { PlaygroundState, ZapDetail } from '../../protocol.ts';
import { count } from '../model/format.ts';
import { tell } from '../parts/tell.ts';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';
import { allKept, forget } from './kept-drafts.ts';

/** Does so whenever a server begins that does not know what is kept here. */
export function bringBack(): void {
  onEvent('state', (state) => void navigator.locks.request('bring back', () => bring(state)));
}

/** The server that this page knew before; a page that has just been opened comes from none. */
let before: string | undefined;

async function bring({ server, zaps, connections }: PlaygroundState): Promise<void> {
  const known = new Set(zaps.map(({ id }) => id));
  // One tab after the other: what another one has brought back is no longer kept under its old id.
  const lost = allKept().filter(([id, kept]) => kept.server !== server.id && !known.has(id));
  const place = `zaps moved ${server.id}`;
  const moved: Record<string, string> = JSON.parse(localStorage.getItem(place) ?? '{}');
  let brought = 0;
  for (const [id, { draft }] of lost) {
    forget(id);
    if (!draft.trigger && draft.steps.length === 0) continue;
    // At once: in between, a page that shows this id would take an empty Zap for what there is.
    const { zap } = await ask<ZapDetail>('POST', '/zaps', {
      draft,
      connectionId: connections[0]?.id ?? null,
    });
    moved[id] = zap.id;
    brought += 1;
  }
  if (brought > 0) localStorage.setItem(place, JSON.stringify(moved));
  if (before !== undefined && before !== server.id) follow(moved);
  before = server.id;
  if (brought === 0) return;
  tell({
    title: `${count(brought, 'Zap')} brought back`,
    message: 'The playground was restarted. What this browser had kept is back, as drafts.',
    autoClose: 10_000,
  });
}

/** Who looks at a Zap goes on looking at it; a new server may have given its id to another one. */
function follow(moved: Record<string, string>): void {
  const [, path = '', id = ''] = /^#\/(zaps|watch)\/([^/]+)/.exec(location.hash) ?? [];
  const now = moved[id];
  if (now !== undefined && now !== id) location.replace(`#/${path}/${now}`);
}
