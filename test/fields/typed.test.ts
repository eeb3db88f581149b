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
} from '../../src/fields/typed.ts';
import { isBlank } from '../../src/values.ts';

/** The value that a reader takes from what was typed, or its message. */
const read = (schema: z.ZodMiniType, given: unknown) => {
  const result = schema.safeParse(given);
  return result.success ? result.data : `! ${result.error.issues[0]?.message}`;
};

const blanks = [undefined, null, '', '  ', [], {}, [''], { a: null }];

describe('a blank input', () => {
  test.each(blanks.map((blank) => [blank]))('%j is recognized', (blank) => {
    expect(isBlank(blank)).toBe(true);
    expect(read(optional(text()), blank)).toBeUndefined();
    expect(read(text(), blank)).toBe('! is required');
    expect(read(whole(), blank)).toBe('! is required');
  });

  test.each([0, false, 'x', [0], { a: 0 }])('%j is not', (value) => {
    expect(isBlank(value)).toBe(false);
  });
});

describe('text', () => {
  test.each([
    [' as typed ', ' as typed '],
    [12, '12'],
    [0, '0'],
    [false, 'false'],
    [{ a: 1 }, '! must be text'],
  ])('reads %j as %j', (given, value) => {
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
  test.each([
    ['12', 12],
    [12.0, 12],
    ['12.0', 12],
    [' 7 ', 7],
    [0, 0],
    ['0', 0],
    [-0, 0],
  ])('%j is %j', (given, value) => {
    expect(Object.is(read(whole(), given), value)).toBe(true);
  });

  test.each(['12 pcs', 1.5, '1.5', -1, '-1', '1e3', '1,200', true, Number.NaN, '99999999999999999999'])(
    '%j is none',
    (given) => {
      expect(read(whole(), given)).toMatch(/^! must be a whole number of at least 0, but is “.+”$/);
    },
  );

  test('stays in its range', () => {
    expect(read(whole({ min: 1, max: 100 }), 101)).toBe(
      '! must be a whole number from 1 to 100, but is “101”',
    );
  });
});

describe('a decimal', () => {
  test.each([
    ['47.2654', 47.2654],
    [0, 0],
    ['-90', -90],
  ])('%j is %j', (given, value) => {
    expect(read(decimal(-90, 90), given)).toBe(value);
  });

  test.each(['90.1', 'north', '47,2', Number.NaN, true])('%j is none', (given) => {
    expect(read(decimal(-90, 90), given)).toMatch(/^! must be a number from -90 to 90/);
  });
});

describe('yes or no', () => {
  test.each([true, 'true', 'Yes', ' y ', 1, '1', 'ON'])('%j is yes', (given) => {
    expect(read(flag(), given)).toBe(true);
  });

  test.each([false, 'false', 'No', 0, '0', 'off'])('%j is no', (given) => {
    expect(read(flag(), given)).toBe(false);
  });

  test('anything else is neither', () => {
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

  test.each(['maria', 'maria@', 'a b@c'])('%j is none', (given) => {
    expect(read(email(255), given)).toMatch(/must be an e-mail address like/);
  });

  test('has a length', () => {
    expect(read(email(5), 'maria@example.com')).toMatch(/at most 5 characters/);
  });
});

describe('pairs', () => {
  test('lose those with a blank value', () => {
    expect(read(pairs(), { a: 'x', b: '', '': 'y', c: 0 })).toEqual({ a: 'x', c: 0 });
  });

  test.each([['text'], [['a', 'b']], [3]])('cannot be %j', (given) => {
    expect(read(pairs(), given)).toMatch(/must be pairs of a name and a value/);
  });
});
