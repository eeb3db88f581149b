import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { filledText, partsOf, stepId, submission } from './zap-parts.ts';

const { trigger, step } = partsOf({ text: filledText, id: stepId.optional(), least: 1 });

const zapFile = z.strictObject({
  title: filledText,
  description: z.string().trim().default(''),
  /** What is to be done in the product to try the Zap; see `npm run zap`. */
  submit: z.array(submission).optional(),
  trigger,
  steps: z.array(step).min(1),
});

/** A Zap as data: what a template holds. */
export type ZapFile = z.infer<typeof zapFile>;
export type ZapTrigger = z.infer<typeof trigger>;
export type ZapStep = z.infer<typeof step>;

/** A Zap that cannot be used, with everything that is wrong with it. */
export class ZapFileError extends Error {
  readonly problems: readonly string[];

  constructor(name: string, problems: readonly string[]) {
    super([`${name} is no usable Zap:`, ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/**
 * @param name what the error calls the file
 * @throws ZapFileError naming each place
 */
export function parseZapFile(json: unknown, name: string): ZapFile {
  const parsed = zapFile.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ZapFileError(
    name,
    parsed.error.issues.map(({ path, message }) => {
      const place = z.core.toDotPath(path.at(-1) === 'kind' ? path.slice(0, -1) : path);
      return place ? `${place}: ${message}` : message;
    }),
  );
}

/** Reads a Zap from a JSON file. @throws ZapFileError */
export async function readZapFile(path: string): Promise<ZapFile> {
  const content = await readFile(path, 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw new ZapFileError(basename(path), [String(error)]);
  }
  return parseZapFile(json, basename(path));
}
