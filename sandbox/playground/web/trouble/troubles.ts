// What can go wrong with the API, as faults of the sandbox.
import type { Fault } from '../../../api/http/faults.ts';
import { ask, Refusal } from '../server/requests.ts';

export type TroubleKind = { title: string; says: string; fault: Partial<Fault> };

const refusal = (status: number, error: string) => ({
  status,
  body: JSON.stringify({ success: false, error }),
});

/** A fault of the sandbox is for a number of requests; trouble is for all of them, until it is switched off. */
const everyRequest = Number.MAX_SAFE_INTEGER;

export const troubles: TroubleKind[] = [
  {
    title: 'Too many requests',
    says: 'The API answers that the limit of a minute is reached. Runs wait and are tried again.',
    fault: { ...refusal(429, 'Too many requests'), headers: { 'retry-after': '5' } },
  },
  {
    title: 'Outage',
    says: 'The API cannot be reached. Runs wait and are tried again.',
    fault: { reset: true },
  },
  {
    title: 'Slow answers',
    says: 'Each answer takes two seconds. Runs go on, and can be watched step by step.',
    fault: { delay_ms: 2000 },
  },
  {
    title: 'Internal error',
    says: 'The API answers with an error of its own. Runs stop.',
    fault: refusal(500, 'Server error'),
  },
  {
    title: 'Expired key',
    says: 'The API no longer accepts the key. Runs are held until the account is connected again.',
    fault: refusal(401, 'Invalid or expired API key'),
  },
];

/** One at a time: another one takes the place of what was on. @throws Refusal */
export async function switchOn({ fault }: TroubleKind): Promise<void> {
  await ask('DELETE', '/trouble');
  const response = await fetch('/dashboard/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fault, times: everyRequest }),
  });
  if (!response.ok) throw new Refusal(response.status, await response.json());
}
