// The built app with one step more that does nothing but requests: what another step costs beyond it is its own. (An
// app with that step alone would be quicker at everything, since core copies the whole definition for each event.)
import { defineCreate } from 'zapier-platform-core';
import { z } from 'zod';

const requests = z.array(
  z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    url: z.string(),
    body: z.string().optional(),
  }),
);

const bare = defineCreate({
  key: 'bare',
  noun: 'Request',
  display: { label: 'Send Requests', description: 'Sends requests.' },
  operation: {
    perform: async ({ request }, { authData, inputData }) => {
      const given: Record<string, unknown> = inputData;
      for (const { method, url, body } of requests.parse(given['requests'])) {
        const headers = {
          accept: 'application/json',
          'x-api-key': String(authData?.['api_key']),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        await request({ method, url, headers, ...(body !== undefined && { body }) });
      }
      return { id: 1 };
    },
    sample: { id: 1 },
  },
});

const built: { default: { creates?: object } } = await import(
  new URL('../../dist/index.js', import.meta.url).href
);

export default { ...built.default, creates: { ...built.default.creates, bare } };
