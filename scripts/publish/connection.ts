// Checks of the connection.
import { partsOf } from '../docs/markdown.ts';
import { type Check, check } from './check.ts';
import { connectionFields, type Field, inputFields } from './definition.ts';

const CREDENTIAL = /api_?key|token|secret|password|passphrase|credential/i;
const DOMAIN = /domain|host|url|site|server|instance/i;

const isSecret = (field: Field) => field.type === 'password' || CREDENTIAL.test(field.key);

const noCredentials = check(
  'D001',
  'No field of a step asks for a credential',
  ({ definition }) => inputFields(definition),
  ({ field }) =>
    isSecret(field) && 'Move this field to src/authentication.ts: what a step asks for is not kept secret.',
);

const linkedHelp = check(
  'D002',
  'The help text of a key says where it is found, with a link',
  ({ definition }) => connectionFields(definition).filter(({ field }) => isSecret(field)),
  ({ field }) =>
    !partsOf(field.helpText ?? '').links.some((link) => link.startsWith('https://')) &&
    'Link to the page where people find this value, in the form [API Keys](https://…).',
);

const MOST_OF_A_LABEL = 100;

/** What a label that is a template of its own may hold: something of the connection, but no secret. */
function fixTemplate(template: string): string | undefined {
  const parts = [...template.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name);
  if (parts.length === 0) return 'Name the account in the label: this one is the same for every connection.';
  return parts.some((name) => CREDENTIAL.test(name)) ? 'Remove the secret from the label.' : undefined;
}

const connectionLabel: Check = {
  id: 'D003',
  title: 'A connection has a label that tells it from others and shows no secret',
  run: ({ definition, connectionLabel, product }) => {
    const place = 'authentication.connectionLabel';
    const problem = (fix: string | undefined) => ({ problems: fix ? [{ place, fix }] : [] });
    const { connectionLabel: declared } = definition.authentication ?? {};
    if (!declared) return problem('Add a label, by which people tell their connections apart.');
    if (typeof declared === 'string' && !declared.startsWith('$func')) return problem(fixTemplate(declared));
    if (!connectionLabel) {
      const open = 'The label comes from a request: connect an account on Zapier, and look at its label.';
      return { problems: [], open };
    }
    const { given, label } = connectionLabel;
    const shown = Object.entries(given).find(([, value]) => label.includes(value));
    if (shown) return problem(`Remove the value of ${shown[0]} from the label.`);
    if (label.trim() === '') return problem('Give the label a text: it is empty.');
    if (label.length > MOST_OF_A_LABEL) return problem(`Shorten the label to ${MOST_OF_A_LABEL} characters.`);
    if (label === product['name'])
      return problem('Name the account in the label: this is the product’s name.');
    return problem(undefined);
  },
};

const noDomains = check(
  'D026',
  'No one types a domain into the connection, to which their key would be sent',
  ({ definition }) => connectionFields(definition),
  ({ field }) =>
    (field.inputFormat || DOMAIN.test(field.key)) &&
    'Take the address from the environment (BASE_URL) instead: a typed domain can send keys anywhere.',
);

export const connectionChecks = [noCredentials, linkedHelp, connectionLabel, noDomains];
