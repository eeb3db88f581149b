// What the page asks of the server: the playground's own routes, and the product's dashboard.
import type { Problem } from '../../protocol.ts';

const playground = '/playground/api';
const dashboard = '/dashboard/tenants/alpenglow';

/** The server said no, in a sentence for people. */
export class Refusal extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly body: unknown;

  constructor(
    status: number,
    body: { error?: string; errors?: Record<string, string[]>; problems?: Problem[] },
  ) {
    const fields = Object.values(body.errors ?? {}).flat();
    super(fields.length > 0 ? fields.join('. ') : (body.error ?? 'The playground could not do that.'));
    this.status = status;
    this.problems = body.problems ?? [];
    this.body = body;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function send(method: Method, address: string, body?: unknown): Promise<Response> {
  const response = await fetch(address, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Error('The playground does not answer. What you typed is kept in this browser.');
  });
  if (response.ok) return response;
  throw new Refusal(response.status, await response.json().catch(() => ({})));
}

/** @throws Refusal with the server's sentence, or Error when it does not answer */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await send(method, `${playground}${path}`, body)).json();
}

/** What somebody did in the product; `action` is asked for afterwards to see which Zaps ran. */
export type Done<T> = { data: T; action: string | null };

/** Does something in the product, as its own pages would. @throws as `ask` */
export async function inProduct<T>(method: Method, path: string, body?: unknown): Promise<Done<T>> {
  const response = await send(method, `${dashboard}${path}`, body);
  return { data: (await response.json()).data, action: response.headers.get('x-action') };
}

/** The sentence of whatever went wrong. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
