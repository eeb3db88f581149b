/** Records the requests that the app makes to the API, within a container. */
import diagnostics from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { ApiRequest } from './records.ts';

/** In characters; longer bodies are cut. */
const LONGEST_BODY = 10_000;

/** Real time, also where the app is shown another one. */
const stopwatch = performance.now.bind(performance);

interface UnderWay {
  record: ApiRequest;
  startedAt: number;
}

export class Recorder {
  #requests: ApiRequest[] = [];
  #origin: string | undefined;
  readonly #underWay = new WeakMap<ClientRequest, UnderWay>();

  constructor() {
    diagnostics.subscribe('http.client.request.created', (message) => {
      const request = requestOf(message);
      if (request && `${request.protocol}//${request.getHeader('host')}` === this.#origin)
        this.#created(request);
    });
    diagnostics.subscribe('http.client.response.finish', (message) => {
      const known = this.#known(message);
      if (!known || !(message instanceof Object) || !('response' in message)) return;
      this.#end(known);
      const { response } = message;
      if (response instanceof IncomingMessage) answered(known.record, response);
    });
    diagnostics.subscribe('http.client.request.error', (message) => this.#end(this.#known(message)));
  }

  /** Records from now on what goes to the API at this address; other places are none of its. */
  begin(baseUrl = ''): void {
    this.#requests = [];
    this.#origin = URL.parse(baseUrl)?.origin;
  }

  /** What was recorded since it began. */
  get requests(): readonly ApiRequest[] {
    return this.#requests;
  }

  #created(request: ClientRequest): void {
    const record: ApiRequest = {
      method: request.method,
      path: request.path,
      status: null,
      durationMs: 0,
      requestHeaders: textsOf(request.getHeaders()),
      requestBody: null,
      responseHeaders: {},
      responseBody: null,
    };
    this.#requests.push(record);
    this.#underWay.set(request, { record, startedAt: stopwatch() });
    tap(request, record);
  }

  #known(message: unknown): UnderWay | undefined {
    const request = requestOf(message);
    return request && this.#underWay.get(request);
  }

  #end(known: UnderWay | undefined): void {
    if (known) known.record.durationMs = stopwatch() - known.startedAt;
  }
}

const requestOf = (message: unknown): ClientRequest | undefined =>
  message instanceof Object && 'request' in message && message.request instanceof ClientRequest
    ? message.request
    : undefined;

/** Keeps what is written, on its way. */
function tap(request: ClientRequest, record: ApiRequest): void {
  for (const name of ['write', 'end'] as const) {
    const original = request[name].bind(request);
    const tapped = (...given: unknown[]): unknown => {
      const [chunk] = given;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        record.requestBody = added(record.requestBody, Buffer.from(chunk));
      return Reflect.apply(original, request, given);
    };
    Object.defineProperty(request, name, { value: tapped, configurable: true, writable: true });
  }
}

function answered(record: ApiRequest, response: IncomingMessage): void {
  record.status = response.statusCode ?? null;
  record.responseHeaders = textsOf(response.headers);
  if (response.headers['content-encoding']) return; // Compressed, it would not be readable.
  response.on('data', (chunk: Uint8Array) => {
    record.responseBody = added(record.responseBody, Buffer.from(chunk));
  });
}

function added(body: string | null, chunk: Buffer): string {
  const text = body ?? '';
  return text.length >= LONGEST_BODY ? text : (text + chunk.toString('utf8')).slice(0, LONGEST_BODY);
}

const textsOf = (headers: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
