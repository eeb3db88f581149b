import { z } from 'zod';
import { apiPath, createSandbox, type SandboxOptions } from './app.ts';

/** A sandbox that is listening. */
export type Sandbox = {
  origin: string;
  /** The API's base address: what the app is given as BASE_URL. */
  baseUrl: string;
  /** Stops at once; whatever was answered is kept, and deliveries that are still queued stay queued. */
  close(): Promise<void>;
};

const address = z.object({ port: z.int() });

/**
 * Starts a sandbox on this machine only.
 * @param options as for `createSandbox`; `port` is any free one when left out.
 * @throws Error when the port or the data file cannot be used.
 */
export async function startSandbox({
  port = 0,
  ...options
}: SandboxOptions & { port?: number } = {}): Promise<Sandbox> {
  const app = createSandbox(options);
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await app.close();
    throw error;
  }
  const origin = `http://127.0.0.1:${address.parse(app.server.address()).port}`;
  return { origin, baseUrl: `${origin}${apiPath}`, close: () => app.close() };
}
