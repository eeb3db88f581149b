// What npm run learn tells of a live API, and keeps of it.
import { product } from '../../src/product.ts';
import { allSteps, type Field } from '../publish/definition.ts';
import { factsOf, oddities } from './facts.ts';
import { invent } from './invent.ts';
import { type Learned, learnedFile, readLearned, withNew, writeLearned } from './learned.ts';
import { hooks, learnable, type OpenApp, type Reading, readApi } from './read.ts';
import { fieldsIn } from './shape.ts';

export interface LearnOptions {
  /** Opens the built app with this environment. */
  open: OpenApp;
  /** Names the live API and its key: `BASE_URL`, `AUTOMATION_PATH`, `authData_api_key`. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether what was learned is kept. */
  write: boolean;
  /** Where it is kept. */
  file?: string;
}

/** What is told, and what is wrong, if anything. */
export interface Report {
  out: string;
  problem?: string;
}

/**
 * Reads a live API with the built app, and compares it with what was learned before.
 * @throws Error when the app cannot be loaded, or the file of what was learned is not of the right form
 */
export async function learn({ open, environment, write, file = learnedFile }: LearnOptions): Promise<Report> {
  const { BASE_URL: baseUrl, AUTOMATION_PATH, authData_api_key: key } = environment;
  if (!baseUrl || !key) return { out: '', problem: 'BASE_URL or authData_api_key is not set.' };
  if (!isSafe(baseUrl)) {
    const problem = 'BASE_URL is not an address that the app uses: it must begin with https://.';
    return { out: '', problem };
  }
  const kept = await readLearned(file);
  const word = AUTOMATION_PATH || 'automation';
  const reading = await readApi(open, { baseUrl, key: key.trim(), word });
  const { learned, lines } = compare(kept, reading);

  const documented = documentedFields(reading);
  const failures = failuresOf(reading);
  const out = [
    section('What the app would not read, or is not as specified', oddities(reading, documented)),
    section('What this API does', factsOf(reading)),
    section(`Fields, beside those in ${learnedFile}`, lines),
    section('What could not be learned', unlearned(reading, documented)),
    section('What failed', failures),
    `${reading.exchanges.length} requests.`,
  ].join('\n');
  const isWhole = ![...reading.steps.values()].some(({ kind }) => kind === 'unread');
  if (failures.length > 0 || !isWhole) {
    return { out, problem: `Not everything could be read${write ? ', so nothing was written' : ''}.` };
  }
  if (!write) return { out };
  await writeLearned(learned, file);
  const next = 'Look through it, correct labels, then run “npm run docs” and “npm test”.';
  return { out: `${out}\nWrote ${learnedFile}. ${next}` };
}

function isSafe(address: string): boolean {
  const url = URL.parse(address);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
}

/** The output fields of a step's records; those of a search for many are the columns of its results. */
function documentedFields({ definition }: Reading): (step: string) => readonly Field[] {
  const steps = definition ? allSteps(definition, ['triggers', 'searches']) : [];
  return (key) => {
    const fields = steps.find(({ step }) => step.key === key)?.step.operation.outputFields ?? [];
    return fields.find((field) => field.key === 'results')?.children ?? fields;
  };
}

function sampleOf({ definition }: Reading, key: string): Record<string, unknown> {
  const steps = definition ? allSteps(definition, ['triggers', 'searches']) : [];
  const { sample = {} } = steps.find(({ step }) => step.key === key)?.step.operation ?? {};
  const [row] = Array.isArray(sample['results']) ? sample['results'] : [sample];
  return row;
}

/** What would be kept, and how it differs from what is. */
function compare(kept: Learned, reading: Reading) {
  const documented = documentedFields(reading);
  const lines: string[] = [];
  const learned: Learned = {};
  for (const step of learnable) {
    const before = kept[step];
    const outcome = reading.steps.get(step);
    if (outcome?.kind !== 'records') {
      if (before) learned[step] = before;
      continue;
    }
    const found = invent(fieldsIn(outcome.records), documented(step), sampleOf(reading, step));
    const { difference, ...merged } = withNew(before, found);
    learned[step] = merged;
    const { added, gone, changed } = difference;
    lines.push(
      ...tellNew(step, added, documented(step)),
      ...(gone.length > 0 ? [`${step}: gone, but kept: ${gone.join(', ')}`] : []),
      ...changed.map((change) => `${step}: ${change}`),
    );
  }
  return { learned, lines };
}

/** What is new, beside what is documented. */
function tellNew(step: string, added: readonly string[], documented: readonly Field[]): string[] {
  const paths = added.filter((path) => !documented.some(({ key }) => key === path));
  return paths.length > 0 ? [`${step}: new: ${paths.join(', ')}`] : [];
}

/** How a tenant gets what a step reads. */
const toMake: Record<string, string> = {
  order_created: 'let a sales rep submit an order',
  order_delivered: 'deliver an order',
  customer_created: 'create a customer',
  check_in_completed: 'let a sales rep complete a check-in at a customer',
  order_status_changed: 'confirm an order',
  customer_updated: 'create a customer',
  customer_deactivated: 'deactivate a customer',
  stock_movement_created: 'adjust the stock of a product',
  low_stock: 'adjust the stock of a product',
  list_orders: 'let a sales rep submit an order',
  find_order: 'let a sales rep submit an order',
  list_products: 'add a product',
  find_product: 'add a product',
  list_customers: 'create a customer',
  find_customer: 'create a customer',
  list_stock_movements: 'adjust the stock of a product',
};

function unlearned(
  { steps, word, stopped }: Reading,
  documented: (step: string) => readonly Field[],
): string[] {
  const missing = learnable.flatMap((step) => {
    const outcome = steps.get(step);
    if (outcome?.kind === 'refused') return [`${step}: ${outcome.says}`];
    if (outcome && outcome.kind !== 'none') return [];
    if (!outcome && (stopped || (word === undefined && hooks.includes(step)))) return [];
    return [`${step}: this tenant has none. In ${product.name}, ${toMake[step]}, then learn again.`];
  });
  const blank = [...steps].flatMap(([step, outcome]) => {
    if (outcome.kind !== 'records') return [];
    const fields = [...fieldsIn(outcome.records)];
    const empty = fields.flatMap(([field, { kind }]) =>
      (kind === 'nothing' || kind === 'empty list') && !documented(step).some(({ key }) => key === field)
        ? [field]
        : [],
    );
    return empty.length > 0
      ? [`${step}: always empty: ${empty.join(', ')}. Fill in such a field of a record.`]
      : [];
  });
  return [
    ...missing,
    ...blank,
    'The results of actions, which would have to change something: the app promises what is documented.',
  ];
}

function failuresOf({ steps, stopped }: Reading): string[] {
  const failed = [...steps].flatMap(([step, outcome]) =>
    outcome.kind === 'failed' ? [`${step}: ${outcome.says}`] : [],
  );
  return [...failed, ...(stopped ? [stopped] : [])];
}

function section(title: string, lines: readonly string[]): string {
  const told = lines.length > 0 ? lines.map((line) => `- ${line}`) : ['- Nothing.'];
  return `${title}\n${told.join('\n')}\n`;
}
