import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets only this machine in. The Host header is checked too: a web page whose own name resolves to this machine would
 * otherwise reach the dashboard through the browser.
 * @throws ApiError 403
 */
export function requireLoopback(request: FastifyRequest): void {
  const { socket, headers } = request;
  if (!isLoopbackAddress(socket.remoteAddress ?? '') || !isLoopbackHost(headers.host ?? '')) {
    throw new ApiError(403, 'The dashboard is only available on this machine');
  }
}

/** Whether the address of a connection's other end is this machine. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function isLoopbackHost(host: string): boolean {
  return loopbackNames.includes(host.replace(/:\d+$/, '').toLowerCase());
}
