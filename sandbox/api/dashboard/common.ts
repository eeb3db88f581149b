import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Author } from '../database/database.ts';
import { filled, identifier } from '../fields.ts';
import { paging, queryInteger } from '../http/query.ts';
import { validate } from '../http/validation.ts';

/** Under which tenant's dashboard something is done. */
export const tenantAddress = z.object({ tenant: z.string() });

/** One numbered thing of a tenant. */
export const numberedAddress = tenantAddress.extend({ id: queryInteger(1) });

/** An identity in an external system. */
export const identity = z.strictObject({ external_system: identifier, external_id: identifier });

/** Which customer is meant: some have no external identity. */
export const customerName = z.union([identity, z.strictObject({ id: z.int() })]);

/** How many entries a list in the dashboard shows. */
export const listLength = 100;

/** Which of them a list shows. */
export const pages = paging(listLength);

/** The form of every answer of the dashboard, whatever the API's envelope is. */
export function answer(data: unknown) {
  return { success: true, data };
}

const personName = z.object({ 'x-person': filled(255).optional() });

/**
 * @returns who does this, where the request says so: the dashboard has no login.
 * @throws ApiError 422
 */
export function author(request: FastifyRequest): Author | undefined {
  const { 'x-person': sent } = request.headers;
  if (typeof sent !== 'string') return undefined;
  const { 'x-person': name } = validate(personName, { 'x-person': decoded(sent) });
  return name === undefined ? undefined : { kind: 'person', name };
}

/** Headers only carry ASCII: names are percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
