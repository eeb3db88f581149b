import { describe, expect, test } from '@jest/globals';
import { App, api, failure, run } from '../app.ts';

const hooks = [
  ['order_created', 'order.created'],
  ['order_delivered', 'order.delivered'],
  ['customer_created', 'customer.created'],
  ['check_in_completed', 'check_in.completed'],
] as const;

const targetUrl = 'https://hooks.zapier.test/1/abc';
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

  test.each([[undefined], [null], ['text'], [{}], [[]], [{ data: [] }], [[1]]])(
    'reports a delivery that is no record: %j',
    async (body) => {
      const { name, message } = await failure(deliver(body));
      expect(name).toBe('AppError');
      expect(message).toMatch(new RegExp(`delivery of “${event}” .* held no record`));
    },
  );

  describe('with a cache', () => {
    const subscribeData = { id: 12, event, target_url: targetUrl };
    const again = { cache: 'kept' } as const;

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

describe('the filter by type', () => {
  const filter = (payload: object, type: unknown) =>
    run('triggers.order_created', { cleanedRequest: payload, inputData: { type } });

  test('lets through what matches, and all when it is blank', async () => {
    expect(await filter({ type: 'quote' }, 'quote')).toHaveLength(1);
    for (const blank of ['', null, undefined]) expect(await filter({ type: 'quote' }, blank)).toHaveLength(1);
  });

  test('starts nothing for what does not match', async () => {
    expect(await filter({ type: 'order' }, 'quote')).toEqual([]);
  });

  test('looks into an order that is nested under its name', async () => {
    const payload = { event: 'order.created', data: { order: { type: 'quote' }, customer: {} } };
    expect(await filter(payload, 'order')).toEqual([]);
    expect(await filter(payload, 'quote')).toHaveLength(1);
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

  test('lets through what lacks the field', async () => {
    expect(await filter({ order_number: 'SO-1' }, 'quote')).toHaveLength(1);
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
