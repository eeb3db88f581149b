import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { partsOf, table, withSection } from '../../scripts/docs/markdown.ts';
import { tellMutants } from '../../scripts/docs/mutants.ts';

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
const read = (file: string) => partsOf(readFileSync(file, 'utf8'), 'github');

test.each(documents)('every link in %s leads to something', (document) => {
  const broken = read(document).links.filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path ? join(dirname(document), path) : document;
    if (!existsSync(target)) return true;
    return anchor !== undefined && !read(target).headings.some((heading) => heading.anchor === anchor);
  });
  expect(broken).toEqual([]);
});

describe('a section that a command writes', () => {
  const document = 'Before\n<!-- a -->\nold\n<!-- /a -->\nAfter\n';

  test('is replaced, and nothing around it', () => {
    expect(withSection(document, 'a', 'new')).toBe('Before\n<!-- a -->\nnew\n<!-- /a -->\nAfter\n');
  });

  test('has to be there', () => {
    expect(() => withSection(document, 'b', 'new')).toThrow('no section <!-- b --> … <!-- /b -->');
  });
});

test('a table keeps its columns, whatever stands in its cells', () => {
  expect(
    table(
      [
        ['A', 'B'],
        ['a|b\nc', '1'],
      ],
      'lr',
    ),
  ).toBe('| A | B |\n| - | -: |\n| a\\|b c | 1 |');
});

test('a report of mutants becomes a line for each file, and one for all', () => {
  const mutants = (...statuses: string[]) => ({ mutants: statuses.map((status) => ({ status })) });
  const files = {
    'src/api/b.ts': mutants('Killed', 'Timeout', 'Survived', 'NoCoverage'),
    'src/api/a.ts': mutants('CompileError'),
  };
  expect(tellMutants({ files }).split('\n').slice(2)).toEqual([
    '| `api/a.ts` | none | 0 | 0 | 0 |',
    '| `api/b.ts` | 50.0 % | 2 | 1 | 1 |',
    '| all | 50.0 % | 2 | 1 | 1 |',
  ]);
});
