import type { FastifyReply } from 'fastify';
import type { PlaygroundEvents, PlaygroundState } from './protocol.ts';

const beatMs = 2000;

/** Those who listen for what happens, by server-sent events. */
export class Audience {
  readonly #replies = new Set<FastifyReply>();
  readonly #beat = setInterval(() => this.tell('beat', { at: new Date().toISOString() }), beatMs);

  /** @param state how things stand; what is told from now on comes after it, in order. */
  join(reply: FastifyReply, state: PlaygroundState): void {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(`retry: 500\n${serverSent('state', state)}`);
    this.#replies.add(reply);
    reply.raw.on('close', () => this.#replies.delete(reply));
  }

  tell<Name extends keyof PlaygroundEvents>(event: Name, data: PlaygroundEvents[Name]): void {
    if (this.#replies.size === 0) return;
    const message = serverSent(event, data);
    for (const { raw } of this.#replies) raw.write(message);
  }

  close(): void {
    clearInterval(this.#beat);
    for (const { raw } of this.#replies) raw.end();
  }
}

const serverSent = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
