import { describe, expect, jest, test } from '@jest/globals';
import { App, api, type CacheAnswers, failure, run } from '../app.ts';

const hooks = [
  ['order_created', 'order.created'],
  ['order_delivered', 'order.delivered'],
  ['customer_created', 'customer.created'],
  ['check_in_completed', 'check_in.completed'],
] as const;

const targetUrl = 'https://hooks.zapier.test/1/abc';

/** Answers the first time with one value, and then with another. */
const twice = (first: unknown, then: unknown) => {
  const answers = [first];
  return async () => (answers.length > 0 ? answers.pop() : then);
};
const record = { order_number: 'SO-1', customer: { name: 'A' }, notes: '{{braces}}' };

describe.each(hooks)('%s', (key, event) => {
  const step = `triggers.${key}`;
  const subscribe = () => run(`${step}.performSubscribe`, { targetUrl });
  const unsubscribe = (subscribeData: object) =>
    run(`${step}.performUnsubscribe`, { targetUrl, subscribeData: subscribeData as { id: string } });
  const deliver = (cleanedRequest: unknown, bundle: object = {}) => run(step, { cleanedRequest, ...bundle });

  test('subscribes with its event and address, and keeps what the API returns', async () => {
    api()
      .post('/automation/subscribe', { event, target_url: targetUrl })
      .reply(201, { success: true, data: { id: 12, secret_word: 'x' } });
    expect(await subscribe()).toEqual({ id: 12, secret_word: 'x', event, target_url: targetUrl });
  });

  test('looks the id up by event and address only when the answer holds none', async () => {
    api().post('/automation/subscribe').reply(200, { success: true });
    api()
      .get('/automation/subscriptions')
      .reply(200, {
        data: [
          { id: 1, event, target_url: 'https://hooks.zapier.test/1/other' },
          { id: 2, event: hooks.find(([, other]) => other !== event)?.[1], url: targetUrl },
          { id: 3, event, url: targetUrl },
        ],
      });
    expect(await subscribe()).toEqual({ id: 3, event, target_url: targetUrl });
  });

  test('unsubscribes by the id of its subscription', async () => {
    api().delete('/automation/subscribe/12').reply(200, { success: true });
    await unsubscribe({ id: 12, event, target_url: targetUrl });
  });

  test('succeeds in unsubscribing what is gone', async () => {
    api().delete('/automation/subscribe/12').reply(404, { success: false, error: 'Not found' });
    await unsubscribe({ id: '12' });
  });

  test('without an id looks up its own subscription and touches no other', async () => {
    api()
      .get('/automation/subscriptions')
      .reply(200, {
        data: {
          subscriptions: [
            { id: 4, target_url: 'https://x' },
            { id: 5, target_url: targetUrl },
          ],
        },
      });
    api().delete('/automation/subscribe/5').reply(200, { success: true });
    await unsubscribe({ id: 'lost', target_url: targetUrl });
  });

  test('has nothing to unsubscribe where the API does not know the address', async () => {
    api()
      .get('/automation/subscriptions')
      .reply(200, { data: [{ id: 4, target_url: 'https://x' }] });
    await unsubscribe({});
  });

  test('fetches its sample in the shape of a delivery', async () => {
    api()
      .get('/automation/sample')
      .query({ event })
      .reply(200, { success: true, data: [record] });
    expect(await run(`${step}.performList`)).toEqual([record]);
    expect(await deliver(record)).toEqual([record]);
  });

  test('has the same shape for samples and deliveries that are wrapped', async () => {
    api()
      .get('/automation/sample')
      .query({ event })
      .reply(200, { data: [{ event, data: record }] });
    expect(await run(`${step}.performList`)).toEqual([record]);
    expect(await deliver({ event, data: record })).toEqual([record]);
  });

  test('starts a run for each record of a delivery', async () => {
    expect(await deliver([record, { b: 1 }])).toEqual([record, { b: 1 }]);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'text'],
    ['an empty object', {}],
    ['an empty list', []],
    ['an envelope of nothing', { event, data: [] }],
    ['a list of numbers', [1]],
  ])('reports a delivery of %s, which starts nothing', async (_, body) => {
    const { name, message } = await failure(deliver(body));
    expect(name).toBe('AppError');
    expect(message).toMatch(new RegExp(`delivery of “${event}” .* held no record`));
  });

  test('keeps every field of a delivery, whatever it is wrapped in', async () => {
    const beside = { customer: { name: 'A' }, line_items: [{ sku: 'X' }] };
    expect(await deliver({ event, data: { order_number: 'SO-1' }, ...beside })).toEqual([
      { order_number: 'SO-1', ...beside },
    ]);
    const own = { visited_at: '2026-11-20T08:00:00Z', data: { answers: [1, 2] } };
    expect(await deliver(own)).toEqual([own]);
    const listed = { visited_at: '2026-11-20T08:00:00Z', data: [{ a: 1 }, { b: 2 }] };
    expect(await deliver(listed)).toEqual([listed]);
  });

  describe('with a cache', () => {
    const subscribeData = { id: 12, event, target_url: targetUrl };
    const again = { cache: 'kept' } as const;
    const down = () => Promise.reject(new Error('down'));
    const deliverWhile = (cache: CacheAnswers) =>
      run(step, { cleanedRequest: record, subscribeData } as object, { cache });

    test('runs once for the same body to the same subscription', async () => {
      const bundle = { cleanedRequest: record, subscribeData } as object;
      expect(await run(step, bundle)).toEqual([record]);
      expect(await run(step, bundle, again)).toEqual([]);
    });

    test('runs for the same body to another subscription, and for another body', async () => {
      await run(step, { cleanedRequest: record, subscribeData } as object);
      const other = { ...subscribeData, id: 13, target_url: `${targetUrl}2` };
      expect(await run(step, { cleanedRequest: record, subscribeData: other } as object, again)).toEqual([
        record,
      ]);
      const changed = { ...record, status: 'x' };
      expect(await run(step, { cleanedRequest: changed, subscribeData } as object, again)).toEqual([changed]);
    });

    test('runs each time when the cache is out of reach: better twice than never', async () => {
      const bundle = { cleanedRequest: record, subscribeData } as object;
      for (let i = 0; i < 2; i += 1) expect(await run(step, bundle, { cache: 'down' })).toEqual([record]);
    });

    test('marks a delivery for an hour, unless it is marked, for this subscription and body', async () => {
      const asked: unknown[][] = [];
      const cache = {
        get: async (...given: unknown[]) => asked.push(['get', ...given]) && null,
        set: async (...given: unknown[]) => asked.push(['set', ...given]) > 0,
      };
      expect(await deliverWhile(cache)).toEqual([record]);
      const key = expect.stringMatching(/^d[\w-]{22}$/);
      expect(asked).toEqual([
        ['get', key],
        ['set', key, 1, 3600, undefined, true],
      ]);
      expect(asked[1]?.[1]).toBe(asked[0]?.[1]);
    });

    test.each<[string, CacheAnswers]>([
      ['a mark was read', { get: async () => 1 }],
      ['a mark was set meanwhile and is read', { get: twice(null, 1), set: async () => false }],
    ])('starts no run where %s', async (_, cache) => {
      expect(await deliverWhile(cache)).toEqual([]);
    });

    test.each<[string, CacheAnswers]>([
      [
        'the cache refuses to set a mark, and none is there',
        { get: async () => null, set: async () => false },
      ],
      ['the cache fails to read', { get: down }],
      ['the cache fails to write', { get: async () => null, set: down }],
    ])('starts a run where %s', async (_, cache) => {
      expect(await deliverWhile(cache)).toEqual([record]);
    });

    test('goes through where the cache does not answer within two seconds', async () => {
      jest.useFakeTimers({
        doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'],
      });
      try {
        let asks = () => {};
        const asked = new Promise<void>((resolve) => {
          asks = resolve;
        });
        const get = () => {
          asks();
          return new Promise<unknown>(() => {});
        };
        const delivery = deliverWhile({ get });
        await asked;
        jest.advanceTimersByTime(2000);
        expect(await delivery).toEqual([record]);
      } finally {
        jest.useRealTimers();
      }
    });

    test.each<[string, object]>([
      ['id', { id: 12 }],
      ['address', { target_url: targetUrl }],
    ])('knows a subscription by its %s alone', async (_, known) => {
      const bundle = { cleanedRequest: record, subscribeData: known } as object;
      expect(await run(step, bundle)).toEqual([record]);
      expect(await run(step, bundle, again)).toEqual([]);
    });

    test('runs each time where it is not known which subscription a delivery came to', async () => {
      expect(await deliver(record)).toEqual([record]);
      expect(await run(step, { cleanedRequest: record }, again)).toEqual([record]);
    });
  });
});

