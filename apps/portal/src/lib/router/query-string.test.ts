// The part of an address after '?': what has no value is left out, and what is written is read
// again.
import { expect, it } from 'vitest';
import { formatQuery, parseQuery } from './query-string.ts';

it('an address has no parameter without a value, and keeps 0 and false', () => {
  expect(formatQuery({ a: undefined, b: null, c: '' })).toBe('');
  expect(formatQuery({ a: 0, b: false, c: 'x', d: undefined })).toBe('?a=0&b=false&c=x');
});

it('a parameter of an address is read as it was written, with colons and commas as they are', () => {
  const values = { time: '2019-01-01T00:00', list: 'a,b', text: 'a&b=c d+é%2C' };
  const written = formatQuery(values);
  expect(written).toMatch(/^\?time=2019-01-01T00:00&list=a,b&text=/);
  expect(parseQuery(written)).toEqual(values);
  expect(parseQuery('')).toEqual({});
});
