import { z } from 'zod';
import type { ApiRequest } from './invocation.ts';

/** What a failed step means for its run, in the words of Zapier's error classes. */
export type FailureKind = 'halted' | 'throttled' | 'expired' | 'error';

const KINDS: Record<string, FailureKind> = {
  HaltedError: 'halted',
  ThrottledError: 'throttled',
  ExpiredAuthError: 'expired',
  RefreshAuthError: 'expired',
};

const messageInJson = z.object({ message: z.string(), delay: z.number().nullish() });
const responseInJson = z.object({ status: z.number(), content: z.unknown() });

/** An invocation of the app that ended with an error; its message is what Zapier shows people. */
export class Failure extends Error {
  /** The error's class as the app threw it, such as `HaltedError`. */
  override readonly name: string;
  readonly kind: FailureKind;
  /** Seconds after which the app asks to be tried again, where it says so. */
  readonly delaySeconds: number | undefined;
  /** What the invocation had spent until then. */
  readonly requests: readonly ApiRequest[];
  readonly durationMs: number;

  constructor(
    error: { name: string; message: string },
    spent: { requests: readonly ApiRequest[]; durationMs: number } = { requests: [], durationMs: 0 },
  ) {
    const { message, delay } = read(error);
    super(message);
    this.name = error.name;
    this.kind = KINDS[error.name] ?? 'error';
    this.delaySeconds = delay ?? undefined;
    this.requests = spent.requests;
    this.durationMs = spent.durationMs;
  }
}

/** Core packs some errors into JSON, and appends to others what had happened and the console's lines. */
function read(error: { name: string; message: string }): z.infer<typeof messageInJson> {
  const [text = ''] = error.message.split(/\nWhat happened:\n|\n\nConsole logs:\n/, 1);
  if (error.name === 'AppError' || error.name === 'ThrottledError') {
    const packed = messageInJson.safeParse(parseJson(text));
    if (packed.success) return packed.data;
  }
  if (error.name === 'ResponseError') {
    const packed = responseInJson.safeParse(parseJson(text));
    if (packed.success) {
      const { status, content } = packed.data;
      return { message: `The API answered with status ${status}: ${String(content).slice(0, 250)}` };
    }
  }
  return { message: text || error.name };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
