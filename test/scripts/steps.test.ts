import { readFile } from 'node:fs/promises';
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
