// All publishing checks, and how their findings are told.
import type { Check, Finding } from './check.ts';
import { connectionChecks } from './connection.ts';
import { fieldChecks } from './fields.ts';
import { listingChecks } from './listing.ts';
import { liveChecks } from './live-results.ts';
import { platformChecks } from './platform.ts';
import { releaseChecks } from './release.ts';
import { sampleChecks } from './samples.ts';
import { stepChecks } from './steps.ts';
import type { Subject } from './subject.ts';
import { textChecks } from './texts.ts';

/** Zapier's checks by their ids, then those that Zapier has no id for. */
export const checks: readonly Check[] = [
  ...connectionChecks,
  ...fieldChecks,
  ...stepChecks,
  ...textChecks,
  ...sampleChecks,
  ...liveChecks,
  ...listingChecks,
  ...releaseChecks,
  ...platformChecks,
].sort((a, b) => (a.id < b.id ? -1 : 1));

export interface Outcome extends Finding {
  check: Check;
}

/** Does every check. */
export function review(subject: Subject): Outcome[] {
  return checks.map((check) => ({ check, ...check.run(subject) }));
}

/** What a partner reads. */
export function tell(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  const open = outcomes.filter(({ problems, open }) => problems.length === 0 && open);
  const held = outcomes.length - failed.length - open.length;
  return [
    ...outcomes.map(tellOne),
    '',
    `${held} pass, ${failed.length} fail, ${open.length} cannot be checked here.`,
    ...(failed.length > 0 ? [`To fix: ${failed.map(({ check }) => check.id).join(', ')}.`] : []),
  ].join('\n');
}

function tellOne({ check, problems, open }: Outcome): string {
  const mark = problems.length > 0 ? '✗' : open ? '?' : '✓';
  return [
    `${mark} ${check.id}  ${check.title}`,
    ...problems.map(({ place, fix }) => `    ${place}\n      ${fix}`),
    ...(open ? [`    ${open}`] : []),
  ].join('\n');
}
