// What a refusal means for the run and for the person who reads it. The only file that names Zapier's errors.
import { product } from '../product.ts';
import { asText, isBlank, isRecord } from '../values.ts';
import { type Api, apiKey, type Call } from './request.ts';

/** How many wrong inputs one message lists; more would be read by nobody. */
const MOST_PROBLEMS = 20;

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
  const complaint = readComplaint(refusal.body);
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
    return failure(
      api,
      `${product.name} does not know ${call.subject}. ${call.hint ?? 'It may not be at the address where it was looked for: whoever publishes the app should check its environment variables BASE_URL and AUTOMATION_PATH.'}`,
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
  if (status >= 300 && status < 400) {
    return failure(
      api,
      `${product.name} sent this request on to another address, which is not followed so that the API key stays safe. Whoever publishes the app should check its environment variable BASE_URL.`,
      status,
    );
  }
  if (status >= 500) {
    return failure(
      api,
      `${product.name} had an internal error (${status}) with ${call.subject}. Try again later; if it stays, contact ${product.name} support.${says}`,
      status,
    );
  }
  return failure(
    api,
    `${product.name} did not accept the request about ${call.subject} (${status}).${says || ' Contact its support if this stays.'}`,
    status,
  );
}

/** An answer under a status of success that itself reports a failure. */
export function reportedFailure(api: Api, call: Call, body: unknown): Error {
  const { message, fields } = readComplaint(body);
  const why = [message, ...fields.flatMap(([, messages]) => messages)]
    .filter(Boolean)
    .map(endSentence)
    .join(' ');
  return failure(
    api,
    `${product.name} reports a failure with ${call.subject}. ${why || 'It does not say why.'}`,
  );
}

/** An answer that claims success but cannot be read, such as a web page, a cut-off text or nothing at all. */
export function unreadable(api: Api, call: Call, content?: string): Error {
  const what = content === undefined ? 'lacks what was asked for' : kindOf(content);
  return failure(
    api,
    `The answer of ${product.name} about ${call.subject} cannot be read: it ${what}. It is not known whether the request took effect; running it again is safe. If this stays, contact ${product.name} support.`,
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
    `${product.name} lists a record of the kind ${noun} without ${keys.map((key) => `“${key}”`).join(' and ')}, so it cannot be told from others. Contact ${product.name} support.`,
  );
}

/** A run that stops softly because the world is not as the Zap expects. */
export function halted(api: Api, message: string): Error {
  return plainly(new api.z.errors.HaltedError(clean(api, message)));
}

/** Keeps core from adding its log to the message, which holds what was typed and answered, the key perhaps. */
function plainly(error: Error): Error {
  return Object.assign(error, { doNotContextify: true });
}

/** The server, or the way to it, is down for now: Zapier tries again, which each write of this API allows. */
export function unreachable(api: Api, call: Call): Error {
  return new api.z.errors.ThrottledError(
    clean(
      api,
      `${product.name} could not be reached, or did not answer in time, about ${call.subject}. Zapier tries again in about a minute.`,
    ),
    aboutAMinute(),
  );
}

/** True for a refusal after which the same request may well succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof Error && error.name === 'ThrottledError';
}

/** True for the errors of a broken connection or a time-out, as node-fetch reports them. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && (error.name === 'FetchError' || error.name === 'AbortError');
}

function refusedKey(api: Api): Error {
  if (api.connecting) {
    return failure(
      api,
      `${product.name} does not accept this API key: it is not complete, was deleted, is disabled or has expired. Copy the whole key (it starts with sk_), or make a new one under ${product.apiKeysPlace}.`,
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
export function lacksOnlyScope(body: unknown): boolean {
  return isMissingScope(readComplaint(body).message);
}

function invalid(api: Api, call: Call, { message, fields }: Complaint): Error {
  const words = [message, ...fields.flatMap(([, messages]) => messages)].join(' ');
  const transition = /cannot transition from ['"“‘]?(.*?)['"”’]? to ['"“‘]?([\w-]+)/i.exec(words);
  if (transition) {
    return halted(
      api,
      `${capital(call.subject)} has the status “${transition[1]}” and cannot change to “${transition[2]}”. A status only moves forward, and delivered or cancelled orders are final.`,
    );
  }
  const details = fields.map(
    ([field, messages]) =>
      `${labelOf(api, asTyped(api, field.split('.')))}: ${messages.map(endSentence).join(' ')}`,
  );
  return failure(
    api,
    `${product.name} did not accept the data for ${call.subject}. ${details.join(' ') || endSentence(message || 'It did not say why')}`,
    422,
  );
}

function throttled(api: Api, { retryAfter }: Refusal, { message }: Complaint): Error {
  const seconds = waitOf(retryAfter) ?? aboutAMinute();
  const daily = /daily/i.test(message);
  return new api.z.errors.ThrottledError(
    daily
      ? `The daily limit of API requests of your ${product.name} plan is used up. It starts anew at midnight UTC, and Zapier tries again.`
      : `${product.name} takes 60 requests a minute and has had more. Zapier tries again in ${seconds} seconds.`,
    seconds,
  );
}

/** Seconds from a Retry-After header, which is a number of seconds or a date (RFC 9110); at least one. */
function waitOf(retryAfter: string | null | undefined): number | undefined {
  const text = retryAfter?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** With jitter, so that the runs that failed together do not come back together. */
function aboutAMinute(): number {
  return 60 + Math.floor(Math.random() * 30);
}

function failure(api: Api, message: string, status?: number): Error {
  return new api.z.errors.Error(clean(api, message), undefined, status);
}

function readComplaint(body: unknown): Complaint {
  const given = isRecord(body) ? body : {};
  const error = isRecord(given.error) ? given.error : given;
  const message = [error.error, error.message, given.message].find((text) => typeof text === 'string') ?? '';
  const errors = isRecord(given.errors) ? given.errors : isRecord(error.errors) ? error.errors : {};
  const fields = Object.entries(errors).map(([field, messages]): Complaint['fields'][number] => [
    field,
    [messages].flat().map(asText).map(plain),
  ]);
  return { message: plain(String(message)), fields };
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
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > 300 ? `${words.slice(0, 300)}…` : words;
}

/** Takes the API key out of a message, wherever it came from. */
function clean(api: Api, message: string): string {
  const key = apiKey(api.bundle);
  return key
    ? message.replaceAll(key, '[API key]').replaceAll(encodeURIComponent(key.toWellFormed()), '[API key]')
    : message;
}

function kindOf(content: string): string {
  if (content.trim() === '') return 'is empty';
  if (/^\s*</.test(content)) return 'is a web page and not data';
  return /^\s*[[{]/.test(content) ? 'ends in the middle' : 'holds no data';
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
