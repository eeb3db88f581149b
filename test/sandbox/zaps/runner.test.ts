import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type App, loadApp } from '../../../sandbox/zaps/app.ts';
import type { PollRecord, RunRecord, RunStatus } from '../../../sandbox/zaps/records.ts';
import { worksOf } from '../../../sandbox/zaps/resume.ts';
import { Runner } from '../../../sandbox/zaps/runner.ts';
import { TimeMachine } from '../../../sandbox/zaps/time-machine.ts';
import type { Zap } from '../../../sandbox/zaps/zap.ts';
import { parseZapFile } from '../../../sandbox/zaps/zap-file.ts';
import { KEY, NotesServer, postJson } from './notes-server.ts';

const ENTRY = new URL('./fixture-app.js', import.meta.url).pathname;
const SOON = 10_000;

let api: NotesServer;
let app: App;
let clock: TimeMachine;
let runner: Runner;

// Loading the app takes longer than all the rest; it keeps nothing that one test could see of another.
beforeAll(async () => {
  api = await NotesServer.start();
  app = await loadApp({ entry: ENTRY, environment: { BASE_URL: api.baseUrl } });
});

afterAll(async () => {
  await app.close();
  await api.close();
});

beforeEach(async () => {
  api.reset();
  clock = new TimeMachine();
  runner = await Runner.start(app, { clock });
});

afterEach(() => runner.close());

type Steps = Record<string, unknown>[];

/** Adds a Zap with these steps. Unless a test is about the trigger, it is a stand-in. */
async function add(
  steps: Steps,
  trigger: Record<string, unknown> = { app: 'CRM', does: 'New Lead', gives: {} },
) {
  const file = parseZapFile({ title: 'A Zap', description: 'For a test.', trigger, steps }, 'test');
  return runner.add(file, await runner.connect({ key: KEY }));
}

async function turnOn(...parts: Parameters<typeof add>) {
  const zap = await add(...parts);
  await zap.turnOn();
  return zap;
}

/** Runs steps once, with this as the trigger's data, and gives the record of the run. */
async function run(steps: Steps, data: Record<string, unknown> = {}): Promise<RunRecord> {
  const zap = await turnOn(steps);
  const [record] = zap.fire([data]);
  await runner.settled();
  if (!record) throw new Error('No run was started.');
  return record;
}

const fail = (how: string): Steps => [
  { action: 'fail', input: { how } },
  { app: 'Sheet', does: 'Add Row' },
];
const note = { app: 'Sheet', does: 'Add Row', input: { text: '{{trigger.text}}' } };
const lastOutput = ({ steps }: RunRecord) => steps.at(-1)?.output;
const status = (is: RunStatus) => (runs: readonly RunRecord[]) => runs.some((one) => one.status === is);

describe('connecting', () => {
  test('tests the credentials and labels the connection', async () => {
    expect((await runner.connect({ key: KEY })).label).toBe(`Ada (${KEY})`);
  });

  test('refuses credentials that the app refuses', async () => {
    await expect(runner.connect({ key: 'wrong' })).rejects.toThrow('The key is no longer valid.');
  });
});

