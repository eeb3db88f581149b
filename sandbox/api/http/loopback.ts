import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets only this machine in. The Host header is checked too: a web page whose own name resolves to this machine would
 * otherwise reach the dashboard through the browser.
 * @throws ApiError 403
 */
export function requireLoopback(request: FastifyRequest): void {
  const address = request.socket.remoteAddress ?? '';
  const isLocal = address === '::1' || /^(::ffff:)?127\./.test(address);
  if (!isLocal || !loopbackNames.includes(hostName(request))) {
    throw new ApiError(403, 'The dashboard is only available on this machine');
  }
}

function hostName(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
}
