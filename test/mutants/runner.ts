// How Stryker runs the unit tests of the app: from one bundle in one process, which is loaded anew only for a mutant of
// what happens while the app loads. Jest would load everything anew for each of thousands, which takes hours.
import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
// Those of Node.js, also while a test has others.
import { clearTimeout, setTimeout } from 'node:timers';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';
import type { collect } from './jest.ts';

/** The unit tests of the app. `hardening` is about whole runs, and slow. */
const files = [
  'test/{api,creates,fields,searches,triggers}/*.test.ts',
  'test/{authentication,contract,texts,values}.test.ts',
  'test/scripts/steps.test.ts',
];

/** How long a test may take, in milliseconds: none takes a tenth of that. */
const LIMIT_MS = 3000;

type Tests = ReturnType<typeof collect>;

class BundleRunner implements TestRunner {
  /** Tells the changed code which mutant is on; in it, the code counts what it meets. */
  readonly #stryker: InstrumenterContext = {};
  /** How many mutants of a file each test has killed so far. */
  readonly #kills = new Map<string, Map<string, number>>();
  /** How long each test took last, in milliseconds. */
  readonly #times = new Map<string, number>();
  #load: () => Promise<Tests> = async () => new Map();
  #tests: Tests | undefined;
  /** True once a test has not ended, and may go on for ever. */
  #isSpoiled = false;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: this.#stryker });
    // A time without a zone shows itself where clocks are not in UTC.
    process.env.TZ = 'America/St_Johns';
    // Broken code leaves promises behind that nobody awaits.
    for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => {});
    process.env.NODE_ENV = 'test'; // As with Jest: core would print about each run.
    this.#load = await bundle();
  }

  async dryRun(): Promise<DryRunResult> {
    this.#tests = await this.#load();
    const tests: TestResult[] = [];
    for (const id of this.#tests.keys()) {
      this.#stryker.currentTestId = id;
      tests.push(await this.#run(id));
    }
    const { mutantCoverage } = this.#stryker;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker runs this again, in another process.
    if (this.#isSpoiled) throw new Error('A test still runs');
    const { activeMutant, hitLimit, mutantActivation, reloadEnvironment } = options;
    Object.assign(this.#stryker, { activeMutant: undefined, hitLimit, hitCount: 0 });
    if (mutantActivation === 'static') this.#stryker.activeMutant = activeMutant.id;
    if (reloadEnvironment) this.#tests = undefined;
    try {
      this.#tests ??= await this.#load();
    } catch (error) {
      // Without the app, no test passes.
      return toMutantRunResult({
        status: DryRunStatus.Complete,
        tests: [
          { id: '', name: '', timeSpentMs: 0, status: TestStatus.Failed, failureMessage: String(error) },
        ],
      });
    }
    this.#stryker.activeMutant = activeMutant.id;
    const kills = this.#kills.get(activeMutant.fileName) ?? new Map<string, number>();
    this.#kills.set(activeMutant.fileName, kills);
    const tests: TestResult[] = [];
    for (const id of this.#likeliestFirst(options.testFilter ?? [...this.#tests.keys()], kills)) {
      const result = await this.#run(id);
      tests.push(result);
      if (result.status === TestStatus.Failed) {
        kills.set(id, (kills.get(id) ?? 0) + 1);
        break;
      }
    }
    const limited = determineHitLimitReached(this.#stryker.hitCount, hitLimit);
    return toMutantRunResult(limited ?? { status: DryRunStatus.Complete, tests });
  }

  /** Those first that have killed most mutants for the time that they take: one failure is enough. */
  #likeliestFirst(ids: readonly string[], kills: ReadonlyMap<string, number>): string[] {
    const time = (id: string) => this.#times.get(id) ?? 1;
    const worth = (id: string) => (kills.get(id) ?? 0) / time(id);
    return ids.toSorted((a, b) => worth(b) - worth(a) || time(a) - time(b));
  }

  async #run(id: string): Promise<TestResult> {
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<Error>((resolve) => {
      timer = setTimeout(() => {
        this.#isSpoiled = true;
        resolve(new Error('It takes too long'));
      }, LIMIT_MS);
    });
    const failure = await Promise.race([this.#tests?.get(id)?.(), tooLate]);
    clearTimeout(timer);
    const told = { id, name: id, timeSpentMs: performance.now() - start };
    this.#times.set(id, told.timeSpentMs);
    return failure === undefined
      ? { ...told, status: TestStatus.Success }
      : { ...told, status: TestStatus.Failed, failureMessage: String(failure) };
  }
}

/** Bundles app and tests, as Stryker has changed them, without the packages, and returns what loads them. */
async function bundle(): Promise<() => Promise<Tests>> {
  const outfile = resolve(`build/mutants-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: [
        "import { collect, describe } from '@jest/globals';",
        "import './test/unit.setup.ts';",
        // As blocks, so that what one file sets up is not set up for the others.
        ...globSync(files).map(
          (file) => `describe('${basename(file, '.test.ts')}', () => require('./${file}'));`,
        ),
        'export const tests = collect();',
      ].join('\n'),
      resolveDir: '.',
    },
    // Where Stryker's copy is, which it turns to after esbuild has been loaded.
    absWorkingDir: process.cwd(),
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@jest/globals': './test/mutants/jest.ts' },
  });
  let loads = 0;
  // Another address is loaded anew.
  return async () => (await import(`${pathToFileURL(outfile)}?${loads++}`)).tests;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'bundle', BundleRunner)];
