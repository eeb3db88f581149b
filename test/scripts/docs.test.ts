import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { describeSteps } from '../../scripts/docs/steps.ts';
import { App } from '../app.ts';
import { definition } from './subject.ts';

test('docs/steps.md says what the app says; `npm run docs` makes it anew', async () => {
  expect(await readFile('docs/steps.md', 'utf8')).toBe(describeSteps(definition));
});

test('every visible step is described with its fields', () => {
  const text = describeSteps(definition);
  for (const { display } of [App.triggers, App.creates, App.searches].flatMap((steps) =>
    Object.values(steps),
  )) {
    const isHidden = 'hidden' in display && display.hidden;
    expect([display.label, text.includes(`\n### ${display.label}`)]).toEqual([display.label, !isHidden]);
  }
  expect(text).toContain('| Products: SKU | required |');
});

test('every link in the documents leads to something', async () => {
  const names = (await readdir('.')).filter((name) => name.endsWith('.md'));
  const documents = [
    ...names,
    ...(await readdir('docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  for (const document of [...documents, 'examples/README.md']) {
    const text = await readFile(document, 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = new URL(
        path || document.split('/').at(-1) || '',
        new URL(document, `file://${process.cwd()}/`),
      );
      const found = await readFile(target, 'utf8').catch((error: Error) =>
        /EISDIR/.test(error.message) ? '' : undefined,
      );
      expect([document, link, found === undefined]).toEqual([document, link, false]);
      if (anchor && found) {
        const anchors = [...found.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
          heading
            .toLowerCase()
            .replace(/[^\p{L}\p{N}\s-]/gu, '')
            .trim()
            .replaceAll(' ', '-'),
        );
        expect(anchors).toContain(anchor);
      }
    }
  }
});
