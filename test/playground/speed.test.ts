import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { alpenglow } from '../sandbox/api/harness.ts';
import { type Opened, openPlayground } from './browser.ts';

/** A Zap of another app's steps alone, which costs next to nothing to run. @returns what starts it */
async function turnOnStandIn({ origin }: Opened, gives: object | object[]) {
  const ask = async (path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/playground/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const named = z.object({ id: z.string() });
  const { id: connectionId } = named.parse(await ask('/connections', { authData: { api_key: alpenglow } }));
  const file = {
    title: 'Next to nothing',
    description: 'For a measurement.',
    trigger: { app: 'ERP', does: 'New Record', gives },
    steps: [{ app: 'Sheet', does: 'Create Row', input: { text: '{{trigger.n}}' } }],
  };
  const { id } = named.parse(await ask('/zaps', { file, connectionId }));
  await ask(`/zaps/${id}/on`);
  return () => ask(`/zaps/${id}/start`);
}

/** The best of three: what else this machine does is not measured. */
async function best(measure: () => Promise<number>): Promise<number> {
  return Math.min(await measure(), await measure(), await measure());
}

test('shows something useful within a second', async () => {
  const { page, origin } = await openPlayground();
  const time = await best(async () => {
    const started = performance.now();
    await page.goto(origin);
    await page.getByRole('cell', { name: 'SO-10001' }).waitFor();
    return performance.now() - started;
  });
  expect(time).toBeLessThan(1000);
});

test('shows a run within 200 ms', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  const start = await turnOnStandIn(opened, { n: 1 });
  await start();
  await see.view('History');
  let runs = 1;
  const time = await best(async () => {
    runs += 1;
    const shown = page.getByRole('heading', { name: `${runs} runs` }).waitFor();
    const started = performance.now();
    await Promise.all([start(), shown]);
    return performance.now() - started;
  });
  expect(time).toBeLessThan(200);
});

test('scrolls through a thousand runs smoothly, and draws only those in sight', async () => {
  const opened = await openPlayground();
  const { page, see, complaints } = opened;
  const start = await turnOnStandIn(
    opened,
    Array.from({ length: 1000 }, (_, n) => ({ n })),
  );
  await start();
  await see.view('History');
  await page.getByRole('heading', { name: '1000 runs' }).waitFor();
  expect(await page.getByRole('listitem').count()).toBeLessThan(60);
  const frames = z.array(z.number()).parse(
    await page.evaluate(`new Promise((resolve) => {
      const scroller = document.querySelector('[aria-label="Runs"]').parentElement;
      const frames = [];
      let last = performance.now();
      const step = (now) => {
        frames.push(now - last);
        last = now;
        scroller.scrollTop += 400;
        if (frames.length < 120) requestAnimationFrame(step);
        else resolve(frames);
      };
      requestAnimationFrame(step);
    })`),
  );
  const [median = 0] = frames.toSorted((a, b) => a - b).slice(60);
  expect(median).toBeLessThan(34);
  await page.getByRole('list', { name: 'Runs' }).getByRole('button').first().waitFor();
  expect(complaints).toEqual([]);
});
