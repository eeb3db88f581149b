import { type App, appIn } from '../../sandbox/zaps/app.ts';
import type { CacheOptions } from '../../sandbox/zaps/cache.ts';
import type { Pool } from '../../sandbox/zaps/pool.ts';
import { TimeMachine } from '../../sandbox/zaps/time-machine.ts';
import { startCarelessApi } from '../../test/e2e/polls/careless-api.ts';
import { compare, PolledZap, sum } from '../../test/e2e/polls/polled-zap.ts';

const trigger = 'order_status_changed';

/** Calls of the cache and bytes set, of whatever they are given for. */
export interface CacheCost {
  calls: number;
  bytes: number;
}

async function withApi<T>(
  containers: Pool,
  cache: CacheOptions,
  work: (world: { app: App; time: TimeMachine; confirm: () => string }) => Promise<T>,
): Promise<T> {
  const time = new TimeMachine('2026-03-04T00:00:00Z');
  const api = await startCarelessApi({ now: () => time.now() });
  const app = await appIn(containers, { environment: { BASE_URL: api.baseUrl }, time, cache });
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
export function costOfZap(containers: Pool, hours: number): Promise<CacheCost> {
  return withApi(containers, {}, async ({ app, time, confirm }) => {
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
export function costOfDelivery(containers: Pool, count: number): Promise<CacheCost> {
  return withApi(containers, {}, async ({ app }) => {
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
  zaps: number;
  /** Requests a poll. */
  requests: number;
  /** The share of sets that the cache refused. */
  refused: number;
  /** How polls failed. */
  problems: string[];
  /** Changes that did not reach a Zap, and those that reached one twice. */
  lost: number;
  twice: number;
  /** Bytes of one set. */
  bytes: number;
}

/**
 * Has many Zaps poll every hour, each at a minute of its own, while an order changes every six minutes.
 * @param room how many of the sets of a minute the cache takes, from 0 to 1
 * @param bytes what one set writes, where that limits how many it takes
 */
export function playCrowd(
  containers: Pool,
  zaps: number,
  hours: number,
  room = 1,
  bytes = 0,
): Promise<Crowd> {
  const slots = Math.min(60, Math.ceil(zaps / 10));
  const bytesPerMinute = Math.ceil(bytes * (zaps / slots) * room);
  return withApi(containers, room < 1 ? { bytesPerMinute } : {}, async ({ app, time, confirm }) => {
    for (let before = 0; before < 25 * 10; before += 1) {
      confirm();
      time.pass(360);
    }
    const crowd = Array.from({ length: zaps }, (_, i) => new PolledZap(app, trigger, { id: `zap-${i}` }));
    const expected: string[] = [];
    const turnedOnAfter: number[] = [];
    for (let minute = 0; minute <= hours * 60 + slots; minute += 1) {
      if (minute % 6 === 0) expected.push(confirm());
      time.pass(60);
      const due = crowd.flatMap((zap, i) => (i % slots === minute % 60 ? [{ zap, i }] : []));
      // Two at a time, in as many containers.
      for (let first = 0; first < due.length; first += 2) {
        const turns = due.slice(first, first + 2).map(async ({ zap, i }) => {
          if (turnedOnAfter[i] !== undefined) return void (await zap.poll());
          turnedOnAfter[i] = expected.length;
          await zap.turnOn();
        });
        await Promise.all(turns);
      }
    }
    for (let first = 0; first < zaps; first += 2)
      await Promise.all(crowd.slice(first, first + 2).map((zap) => zap.poll()));
    const { sets, refused, bytes: written } = app.cacheUsage;
    const results = crowd.map((zap, i) =>
      compare(zap.column('order_number'), expected.slice(turnedOnAfter[i])),
    );
    const costs = crowd.flatMap((zap) => zap.costs);
    return {
      zaps,
      requests: sum(costs) / costs.length,
      refused: refused / sets,
      problems: crowd.flatMap((zap) => zap.problems),
      lost: sum(results.map(({ lost }) => lost)),
      twice: sum(results.map(({ twice, unasked }) => twice + unasked)),
      bytes: written / sets,
    };
  });
}
