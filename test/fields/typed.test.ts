import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod/mini';
import {
  choice,
  choices,
  date,
  decimal,
  email,
  flag,
  moment,
  optional,
  pairs,
  text,
  whole,
  withDefault,
} from '../../src/fields/typed.ts';

/** The value that a reader takes from what was typed, or its message. */
const read = (schema: z.ZodMiniType, given: unknown) => {
  const result = schema.safeParse(given);
  return result.success ? result.data : `! ${result.error.issues[0]?.message}`;
};

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['white space', '  '],
  ['an empty list', []],
  ['a list of nothing', ['']],
  ['an empty object', {}],
  ['an object without values', { a: null }],
])('a blank input is left out, or required: %s', (_, blank) => {
  expect(read(optional(text()), blank)).toBeUndefined();
  expect(read(withDefault(whole(), 50), blank)).toBe(50);
  for (const reader of [text(), whole(), decimal(0, 1), date(), moment(), flag(), pairs(), email(9)])
    expect(read(reader, blank)).toBe('! is required');
});

test('a filled input is read, whether optional or not', () => {
  for (const schema of [whole(), optional(whole()), withDefault(whole(), 50)]) {
    expect(read(schema, '0')).toBe(0);
    expect(read(schema, 'x')).toMatch(/^! must be a whole number/);
  }
});

describe('text', () => {
  test.each<[string, unknown, string]>([
    ['text, as typed', ' as typed ', ' as typed '],
    ['a number', 12, '12'],
    ['zero', 0, '0'],
    ['false', false, 'false'],
    ['no object', { a: 1 }, '! must be text'],
    ['no list', ['a'], '! must be text'],
  ])('is read from %s', (_, given, value) => {
    expect(read(text(), given)).toBe(value);
  });

  test('counts characters as people do', () => {
    expect(read(text(3), '🏔🏔🏔')).toBe('🏔🏔🏔');
    expect(read(text(3), 'abcd')).toBe('! must be at most 3 characters long, but has 4: “abcd”');
  });

  test('is shortened in messages', () => {
    const message = read(text(3), 'x'.repeat(500));
    expect(message).toMatch(/has 500: “x{60}…”$/);
  });
});

