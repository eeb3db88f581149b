import { useRef } from 'react';
import { useLocation } from 'wouter';
import type { ZapDetail } from '../../protocol.ts';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';
import shellStyles from '../shell/shell.module.css';
import { TopBar } from '../shell/top-bar.tsx';
import { FirstMinute } from '../start/first-minute.tsx';
import { TemplateGallery } from '../start/template-gallery.tsx';
import { DeletedZaps } from './deleted-zaps.tsx';
import { ImportButton } from './import-button.tsx';
import { ZapsList } from './zaps-list.tsx';

/** The Zaps; before there are any, the first minute. */
export function ZapsPage() {
  const { zaps, connections } = usePlayground();
  const [, go] = useLocation();
  const [isBusy, run] = useAction();
  const gallery = useRef<HTMLHeadingElement>(null);
  const there = zaps.filter(({ deletedAt }) => deletedAt === null);
  const hasRun = zaps.some(({ runs }) => runs.total > 0);
  const create = (body: { template?: string }) =>
    run(async () => {
      const connectionId = connections.find(({ expired }) => !expired)?.id ?? null;
      const { zap, draft } = await ask<ZapDetail>('POST', '/zaps', { ...body, connectionId });
      go(draft.trigger ? routes.zap(zap.id) : routes.step(zap.id, 'trigger', 'setup'));
    });
  return (
    <>
      <TopBar title="Zaps">
        <ImportButton />
        <ServerButton loading={isBusy} variant={hasRun ? 'filled' : 'default'} onClick={() => create({})}>
          New Zap
        </ServerButton>
      </TopBar>
      <main className={shellStyles.scroll} aria-label="Zaps">
        <div className={shellStyles.wide}>
          {!hasRun && <FirstMinute onTemplates={() => gallery.current?.focus()} />}
          {there.length > 0 && <ZapsList zaps={there} />}
          <TemplateGallery ref={gallery} onPick={(template) => create({ template })} />
          <DeletedZaps zaps={zaps.filter(({ deletedAt }) => deletedAt !== null)} />
        </div>
      </main>
    </>
  );
}
