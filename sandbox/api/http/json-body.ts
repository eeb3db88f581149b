import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalid } from '../errors.ts';

const chunkSchema = z.instanceof(Uint8Array);

/**
 * Has the server read JSON bodies of at most `limit` bytes; anything else becomes a 422 in the API's error form.
 * A body that is too large is read to its end all the same: a caller who is still sending would otherwise see a broken
 * connection in place of the answer.
 */
export function readJsonBodies(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (_request: unknown, payload: AsyncIterable<unknown>) => {
    const body = await readUpTo(limit, payload);
    if (!body) throw invalid({ body: [`The body must not be greater than ${limit} bytes`] });
    return body.length === 0 ? undefined : parse(body);
  });
}

/** @returns undefined when there is more. */
async function readUpTo(limit: number, payload: AsyncIterable<unknown>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of payload) {
      const bytes = chunkSchema.parse(chunk);
      size += bytes.length;
      if (size <= limit) chunks.push(bytes);
    }
  } catch {
    // The caller went away in the middle, and will not see this.
    throw invalid({ body: ['The body must be complete'] });
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid({ body: ['The body must be valid JSON in UTF-8'] });
  }
}
