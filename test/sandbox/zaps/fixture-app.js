/**
 * A small app for the runner's own tests: one step for each way in which an app can behave. It
 * keeps a list of "notes" at `BASE_URL` and knows nothing of Field Sales.
 */
import process from 'node:process';
import core from 'zapier-platform-core';

const note = {
  sample: { id: 1, text: 'Sample' },
  outputFields: [
    { key: 'id', label: 'Note ID', type: 'integer' },
    { key: 'text', label: 'Text' },
  ],
};

const hookTrigger = (key, perform) => ({
  key,
  noun: 'Note',
  display: { label: 'New Note', description: 'Triggers when a new note is made.' },
  operation: {
    type: 'hook',
    inputFields: [{ key: 'color', label: 'Color' }],
    performSubscribe: async (z, bundle) =>
      (
        await request(z, bundle, 'POST', '/hooks', {
          target: bundle.targetUrl,
          color: bundle.inputData.color,
        })
      ).data,
    performUnsubscribe: async (z, bundle) =>
      (await request(z, bundle, 'DELETE', `/hooks/${bundle.subscribeData.id}`)).data,
    performList: async (z, bundle) => (await request(z, bundle, 'GET', '/notes')).data,
    perform,
    ...note,
  },
});

const create = (key, inputFields, perform, rest = {}) => ({
  key,
  noun: 'Note',
  display: { label: `Create ${key}`, description: 'Creates a note.' },
  operation: { inputFields, perform, ...note, ...rest },
});

const request = async (z, bundle, method, path, body) => {
  const response = await z.request({
    url: `${process.env.BASE_URL}${path}`,
    method,
    headers: { 'X-Key': bundle.authData.key },
    skipThrowForStatus: true,
    ...(body && { body }),
  });
  if (response.status === 401) throw new z.errors.ExpiredAuthError('The key is no longer valid.');
  if (response.status === 429) {
    throw new z.errors.ThrottledError('Too many requests.', Number(response.getHeader('retry-after')));
  }
  if (response.status === 500) response.throwForStatus();
  return response;
};

const FAILURES = {
  halted: (z) => new z.errors.HaltedError('Nothing to do here.'),
  throttled: (z) => new z.errors.ThrottledError('Slow down.', 5),
  endlessly: (z) => new z.errors.ThrottledError('Slow down.', 3600),
  expired: (z) => new z.errors.ExpiredAuthError('Please reconnect.'),
  app: (z) => new z.errors.Error('The note is too long.', 'too_long', 422),
  plain: () => new TypeError('Something is undefined.'),
};

const echo = async (_z, bundle) => ({ id: 1, ...bundle.inputData });

