import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tookTooLong } from '../errors.ts';

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t -~]*$/;
const jsonType = 'application/json; charset=utf-8';

/** How far a cut-off answer falls short of the length that it claims, in bytes. */
const missingBytes = 512;

/** A misbehavior, and which requests get it. */
export const faultSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  path: z.string().startsWith('/').optional(),
  times: z.int().min(1).default(1),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string().regex(headerName), z.string().regex(headerValue)).optional(),
  body: z.string().optional(),
  content_type: z.string().regex(headerValue).optional(),
  delay_ms: z.int().min(0).max(600_000).optional(),
  reset: z.boolean().optional(),
  cut_off: z.boolean().optional(),
  redirect_to: z.string().regex(headerValue).optional(),
});

export type Fault = z.output<typeof faultSchema>;

/** Misbehavior on demand: each fault is met by the next requests that match it, the oldest fault first. */
export class Faults {
  readonly #timeout: number;
  #faults: Fault[] = [];
  readonly #closing = new AbortController();

  /** @param timeout how long a request may take, in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  add(fault: Fault): void {
    this.#faults.push({ ...fault });
  }

  list(): Fault[] {
    return this.#faults;
  }

  clear(): void {
    this.#faults = [];
  }

  /** Ends delays that are still running, so that the server can close. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Lets a request meet the fault that is meant for it, if there is one. A fault that only delays or has
   * headers lets the request go on to its endpoint; every other one answers, or ends the connection, in the endpoint's place.
   * @param path the request's address after the API's base address, without the query.
   * @throws ApiError 500 when the delay is longer than a request may take.
   */
  async meet(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const fault = this.#take(request.method, path);
    if (!fault) return undefined;
    const { delay_ms: delay = 0 } = fault;
    if (delay > 0) await this.#wait(Math.min(delay, this.#timeout));
    if (delay > this.#timeout && !this.#closing.signal.aborted) {
      reply.header('connection', 'close');
      throw tookTooLong(this.#timeout);
    }
    if (fault.reset || this.#closing.signal.aborted) return reset(reply);
    if (fault.cut_off) return cutOff(fault, reply);
    if (fault.redirect_to !== undefined) {
      return reply
        .code(fault.status ?? 302)
        .headers(fault.headers ?? {})
        .header('location', fault.redirect_to)
        .send();
    }
    if (answersItself(fault)) return answer(fault, reply);
    reply.headers(fault.headers ?? {});
    return undefined;
  }

  #take(method: string, path: string): Fault | undefined {
    const fault = this.#faults.find((each) => matches(each, method, path));
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((each) => each !== fault);
    return fault;
  }

  async #wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method && fault.method !== method) return false;
  return (
    fault.path === undefined || path === fault.path || path.startsWith(`${fault.path.replace(/\/$/, '')}/`)
  );
}

function answersItself(fault: Fault): boolean {
  return fault.status !== undefined || fault.body !== undefined || fault.content_type !== undefined;
}

function answer(fault: Fault, reply: FastifyReply): FastifyReply {
  const status = fault.status ?? 200;
  const body = fault.body ?? JSON.stringify({ success: false, error: `Fault with status ${status}` });
  return reply
    .code(status)
    .header('content-type', fault.content_type ?? jsonType)
    .headers(fault.headers ?? {})
    .send(body);
}

function reset(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
}

/** Sends the beginning of an answer that claims to be longer, then ends the connection. */
async function cutOff(fault: Fault, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  const body = fault.body ?? '{"success":true,"data":[{"order_number":"SO-';
  const { raw } = reply;
  raw.writeHead(fault.status ?? 200, {
    'content-type': fault.content_type ?? jsonType,
    'content-length': Buffer.byteLength(body) + missingBytes,
    ...fault.headers,
  });
  raw.write(body, () => raw.socket?.end());
  await once(raw, 'close');
  return reply;
}
