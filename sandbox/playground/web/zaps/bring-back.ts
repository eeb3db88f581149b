// A server that keeps nothing forgets its Zaps when it is started again; this browser brings them back.
import { notifications } from '@mantine/notifications';
import type { PlaygroundState, ZapDetail } from '../../protocol.ts';
import { count } from '../model/format.ts';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';
import { allKept, forget, tab } from './kept-drafts.ts';

/** Where an address of a Zap that was brought back leads now. */
const newIds = 'zap ids';

export function idNow(id: string): string {
  const ids: Record<string, string> = JSON.parse(sessionStorage.getItem(newIds) ?? '{}');
  return ids[id] ?? id;
}

/** Does so whenever a server begins that does not know what is kept here. */
export function bringBack(): void {
  onEvent('state', (state) => void navigator.locks.request('bring back', () => bring(state)));
}

async function bring({ server, zaps, connections }: PlaygroundState): Promise<void> {
  const known = new Set(zaps.map(({ id }) => id));
  // One tab after the other: what another one has brought back is no longer kept under its old id.
  const lost = allKept().filter(([id, kept]) => kept.server !== server.id && !known.has(id));
  let brought = 0;
  for (const [id, { draft }] of lost) {
    forget(id);
    if (!draft.trigger && draft.steps.length === 0) continue;
    const connectionId = connections[0]?.id ?? null;
    const { zap } = await ask<ZapDetail>('POST', '/zaps', { connectionId });
    await ask('PUT', `/zaps/${zap.id}/draft`, {
      basedOn: zap.revision,
      by: tab,
      draft: { ...draft, connectionId },
    });
    const ids = JSON.parse(sessionStorage.getItem(newIds) ?? '{}');
    sessionStorage.setItem(newIds, JSON.stringify({ ...ids, [id]: zap.id }));
    brought += 1;
  }
  if (brought === 0) return;
  notifications.show({
    title: `${count(brought, 'Zap')} brought back`,
    message: 'The playground was started anew. What this browser had kept is there again, as drafts.',
    autoClose: 10_000,
  });
}
