import type { ZapSummary } from '../../protocol.ts';
import { undoable } from '../parts/undoable.tsx';
import { ask } from '../server/requests.ts';
import { tellProblem } from '../server/use-action.tsx';

/** Deletes a Zap, which can be brought back. @throws as `ask` */
export async function deleteZap({ id, title }: ZapSummary): Promise<void> {
  await ask('DELETE', `/zaps/${id}`);
  undoable(`“${title || 'Untitled Zap'}” is deleted.`, () => {
    ask('POST', `/zaps/${id}/undelete`).catch(tellProblem);
  });
}