describe('an address for deliveries', () => {
  test('of more than 500 characters is refused before it is sent', async () => {
    const long = `https://hooks.zapier.test/${'x'.repeat(480)}`;
    const { name, message } = await failure(
      run('triggers.order_created.performSubscribe', { targetUrl: long }),
    );
    expect(name).toBe('AppError');
    expect(message).toMatch(/has 506 characters, but at most 500/);
  });
});

test('an address for deliveries of 500 characters is sent', async () => {
  const long = `https://hooks.zapier.test/${'x'.repeat(474)}`;
  api().post('/automation/subscribe', { event: 'order.created', target_url: long }).reply(201, { id: 1 });
  await run('triggers.order_created.performSubscribe', { targetUrl: long });
});

describe('a subscription', () => {
  test('is found under its name, and lists of them as well', async () => {
    api()
      .post('/automation/subscribe')
      .reply(201, { data: { subscription: { id: 12, secret: 'x' } } });
    const subscribed = await run('triggers.order_created.performSubscribe', { targetUrl });
    expect(subscribed).toMatchObject({ id: 12, secret: 'x' });
    api().post('/automation/subscribe').reply(200, { success: true });
    api()
      .get('/automation/subscriptions')
      .reply(200, { subscriptions: [{ id: 7, url: targetUrl }], events: ['order.created'] });
    expect(await run('triggers.order_created.performSubscribe', { targetUrl })).toMatchObject({ id: 7 });
  });

  test.each<[string, 'GET' | 'POST' | 'DELETE', string, string]>([
    ['performSubscribe', 'POST', 'automation:write', 'the subscription to “order.created”'],
    ['performUnsubscribe', 'DELETE', 'automation:write', 'the subscription 12'],
    ['performList', 'GET', 'automation:read', 'the sample of “order.created”'],
  ])('is spoken of where it is refused: %s', async (name, method, scope, subject) => {
    const refused = (status: number, error: string) => {
      api()
        .intercept(/automation/, method)
        .query(true)
        .reply(status, { success: false, error });
      const bundle: object = { targetUrl, subscribeData: { id: 12 } };
      return failure(run(`triggers.order_created.${name}`, { ...bundle }));
    };
    expect((await refused(403, 'Insufficient permissions')).message).toContain(`“${scope}”`);
    expect((await refused(500, 'Oops')).message).toContain(`internal error (500) with ${subject}.`);
  });
});

