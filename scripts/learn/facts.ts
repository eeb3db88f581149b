// What the specification leaves open, and this API does. Sentences name fields, never their values.
import type { Field } from '../publish/definition.ts';
import { hooks, lists, type Reading } from './read.ts';
import type { Exchange } from './recorder.ts';
import { fieldsIn, isPlain, isRecord, type Plain, type Rec, type Shape } from './shape.ts';

/** Records in an answer, and where. */
interface Found {
  /** Such as `data.orders`; empty for the body itself. */
  place: string;
  records: Rec[];
}

/** The records known by this key, wherever they stand in a body. */
function find(body: unknown, identity: string, place: readonly string[] = []): Found | undefined {
  if (Array.isArray(body)) {
    const records = body.filter(isRecord);
    const [first] = records;
    if (!first) return undefined;
    if (identity in first) return { place: place.join('.'), records };
    // Each record may stand under its noun.
    const inner = Object.keys(first).find((key) => {
      const value = first[key];
      return isRecord(value) && identity in value;
    });
    if (inner === undefined) return undefined;
    const named = records.map((record) => record[inner]).filter(isRecord);
    return { place: [...place, inner].join('.'), records: named };
  }
  if (!isRecord(body)) return undefined;
  if (identity in body) return { place: place.join('.'), records: [body] };
  for (const [key, value] of Object.entries(body)) {
    const found = find(value, identity, [...place, key]);
    if (found) return found;
  }
  return undefined;
}

/** The names of what stands outside the records: `meta.page`. */
function beside(body: unknown, place: string, within = ''): string[] {
  if (!isRecord(body)) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const at = within ? `${within}.${key}` : key;
    if (at === place) return [];
    return isRecord(value) ? beside(value, place, at) : [at];
  });
}

const named = (place: string) => (place ? `in “${place}”` : 'as the body itself');
const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ');

/** The first answer to a path. */
const answerTo = (exchanges: readonly Exchange[], path: string) =>
  exchanges.find((exchange) => exchange.path.split('?')[0] === path && exchange.status === 200);

/** How this API does what no document shows, a sentence each. */
export function factsOf(reading: Reading): string[] {
  return [
    ...lists.flatMap((list) => listFacts(reading, list)),
    ...hookFacts(reading),
    ...errorFacts(reading),
  ];
}

function listFacts({ exchanges, second, since }: Reading, list: (typeof lists)[number]): string[] {
  const answer = answerTo(exchanges, list.path);
  const found = answer && find(answer.body, list.identity);
  if (!answer || !found) return [];
  const around = beside(answer.body, found.place);
  const one = exchanges.find(
    ({ path, status }) => status === 200 && new RegExp(`^${list.path}/[^?/]+(/[^?/]+)?$`).test(path),
  );
  const single = one && find(one.body, list.identity);
  return [
    `${capital(list.name)} stand ${named(found.place)}; beside them ${around.length > 0 ? quoted(around) : 'nothing'}.`,
    ...(single ? [`One of the ${list.name} stands ${named(single.place)}.`] : []),
    ...orderFacts(list.name, found.records),
    ...pageFacts(list.name, found.records, list.identity, second.get(list.name)),
    ...cursorFacts(list.name, since.get(list.name), list.identity),
    ...timeFacts(list.name, found.records),
    ...idFacts(list.name, found.records),
    ...(list.name === 'customers' ? tombstoneFacts(found.records) : []),
  ];
}

/** By which time a list is sorted, judged by fields in which the records differ. */
function orderFacts(name: string, records: readonly Rec[]): string[] {
  if (records.length < 2) return [];
  const times = [...fieldsIn(records)].filter(([, { kind }]) => kind === 'moment' || kind === 'local moment');
  const sorted = times.flatMap(([field]) => {
    const values = records.map((record) => Date.parse(String(record[field])));
    if (values.some(Number.isNaN) || new Set(values).size < 2) return [];
    const rises = values.every((value, i) => i === 0 || value >= (values[i - 1] ?? value));
    const falls = values.every((value, i) => i === 0 || value <= (values[i - 1] ?? value));
    return rises ? [`oldest first by “${field}”`] : falls ? [`newest first by “${field}”`] : [];
  });
  return [`The list of ${name} is ${sorted.length > 0 ? sorted.join(', and ') : 'in no order of time'}.`];
}

