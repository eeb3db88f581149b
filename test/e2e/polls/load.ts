import { type AppOptions, loadApp } from '../../../sandbox/zaps/app.ts';
import type { TimeMachine } from '../../../sandbox/zaps/time-machine.ts';
import { afterThisTest } from '../../sandbox/api/harness.ts';
import { entry } from '../world.ts';

/**
 * Loads the built app for a test.
 * @param time what the app sees of the clock; the real one when left out
 */
export async function loadFor(time: TimeMachine | undefined, baseUrl: string, cache?: AppOptions['cache']) {
  const app = await loadApp({
    entry,
    environment: { BASE_URL: baseUrl },
    limitMs: 10_000,
    ...(time && { time }),
    ...(cache && { cache }),
  });
  afterThisTest(() => app.close());
  return app;
}
