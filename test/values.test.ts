import { describe, expect, test } from '@jest/globals';
import { asText, dayOf, digest, isBlank, isYes, quote, shorten, timeOf } from '../src/values.ts';

describe('an empty field', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['white space', ' \n\t'],
    ['an empty list', []],
    ['a list of empty things', ['', null, [' ']]],
    ['an empty set of pairs', {}],
    ['pairs without values', { a: '', b: { c: null } }],
  ])('holds %s', (_, given) => {
    expect(isBlank(given)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['zero', 0],
    ['false', false],
    ['a character', ' x '],
    ['a list with one value', ['', 0]],
    ['pairs of which one has a value', { a: '', b: 'x' }],
  ])('does not hold %s', (_, given) => {
    expect(isBlank(given)).toBe(false);
  });
});

describe('a text for people', () => {
  test('is made of anything, also of an object whose toString is a value', () => {
    expect(asText(12)).toBe('12');
    expect(asText(['a', [1, null]])).toBe('a,1,null');
    expect(asText({ toString: 'x' })).toBe('{"toString":"x"}');
  });

  test('is cut between whole characters', () => {
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('abcd', 3)).toBe('abc…');
    expect(shorten('ab🙂🙂', 3)).toBe('ab🙂…');
    expect(shorten('ab🙂🙂', 3).isWellFormed()).toBe(true);
  });

  test('quotes a value, up to 60 characters of it', () => {
    expect(quote('SO-1')).toBe('“SO-1”');
    expect(quote(1.5)).toBe('“1.5”');
    expect(quote(null)).toBe('“null”');
    expect(quote({ a: [1] })).toBe('“{"a":[1]}”');
    expect(quote('x'.repeat(60))).toBe(`“${'x'.repeat(60)}”`);
    expect(quote(`${'x'.repeat(59)}🙂!`)).toBe(`“${'x'.repeat(59)}🙂…”`);
  });
});

describe('a moment', () => {
  const at = Date.parse('2026-11-21T08:00:00Z');

  test.each<[string, unknown]>([
    ['ISO 8601 in UTC', '2026-11-21T08:00:00Z'],
    ['small letters', '2026-11-21T08:00:00z'],
    ['an offset', '2026-11-21T09:00:00+01:00'],
    ['an offset without a colon', '2026-11-21T09:00:00+0100'],
    ['no zone, which is UTC', '2026-11-21T08:00:00'],
    ['no zone and a space', '2026-11-21 08:00:00'],
    ['microseconds', '2026-11-21T08:00:00.000000Z'],
    ['white space at its end', '2026-11-21T08:00:00Z '],
    ['unix seconds', at / 1000],
    ['unix seconds as text', String(at / 1000)],
    ['unix seconds with a fraction', `${at / 1000}.0`],
    ['unix seconds with a longer fraction', `${at / 1000}.000`],
    ['unix milliseconds', at],
    ['unix milliseconds as text', String(at)],
  ])('is read from %s', (_, value) => {
    expect(timeOf(value)).toBe(at);
  });

  test('is read from a day, which begins in UTC', () => {
    expect(timeOf('2026-11-21')).toBe(Date.parse('2026-11-21T00:00:00Z'));
  });

  test('is in seconds up to a number that would be in 1973 in milliseconds', () => {
    expect(timeOf(1e11)).toBe(1e14);
    expect(timeOf(1e11 + 1)).toBe(1e11 + 1);
  });

  test.each<[string, unknown]>([
    ['a small number', 42],
    ['a number of eight digits and one', 1e8],
    ['a list with a day', ['2026-11-21']],
    ['a list with unix seconds', ['1795248000']],
    ['a day in another notation', '2026/11/21'],
    ['a day after something else', 'Sat 2026-11-21'],
    ['not a number', Number.NaN],
    ['a short text of digits', '20261121'],
    ['a long text of digits', '12345678901234'],
    ['a word', 'yesterday'],
    ['a day that goes on', '2026-11-215'],
    ['a month that there is not', '2026-13-01'],
    ['a text that only begins like a day', '2026-11-21abc'],
    ['an hour that there is not', '2026-11-21T25:00:00Z'],
    ['true', true],
    ['nothing', null],
  ])('is not read from %s', (_, value) => {
    expect(timeOf(value)).toBeUndefined();
  });

  test('is on a day in UTC', () => {
    expect(dayOf(Date.parse('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
    expect(dayOf(Date.parse('2026-11-22T00:00:00Z'))).toBe('2026-11-22');
  });
});

describe('a fingerprint', () => {
  test('is the same whatever the order of keys, at any depth', () => {
    const value = { a: 1, b: { c: [{ d: 1, e: 2 }], f: null } };
    const same = { b: { f: null, c: [{ e: 2, d: 1 }] }, a: 1 };
    expect(digest(same)).toBe(digest(value));
    expect(digest(value)).toMatch(/^[0-9a-f]{64}$/);
    expect(digest(value, 'base64url')).toMatch(/^[\w-]{43}$/);
  });

  test('stays what it was in earlier versions, or Zaps would run again for what they have seen', () => {
    expect(digest({ b: { d: 4, c: 3 }, a: 2 })).toBe(
      '610b301c9cd77564bc8df9b98990a7330243625505b5cee0f053fecbed802081',
    );
  });

  test.each<[string, unknown, unknown]>([
    ['another value', { a: 1 }, { a: 2 }],
    ['another type', { a: 1 }, { a: '1' }],
    ['another order in a list', [1, 2], [2, 1]],
    ['another value deep inside', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }],
  ])('is another one for %s', (_, one, other) => {
    expect(digest(other)).not.toBe(digest(one));
  });
});

describe('a mark', () => {
  test.each<[string, unknown]>([
    ['true', true],
    ['one', 1],
    ['"true"', 'true'],
    ['"yes"', 'Yes'],
    ['a time', '2026-11-21T08:00:00Z'],
    ['an object with content', { at: 1 }],
    ['a word that only begins like a no', 'nobody'],
    ['a word that only ends like a no', 'piano'],
  ])('says yes with %s', (_, value) => {
    expect(isYes(value)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['false', false],
    ['zero', 0],
    ['"0"', '0'],
    ['"false"', ' FALSE '],
    ['"no"', 'no'],
    ['"n"', 'N'],
    ['"off"', 'off'],
    ['"null"', 'null'],
    ['"none"', 'None'],
    ['an empty list', []],
    ['an empty object', {}],
    ['an empty text', ''],
    ['nothing', null],
  ])('says no with %s', (_, value) => {
    expect(isYes(value)).toBe(false);
  });
});
