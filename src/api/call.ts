// What a run and a request are: everything in `api/` speaks of these.
import type { Bundle, InputFields, ZObject } from 'zapier-platform-core';
import type * as z from 'zod/mini';
import { asText } from '../values.ts';

/** What a run may take, all its requests together: Zapier ends it after 30 seconds, and this leaves time to say so. */
const TIMEOUT_MS = 25_000;

/** What a permission of an API key is called (specification 5.3). */
export type Scope = `${string}:${'read' | 'write'}`;

/** One run of one step: what every function of `api/` takes first. */
export interface Api {
  z: ZObject;
  bundle: Bundle;
  /** The labels of the step's input fields by key, for messages. */
  labels: ReadonlyMap<string, string>;
  /** When the run gives up waiting, in milliseconds since 1970. */
  deadline: number;
  /** True while an account is being connected, where a refused key is a typing mistake and not an expiry. */
  connecting: boolean;
  /** True while somebody watches in the editor: nothing is tried again by itself there. */
  attended: boolean;
}

/** A kind of record, by which it is found in an answer. */
export interface Resource {
  /** What it is called in an envelope, alone and in lists. */
  one: string;
  many: string;
  /** The documented fields of a record, by which it is recognized; none are documented where it is missing. */
  schema?: z.ZodMiniObject;
  /** The field by which a record is known. */
  identity: string;
  /** Further fields by which a record is recognized, although no document names them. */
  marks?: readonly string[];
}

/** Query parameters; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** One request to the API, and how to speak of it when it is refused. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path segments below the base address, as typed: they are encoded here. */
  path: readonly string[];
  query?: Query;
  /** Sent as JSON; keys that are undefined are left out. */
  body?: object;
  scope: Scope;
  /** What it answers with; where it is missing, the caller reads the answer. */
  resource?: Resource;
  /** What the request is about, in words: `the order “SO-1”`. */
  subject: string;
  /** What to check when the API has no such record. */
  hint?: string;
  /** The step's side of a conflict (409), as a sentence. */
  conflict?: string;
  /** Refusals that the caller reads itself. */
  accept?: readonly number[];
}

/** Who the run is for. */
interface Circumstances {
  connecting?: boolean;
  attended?: boolean;
}

/**
 * Begins a step's talk with the API.
 * @param inputFields the step's own, whose labels appear in messages
 */
export function connect(
  z: ZObject,
  bundle: Bundle,
  inputFields: InputFields = [],
  { connecting = false, attended = connecting }: Circumstances = {},
): Api {
  const labels = new Map<string, string>();
  for (const field of inputFields) {
    if (typeof field === 'function') continue;
    for (const { key, label } of [field, ...(field.children ?? [])]) labels.set(key, label ?? key);
  }
  const { isLoadingSample, isFillingDynamicDropdown, isTestingAuth } = bundle.meta ?? {};
  const isWatched = Boolean(isLoadingSample || isFillingDynamicDropdown || isTestingAuth);
  const deadline = Date.now() + TIMEOUT_MS;
  return { z, bundle, labels, connecting, attended: attended || isWatched, deadline };
}

/** The connection's API key without the white space that comes with pasting. */
export function apiKey(bundle: Pick<Bundle, 'authData'>): string {
  return asText(bundle.authData?.api_key ?? '').trim();
}