function pageFacts(name: string, records: readonly Rec[], identity: string, second?: Exchange): string[] {
  const page = second?.status === 200 ? find(second.body, identity) : undefined;
  if (!second) return [`Whether the list of ${name} has pages is not known: it takes two ${name}.`];
  if (!page) return [`A second page of ${name}, of one record each, is empty or refused.`];
  if (page.records.length > 1)
    return [`The list of ${name} ignores “per_page”: asked for 1, it gave ${page.records.length}.`];
  const same = (a: Rec | undefined, b: Rec | undefined) => JSON.stringify(a) === JSON.stringify(b);
  return same(page.records[0], records[1])
    ? [`The list of ${name} has pages by “per_page” and “page”.`]
    : [`The second page of ${name} does not go on where the first ends, or they changed meanwhile.`];
}

const CURSOR = /^(next_)?updated_since(_id)?$/;

function cursorFacts(name: string, since: Exchange | undefined, identity: string): string[] {
  if (since?.status !== 200) return [];
  const place = find(since.body, identity)?.place ?? '';
  const names = beside(since.body, place).filter((at) => CURSOR.test(at.split('.').at(-1) ?? ''));
  return [
    names.length > 0
      ? `The cursor of ${name} is in ${quoted(names)}.`
      : `The list of ${name} shows no cursor: polls go on by page.`,
  ];
}

const timeKinds: Partial<Record<Plain, string>> = {
  moment: 'with a zone',
  'local moment': 'without a zone',
  day: 'as days',
};

function timeFacts(name: string, records: readonly Rec[]): string[] {
  const fields = [...fieldsIn(records)];
  return Object.entries(timeKinds).flatMap(([kind, how]) => {
    const names = fields.flatMap(([field, shape]) => (shape.kind === kind ? [field] : []));
    return names.length > 0 ? [`Times of ${name} come ${how}: ${quoted(names)}.`] : [];
  });
}

function idFacts(name: string, records: readonly Rec[]): string[] {
  const shape = fieldsIn(records).get('id');
  return [shape ? `${capital(name)} show an “id” (${wordOf(shape)}).` : `${capital(name)} show no “id”.`];
}

const MARK = /delet|deactivat|tombstone|removed|is_active|archived/i;

function tombstoneFacts(records: readonly Rec[]): string[] {
  const [active, inactive] = [true, false].map((wanted) =>
    records.filter((record) => (record['is_active'] ?? true) === wanted),
  );
  if (!inactive || inactive.length === 0) return [];
  const marks = [...fieldsIn(inactive)].flatMap(([field]) => (MARK.test(field) ? [field] : []));
  const missing = [...fieldsIn(active ?? [])].flatMap(([field]) =>
    fieldsIn(inactive).has(field) ? [] : [field],
  );
  return [
    `Deactivated customers are marked by ${quoted(marks)}${missing.length > 0 ? `, and lack ${quoted(missing)}` : ''}.`,
  ];
}

function hookFacts({ exchanges, word }: Reading): string[] {
  if (word === undefined) return [];
  const scopes = exchanges.flatMap(({ status, body }) => {
    const error = status === 403 && isRecord(body) ? String(body['error']) : '';
    return /Required: ([\w-]+):(read|write)/.exec(error)?.[1] ?? [];
  });
  const own = scopes.filter((scope) => !['orders', 'inventory', 'customers'].includes(scope));
  const samples = exchanges.filter(
    ({ path, status }) => path.startsWith(`/${word}/sample`) && status === 200,
  );
  const around = new Set(samples.flatMap(({ body }) => (isRecord(body) ? Object.keys(body) : [])));
  return [
    `The hook endpoints are below “/${word}”.`,
    own.length > 0
      ? `Their permissions begin with “${own[0]}:”.`
      : 'How their permissions are called shows only where a key lacks one; in the dashboard it can be read.',
    ...(around.size > 0 ? [`Samples of events come with ${quoted([...around])}.`] : []),
  ];
}

