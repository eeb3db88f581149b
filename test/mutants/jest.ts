// What the unit tests import from @jest/globals, for the runner beside this: the same checks, mocks and timers, and
// tests that can be run one at a time, over and over.
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

type Run = () => unknown;

/** The tests of a file or of a `describe`, and what runs around each of them. */
interface Block {
  name: string;
  outer: Block | undefined;
  before: Run[];
  after: Run[];
}

interface Test {
  name: string;
  block: Block;
  run: Run;
}

const mocker = new ModuleMocker(globalThis);
// @ts-expect-error Of Jest's configuration, these are all that the timers read.
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {}, rootDir: '' } });

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  getTimerCount: () => timers.getTimerCount(),
};

const tests: Test[] = [];
// Whatever a broken test leaves behind is not the next one's.
let current: Block = {
  name: '',
  outer: undefined,
  before: [],
  after: [jest.restoreAllMocks, jest.useRealTimers],
};

function describeBlock(name: string, define: Run): void {
  const outer = current;
  current = { name: `${outer.name}${name} > `, outer, before: [], after: [] };
  define();
  current = outer;
}

function addTest(name: string, run: Run): void {
  tests.push({ name: `${current.name}${name}`, block: current, run });
}

export const describe = Object.assign(describeBlock, { each: bind(describeBlock, false) });
export const test = Object.assign(addTest, { each: bind(addTest) });
export const beforeEach = (run: Run) => current.before.push(run);
export const afterEach = (run: Run) => current.after.push(run);
// One process runs all files, and ends with the last one.
export const afterAll = () => {};
export { expect };

/** The tests by name. Each ends with what it failed with, or with nothing. */
export function collect(): Map<string, () => Promise<unknown>> {
  return new Map(tests.map((test, i) => [`${test.name} (${i})`, () => runTest(test)]));
}

async function runTest({ block, run }: Test): Promise<unknown> {
  const blocks: Block[] = [];
  for (let at: Block | undefined = block; at; at = at.outer) blocks.unshift(at);
  const failures: unknown[] = [];
  const attempt = async (step: Run) => {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const step of [...blocks.flatMap(({ before }) => before), run]) {
    if (failures.length === 0) await attempt(step);
  }
  for (const step of blocks.toReversed().flatMap(({ after }) => after)) await attempt(step);
  return failures[0];
}
