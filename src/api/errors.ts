// What a refusal means for the run and for the person who reads it. The only file that names Zapier's errors.
import { product } from '../product.ts';
import { asText, isBlank, isRecord, shorten } from '../values.ts';
import { type Api, apiKey, type Call } from './call.ts';

/** How many wrong inputs one message lists; more would be read by nobody. */
const MOST_PROBLEMS = 20;

/** The most characters of what the API says that a message repeats. */
const MOST_CHARACTERS = 300;

/** The longest wait that is asked of Zapier, in seconds: the API's limits are a minute's and a day's (8). */
const LONGEST_WAIT = 24 * 60 * 60;

/** A shorter API key is none, and would be found within words. */
const SHORTEST_KEY = 8;

/** A refused request: the status, the body where it was JSON, and the Retry-After header. */
interface Refusal {
  status: number;
  body: unknown;
  retryAfter?: string | null | undefined;
}

/** The error body of specification 7.2, as far as it could be read. */
interface Complaint {
  message: string;
  fields: [field: string, messages: string[]][];
}

/** One thing wrong with what was typed or mapped into a field. */
export interface Problem {
  path: readonly PropertyKey[];
  message: string;
}

/** Turns a refused request into the error that a run should end with (specification 7). */
export function explainRefusal(api: Api, call: Call, refusal: Refusal): Error {
  const { status } = refusal;
  const complaint = readComplaint(api, refusal.body);
  const says = complaint.message ? ` ${product.name} says: “${complaint.message}”` : '';

  if (status === 401) return refusedKey(api);
  if (status === 402) {
    return failure(
      api,
      `The ${product.name} subscription of your organization is not active. Ask whoever manages its plan and billing to renew it, then run this again.`,
      status,
    );
  }
  if (status === 403) return forbidden(api, call, complaint, says);
  if (status === 404) {
    const isTest = api.bundle.meta?.isLoadingSample && call.method !== 'GET';
    const sample = isTest
      ? ' If it comes from a trigger’s sample, that may be made up: choose a real record for this test.'
      : '';
    return failure(
      api,
      `${product.name} does not know ${call.subject}. ${call.hint ?? 'It may not be at the address where it was looked for: whoever publishes the app should check its environment variables BASE_URL and AUTOMATION_PATH.'}${sample}`,
      status,
    );
  }
  if (status === 409) {
    return halted(
      api,
      `${call.conflict ?? `${capital(call.subject)} conflicts with an earlier request.`}${says}`,
    );
  }
  if (status === 422) return invalid(api, call, complaint);
  if (status === 429) return throttled(api, refusal, complaint);
  if ([408, 502, 503, 504].includes(status)) return unreachable(api, call);
  if (status < 400 && status !== 304) {
    return failure(
      api,
      `${product.name} redirected this request. Redirects are never followed, so that the API key stays safe. Whoever publishes the app should check its environment variable BASE_URL.`,
      status,
    );
  }
  if (status >= 500) {
    return failure(
      api,
      `${product.name} had an internal error (${status}) with ${call.subject}. Try again later; if it keeps happening, contact ${product.name} support.${says}`,
      status,
    );
  }
  return failure(
    api,
    `${product.name} did not accept the request about ${call.subject} (${status}).${says || ' If this keeps happening, contact its support.'}`,
    status,
  );
}

/** An answer under a status of success that itself reports a failure. */
export function reportedFailure(api: Api, call: Call, body: unknown): Error {
  const { message, fields } = readComplaint(api, body);
  const why = [message, ...fields.flatMap(([, messages]) => messages)]
    .filter(Boolean)
    .map(endSentence)
    .join(' ');
  return failure(
    api,
    `${product.name} reports a failure with ${call.subject}. ${why || 'It does not say why.'}`,
  );
}

/**
 * An answer that claims success but cannot be read, such as a web page, a cut-off text or nothing at all.
 * @param what what is wrong with it, as the end of a sentence
 */
export function unreadable(api: Api, call: Call, what = 'lacks what was asked for'): Error {
  const effect =
    call.method === 'GET'
      ? ''
      : ' It is not known whether the request took effect; running it again is safe.';
  return failure(
    api,
    `The answer of ${product.name} about ${call.subject} cannot be read: it ${what}.${effect} If this keeps happening, contact ${product.name} support.`,
  );
}

/** A request that could not be made because of what is set or typed. */
export function unusable(api: Api, message: string): Error {
  return failure(api, message);
}

/** All that is wrong with the inputs of a step, each by its field's label. Nothing was sent. */
export function wrongInputs(api: Api, problems: readonly Problem[]): Error {
  const sentences = problems.map(({ path, message }) => `${labelOf(api, path)} ${message}.`);
  const told = sentences.slice(0, MOST_PROBLEMS);
  if (sentences.length > told.length) told.push(`There are ${sentences.length - told.length} more problems.`);
  return failure(api, `${told.join(' ')} Nothing was sent to ${product.name}.`);
}

