import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorBody, invalid, notFound, tookTooLong } from '../errors.ts';

/** Answers with the API's error form; what the caller is not to know is only told on the console. */
export function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asApiError(error);
  if (known) return reply.code(known.status).send(errorBody(known));
  console.error(error);
  return reply.code(500).send(errorBody(new ApiError(500, 'Server error')));
}

/** Fastify's own refusals (an address with a broken escape, a wrong content type) are invalid input to this API. */
function asApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'FST_ERR_BAD_URL')
    return invalid({ path: ['The path must be valid percent-encoded UTF-8'] });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalid({ body: ['The body must be sent as application/json'] });
  }
  return undefined;
}

/** Answers a request that matches no endpoint, which includes a wrong method. */
export function answerNoEndpoint(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send(errorBody(notFound('Endpoint')));
}

/**
 * Answers what cannot be read as an HTTP request, or not in time, in the same form as everything else, and closes the
 * connection.
 * @param timeout how long a request may take, in milliseconds.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, timeout: number): void {
  if (!socket.writable) return;
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? tookTooLong(timeout)
      : invalid({ request: ['The request must be HTTP with headers of at most 64 KB'] });
  const body = JSON.stringify(errorBody(refusal));
  socket.write(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
      `content-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}