describe('a list of subscriptions that cannot be read', () => {
  test('is an error when an id has to be looked up', async () => {
    api().post('/automation/subscribe').reply(201, { success: true });
    api().get('/automation/subscriptions').reply(200, { success: true });
    expect((await failure(run('triggers.order_created.performSubscribe', { targetUrl }))).message).toMatch(
      /subscriptions of this connection cannot be read/,
    );
  });
});

describe('a sample that cannot be read', () => {
  test('is an error', async () => {
    api().get('/automation/sample').query(true).reply(200, ['x']);
    expect((await failure(run('triggers.order_created.performList'))).message).toMatch(
      /sample of “order.created” cannot be read/,
    );
  });
});

test.each<[string, object]>([
  ['order_created', { order_number: 'SO-1' }],
  ['order_delivered', { order_number: 'SO-1' }],
  ['customer_created', { external_id: '7' }],
])('a delivery of %s is known by its number or id, and keeps a field called data', async (key, identity) => {
  const body = { event: 'x', ...identity, data: { a: 1 } };
  expect(await run(`triggers.${key}`, { cleanedRequest: body })).toEqual([body]);
});

describe('the id of a subscription', () => {
  const subscribedTo = async (record: string) => {
    api().post('/automation/subscribe').reply(201, `{"success":true,"data":${record}}`);
    return Object(await run('triggers.order_created.performSubscribe', { targetUrl })).id;
  };

  test.each<[string, string, unknown]>([
    ['id', '{"id":3}', 3],
    ['id as text', '{"id":"3"}', 3],
    ['subscription_id', '{"id":"uuid","subscription_id":4}', 4],
    ['subscription', '{"subscription":5}', 5],
    ['hook_id', '{"hook_id":6}', 6],
    ['an id beyond 2^53', '{"id":9007199254740993}', '9007199254740993'],
  ])('is read from %s', async (_, record, id) => {
    expect(await subscribedTo(record)).toBe(id);
  });

  test.each<[string, string]>([
    ['zero', '{"id":0}'],
    ['below zero', '{"id":-1}'],
    ['a fraction', '{"id":1.5}'],
    ['a word', '{"id":"uuid"}'],
    ['missing', '{"event":"order.created"}'],
  ])('is looked up where it is %s', async (_, record) => {
    api()
      .get('/automation/subscriptions')
      .reply(200, `{"data":[{"id":9007199254740993,"target_url":"${targetUrl}"}]}`);
    expect(await subscribedTo(record)).toBe('9007199254740993');
  });

  test('is left open where the API does not list the subscription', async () => {
    api().get('/automation/subscriptions').reply(200, { data: [] });
    expect(await subscribedTo('{}')).toBeUndefined();
  });

  test('beyond 2^53 ends exactly that subscription', async () => {
    api().delete('/automation/subscribe/9007199254740993').reply(200, { success: true });
    const subscribeData: object = { id: '9007199254740993' };
    await run('triggers.order_created.performUnsubscribe', { subscribeData } as object);
  });

  test('is not looked up without an address, and nothing is ended', async () => {
    await run('triggers.order_created.performUnsubscribe', { subscribeData: {} } as object);
  });
});