describe('a quantity', () => {
  test.each<[string, unknown, number]>([
    ['text', '12', 12],
    ['a number', 12.0, 12],
    ['one zero after the point', '12.0', 12],
    ['two zeros after the point', '12.00', 12],
    ['four zeros after the point', '1.0000', 1],
    ['a point at the end', '12.', 12],
    ['white space around it', ' 7 ', 7],
    ['zero', 0, 0],
    ['zero as text', '0', 0],
    ['minus zero', -0, 0],
    ['minus zero as text', '-0', 0],
    ['the largest that a number holds', '9007199254740991', 9_007_199_254_740_991],
  ])('is read from %s', (_, given, value) => {
    expect(Object.is(read(whole(), given), value)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a unit', '12 pcs'],
    ['a fraction', 1.5],
    ['a fraction as text', '1.5'],
    ['less than zero', -1],
    ['less than zero as text', '-1'],
    ['an exponent', '1e3'],
    ['a comma', '1,200'],
    ['true', true],
    ['a list', [1]],
    ['not a number', Number.NaN],
    ['more than a number holds', '99999999999999999999'],
    ['a number within a text', 'about 12'],
  ])('is not read from %s', (_, given) => {
    expect(read(whole(), given)).toMatch(/^! must be a whole number of at least 0, but is “.+”$/);
  });

  test.each<[string, string, string]>([
    ['a single digit', '1.000', '“1.000” can mean 1 or 1000'],
    ['several digits', ' 12.000 ', '“ 12.000 ” can mean 12 or 12000'],
    ['a sign', '-3.000', '“-3.000” can mean -3 or -3000'],
  ])('is unclear with exactly three zeros after the point: %s', (_, given, says) => {
    expect(read(whole(), given)).toBe(`! is unclear: ${says}; write it without a point`);
  });

  test('stays in its range, ends included', () => {
    const percent = whole({ min: 1, max: 100 });
    expect([read(percent, 1), read(percent, '100')]).toEqual([1, 100]);
    for (const given of [0, 101])
      expect(read(percent, given)).toBe(`! must be a whole number from 1 to 100, but is “${given}”`);
  });
});

describe('a decimal', () => {
  test.each<[string, unknown, number]>([
    ['text', '47.2654', 47.2654],
    ['text without decimals', ' 47 ', 47],
    ['zero', 0, 0],
    ['the lowest', '-90', -90],
    ['the highest', 90, 90],
  ])('is read from %s', (_, given, value) => {
    expect(read(decimal(-90, 90), given)).toBe(value);
  });

  test.each<[string, unknown]>([
    ['more than the highest', '90.1'],
    ['less than the lowest', -90.1],
    ['a word', 'north'],
    ['a comma', '47,2'],
    ['two points', '4.7.2'],
    ['a unit before it', 'x47'],
    ['a unit behind it', '47°'],
    ['not a number', Number.NaN],
    ['true', true],
  ])('is not read from %s', (_, given) => {
    expect(read(decimal(-90, 90), given)).toMatch(/^! must be a number from -90 to 90, but is “.+”$/);
  });
});

describe('a day', () => {
  test.each<[string, unknown, string]>([
    ['a day', '2026-11-21', '2026-11-21'],
    ['a day within white space', ' 2026-11-21 ', '2026-11-21'],
    ['a moment', '2026-11-21T23:30:00+02:00', '2026-11-21'],
    ['a leap day', '2028-02-29', '2028-02-29'],
  ])('is read from %s', (_, given, day) => {
    expect(read(date(), given)).toBe(day);
  });

  test.each<[string, unknown]>([
    ['a day that goes on', '2026-11-215'],
    ['a day that the calendar lacks', '2026-02-30'],
    ['a month that the calendar lacks', '2026-13-01'],
    ['another order', '21.11.2026'],
    ['a word before it', 'on 2026-11-21'],
    ['a word', 'tomorrow'],
    ['a number', 20_261_121],
  ])('is not read from %s', (_, given) => {
    expect(read(date(), given)).toMatch(/^! must be a date like 2026-11-21, but is “.+”$/);
  });
});

describe('a moment', () => {
  test.each<[string, unknown, string]>([
    ['UTC', '2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['small letters', '2026-11-21t08:00:00z', '2026-11-21T08:00:00.000Z'],
    ['an offset', ' 2026-11-21T08:00:00+02:00 ', '2026-11-21T06:00:00.000Z'],
    ['an offset without a colon', '2026-11-21T08:00:00-0230', '2026-11-21T10:30:00.000Z'],
    ['no zone, which is UTC', '2026-11-21T08:00:00', '2026-11-21T08:00:00.000Z'],
    ['a space, and no zone', '2026-11-21 08:30', '2026-11-21T08:30:00.000Z'],
    ['a day, which begins in UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  ])('is read from %s', (_, given, value) => {
    expect(read(moment(), given)).toBe(value);
  });

  test.each<[string, unknown]>([
    ['a day that goes on', '2026-11-215'],
    ['a day that the calendar lacks', '2026-02-30T08:00:00Z'],
    ['a month that the calendar lacks', '2026-13-01T08:00:00Z'],
    ['an hour that there is not', '2026-11-21T25:00:00Z'],
    ['words behind it', '2026-11-21 late'],
    ['a word', 'yesterday'],
  ])('is not read from %s', (_, given) => {
    expect(read(moment(), given)).toMatch(
      /^! must be a date and time like 2026-11-21T08:00:00Z, but is “.+”$/,
    );
  });
});

describe('yes or no', () => {
  test.each<[string, unknown]>([
    ['true', true],
    ['"true"', 'true'],
    ['"Yes"', 'Yes'],
    ['"y"', ' y '],
    ['"T"', 'T'],
    ['one', 1],
    ['"1"', '1'],
    ['"ON"', 'ON'],
  ])('is yes for %s', (_, given) => {
    expect(read(flag(), given)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['false', false],
    ['"false"', 'false'],
    ['"No"', 'No'],
    ['"n"', 'n'],
    ['"F"', 'F'],
    ['zero', 0],
    ['"0"', '0'],
    ['"off"', 'off'],
  ])('is no for %s', (_, given) => {
    expect(read(flag(), given)).toBe(false);
  });

  test('is nothing else', () => {
    expect(read(flag(), 'maybe')).toBe('! must be yes or no, but is “maybe”');
  });
});

describe('a choice', () => {
  const sizes = choice(['small', 'large']);

  test('is read in any case', () => {
    expect(read(sizes, ' Small ')).toBe('small');
  });

  test('is read with spaces as with underscores, and names its values with spaces', () => {
    expect(read(choice(['postal_code', 'city']), 'Postal Code')).toBe('postal_code');
    expect(read(choice(['postal_code', 'city']), 'x')).toBe('! must be postal code or city, but is “x”');
  });

  test('outside the list names the list and the value', () => {
    expect(read(sizes, 'huge')).toBe('! must be small or large, but is “huge”');
    expect(read(choice(['only']), 'huge')).toBe('! must be only, but is “huge”');
  });

  test('can be several, as a list or in one text', () => {
    expect(read(choices(['small', 'large']), ['small', '', 'large'])).toEqual(['small', 'large']);
    expect(read(choices(['small', 'large']), 'small, large')).toEqual(['small', 'large']);
    expect(read(choices(['small', 'large']), ['huge'])).toMatch(/but is “huge”/);
    expect(read(choices(['small', 'large']), { a: 1 })).toMatch(/but is “{"a":1}”/);
  });
});

test.each([
  ['choice', choice(['small'])],
  ['yes or no', flag()],
  ['date', date()],
  ['moment', moment()],
])('an object that has its own toString is no %s, and is named', (_what, schema) => {
  expect(read(schema, { toString: 'small' })).toMatch(/but is “{"toString":"small"}”$/);
});

describe('an e-mail address', () => {
  test('is sent as typed', () => {
    expect(read(email(255), 'maria@example.com')).toBe('maria@example.com');
    expect(read(email(255), ' maria@example.com\n')).toBe('maria@example.com');
  });

  test.each<[string, unknown]>([
    ['has no @', 'maria'],
    ['has nothing behind the @', 'maria@'],
    ['has nothing before the @', '@example.com'],
    ['has a space', 'a b@c'],
    ['has two @', 'a@b@c'],
  ])('is none where it %s', (_, given) => {
    expect(read(email(255), given)).toBe(
      `! must be an e-mail address like name@example.com, but is “${given}”`,
    );
  });

  test('has a length', () => {
    expect(read(email(5), 'maria@example.com')).toMatch(/at most 5 characters/);
  });
});

describe('pairs', () => {
  test('lose those with a blank value', () => {
    expect(read(pairs(), { a: 'x', b: '', '': 'y', c: 0 })).toEqual({ a: 'x', c: 0 });
  });

  test.each<[string, unknown]>([
    ['text', 'text'],
    ['a list', ['a', 'b']],
    ['a number', 3],
  ])('cannot be %s', (_, given) => {
    expect(read(pairs(), given)).toMatch(/must be pairs of a name and a value/);
  });
});
