import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { findByValue, named, noteUse, type Scope } from '../model/keys.ts';
import { currentPlan } from '../model/tenants.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the endpoint needs (5.3). */
    scope?: Scope;
  }
  interface FastifyRequest {
    /** The tenant whose key the request carries, and to whose data it is confined. */
    tenantId: number;
    /** The name of that key, which answers for what the request changes. */
    keyName: string;
  }
}

/**
 * Finds out whose request this is, and whether it may be made (section 5).
 * @returns the key, with the plan whose features its tenant has.
 * @throws ApiError 401, 402 or 403 with the messages of 7.3: first the key, then the tenant, then the scope.
 */
export function authenticate({ database, word }: Services, request: FastifyRequest) {
  const value = sentKey(request);
  if (!value) throw new ApiError(401, 'API key required');
  const key = findByValue(database, value);
  if (key?.status !== 'Active') throw new ApiError(401, 'Invalid or expired API key');
  if (!key.account_active) throw new ApiError(403, 'Organization account is inactive');
  const plan = currentPlan(key, database.now());
  if (!plan) throw new ApiError(402, 'Organization subscription is not active');
  if (plan === 'starter') throw new ApiError(403, 'API access is not available on the current plan');
  const { scope } = request.routeOptions.config;
  if (scope && !key.scopes.includes(scope)) {
    throw new ApiError(403, `Insufficient permissions. Required: ${named(scope, word)}`);
  }
  noteUse(database, key);
  request.tenantId = key.tenant_id;
  request.keyName = key.name;
  return { ...key, plan };
}

/** The two headers are equivalent (5.1); the recommended one counts if both are there. */
function sentKey(request: FastifyRequest): string | undefined {
  const own = request.headers['x-api-key'];
  if (typeof own === 'string' && own !== '') return own;
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