describe('the filter by type', () => {
  const filter = (payload: object, type: unknown) =>
    run('triggers.order_created', { cleanedRequest: payload, inputData: { type } });
  const quote = { order_number: 'SO-1', type: 'quote' };

  test.each<[string, object]>([
    ['the payload itself', quote],
    ['in any case', { ...quote, type: ' QUOTE ' }],
    ['wrapped in data', { event: 'order.created', data: quote }],
    ['under its name', { event: 'order.created', data: { order: quote, customer: { type: 'order' } } }],
    ['under its name, without its number', { order: { type: 'quote' } }],
    ['in a payload', { event: 'order.created', payload: quote }],
    ['deep in a payload', { type: 'order.created', payload: { record: quote } }],
  ])('judges an order that is %s', async (_, payload) => {
    expect(await filter(payload, 'order')).toEqual([]);
    expect(await filter(payload, 'quote')).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['lacks the field', { order_number: 'SO-1' }],
    ['has it empty', { order_number: 'SO-1', type: '' }],
    ['has it null', { order_number: 'SO-1', type: null }],
    ['names its event there', { order_number: 'SO-1', type: 'order.created' }],
    ['names its kind there', { order_number: 'SO-1', type: 'orders' }],
    ['has a number there', { order_number: 'SO-1', type: 2 }],
    ['has an object there', { order_number: 'SO-1', type: { code: 'order' } }],
    [
      'names its event beside a payload without a type',
      { type: 'order.created', payload: { order_number: 'SO-1' } },
    ],
    ['has a type only on its customer', { order_number: 'SO-1', customer: { type: 'order' } }],
  ])('lets through a delivery that %s', async (_, payload) => {
    expect(await filter(payload, 'quote')).toHaveLength(1);
  });

  test('lets everything through when it is blank', async () => {
    for (const blank of ['', null, undefined]) expect(await filter(quote, blank)).toHaveLength(1);
  });

  test('judges each of several records', async () => {
    const order = { order_number: 'SO-2', type: 'order' };
    expect(await filter([quote, order], 'quote')).toEqual([quote]);
  });

  test('does not mark a delivery that it keeps out', async () => {
    const set = jest.fn(async () => true);
    const subscribeData = { id: 12 };
    const bundle: object = { cleanedRequest: quote, inputData: { type: 'order' }, subscribeData };
    await run('triggers.order_created', { ...bundle }, { cache: { get: async () => null, set } });
    expect(set).not.toHaveBeenCalled();
  });

  test('takes any case, and refuses what nothing can pass, on subscribing too', async () => {
    expect(await filter({ type: 'quote' }, ' Quote')).toHaveLength(1);
    const says = /^Type must be order or quote, but is “offer”/;
    expect((await failure(filter({ type: 'quote' }, 'offer'))).message).toMatch(says);
    const subscribing = run('triggers.order_created.performSubscribe', {
      targetUrl,
      inputData: { type: 'offer' },
    });
    expect((await failure(subscribing)).message).toMatch(says);
  });
});

/** The keys of a record as Zapier writes them, those within others joined unless the others are promised as a whole. */
const keysOf = (record: object, promised: readonly string[], before = ''): string[] =>
  Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !promised.includes(before + key)
      ? keysOf(value, promised, `${before}${key}__`)
      : [before + key],
  );

test('an instant trigger promises the fields of its sample and no others', () => {
  for (const [key] of hooks) {
    const { sample = {}, outputFields = [] } = App.triggers[key].operation;
    const promised = outputFields.map((field) => (typeof field === 'object' ? field.key : ''));
    expect(keysOf(sample, promised).sort()).toEqual([...promised].sort());
  }
});
