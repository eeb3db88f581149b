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
  steps: z.array(step).min(1, 'must have a step'),
});

/** A Zap as data: what a template holds. */
export type ZapFile = z.infer<typeof zapFile>;
export type ZapTrigger = z.infer<typeof trigger>;
export type ZapStep = z.infer<typeof step>;

/** What is wrong at a place of a Zap's file, such as `['steps', 0, 'input', 'sku']`. */
export type FileProblem = {
  path: readonly (string | number)[];
  says: string;
  /** The step that is referred to there, and that there is not. */
  unknownStep?: string;
};

/** A Zap that cannot be used, with everything that is wrong with it. */
export class ZapFileError extends Error {
  readonly found: readonly FileProblem[];
  /** The same for people: `steps[0].input.sku: is required`. */
  readonly problems: readonly string[];

  constructor(name: string, found: readonly FileProblem[]) {
    const problems = found.map(({ path, says }) =>
      path.length > 0 ? `${z.core.toDotPath([...path])}: ${says}` : says,
    );
    super([`${name} is no usable Zap:`, ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.found = found;
    this.problems = problems;
  }
}

/**
 * @param name what the error calls the file
 * @throws ZapFileError naming each place
 */
export function parseZapFile(json: unknown, name: string): ZapFile {
  return parseAs(zapFile, json, name);
}

/** Checks anything that is shaped like a Zap's file. @throws ZapFileError naming each place */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ZapFileError(name, parsed.error.issues.map(problemOf));
}

/** What kind a part is stands nowhere in the file: what is wrong with it is wrong with the part. */
function problemOf(issue: z.core.$ZodIssue): FileProblem {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  return { path: path.at(-1) === 'kind' ? path.slice(0, -1) : path, says: saysOf(issue) };
}

const TYPES: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function saysOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `"${key}"`).join(', ')} is no key that is known here`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    default:
      return issue.message;
  }
}

/** @throws ZapFileError that says where the text is no JSON */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = String(error).replace(/^SyntaxError: /, '');
    throw new ZapFileError(name, [{ path: [], says: `the file is no JSON: ${reason}` }]);
  }
}

/** The file's text with the product's name in the place of `{product}`. */
export function inProduct(text: string, product: string): string {
  return text.replaceAll('{product}', () => JSON.stringify(product).slice(1, -1));
}

/**
 * Reads a Zap from a JSON file.
 * @param product what `{product}` in its texts stands for
 * @throws ZapFileError
 */
export async function readZapFile(path: string, product = '{product}'): Promise<ZapFile> {
  const name = basename(path);
  return parseZapFile(parseJson(inProduct(await readFile(path, 'utf8'), product), name), name);
}