/** A poll that cannot read all that is new, and has no memory to go on from. Failing loudly loses nothing silently. */
export function tooMany(api: Api, call: Call, read: number): Error {
  return failure(
    api,
    `More than ${read} records in ${call.subject} are new, which is more than one poll can read, and there is no place to go on from: Zapier's memory for this Zap is not available right now, or ${product.name} gives the same page over and over. Nothing was skipped; the next poll tries again. If this does not go away, turn the Zap off and on again.`,
  );
}

/** A list in which a record lacks what tells it from others, so that it could start a Zap twice or never. */
export function unidentified(api: Api, noun: string, keys: readonly string[]): Error {
  return failure(
    api,
    `${product.name} lists a record of the kind ${noun} without ${keys.map((key) => `“${key}”`).join(' and ')}, so one cannot be told from another. Contact ${product.name} support.`,
  );
}

/** A run that stops softly because the world is not as the Zap expects. */
export function halted(api: Api, message: string): Error {
  return plainly(new api.z.errors.HaltedError(withoutKey(api, message)));
}

/** Keeps core from adding its log to the message, which holds what was typed and answered, the key perhaps. */
function plainly(error: Error): Error {
  return Object.assign(error, { doNotContextify: true });
}

/** The server, or the way to it, is down for now: Zapier tries again, which each write of this API allows. */
export function unreachable(api: Api, call: Call): Error {
  const what = `${product.name} could not be reached, or did not answer in time, about ${call.subject}.`;
  return later(api, what, aboutAMinute());
}

/** What may well succeed later: where nobody watches, Zapier tries again. @param seconds from now */
function later(api: Api, what: string, seconds: number, when = inWords(seconds)): Error {
  if (api.attended) return failure(api, `${what} Try again ${when}.`);
  return new api.z.errors.ThrottledError(withoutKey(api, `${what} Zapier tries again ${when}.`), seconds);
}

/** A wait as people say it. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 2) return seconds < 90 ? 'in about a minute' : 'in about two minutes';
  if (minutes < 90) return `in about ${minutes} minutes`;
  return `in about ${Math.round(minutes / 60)} hours`;
}

/** True for a refusal after which the same request may well succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof Error && error.name === 'ThrottledError';
}

function refusedKey(api: Api): Error {
  if (api.connecting) {
    return failure(
      api,
      `${product.name} does not accept this API key: it is incomplete, was deleted, is disabled or has expired. Copy the whole key (it starts with sk_), or make a new one under ${product.apiKeysPlace}.`,
      401,
    );
  }
  return plainly(
    new api.z.errors.ExpiredAuthError(
      `${product.name} no longer accepts the API key of this connection: it was deleted, disabled or has expired. Make a new key in ${product.name} under ${product.apiKeysPlace}, then reconnect the account on Zapier.`,
    ),
  );
}

function forbidden(api: Api, call: Call, { message }: Complaint, says: string): Error {
  if (isMissingScope(message)) {
    const scope = /required:\s*([\w.-]+:[\w-]+)/i.exec(message)?.[1] ?? call.scope;
    return failure(
      api,
      `The API key of this connection lacks the permission “${scope}”. The permissions of a key cannot be changed: make a new key with it in ${product.name} under ${product.apiKeysPlace}, then reconnect the account on Zapier.`,
      403,
    );
  }
  if (/account is inactive/i.test(message)) {
    return failure(
      api,
      `The ${product.name} account of your organization is inactive. Ask an admin of your organization, or ${product.name} support, to activate it.`,
      403,
    );
  }
  if (/\bplan\b/i.test(message)) {
    return failure(
      api,
      `The ${product.name} plan of your organization does not include the API. Ask whoever manages the plan: the Professional and Enterprise plans have it.`,
      403,
    );
  }
  return failure(
    api,
    `${product.name} does not allow this connection to work with ${call.subject}. Ask an admin of your organization.${says}`,
    403,
  );
}

function isMissingScope(message: string): boolean {
  return /insufficient permissions/i.test(message);
}

/** True when the key is good and only lacks the scope of the endpoint that was asked (specification 7.3). */
export function lacksOnlyScope(api: Api, body: unknown): boolean {
  return isMissingScope(readComplaint(api, body).message);
}

