import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useServer } from '../server/events.ts';
import { StateContext } from '../server/use-state.ts';
import { AwayBanner } from './away-banner.tsx';
import { Page } from './page.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { TroubleBanner } from './trouble-banner.tsx';

/** The whole page: the rail, banners for what is wrong, and what was gone to. */
export function Shell() {
  const { state, isAway } = useServer();
  const [location] = useLocation();
  useEffect(() => {
    if (state) document.title = `${state.app.name} playground`;
  }, [state]);
  if (!state) {
    return (
      <p className={styles.waiting} role="status">
        {isAway ? 'The playground does not answer. Start it with npm run playground.' : 'One moment …'}
      </p>
    );
  }
  return (
    <StateContext value={state}>
      <div className={styles.app}>
        <Rail location={location} />
        <div className={styles.main}>
          {isAway && <AwayBanner />}
          <TroubleBanner />
          <Page />
        </div>
      </div>
    </StateContext>
  );
}
