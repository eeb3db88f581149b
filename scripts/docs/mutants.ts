import { relative } from 'node:path';
import { z } from 'zod';
import { table } from './markdown.ts';

const report = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** A line for each file of a report of Stryker, and one for all: how many changes the tests noticed. */
export function tellMutants(json: unknown): string {
  const files = Object.entries(report.parse(json).files).sort(([a], [b]) => (a < b ? -1 : 1));
  const statuses = (mutants: readonly { status: string }[]) => mutants.map(({ status }) => status);
  const all = files.flatMap(([, { mutants }]) => statuses(mutants));
  return table(
    [
      ['File', 'Score', 'Killed', 'Survived', 'Without a test'],
      ...files.map(([file, { mutants }]) => [`\`${relative('src', file)}\``, ...figures(statuses(mutants))]),
      ['all', ...figures(all)],
    ],
    'lr',
  );
}

/** One that runs into its time limit counts as killed; those that could not be run count as none. */
function figures(statuses: readonly string[]): string[] {
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const [killed, survived, untested] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')];
  const run = killed + survived + untested;
  const score = run === 0 ? 'none' : `${((100 * killed) / run).toFixed(1)} %`;
  return [score, ...[killed, survived, untested].map(String)];
}
