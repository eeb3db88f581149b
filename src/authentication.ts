import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { checkKey } from './api/automation.ts';
import { apiKey, connect } from './api/call.ts';
import { product } from './product.ts';
import { asText } from './values.ts';

const scopes = ['orders', 'inventory', 'customers', product.automation].flatMap((area) => [
  `\`${area}:read\``,
  `\`${area}:write\``,
]);

const test = async (z: ZObject, bundle: Bundle) => {
  await checkKey(connect(z, bundle, [], { connecting: true }));
  return {};
};

/** How the connection is called in Zaps: as its owner says, else by the end of its key, never more of it. */
const connectionLabel = async (_z: ZObject, bundle: Bundle) => {
  const key = apiKey(bundle);
  const name = asText(bundle.authData.account_name ?? '').trim();
  // Some paste the key into both fields.
  const isKey = key !== '' && (name.includes(key) || (name.length >= 8 && key.includes(name)));
  return name && !isKey ? name : `API key ending in ${key.slice(-4)}`;
};

export default {
  type: 'custom',
  fields: [
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: `An admin creates the key in ${product.name} under [${product.apiKeysPlace}](${product.apiKeysUrl}). It starts with \`sk_\` and is shown only once. Give it the permissions that your Zaps need: ${scopes.join(', ')}. Instant triggers need both \`${product.automation}\` permissions.`,
    },
    {
      key: 'account_name',
      label: 'Account Name',
      required: false,
      helpText: 'A name for this connection in your Zaps, such as `Sales Austria`.',
    },
  ],
  test,
  connectionLabel,
} satisfies Authentication;
