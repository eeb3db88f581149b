// A world (see world.ts) with a runner in it, for tests of whole Zaps.
import type { RunStatus } from '../../sandbox/zaps/records.ts';
import { Runner } from '../../sandbox/zaps/runner.ts';
import { TimeMachine } from '../../sandbox/zaps/time-machine.ts';
import { parseZapFile, type ZapFile } from '../../sandbox/zaps/zap-file.ts';
import { afterThisTest, alpenglow, records } from '../sandbox/api/harness.ts';
import { startWorld, type WorldOptions } from './world.ts';

export const SOON = 15_000;

/** Starts the built app, a sandbox and a runner; they end with the test. */
export async function startZaps(options: WorldOptions = {}) {
  const w = await startWorld({ retryDelays: [20], ...options });
  const clock = new TimeMachine();
  const runner = await Runner.start(w.app, { clock });
  afterThisTest(() => runner.close());

  return {
    ...w,
    clock,
    runner,
    turnOn: async (file: ZapFile, key = alpenglow) => {
      const zap = runner.add(file, await runner.connect({ api_key: key }));
      await zap.turnOn();
      return zap;
    },
    /** Waits until this many runs stand like this. */
    reached: (status: RunStatus, count = 1) =>
      runner.until((runs) => runs.filter((run) => run.status === status).length >= count, SOON),
    subscriptions: async () => records(await w.get('/automation/subscriptions')),
  };
}

export const zapOf = (trigger: object, ...steps: object[]): ZapFile =>
  parseZapFile({ title: 'A Zap', description: 'For a test.', trigger, steps }, 'a test');

/** A trigger of another app that gives this. */
export const given = (data: object) => ({ app: 'ERP', does: 'New Record', gives: data });