function invalid(api: Api, call: Call, { message, fields }: Complaint): Error {
  const words = [message, ...fields.flatMap(([, messages]) => messages)].join(' ');
  const transition = /cannot transition from ['"“‘]?(.*?)['"”’]? to ['"“‘]?([\w-]+)/i.exec(words);
  if (transition) {
    return halted(
      api,
      `${capital(call.subject)} has the status “${transition[1]}” and cannot change to “${transition[2]}”. A status only moves forward, and delivered or canceled orders are final.`,
    );
  }
  const details = fields.map(
    ([field, messages]) =>
      `${field && `${labelOf(api, asTyped(api, field.split('.')))}: `}${messages.map(endSentence).join(' ')}`,
  );
  return failure(
    api,
    `${product.name} did not accept the data for ${call.subject}. ${details.join(' ') || endSentence(message || 'It did not say why')}`,
    422,
  );
}

function throttled(api: Api, { retryAfter }: Refusal, { message }: Complaint): Error {
  const seconds = waitOf(retryAfter) ?? aboutAMinute();
  if (/daily/i.test(message)) {
    const what = `The daily limit of API requests of your ${product.name} plan is used up. It resets at midnight UTC.`;
    return later(api, what, seconds, api.attended ? 'after that' : undefined);
  }
  return later(api, `${product.name} allows 60 requests a minute, and that limit was reached.`, seconds);
}

/** Seconds from a Retry-After header, which is a number of seconds or a date (RFC 9110), where they make sense. */
function waitOf(retryAfter: string | null | undefined): number | undefined {
  const text = retryAfter?.trim();
  if (!text) return undefined;
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const seconds = Math.ceil(isNumber ? Number(text) : (Date.parse(text) - Date.now()) / 1000);
  if (Number.isNaN(seconds) || seconds < 0) return undefined;
  return Math.min(Math.max(1, seconds), LONGEST_WAIT);
}

/** With jitter, so that the runs that failed together do not come back together. */
function aboutAMinute(): number {
  return 60 + Math.floor(Math.random() * 30);
}

function failure(api: Api, message: string, status?: number): Error {
  return new api.z.errors.Error(withoutKey(api, message), undefined, status);
}

function readComplaint(api: Api, body: unknown): Complaint {
  const given = isRecord(body) ? body : {};
  const levels = [given.error, given, given.data, given.meta].filter(isRecord);
  const texts = levels.flatMap(({ error, message, detail }) => [error, message, detail]);
  const errors = levels.map((level) => level.errors).find((errors) => !isBlank(errors));
  const say = (text: unknown) => plain(withoutKey(api, asText(text)));
  const entries = Array.isArray(errors)
    ? errors.map((entry): [string, unknown] => nameOf(entry))
    : Object.entries(isRecord(errors) ? errors : {});
  return {
    message: say(texts.find((text) => typeof text === 'string') ?? ''),
    fields: entries.map(([field, messages]) => [field, [messages].flat().map(say)]),
  };
}

/** An error out of a list of them: the field it is about, where it says that, and what it says. */
function nameOf(entry: unknown): [string, unknown] {
  if (!isRecord(entry)) return ['', entry];
  const field = entry.field ?? entry.path ?? entry.param ?? '';
  return [
    [field].flat().map(asText).join('.'),
    entry.message ?? entry.error ?? entry.msg ?? entry.detail ?? entry,
  ];
}

/** A path in what was sent as one in what was typed: blank rows were left out. */
function asTyped(api: Api, path: readonly string[]): string[] {
  return path.map((part, depth) => {
    const rows = [api.bundle.inputData?.[path[depth - 1] ?? '']].flat();
    const filled = rows.flatMap((cells, row) => (isBlank(cells) ? [] : [String(row)]));
    return (/^\d+$/.test(part) && filled[Number(part)]) || part;
  });
}

/** The label of the field at a path such as `products.3.sku`; rows count from 1 as in the editor. */
function labelOf(api: Api, path: readonly PropertyKey[]): string {
  const words = path.map((part) => {
    const key = String(part);
    if (/^\d+$/.test(key)) return `row ${Number(key) + 1}`;
    return api.labels.get(key) ?? (/^\w+$/.test(key) ? key.replaceAll('_', ' ') : key);
  });
  return capital(words.join(', '));
}

/** Text from elsewhere without markup and control characters, at a length that a person reads. */
export function plain(text: string): string {
  const words = text
    .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return shorten(words, MOST_CHARACTERS);
}

/** Takes the API key out of a text, wherever it came from, also where a text was shortened within it. */
function withoutKey(api: Api, text: string): string {
  const key = apiKey(api.bundle);
  if (key.length < SHORTEST_KEY) return text;
  const spellings = [key, encodeURIComponent(key.toWellFormed()), JSON.stringify(key).slice(1, -1)];
  const beginnings = Array.from({ length: key.length - 4 }, (_, i) => key.slice(0, key.length - 1 - i));
  const whole = spellings.reduce((words, spelling) => words.replaceAll(spelling, '[API key]'), text);
  return beginnings.reduce((words, beginning) => words.replaceAll(`${beginning}…`, '[API key]…'), whole);
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
