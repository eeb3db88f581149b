import { z } from 'zod';
import { listen, serverOfTexts, textOf } from '../../../sandbox/zaps/http.ts';

export const KEY = 'secret-key-1234';

const newNote = z.looseObject({ text: z.string() });
const newHook = z.looseObject({ target: z.string() });

interface Note {
  id?: number;
  text: string;
}

/** The API of the fixture app: notes and hooks in memory, and answers that a test can prescribe. */
export class NotesServer {
  /** What the API has, the newest first. */
  notes: Note[] = [];
  hooks: { id: number; target: string }[] = [];
  /** The address that was subscribed last, also if that was refused. */
  lastTarget = '';
  /** The one key that is let in. */
  key = KEY;
  baseUrl = '';
  #planned: { route: string; status: number; headers: Record<string, string> }[] = [];
  #count = 0;
  #lastId = 100;
  #close = async () => {};

  static async start(): Promise<NotesServer> {
    const notes = new NotesServer();
    const server = serverOfTexts();
    server.all('/*', async ({ method, url, headers, body }, reply) => {
      const route = `${method} ${url}`;
      if (route === 'POST /api/hooks') notes.lastTarget = newHook.parse(JSON.parse(textOf(body))).target;
      const planned = notes.#takePlanned(route);
      if (planned) return reply.code(planned.status).headers(planned.headers).send({});
      if (headers['x-key'] !== notes.key) return reply.code(401).send({});
      const [status, answer] = notes.#answer(route, textOf(body));
      return reply.code(status).send(answer);
    });
    const { origin, close } = await listen(server);
    notes.baseUrl = `${origin}/api`;
    notes.#close = close;
    return notes;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** As if it were new. */
  reset(): void {
    this.notes = [];
    this.hooks = [];
    this.key = KEY;
    this.#planned = [];
    this.#count = 0;
  }

  /** Prescribes the answer for the next request of a route, such as `GET /api/notes`. */
  answer(route: string, status: number, headers: Record<string, string> = {}): void {
    this.#planned.push({ route, status, headers });
  }

  /** Sends a body to every hook, and gives the answers' status codes. */
  async deliver(body: unknown): Promise<number[]> {
    const deliveries = this.hooks.map(({ target }) => postJson(target, body));
    return (await Promise.all(deliveries)).map(({ status }) => status);
  }

  #takePlanned(route: string) {
    const index = this.#planned.findIndex((planned) => route.startsWith(planned.route));
    return index < 0 ? undefined : this.#planned.splice(index, 1)[0];
  }

  #answer(route: string, body: string): [status: number, answer: unknown] {
    switch (route) {
      case 'GET /api/me':
        return [200, { name: 'Ada' }];
      case 'GET /api/notes':
        return [200, this.notes];
      case 'POST /api/notes': {
        const note = { id: this.#newId(), ...newNote.parse(JSON.parse(body)) };
        this.notes.unshift(note);
        return [201, note];
      }
      case 'POST /api/hooks': {
        const hook = { id: this.#newId(), target: this.lastTarget };
        this.hooks.push(hook);
        return [201, hook];
      }
      case 'GET /api/count':
        this.#count += 1;
        return [200, { count: this.#count }];
      default: {
        const hookId = /^DELETE \/api\/hooks\/(\d+)$/.exec(route)?.[1];
        this.hooks = this.hooks.filter(({ id }) => String(id) !== hookId);
        return hookId ? [200, {}] : [Number(/\d+$/.exec(route)?.[0] ?? 404), { asked: route }];
      }
    }
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

export const postJson = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
