import { createServer } from 'node:http';
import { z } from 'zod';
import { listen, readBody, sendJson } from '../../../sandbox/zaps/http.ts';

export const KEY = 'secret-key-1234';

export interface Note {
  id: number;
  text: string;
  colour?: string;
}

/** The API of the fixture app: notes and hooks in memory, and answers that a test can prescribe. */
export class NotesServer {
  /** What the API has; tests may change it. */
  notes: Note[] = [];
  hooks: { id: number; target: string }[] = [];
  /** The one key that is let in. */
  key = KEY;
  /** Answers for the next requests, in order, instead of the usual ones. */
  next: { status: number; headers?: Record<string, string> }[] = [];
  baseUrl = '';
  #count = 0;
  #lastId = 0;
  #close = async () => {};

  static async start(): Promise<NotesServer> {
    const notes = new NotesServer();
    const server = createServer(async (request, response) => {
      const body = await readBody(request);
      const planned = notes.next.shift();
      for (const [name, value] of Object.entries(planned?.headers ?? {})) response.setHeader(name, value);
      if (planned) return sendJson(response, planned.status, {});
      if (request.headers['x-key'] !== notes.key) return sendJson(response, 401, {});
      const [status, answer] = notes.#answer(`${request.method} ${request.url}`, body);
      sendJson(response, status, answer);
    });
    const { origin, close } = await listen(server);
    notes.baseUrl = `${origin}/api`;
    notes.#close = close;
    return notes;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Sends a body to every hook, and gives the answers' status codes. */
  async deliver(body: unknown): Promise<number[]> {
    const answers = this.hooks.map(({ target }) =>
      fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
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
        const hook = { id: this.#newId(), target: newHook.parse(JSON.parse(body)).target };
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
    return this.#lastId + 100;
  }
}

const newNote = z.looseObject({ text: z.string() });
const newHook = z.looseObject({ target: z.string() });
