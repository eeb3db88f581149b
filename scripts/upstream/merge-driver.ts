// Merges package.json or package-lock.json for git as if both sides had this side's version. Arguments: %O %A %B %P
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { versionOf, withVersion } from './version.ts';

const [base = '', ours = '', theirs = '', path = ''] = process.argv.slice(2);
const version = versionOf(readFileSync(ours, 'utf8'));
for (const file of [base, theirs]) {
  writeFileSync(file, withVersion(readFileSync(file, 'utf8'), version, path.endsWith('package-lock.json')));
}
process.exitCode = spawnSync('git', ['merge-file', ours, base, theirs], { stdio: 'inherit' }).status ?? 1;
