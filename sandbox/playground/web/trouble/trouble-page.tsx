import { useState } from 'react';
import panelStyles from '../panel/panel.module.css';
import { ServerButton } from '../parts/server-button.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';
import shellStyles from '../shell/shell.module.css';
import { TopBar } from '../shell/top-bar.tsx';
import { ConnectForm } from '../start/connect-form.tsx';
import zapsStyles from '../zaps/zaps.module.css';
import { switchOn, troubles } from './troubles.ts';

/** What can go wrong with the API, to be switched on and off, and what is wrong now. */
export function TroublePage() {
  const { trouble, connections } = usePlayground();
  const [isBusy, run] = useAction();
  const [reconnecting, setReconnecting] = useState<string>();
  const expired =
    connections.find(({ id }) => id === reconnecting) ?? connections.find((each) => each.expired);
  return (
    <>
      <TopBar title="Trouble">
        {trouble.some(({ end }) => end) && (
          <ServerButton loading={isBusy} onClick={() => run(() => ask('DELETE', '/trouble'))}>
            End all
          </ServerButton>
        )}
      </TopBar>
      <main className={shellStyles.scroll} aria-label="Trouble">
        <div className={shellStyles.wide}>
          {trouble.length > 0 && (
            <section aria-labelledby="trouble-now">
              <h2 id="trouble-now" className={zapsStyles.heading}>
                Going wrong now
              </h2>
              <ul className={zapsStyles.zaps} style={{ marginTop: 12 }}>
                {trouble.map(({ id, title, detail, end }) => (
                  <li key={id} className={zapsStyles.zap}>
                    <div className={zapsStyles.main} style={{ gap: 2 }}>
                      <b>{title}</b>
                      <small>{detail}</small>
                    </div>
                    {end ? (
                      <ServerButton
                        variant="default"
                        disabled={isBusy}
                        aria-label={`${end}: ${title}`}
                        onClick={() => run(() => ask('DELETE', `/trouble/${encodeURIComponent(id)}`))}
                      >
                        {end}
                      </ServerButton>
                    ) : (
                      <ServerButton
                        variant="default"
                        onClick={() => setReconnecting(id.replace('connection:', ''))}
                      >
                        Connect again
                      </ServerButton>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {reconnecting && expired && (
            <section
              aria-label="Connect again"
              className={shellStyles.wide}
              style={{ maxWidth: 480, padding: '0 0 32px', margin: 0 }}
            >
              <ConnectForm expired={expired} onConnected={() => setReconnecting(undefined)} />
            </section>
          )}
          <section aria-labelledby="trouble-kinds">
            <h2 id="trouble-kinds" className={zapsStyles.heading}>
              Let something go wrong
            </h2>
            <p className={panelStyles.help} style={{ margin: '4px 0 12px' }}>
              See what a Zap does then. It lasts until you end it; the banner above the page does so from
              anywhere.
            </p>
            <ul className={zapsStyles.zaps}>
              {troubles.map((each) => (
                <li key={each.title} className={zapsStyles.zap}>
                  <div className={zapsStyles.main} style={{ gap: 2 }}>
                    <b>{each.title}</b>
                    <small>{each.says}</small>
                  </div>
                  <ServerButton
                    variant="default"
                    disabled={isBusy}
                    aria-label={`Switch on: ${each.title}`}
                    onClick={() => run(() => switchOn(each))}
                  >
                    Switch on
                  </ServerButton>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </main>
    </>
  );
}