describe('turning on', () => {
  test('tests the connection, fetches the sample and subscribes', async () => {
    api.notes = [{ id: 1, text: 'first' }];
    const zap = await turnOn([note], { step: 'new_note' });
    expect(zap.record).toMatchObject({ isOn: true, sample: { id: 1, text: 'first' }, problem: null });
    expect(zap.record.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/me',
      'GET /api/notes',
      'POST /api/hooks',
    ]);
    expect(api.hooks).toEqual([{ id: expect.any(Number), target: expect.stringContaining('/hooks/') }]);
  });

  test('tells everything that is wrong with a Zap at once', async () => {
    const steps = [
      { action: 'add_note', input: { txt: 'x' } },
      { id: 'found', search: 'find_note', input: { text: '{{2.id}}' }, or_create: {} },
      { action: 'nothing', input: {} },
      { id: 'found', app: 'Sheet', does: 'Add Row', input: { text: '{{found.id}} {{later.id}}' } },
      { action: 'echo', input: { lines: 'A', extra: 'e' } },
      { action: 'echo', input: { lines: [{ sku: '', amount: 1 }] } },
    ];
    await expect(turnOn(steps, { step: 'color_list', input: {} })).rejects.toMatchObject({
      problems: [
        expect.stringMatching(/^trigger: the app has no trigger "color_list"; it has new_note, /),
        'steps[0].input.txt: there is no such field; there are text, color',
        'steps[0].input.text: is required',
        'steps[1].input.text: refers to "2", which is no earlier step; there are trigger, 1',
        'steps[1].or_create.text: is required',
        expect.stringMatching(/^steps\[2]: the app has no action "nothing"; it has add_note, /),
        'steps[3].input.text: refers to "later", which is no earlier step; there are trigger, 1, found, 2, 3',
        'steps[3]: another step is called "found"',
        'steps[4].input.lines: takes line items, an object with sku, quantity or a list of such',
        'steps[5].input.lines[0].amount: there is no such field; there are sku, quantity',
        'steps[5].input.lines[0].sku: is required',
      ],
    });
  });

  test('twice subscribes once', async () => {
    const zap = await add([note], { step: 'new_note' });
    const both = await Promise.allSettled([zap.turnOn(), zap.turnOn()]);
    expect(both.map(({ status: ended }) => ended)).toEqual(['fulfilled', 'rejected']);
    expect(api.hooks).toHaveLength(1);
  });

  test('leaves no address open when subscribing fails', async () => {
    const zap = await add([note], { step: 'new_note' });
    api.answer('POST /api/hooks', 500);
    await expect(zap.turnOn()).rejects.toThrow('The API answered with status 500');
    expect(zap.record.isOn).toBe(false);
    expect((await postJson(api.lastTarget, {})).status).toBe(410);
  });
});

describe('turning off', () => {
  test('waits for a Zap that is still being turned on, so that nothing is left', async () => {
    const zap = await add([note], { step: 'new_note' });
    const turningOn = zap.turnOn();
    await runner.remove(zap);
    await turningOn;
    expect(zap.record.isOn).toBe(false);
    expect(api.hooks).toEqual([]);
  });

  test('starts no run of a poll that is under way', async () => {
    const zap = await turnOn([note], { step: 'polled_note' });
    api.notes = [{ id: 7, text: 'late' }];
    const polling = zap.poll();
    await zap.turnOff();
    expect(await polling).toEqual([]);
    expect(runner.runs).toEqual([]);
  });
});

