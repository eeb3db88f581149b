// A fork that is published under another name merges a newer upstream, with two git repositories.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { afterThisTest } from '../sandbox/api/harness.ts';

const script = resolve('scripts/upstream.ts');
/** The files that both sides change, or one of them. */
const files = [
  '.gitattributes',
  '.zapierapprc',
  'CHANGELOG.md',
  'brand',
  'docs/steps.md',
  'examples',
  'package.json',
  'package-lock.json',
  'releases',
  'src',
];

function repository(path: string) {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: path, encoding: 'utf8', stdio: 'pipe' });
  const at = (name: string) => join(path, name);
  return {
    path,
    git,
    read: (name: string) => readFileSync(at(name), 'utf8'),
    has: (name: string) => existsSync(at(name)),
    write: (name: string, text: string) => writeFileSync(at(name), text),
    change: (name: string, from: string | RegExp, to: string) => {
      const text = readFileSync(at(name), 'utf8');
      const changed = text.replace(from, to);
      expect([name, changed === text]).toEqual([name, false]);
      writeFileSync(at(name), changed);
    },
    commit: (what: string) => {
      git('add', '--all');
      git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', what);
    },
    upstream: (...args: string[]) => {
      const env = { ...process.env, GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' };
      const options = ['--disable-warning=ExperimentalWarning', script, ...args];
      return spawnSync(process.execPath, options, {
        cwd: path,
        encoding: 'utf8',
        env: { ...env, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
      });
    },
  };
}

function twoRepositories() {
  const folder = mkdtempSync(join(tmpdir(), 'field-sales-upstream-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  const upstream = repository(join(folder, 'upstream'));
  for (const name of files) cpSync(name, join(upstream.path, name), { recursive: true });
  upstream.write('src/learned.json', '{}\n');
  upstream.git('init', '--quiet', '--initial-branch=main');
  upstream.commit('First');
  upstream.git('tag', 'v1.0.0');
  execFileSync('git', ['clone', '--quiet', '--origin', 'upstream', '--no-tags', upstream.path, 'fork'], {
    cwd: folder,
    stdio: 'pipe',
  });
  return { upstream, fork: repository(join(folder, 'fork')) };
}

const version = /"version": "[^"]*"/;

test('a fork keeps what is its own, gets everything else, and has no conflicts', () => {
  const { upstream, fork } = twoRepositories();
  fork.change('src/product.ts', /name: '[^']*'/, "name: 'Müller & Söhne'");
  fork.change('src/product.ts', /helpUrl: '[^']*'/, "helpUrl: 'https://mueller.example/help'");
  fork.change('package.json', version, '"version": "2.3.0"');
  fork.change('package-lock.json', version, '"version": "2.3.0"');
  fork.write('CHANGELOG.md', '# Changelog\n\n## [2.3.0]\n\n- Ours.\n');
  fork.write('brand/logo.svg', '<svg/>\n');
  fork.write('src/learned.json', '{ "find_order": {} }\n');
  fork.write('.zapierapprc', '{ "id": 1234 }\n');
  fork.change('docs/steps.md', /^# .*/, '# The steps of Müller & Söhne');
  fork.commit('Ours');
  fork.git('tag', 'v1.0.1');

  upstream.change('package.json', version, '"version": "1.1.0"');
  upstream.change('package-lock.json', version, '"version": "1.1.0"');
  upstream.change('package.json', /"zapier-platform-core": "[^"]*"/, '"zapier-platform-core": "99.0.0"');
  upstream.change('CHANGELOG.md', '## [Unreleased]', '## [Unreleased]\n\n## [1.1.0]\n\n- Theirs.');
  upstream.change('brand/logo.svg', '<svg', '<svg id="new"');
  upstream.change('docs/steps.md', /^# .*/, '# Other words');
  // As docs/maintainers.md says: new settings stand at the top.
  upstream.change(
    'src/product.ts',
    /^export const product = \{\n/m,
    "export const product = {\n  /** New. */\n  added: 'x',\n",
  );
  upstream.write('releases/1.1.0.json', '{}\n');
  upstream.write('examples/new.json', '{}\n');
  upstream.commit('Theirs');
  upstream.git('tag', 'v1.0.1');

  const { status, stderr, stdout } = fork.upstream();
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('The version is 2.3.0 still.');
  expect(fork.git('status', '--porcelain')).toBe('');
  for (const name of ['package.json', 'package-lock.json'])
    expect(JSON.parse(fork.read(name)).version).toBe('2.3.0');
  expect(JSON.parse(fork.read('package.json')).dependencies['zapier-platform-core']).toBe('99.0.0');
  expect(fork.read('src/product.ts')).toMatch(/added: 'x'[\s\S]*Müller & Söhne[\s\S]*mueller\.example/);
  expect(fork.read('CHANGELOG.md')).toContain('- Ours.');
  expect(fork.read('CHANGELOG.md')).not.toContain('Theirs');
  expect(fork.read('brand/logo.svg')).toBe('<svg/>\n');
  expect(fork.read('src/learned.json')).toContain('find_order');
  expect(fork.read('.zapierapprc')).toContain('1234');
  expect(fork.read('docs/steps.md')).toMatch(/^# The steps of Müller & Söhne/);
  expect([fork.has('releases/1.1.0.json'), fork.has('examples/new.json')]).toEqual([true, true]);
  // The tag that both sides have is the fork's; upstream's has a name that no workflow publishes.
  expect(fork.git('rev-parse', 'v1.0.1')).not.toBe(fork.git('rev-parse', 'upstream/v1.0.1'));
  expect(fork.git('tag', '--list', 'v*').trim()).toBe('v1.0.1');

  expect(fork.upstream().stdout).toMatch(/^Nothing to merge/);
});

test('a fork that changed nothing keeps its version and its changelog, too', () => {
  const { upstream, fork } = twoRepositories();
  const before = fork.read('CHANGELOG.md');
  upstream.change('package.json', version, '"version": "7.0.0"');
  upstream.change('CHANGELOG.md', '## [Unreleased]', '## [Unreleased]\n\n- Theirs.');
  upstream.commit('Theirs');
  upstream.git('tag', 'v7.0.0');
  expect(fork.upstream('--ref', 'v7.0.0').status).toBe(0);
  expect(JSON.parse(fork.read('package.json')).version).not.toBe('7.0.0');
  expect(fork.read('CHANGELOG.md')).toBe(before);
});

test('what both sides changed is named, and left to people', () => {
  const { upstream, fork } = twoRepositories();
  fork.change('src/product.ts', /name: '[^']*'/, "name: 'Ours'");
  fork.commit('Ours');
  upstream.change('src/product.ts', /name: '[^']*'/, "name: 'Theirs'");
  upstream.commit('Theirs');
  const { status, stderr } = fork.upstream();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Both sides changed the same lines of:\n {2}src\/product\.ts\n/);
});

test('nothing is merged over changes that are not committed, or without an upstream', () => {
  const { fork } = twoRepositories();
  fork.write('CHANGELOG.md', 'x');
  expect(fork.upstream().stderr).toMatch(/^There are changes that are not committed/);
  fork.git('checkout', '--', 'CHANGELOG.md');
  fork.git('remote', 'remove', 'upstream');
  expect(fork.upstream().stderr).toMatch(/^git knows no upstream/);
});