function errorFacts({ unknown, exchanges }: Reading): string[] {
  const limits = exchanges.some(({ headers }) => headers.has('x-ratelimit-remaining'));
  const dated = exchanges.some(({ headers }) => headers.has('date'));
  return [
    ...(unknown?.status === undefined || unknown.status === null
      ? []
      : [
          `An order that does not exist is answered with ${unknown.status}${isRecord(unknown.body) ? ` and ${quoted(Object.keys(unknown.body))}` : ''}.`,
        ]),
    limits ? 'Answers tell what is left of the limits.' : 'Answers do not tell what is left of the limits.',
    ...(dated ? [] : ['Answers have no “Date”: polls cannot go by the API’s clock.']),
  ];
}

/** What of the specification this API does otherwise, or the app would not read, a sentence each. */
export function oddities(reading: Reading, documented: (step: string) => readonly Field[]): string[] {
  const { steps, exchanges, unknown, word } = reading;
  const unread = [...steps].flatMap(([step, outcome]) =>
    outcome.kind === 'unread' ? [`${step}: ${outcome.says} (GET ${outcome.path.split('?')[0]})`] : [],
  );
  return [
    ...unread,
    ...(word === undefined
      ? [
          'The hook endpoints were found under none of the usual words: set “automation” in src/product.ts to theirs.',
        ]
      : []),
    ...lists.flatMap(({ name, path, identity, many }) => {
      const answer = answerTo(exchanges, path);
      const found = answer && find(answer.body, identity);
      const outcome = steps.get(many);
      if (answer && outcome?.kind === 'none' && found)
        return [`The app reads no ${name}, although the answer contains some ${named(found.place)}.`];
      if (outcome?.kind !== 'records') return [];
      const missed = found && found.records.length - outcome.records.length;
      return missed ? [`Of ${found.records.length} ${name}, the app reads ${outcome.records.length}.`] : [];
    }),
    ...[...steps].flatMap(([step, outcome]) =>
      outcome.kind === 'records' ? unlike(step, outcome.records, documented(step)) : [],
    ),
    ...(unknown?.status === 200 ? ['An order that does not exist is answered with 200.'] : []),
  ];
}

/** Which documented fields of a step's records are missing, or of another kind. */
function unlike(step: string, records: readonly Rec[], documented: readonly Field[]): string[] {
  const fields = fieldsIn(records);
  // What an event holds is not documented.
  const missing = hooks.includes(step) ? [] : documented.filter(({ key }) => !valueShape(fields, key));
  const others = documented.flatMap((field) => {
    const shape = valueShape(fields, field.key);
    return shape && !fits(field, shape) ? [`“${field.key}” is ${wordOf(shape)}, not ${field.type}`] : [];
  });
  return [
    ...(missing.length > 0
      ? [`${step}: documented, but not there: ${quoted(missing.map(({ key }) => key))}.`]
      : []),
    ...others.map((other) => `${step}: ${other}.`),
  ];
}

/** The shape at a key, in which Zapier writes paths with double underscores. */
function valueShape(fields: ReadonlyMap<string, Shape>, key: string): Shape | undefined {
  const own = fields.get(key);
  if (own) return own;
  const [first = '', ...rest] = key.split('__');
  const within = fields.get(first);
  return rest.length > 0 && within?.kind === 'object'
    ? valueShape(within.fields, rest.join('__'))
    : undefined;
}

function fits({ type, dict, children }: Field, shape: Shape): boolean {
  if (shape.kind === 'nothing' || shape.kind === 'empty list') return true;
  if (children) return shape.kind === 'rows';
  if (dict) return shape.kind === 'object' || shape.kind === 'dictionary';
  if (type === 'integer') return shape.kind === 'whole';
  if (type === 'number') return shape.kind === 'whole' || shape.kind === 'number';
  if (type === 'boolean') return shape.kind === 'boolean';
  if (!isPlain(shape)) return shape.kind === 'list';
  return !['whole', 'number', 'boolean'].includes(shape.kind);
}

const words: Partial<Record<Shape['kind'], string>> = {
  whole: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  uuid: 'a UUID',
  rows: 'line items',
  list: 'a list',
  object: 'an object',
  dictionary: 'an object',
  nothing: 'empty',
};

const wordOf = ({ kind }: Shape) => words[kind] ?? 'text';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
