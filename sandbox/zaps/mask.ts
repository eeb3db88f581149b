import type { ApiRequest } from './records.ts';

const MASK = '••••••••';

/** Takes secrets out of what is recorded of requests, wherever they stand, in place. */
export function mask(requests: readonly ApiRequest[], secrets: readonly string[]): void {
  const clean = (text: string): string =>
    secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, MASK).replaceAll(encodeURIComponent(secret), MASK),
      text,
    );
  const cleanAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, clean(text)]));
  for (const request of requests) {
    request.path = clean(request.path);
    request.requestHeaders = cleanAll(request.requestHeaders);
    request.requestBody = request.requestBody && clean(request.requestBody);
    request.responseHeaders = cleanAll(request.responseHeaders);
    request.responseBody = request.responseBody && clean(request.responseBody);
  }
}
