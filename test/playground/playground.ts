// The playground's server, as its page uses it, for one test.
import { jest } from '@jest/globals';
import { z } from 'zod';
import type { SandboxOptions } from '../../sandbox/api/app.ts';
import { startPlayground } from '../../sandbox/playground/server.ts';
import { containers } from '../built-app.ts';
import { afterThisTest, alpenglow, clientOf, until } from '../sandbox/api/harness.ts';

jest.setTimeout(60_000);

const json = z.record(z.string(), z.unknown());
const detail = z.looseObject({
  zap: z.looseObject({ id: z.string(), revision: z.int() }),
  draft: z.looseObject({ steps: z.array(json) }),
  problems: z.array(z.looseObject({ sentence: z.string(), message: z.string() })),
  tests: z.looseObject({ trigger: z.unknown(), steps: json }),
});
const runPage = z.object({
  runs: z.array(z.looseObject({ id: z.string(), zapId: z.string(), title: z.string(), status: z.string() })),
  total: z.int(),
});

export const log = {
  id: 'log',
  app: 'Sheet',
  does: 'Create Row',
  input: { text: '{{trigger.order_number}}' },
};

export const onOrders = { step: 'order_created', input: {} };

/** A draft that can be published. */
export const draftOf = (more: object = {}) => ({
  title: 'Log orders',
  description: '',
  connectionId: 'connection-1',
  trigger: onOrders,
  steps: [log],
  ...more,
});

export async function open(options: SandboxOptions = {}) {
  const playground = await startPlayground({ containers, retryDelays: [20], ...options });
  afterThisTest(() => playground.close());
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${playground.origin}/playground/api${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const found: unknown = await answer.json();
    return { status: answer.status, body: found };
  };
  /** Asks for what must be given. */
  const get = async <Schema extends z.ZodType>(schema: Schema, path: string) =>
    schema.parse((await ask('GET', path)).body);
  const zap = (id: string) => get(detail, `/zaps/${id}`);
  const save = async (id: string, draft: object) =>
    ask('PUT', `/zaps/${id}/draft`, { basedOn: (await zap(id)).zap.revision, draft });
  return {
    ...clientOf(playground.origin),
    ask,
    connect: async (api_key = alpenglow) => {
      const { body } = await ask('POST', '/connections', { authData: { api_key } });
      return z.object({ id: z.string() }).parse(body).id;
    },
    zap,
    save,
    /** A new Zap with this draft, not published. */
    keep: async (draft: object) => {
      const { id } = detail.parse((await ask('POST', '/zaps', {})).body).zap;
      const saved = await save(id, draft);
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
      return id;
    },
    publish: async (id: string, more: object = {}) =>
      ask('POST', `/zaps/${id}/publish`, { basedOn: (await zap(id)).zap.revision, ...more }),
    runs: (query = '') => get(runPage, `/runs${query}`),
    /** Waits until there are runs as asked for, this many. */
    reached: (query: string, count = 1) =>
      until(async () => {
        const page = await get(runPage, `/runs${query}`);
        return page.total >= count && page.runs;
      }),
    /** How things stand, with which every stream of events begins. */
    state: async () => {
      const { body } = await fetch(`${playground.origin}/playground/api/events`);
      let heard = '';
      for await (const chunk of body ?? []) {
        heard += Buffer.from(chunk);
        const [, found] = /^event: state\ndata: (.*)\n\n/m.exec(heard) ?? [];
        if (found) return json.parse(JSON.parse(found));
      }
      throw new Error(`The events end without a state: ${heard}`);
    },
    close: playground.close,
  };
}
