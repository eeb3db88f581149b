import { createHmac } from 'node:crypto';
import { iso } from '../database/columns.ts';
import type { Delivery } from '../model/deliveries.ts';

/** Unix seconds at which an attempt is made (6.2). */
export const timestampHeader = 'x-webhook-timestamp';

/** The specification does not show this name, the algorithm or the encoding: here it is HMAC-SHA-256 in hex. */
export const signatureHeader = 'x-webhook-signature';

/** @returns what a webhook endpoint is sent, each time it is tried; the form of it is not specified. */
export function webhookBody({ event_id, event, created_at, record }: Delivery): string {
  return JSON.stringify({ id: event_id, event, created_at: iso(created_at), data: record });
}

/**
 * Signs `{timestamp}.{body}` (6.2).
 * @param at milliseconds since 1970 at which this attempt is made.
 * @param body exactly as it is sent.
 * @returns the headers that let a receiver check it.
 */
export function sign(secret: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { [timestampHeader]: timestamp, [signatureHeader]: signature };
}