export default {
  version: '1.0.0',
  platformVersion: core.version,
  flags: { cleanInputData: false, throwForThrottlingEarly: false },
  authentication: {
    type: 'custom',
    fields: [{ key: 'key', label: 'Key', required: true }],
    test: async (z, bundle) => (await request(z, bundle, 'GET', '/me')).data,
    connectionLabel: '{{bundle.inputData.name}} ({{key}})',
  },
  triggers: {
    new_note: hookTrigger('new_note', async (_z, bundle) => {
      const notes = [bundle.cleanedRequest].flat();
      return notes.filter((one) => !bundle.inputData.color || one.color === bundle.inputData.color);
    }),
    new_note_once: hookTrigger('new_note_once', async (z, bundle) => {
      const isNew = await z.cache.set(`note ${bundle.cleanedRequest.id}`, true, 3600, ['auth'], true);
      return isNew ? [bundle.cleanedRequest] : [];
    }),
    failing_note: hookTrigger('failing_note', async (z, bundle) => {
      throw FAILURES[bundle.cleanedRequest.fail](z);
    }),
    polled_note: {
      key: 'polled_note',
      noun: 'Note',
      display: { label: 'Polled Note', description: 'Triggers when a note is made.' },
      operation: { perform: async (z, bundle) => (await request(z, bundle, 'GET', '/notes')).data, ...note },
    },
    note_version: {
      key: 'note_version',
      noun: 'Note',
      display: { label: 'Note Version', description: 'Triggers when a note gets a new text.' },
      operation: {
        perform: async (z, bundle) => (await request(z, bundle, 'GET', '/notes')).data,
        sample: note.sample,
        outputFields: [
          { key: 'id', primary: true },
          { key: 'text', primary: true },
        ],
      },
    },
    color_list: {
      key: 'color_list',
      noun: 'Color',
      display: { label: 'Colors', description: 'Fills a dropdown.', hidden: true },
      operation: { perform: async () => [{ id: 'red' }], sample: { id: 'red' } },
    },
  },
  searches: {
    find_note: {
      key: 'find_note',
      noun: 'Note',
      display: { label: 'Find Note', description: 'Finds a note.' },
      operation: {
        inputFields: [{ key: 'text', label: 'Text', required: true }],
        perform: async (z, bundle) => {
          const { data } = await request(z, bundle, 'GET', '/notes');
          return data.filter((one) => one.text === bundle.inputData.text);
        },
        ...note,
      },
    },
  },
  searchOrCreates: {
    find_note: {
      key: 'find_note',
      display: { label: 'Find or Create Note', description: 'Finds or creates a note.' },
      search: 'find_note',
      create: 'add_note',
    },
  },
  creates: {
    add_note: create(
      'add_note',
      [
        { key: 'text', label: 'Text', required: true },
        { key: 'color', label: 'Color', default: 'white' },
      ],
      async (z, bundle) => (await request(z, bundle, 'POST', '/notes', bundle.inputData)).data,
    ),
    echo: create(
      'echo',
      [
        { key: 'text', label: 'Text' },
        { key: 'hint', type: 'copy', helpText: 'All of these come back.' },
        { key: 'count', label: 'Count', type: 'integer' },
        { key: 'price', label: 'Price', type: 'number' },
        { key: 'done', label: 'Done', type: 'boolean' },
        { key: 'due', label: 'Due', type: 'datetime' },
        { key: 'tags', label: 'Tags', list: true },
        { key: 'data', label: 'Data', dict: true },
        {
          key: 'lines',
          label: 'Lines',
          children: [
            { key: 'sku', label: 'SKU', required: true },
            { key: 'quantity', label: 'Quantity', type: 'integer' },
          ],
        },
        () => [{ key: 'extra', label: 'Extra' }],
      ],
      echo,
    ),
    echo_cleaned: create('echo_cleaned', [{ key: 'text' }, { key: 'tags', list: true }], echo, {
      cleanInputData: true,
    }),
    fail: create('fail', [{ key: 'how', label: 'How', required: true }], async (z, bundle) => {
      const failure = FAILURES[bundle.inputData.how];
      if (failure) throw failure(z);
      const { data } = await request(z, bundle, 'GET', `/fail/${bundle.inputData.how}`);
      return { id: 1, ...data };
    }),
    look_around: create('look_around', [], async (z, bundle) => {
      await z.cursor.set('page 2');
      return {
        id: 1,
        time: new Date().toISOString(),
        memory: process.memoryUsage().rss,
        environment: process.env,
        meta: bundle.meta,
        raw: bundle.inputDataRaw,
        cursor: await z.cursor.get(),
        set: [
          await z.cache.set('key', 1, 60, ['auth'], true),
          await z.cache.set('key', 2, 60, ['auth'], true),
          await z.cache.set('key', 3, 60, null, true),
        ],
        got: await z.cache.get('key', ['auth']),
      };
    }),
    exit: create('exit', [{ key: 'after' }], async (z, bundle) => {
      const { data } = await request(z, bundle, 'GET', '/count');
      if (data.count <= Number(bundle.inputData.after)) process.exit(1);
      return { id: 1, ...data };
    }),
    crash: create('crash', [], () => {
      Promise.reject(new Error('Nobody waits for this.'));
      return new Promise(() => {});
    }),
    hang: create('hang', [], () => new Promise(() => {})),
    use_cache: create('use_cache', [], async (z) => {
      const ended = (call) => Promise.race([call, patience()]).catch(() => 'failed');
      const patience = () => new Promise((resolve) => setTimeout(resolve, 5000, 'hung'));
      const set = await ended(z.cache.set('key', 'value'));
      return { id: 1, set, got: await ended(z.cache.get('key')) };
    }),
  },
};