describe('deliveries', () => {
  test('run the steps with what the trigger made of them', async () => {
    await turnOn([note], { step: 'new_note' });
    expect(await api.deliver({ id: 5, text: '{{braces}} as typed' })).toEqual([200]);
    await runner.until(status('success'), SOON);
    expect(runner.runs).toMatchObject([
      {
        zapTitle: 'A Zap',
        status: 'success',
        message: null,
        requests: 0,
        steps: [
          {
            kind: 'trigger',
            key: 'new_note',
            title: 'New Note',
            output: { id: 5, text: '{{braces}} as typed' },
          },
          { kind: 'action', app: 'Sheet', title: 'Add Row', input: { text: '{{braces}} as typed' } },
        ],
      },
    ]);
  });

  test('start a run for each result', async () => {
    await turnOn([note], { step: 'new_note' });
    await api.deliver([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    await runner.until((runs) => runs.filter((one) => one.status === 'success').length === 3, SOON);
    expect(runner.runs.map(lastOutput)).toEqual(
      expect.arrayContaining([{ text: 'a' }, { text: 'b' }, { text: 'c' }]),
    );
  });

  test('start no run without a result', async () => {
    await turnOn([note], { step: 'new_note', input: { color: 'red' } });
    await api.deliver({ text: 'blue', color: 'blue' });
    await api.deliver({ text: 'red', color: 'red' });
    await runner.until(status('success'), SOON);
    await runner.settled();
    expect(runner.runs.map(lastOutput)).toEqual([{ text: 'red' }]);
  });

  test('that come twice run once, if the app asks the cache', async () => {
    await turnOn([note], { step: 'new_note_once' });
    await Promise.all([api.deliver({ id: 9, text: 'a' }), api.deliver({ id: 9, text: 'a' })]);
    await api.deliver({ id: 10, text: 'b' });
    await runner.until((runs) => runs.filter((one) => one.status === 'success').length === 2, SOON);
    await runner.settled();
    expect(runner.runs.map(lastOutput)).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  test('go to every Zap that is on, and turning one off leaves the other', async () => {
    const first = await turnOn([note], { step: 'new_note' });
    await turnOn([note], { step: 'new_note' });
    expect(await api.deliver({ text: 'a' })).toEqual([200, 200]);
    const [target] = api.hooks;
    await first.turnOff();
    expect(first.record).toMatchObject({ isOn: false, problem: null });
    expect(api.hooks).toHaveLength(1);
    expect(await api.deliver({ text: 'b' })).toEqual([200]);
    expect((await postJson(target?.target ?? '', {})).status).toBe(410);
  });

  test('are refused after turning off, also when unsubscribing fails', async () => {
    const zap = await turnOn([note], { step: 'new_note' });
    api.answer('DELETE /api/hooks', 500);
    await zap.turnOff();
    expect(zap.record).toMatchObject({ isOn: false, problem: expect.stringContaining('status 500') });
    expect(await api.deliver({ text: 'a' })).toEqual([410]);
  });

  test.each<[string, RunStatus, string]>([
    ['halted', 'halted', 'Nothing to do here.'],
    ['app', 'stopped', 'The note is too long.'],
    ['expired', 'held', 'Please reconnect.'],
  ])('end a run when the trigger fails with the error “%s”', async (how, expected, message) => {
    await turnOn([note], { step: 'failing_note' });
    await api.deliver({ fail: how });
    await runner.until(status(expected), SOON);
    expect(runner.runs).toMatchObject([
      { status: expected, message, steps: [{ kind: 'trigger', status: expected }] },
    ]);
  });

  test('that are throttled are tried again once, after five minutes at most', async () => {
    await turnOn([note], { step: 'failing_note' });
    await api.deliver({ fail: 'endlessly' });
    await runner.until(status('waiting'), SOON);
    expect(runner.runs).toMatchObject([{ message: 'Slow down.', retryAt: '2024-05-01T12:05:00.000Z' }]);
    clock.pass(300);
    await runner.until(status('stopped'), SOON);
    expect(runner.runs).toMatchObject([{ message: 'Slow down.', retryAt: null }]);
  });
});

describe('polling', () => {
  test('runs what is new, the oldest first, once', async () => {
    api.notes = [{ id: 1, text: 'old' }];
    const zap = await turnOn([note], { step: 'polled_note' });
    expect(zap.record.sample).toEqual({ id: 1, text: 'old' });
    expect(await zap.poll()).toEqual([]);

    api.notes = [{ id: 3, text: 'newest' }, { id: 2, text: 'newer' }, ...api.notes];
    expect((await zap.poll()).length).toBe(2);
    expect(await zap.poll()).toEqual([]);
    await runner.settled();
    expect(runner.runs.map(lastOutput)).toEqual([{ text: 'newer' }, { text: 'newest' }]);
  });

  test('tells items apart by their primary output fields', async () => {
    api.notes = [{ id: 1, text: 'a' }];
    const zap = await turnOn([note], { step: 'note_version' });
    api.notes = [{ id: 1, text: 'b' }];
    expect(await zap.poll()).toHaveLength(1);
    expect(await zap.poll()).toHaveLength(0);
  });

  test('forgets what it has seen when the Zap is turned off', async () => {
    const zap = await turnOn([note], { step: 'polled_note' });
    await zap.turnOff();
    api.notes = [{ id: 1, text: 'made while it was off' }];
    await expect(zap.poll()).rejects.toThrow('"A Zap" is off');
    await zap.turnOn();
    expect(await zap.poll()).toEqual([]);
  });

  test('holds a flood, which can be replayed', async () => {
    const zap = await turnOn([note], { step: 'polled_note' });
    api.notes = Array.from({ length: 101 }, (_, index) => ({ id: index, text: `${index}` }));
    const runs = await zap.poll();
    expect(runs.every((one) => one.status === 'held')).toBe(true);
    expect(runs[0]?.message).toBe('101 new items came at once. Replay those that should run.');
    await runner.replay(runs[0]?.id ?? '');
    expect(runs[0]).toMatchObject({ status: 'success', message: null });
  });

  test('tells what is wrong with a poll, and goes on with the next', async () => {
    const zap = await turnOn([note], { step: 'polled_note' });
    api.answer('GET /api/notes', 429);
    await expect(zap.poll()).rejects.toThrow('Too many requests.');
    expect(zap.record.problem).toBe('Too many requests.');
    api.notes = [{ id: 1, text: 'a' }];
    expect(await zap.poll()).toHaveLength(1);
    expect(zap.record.problem).toBeNull();
  });

  test('refuses items without an identity', async () => {
    api.notes = [{ text: 'no id' }];
    await expect(turnOn([note], { step: 'polled_note' })).rejects.toThrow(
      'The trigger "Polled Note" gave an item without "id".',
    );
  });
});

describe('steps', () => {
  test('get earlier outputs, coerced to the types of their fields', async () => {
    const record = await run(
      [
        { id: 'made', action: 'add_note', input: { text: 'Total {{trigger.total}}' } },
        {
          action: 'echo',
          input: {
            text: '{{made.id}}/{{1.color}}',
            count: '{{trigger.count}}',
            price: '{{trigger.total}}',
            done: '{{trigger.done}}',
            due: '{{trigger.due}}',
            tags: '{{trigger.lines.sku}}',
            data: { total: '{{trigger.total}}' },
            lines: { sku: '{{trigger.lines.sku}}', quantity: '{{trigger.lines.quantity}}' },
            extra: '{{trigger.missing}}',
          },
        },
      ],
      {
        ...{ count: '12', total: 9.5, done: 'no', due: '2024-05-01' },
        lines: [{ sku: 'A', quantity: '1' }, { sku: 'B' }],
      },
    );
    expect(record).toMatchObject({ status: 'success', requests: 1 });
    expect(record.steps[2]?.input).toEqual({
      text: expect.stringMatching(/^1\d\d\/white$/),
      count: 12,
      price: 9.5,
      done: false,
      due: '2024-05-01T09:00:00+00:00',
      tags: ['A', 'B'],
      data: { total: '9.5' },
      lines: [
        { sku: 'A', quantity: 1 },
        { sku: 'B', quantity: '' },
      ],
      extra: '',
    });
  });

  test('get their input without blanks where the step is set so', async () => {
    const record = await run([
      { action: 'echo_cleaned', input: { text: '{{trigger.none}}', tags: ['', 'a'] } },
    ]);
    expect(lastOutput(record)).toEqual({ id: 1, tags: ['a'] });
  });

  test('get what was typed as raw input', async () => {
    const record = await run([{ action: 'look_around', input: {} }]);
    expect(lastOutput(record)).toMatchObject({ raw: {}, meta: { timezone: 'UTC', zap: { id: 'zap-1' } } });
  });

  test('are not run when a required field turns out blank', async () => {
    const record = await run([{ action: 'add_note', input: { text: '{{trigger.none}}' } }]);
    expect(record).toMatchObject({
      status: 'stopped',
      message: 'Required field "Text" (text) is missing.',
      requests: 0,
    });
  });

  test('of other apps give back what they were given, and more if the Zap says so', async () => {
    const invoice = {
      app: 'Books',
      does: 'Create Invoice',
      input: { total: '{{trigger.total}}' },
      gives: { number: 'I-{{trigger.id}}' },
    };
    const record = await run(
      [invoice, { app: 'Chat', does: 'Send', input: { text: '{{1.number}}: {{1.total}}' } }],
      {
        total: 9.5,
        id: 3,
      },
    );
    expect(record.steps[1]?.output).toEqual({ total: 9.5, number: 'I-3' });
    expect(lastOutput(record)).toEqual({ text: 'I-3: 9.5' });
  });

  const type = '{{trigger.type}}';
  const total = '{{trigger.total}}';
  const none = '{{trigger.none}}';

  test.each<[string, Record<string, unknown>, RunStatus]>([
    ['go on where a text matches', { value: type, condition: 'exactly_matches', to: 'order' }, 'success'],
    [
      'stop where a text does not match',
      { value: type, condition: 'exactly_matches', to: 'quote' },
      'filtered',
    ],
    [
      'go on where a text is another',
      { value: type, condition: 'does_not_exactly_match', to: 'quote' },
      'success',
    ],
    ['go on where a text contains a part', { value: type, condition: 'contains', to: 'rde' }, 'success'],
    [
      'stop where a text contains a part that it must not',
      { value: type, condition: 'does_not_contain', to: 'rde' },
      'filtered',
    ],
    ['go on where a number is greater', { value: total, condition: 'greater_than', to: 9 }, 'success'],
    ['stop where a number is not less', { value: total, condition: 'less_than', to: '9' }, 'filtered'],
    ['stop where a value that must exist is missing', { value: none, condition: 'exists' }, 'filtered'],
    [
      'go on where a value that must not exist is missing',
      { value: none, condition: 'does_not_exist' },
      'success',
    ],
  ])('that filter %s', async (_, condition, expected) => {
    const record = await run([{ filter: [condition] }], { type: 'order', total: 10 });
    expect(record.status).toBe(expected);
  });

  const isEither = [
    [
      { value: type, condition: 'exactly_matches', to: 'order' },
      { value: total, condition: 'greater_than', to: 100 },
    ],
    [{ value: type, condition: 'exactly_matches', to: 'quote' }],
  ];

  test.each([
    ['first', { type: 'order', total: 500 }],
    ['last', { type: 'quote', total: 50 }],
  ])('that filter by groups go on where only the %s group holds', async (_, given) => {
    expect((await run([{ filter: isEither }], given)).status).toBe('success');
  });

  test('that filter by groups stop where no group holds, and say what each lacked', async () => {
    const record = await run([{ filter: isEither }], { type: 'order', total: 50 });
    expect(record.status).toBe('filtered');
    const says = 'Not met: "50" is greater than "100"; nor: "order" exactly matches "quote".';
    expect(record.message).toBe(says);
  });

  test('are called as a person named them, and by their ids', async () => {
    const record = await run(
      [
        { ...note, name: 'Write it down' },
        { ...note, id: 'again' },
      ],
      { text: 'a' },
    );
    expect(record.steps.map(({ id, title }) => [id, title])).toEqual([
      ['trigger', 'New Lead'],
      ['1', 'Write it down'],
      ['again', 'Add Row'],
    ]);
  });

  test('that filter say what did not hold', async () => {
    const filter = [{ value: '{{trigger.type}}', condition: 'exactly_matches', to: 'order' }];
    const record = await run([{ filter }, note], { type: 'quote' });
    expect(record.message).toBe('Not met: "quote" exactly matches "order".');
    expect(record.steps).toHaveLength(2);
  });
});

describe('searches', () => {
  const find = { id: 'found', search: 'find_note', input: { text: '{{trigger.text}}' } };
  const use = {
    app: 'Chat',
    does: 'Send',
    input: { found: '{{found.id}}', was: '{{found._zap_search_was_found_status}}' },
  };

  test('give their first result', async () => {
    api.notes = [
      { id: 4, text: 'x' },
      { id: 5, text: 'x' },
    ];
    expect(lastOutput(await run([find, use], { text: 'x' }))).toEqual({ found: 4, was: '' });
  });

  test('halt the run when nothing is found', async () => {
    const record = await run([find, use], { text: 'x' });
    expect(record).toMatchObject({ status: 'halted', message: 'Nothing was found: Find Note.', requests: 1 });
    expect(record.steps).toHaveLength(2);
  });

  test('let the run go on without a result where the Zap says so', async () => {
    const record = await run([{ ...find, if_nothing_found: 'continue' }, use], { text: 'x' });
    expect(lastOutput(record)).toEqual({ found: '', was: false });
  });

  test('find or create', async () => {
    const steps = [{ ...find, or_create: { text: '{{trigger.text}}', color: 'red' } }, use];
    const created = await run(steps, { text: 'x' });
    expect(created.steps[1]).toMatchObject({
      title: 'Find or Create Note',
      requests: [{ method: 'GET' }, { method: 'POST' }],
    });
    expect(api.notes).toEqual([{ id: expect.any(Number), text: 'x', color: 'red' }]);
    expect(lastOutput(created)).toEqual({ found: api.notes[0]?.id, was: false });

    expect(lastOutput(await run(steps, { text: 'x' }))).toEqual({ found: api.notes[0]?.id, was: true });
    expect(api.notes).toHaveLength(1);
  });
});

describe('failures', () => {
  test.each<[string, RunStatus, string]>([
    ['halted', 'halted', 'Nothing to do here.'],
    ['app', 'stopped', 'The note is too long.'],
    ['plain', 'stopped', 'Something is undefined.'],
    ['500', 'stopped', 'The API answered with status 500: {"asked":"GET /api/fail/500"}'],
  ])('of the kind "%s" leave the run %s', async (how, expected, message) => {
    const record = await run(fail(how));
    expect(record).toMatchObject({ status: expected, message });
    expect(record.steps.map((step) => step.status)).toEqual(['success', expected]);
  });

  test('of the kind "throttled" are tried again after the delay, without repeating earlier steps', async () => {
    const zap = await turnOn([
      { action: 'add_note', input: { text: 'a' } },
      { action: 'fail', input: { how: '200' } },
    ]);
    api.answer('GET /api/fail/200', 429, { 'Retry-After': '90' });
    const [record] = zap.fire();
    await runner.until(status('waiting'), SOON);
    expect(record).toMatchObject({
      message: 'Too many requests.',
      retryAt: '2024-05-01T12:01:30.000Z',
      steps: [
        { status: 'success' },
        { status: 'success' },
        { status: 'waiting', message: 'Too many requests.' },
      ],
    });
    clock.pass(90);
    await runner.settled();
    expect(record).toMatchObject({ status: 'success', message: null, retryAt: null, requests: 3 });
    expect(record?.steps[2]).toMatchObject({ status: 'success', message: null });
    expect(api.notes).toHaveLength(1);
  });

  test('of the kind "throttled" stop the run in the end', async () => {
    const zap = await turnOn(fail('throttled'));
    const [record] = zap.fire();
    for (let tries = 0; tries < 10; tries += 1) {
      await runner.until(status('waiting'), SOON);
      clock.pass(5);
      await runner.until((runs) => !status('waiting')(runs), SOON);
    }
    await runner.settled();
    expect(record).toMatchObject({ status: 'stopped', message: 'Slow down.' });
  });

  test('of the kind "expired" hold this run and later ones until the account is connected again', async () => {
    const zap = await turnOn([{ action: 'add_note', input: { text: '{{trigger.text}}' } }], {
      step: 'new_note',
    });
    api.key = 'new-key';
    await api.deliver({ text: 'a' });
    await runner.until(status('held'), SOON);
    expect(zap.connection.expired).toBe('The key is no longer valid.');

    await api.deliver({ text: 'b' });
    await runner.until((runs) => runs.filter((one) => one.status === 'held').length === 2, SOON);
    expect(runner.runs[1]).toMatchObject({
      message: 'The key is no longer valid.',
      steps: [{ kind: 'trigger' }],
      requests: 0,
    });

    await expect(zap.connection.reconnect({ key: 'wrong' })).rejects.toThrow('The key is no longer valid.');
    await zap.connection.reconnect({ key: 'new-key' });
    for (const { id } of runner.runs) await runner.replay(id);
    expect(runner.runs.map((one) => one.status)).toEqual(['success', 'success']);
    expect(api.notes.map(({ text }) => text)).toEqual(['b', 'a']);
  });

  test('can be replayed from where they were, what succeeded is not', async () => {
    await expect(runner.replay('run-1')).rejects.toThrow('There is no run run-1 to replay.');
    const steps = [
      { action: 'add_note', input: { text: 'a' } },
      { action: 'fail', input: { how: '200' } },
    ];
    const zap = await turnOn(steps);
    api.answer('GET /api/fail/200', 500);
    const [record] = zap.fire();
    await runner.settled();
    expect(record?.status).toBe('stopped');
    await runner.replay(record?.id ?? '');
    expect(record).toMatchObject({ status: 'success', message: null });
    expect(api.notes).toHaveLength(1);
  });
});

describe('replaying', () => {
  test('repeats what has succeeded as a run of its own, from what the trigger gave', async () => {
    const record = await run([note], { text: 'a', name: 'Ada' });
    const repeated = await runner.replay(record.id);
    await runner.settled();
    expect(repeated).toMatchObject({ id: 'run-2', replayOf: 'run-1', title: 'Ada', status: 'success' });
    expect(lastOutput(repeated)).toEqual({ text: 'a' });
  });

  test('takes up a run of a runner before this one where it ended, also one whose trigger had failed', async () => {
    const zap = await turnOn([{ action: 'add_note', input: { text: '{{trigger.text}}' } }], {
      step: 'new_note',
    });
    zap.connection.expire('Not now.');
    await api.deliver({ id: 1, text: 'late' });
    await runner.until(status('held'), SOON);
    const [record] = structuredClone(runner.runs);
    if (!record) throw new Error('No run was started.');

    const later = await Runner.start(app, { clock, runsBefore: 1 });
    const restored = later.add(zap.file, await later.connect({ key: KEY }), { id: record.zapId });
    later.restore(record, restored, await worksOf(record, zap.file, restored.connection));
    expect(await later.replay(record.id)).toMatchObject({
      id: 'run-1',
      status: 'success',
      steps: [{}, { id: '1' }],
    });
    expect(api.notes.map(({ text }) => text)).toEqual(['late']);
    await later.close();
  });
});

describe('publishing', () => {
  const other = (trigger: object, text: string) =>
    parseZapFile({ title: 'Other', trigger, steps: [{ ...note, input: { text } }] }, 'test');

  test('keeps a trigger that is the same, and runs the new steps', async () => {
    const zap = await turnOn([note], { step: 'new_note' });
    const [before] = api.hooks;
    await zap.publish({ ...zap.content, file: other({ step: 'new_note' }, 'new'), version: 2 });
    expect(api.hooks).toEqual([before]);
    await api.deliver({ text: 'old' });
    await runner.until(status('success'), SOON);
    expect(runner.runs).toMatchObject([
      { zapTitle: 'Other', version: 2, steps: [{}, { output: { text: 'new' } }] },
    ]);
  });

  test('subscribes anew before it ends what was subscribed, and leaves that alone when it fails', async () => {
    const zap = await turnOn([note], { step: 'new_note' });
    const [before] = api.hooks;
    const content = {
      ...zap.content,
      file: other({ step: 'new_note', input: { color: 'red' } }, 'x'),
      version: 2,
    };
    api.answer('POST /api/hooks', 500);
    await expect(zap.publish(content)).rejects.toThrow('status 500');
    expect(zap).toMatchObject({ record: { isOn: true, title: 'A Zap' }, content: { version: 1 } });
    expect(api.hooks).toEqual([before]);
    await zap.publish(content);
    expect(api.hooks).toHaveLength(1);
    expect(api.hooks).not.toEqual([before]);
  });

  test('stays with the new version when the old subscription cannot be ended', async () => {
    const zap = await turnOn([note], { step: 'new_note' });
    api.answer('DELETE /api/hooks', 500);
    await zap.publish({ ...zap.content, file: other({ step: 'new_note_once' }, 'new'), version: 2 });
    expect(zap).toMatchObject({
      record: { isOn: true, problem: expect.stringContaining('500') },
      content: { version: 2 },
    });
    expect(await api.deliver({ text: 'a' })).toEqual([410, 200]);
  });
});

test('tells of each poll what it asked and found, and joins those that come at once', async () => {
  const polls: PollRecord[] = [];
  runner.on('poll', (poll) => polls.push(poll));
  api.notes = [{ id: 1, text: 'old' }];
  const zap = await turnOn([note], { step: 'polled_note' });
  api.notes = [{ id: 2, text: 'new' }, ...api.notes];
  const [one, two] = await Promise.all([zap.poll(), zap.poll()]);
  expect(one).toBe(two);
  api.answer('GET /api/notes', 500);
  await expect(zap.poll()).rejects.toThrow('status 500');
  expect(polls).toMatchObject([
    { id: 'poll-1', found: 2, fresh: 1, message: null, runs: ['run-1'], requests: [{ method: 'GET' }] },
    { id: 'poll-2', found: 0, fresh: 0, message: expect.stringContaining('500'), runs: [] },
  ]);
});

test('tells of each step when it starts, with its input, and when it ends', async () => {
  const seen: unknown[] = [];
  runner.on('step', ({ steps }, index) => {
    const { id, status: is, input, output } = structuredClone(steps[index]) ?? {};
    seen.push([id, is, input, output]);
  });
  await run([{ ...note, id: 'row' }], { text: 'a' });
  expect(seen).toEqual([
    ['trigger', 'success', {}, { text: 'a' }],
    ['row', 'running', { text: 'a' }, null],
    ['row', 'success', { text: 'a' }, { text: 'a' }],
  ]);
});

test('tells at each change how runs and Zaps stand', async () => {
  const seen: string[] = [];
  runner.on('run', ({ status: is, steps }) => seen.push(`run ${is} ${steps.length}`));
  runner.on('zap', ({ isOn }) => seen.push(isOn ? 'on' : 'off'));
  const zap: Zap = await turnOn([note]);
  zap.fire([{ text: 'a' }]);
  await runner.settled();
  await zap.turnOff();
  expect(seen).toEqual(['on', 'run running 1', 'run running 2', 'run running 2', 'run success 2', 'off']);
});

test('ends what is waiting when it closes', async () => {
  const zap = await turnOn(fail('endlessly'));
  const [record] = zap.fire();
  await runner.until(status('waiting'), SOON);
  await runner.close();
  expect(record?.status).toBe('waiting');
});
