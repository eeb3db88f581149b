import { resolve } from 'node:path';
import { type App, loadApp } from '../../sandbox/zaps/app.ts';
import type { CacheOptions } from '../../sandbox/zaps/cache.ts';
import { TimeMachine } from '../../sandbox/zaps/time-machine.ts';
import { startCarelessApi } from '../../test/e2e/polls/careless-api.ts';
import { PolledZap, sum } from '../../test/e2e/polls/polled-zap.ts';

const trigger = 'order_status_changed';

/** Calls of the cache and bytes set, of whatever they are given for. */
export interface CacheCost {
  calls: number;
  bytes: number;
}

async function withApi<T>(
  cache: CacheOptions,
  work: (world: { app: App; time: TimeMachine; confirm: () => string }) => Promise<T>,
): Promise<T> {
  const time = new TimeMachine('2026-03-04T00:00:00Z');
  const api = await startCarelessApi({ now: () => time.now() });
  const environment = { BASE_URL: api.baseUrl };
  const app = await loadApp({ entry: resolve('dist/index.js'), environment, time, cache });
  let count = 0;
  const confirm = () => {
    count += 1;
    api.order(`SO-${count}`, 'confirmed');
    return `SO-${count}`;
  };
  try {
    return await work({ app, time, confirm });
  } finally {
    await app.close();
    await api.close();
  }
}

const costOf = ({ cacheUsage: { gets, sets, bytes } }: App, share: number): CacheCost => ({
  calls: (gets + sets) / share,
  bytes: bytes / share,
});

/** What one Zap costs the cache in a minute, that polls every five minutes while something changes all the time. */
export function costOfZap(hours: number): Promise<CacheCost> {
  return withApi({}, async ({ app, time, confirm }) => {
    const zap = await new PolledZap(app, trigger).turnOn();
    for (let minute = 0; minute < hours * 60; minute += 5) {
      confirm();
      time.pass(5 * 60);
      await zap.poll();
    }
    return costOf(app, hours * 60);
  });
}

/** What one delivery costs the cache. */
export function costOfDelivery(count: number): Promise<CacheCost> {
  return withApi({}, async ({ app }) => {
    for (let n = 0; n < count; n += 1) {
      await app.invoke('triggers.order_created.operation.perform', {
        authData: { api_key: 'sk_test' },
        subscribeData: { id: 7, target_url: 'https://hooks.test/1' },
        cleanedRequest: { order_number: `SO-${n}`, status: 'pending' },
      });
    }
    return costOf(app, count);
  });
}

export interface Crowd {
  /** Requests a poll. */
  requests: number;
  /** The share of sets that the cache refused. */
  refused: number;
  /** Changes that did not reach a Zap, and those that reached one twice. */
  lost: number;
  twice: number;
  failed: number;
}

/**
 * Has many Zaps poll every hour, each at a minute of its own, with a cache that takes only so many of them.
 * @param room bytes a minute for the whole app
 */
export function playCrowd(zaps: number, hours: number, room: number | undefined): Promise<Crowd> {
  return withApi(room === undefined ? {} : { bytesPerMinute: room }, async ({ app, time, confirm }) => {
    const crowd: PolledZap[] = [];
    const ready: number[] = [];
    const expected: string[] = [];
    for (let minute = 0; minute < (hours + 1) * 60; minute += 1) {
      if (minute % 6 === 0) expected.push(confirm());
      time.pass(60);
      const due = Array.from({ length: zaps }, (_, i) => i).filter((i) => i % 60 === minute % 60);
      // As many at a time as there are containers.
      for (let first = 0; first < due.length; first += 4) {
        await Promise.all(
          due.slice(first, first + 4).map(async (i) => {
            const zap = crowd[i];
            if (zap) return void (await zap.poll());
            const turned = await new PolledZap(app, trigger, { id: `zap-${i}` }).turnOn();
            crowd[i] = turned;
            ready[i] = expected.length;
          }),
        );
      }
    }
    const { sets, refused } = app.cacheUsage;
    // The last poll of a Zap was up to an hour ago.
    const missing = crowd.map((zap, i) => {
      const came = zap.column('order_number');
      const known = new Set(came);
      const due = expected.slice(ready[i], expected.length - 11);
      return { lost: due.filter((number) => !known.has(number)).length, twice: came.length - known.size };
    });
    const costs = crowd.flatMap((zap) => zap.costs);
    return {
      requests: sum(costs) / costs.length,
      refused: refused / sets,
      lost: sum(missing.map(({ lost }) => lost)),
      twice: sum(missing.map(({ twice }) => twice)),
      failed: sum(crowd.map((zap) => zap.problems.length)),
    };
  });
}
