import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets only this machine in. The headers are checked too, as web pages would otherwise reach the dashboard through the
 * browser: one whose own name resolves to this machine (Host), and any that sends a form (Origin).
 * @throws ApiError 403
 */
export function requireLoopback(request: FastifyRequest): void {
  const { socket, headers } = request;
  const host = headers.host ?? '';
  const isOwnPage = headers.origin === undefined || headers.origin === `http://${host}`;
  if (!isLoopbackAddress(socket.remoteAddress ?? '') || !isLoopbackHost(host) || !isOwnPage) {
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
