/** All that a partner edits to publish this app under another name. */
export const product = {
  /** The word of the hook endpoints, in their path and their permissions: the specification has a neutral one. */
  automation: 'automation',
  /** The product's name, as users know it. */
  name: 'Field Sales',
  /** Where an admin makes API keys: settings, API keys. */
  apiKeysUrl: 'https://fieldsales.example/settings/api-keys',
  /** Where users find help with this app. */
  helpUrl: 'https://fieldsales.example/help/zapier',
  /** What the product calls the place of the API keys. */
  apiKeysPlace: 'Settings > API Keys',
} as const;
