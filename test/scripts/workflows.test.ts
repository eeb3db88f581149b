// The rules that the workflows keep: pinned actions, least permissions, no secret within reach of a pull request.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import packageJson from '../../package.json' with { type: 'json' };

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name): [string, string] => [
  name,
  readFileSync(`${folder}/${name}`, 'utf8'),
]);
const publish = readFileSync(`${folder}/publish.yml`, 'utf8');

/** What CodeQL needs to tell what it found: the one thing that a job may write. */
const ANALYSIS = '    permissions:\n      contents: read\n      security-events: write\n';

function faults(workflow: string): string[] {
  const uses = [...workflow.matchAll(/\buses:\s*(.*)/g)].map(([, action = '']) => action);
  const loose = uses.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));
  return [
    ...loose.map((action) => `${action} is not pinned by a commit hash, with its version in a comment`),
    ...(/^permissions:\n {2}contents: read\n(?! )/m.test(workflow) ? [] : ['permissions are not the least']),
    ...(/^ +permissions:/m.test(workflow.replace(ANALYSIS, '')) ? ['a job has permissions of its own'] : []),
    ...(workflow.includes('pull_request_target') ? ['it runs with secrets on a pull request'] : []),
    ...(/\bpull_request\b/.test(workflow) && /\bsecrets\b/.test(workflow)
      ? ['a pull request can reach a secret']
      : []),
  ];
}

test.each(workflows)('%s keeps the rules', (_name, workflow) => {
  expect(faults(workflow)).toEqual([]);
});

test.each<[string, string, (workflow: string) => string]>([
  [
    'an action is pinned by a tag',
    'is not pinned',
    (workflow) => workflow.replace(/@[0-9a-f]{40} # (v\d+)\.\d+\.\d+/, '@$1'),
  ],
  [
    'an action’s version is not told',
    'is not pinned',
    (workflow) => workflow.replace(/ # v\d+\.\d+\.\d+/, ''),
  ],
  [
    'it may write to the repository',
    'are not the least',
    (workflow) => workflow.replace('contents: read', 'contents: write'),
  ],
  [
    'it has one more permission',
    'are not the least',
    (workflow) => workflow.replace('contents: read\n', 'contents: read\n  id-token: write\n'),
  ],
  [
    'a job has permissions of its own',
    'permissions of its own',
    (workflow) => workflow.replace('    steps:', '    permissions: write-all\n    steps:'),
  ],
  [
    'it runs with secrets on a pull request',
    'with secrets on a pull request',
    (workflow) => workflow.replace('on:', 'on:\n  pull_request_target:'),
  ],
  [
    'a pull request can reach a secret',
    'can reach a secret',
    (workflow) => workflow.replace('on:', 'on:\n  pull_request:'),
  ],
])('a workflow is refused where %s', (_, fault, worsened) => {
  expect(faults(worsened(publish)).join()).toContain(fault);
});

test('only a tag of a version publishes, after the tests and the publishing checks', () => {
  expect(publish).toContain("on:\n  push:\n    tags: ['v*']\n");
  const runs = [...publish.matchAll(/\brun: (.*)/g)].map(([, command = '']) => command);
  expect(runs.slice(-4)).toEqual([
    'bash .ci/run',
    'npm run check:publish',
    'npm run package',
    'npx zapier-platform upload',
  ]);
  expect(runs).toContain('git merge-base --is-ancestor HEAD origin/main');
  const others = workflows.filter(([name]) => name !== 'publish.yml');
  expect(others.filter(([, workflow]) => /npx zapier-platform|secrets/.test(workflow))).toEqual([]);
});

test('a tag that is not the version of package.json stops publishing', () => {
  const [, command = ''] = /\brun: (test .*)/.exec(publish) ?? [];
  const runFor = (tag: string) => () =>
    execFileSync('bash', ['-c', command], { env: { ...process.env, GITHUB_REF_NAME: tag }, stdio: 'pipe' });
  expect(runFor(`v${packageJson.version}`)).not.toThrow();
  expect(runFor('v9.9.9')).toThrow();
  expect(runFor(packageJson.version)).toThrow();
});

test('a newer core and known weaknesses are told every week, and block no version', () => {
  const weekly = readFileSync(`${folder}/weekly.yml`, 'utf8');
  expect(weekly).toMatch(/^ {4}- cron: /m);
  expect(weekly).toContain('npm view zapier-platform-core version');
  const auditing = workflows.filter(([, workflow]) => workflow.includes('npm audit')).map(([name]) => name);
  expect(auditing).toEqual(['weekly.yml']);
});
