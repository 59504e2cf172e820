// How large a request may be: the largest that is taken, and the next larger one, with where and
// why it is refused.
import { expect, it } from 'vitest';
import { boundsProblem, MAX_AGGREGATIONS, MAX_CLAUSES, MAX_NESTING } from './bounds.ts';

const list = (length: number, item: unknown = 1) => Array.from({ length }, () => item);
const object = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, n) => [`a${n}`, {}]));
const within = (key: string, depth: number, core: unknown = {}): unknown =>
  depth === 0 ? core : { [key]: within(key, depth - 1, core) };
/** Lists in lists, with so many levels of them. */
const lists = (depth: number): unknown => (depth === 0 ? 1 : [lists(depth - 1)]);

it.each<[string, unknown]>([
  ['nothing', {}],
  ['no object', 'x'],
  ['null', null],
  ['a member that is null', { query: null }],
  ['as many clauses as are allowed', { must: list(MAX_CLAUSES, {}) }],
  ['as many clauses in several places', { must: list(1000, {}), should: list(24, {}) }],
  ['one clause in each place', { filter: {}, must_not: {} }],
  ['as many aggregations as are allowed', { aggs: object(MAX_AGGREGATIONS) }],
  ['aggregations that are none', { aggs: 'x', aggregations: null }],
  ['as many fields as are allowed', { fields: list(1024, 'a') }],
  ['many members that are no fields', { others: list(1025, 'a') }],
  ['as long texts as are allowed', { query: 'x'.repeat(65_536) }],
  ['a long text that is no query', { other: 'x'.repeat(65_537) }],
  ['as many items as are allowed', { terms: { a: list(32_768) } }],
  ['as deep queries as are allowed', within('bool', MAX_NESTING)],
  ['as deep aggregations as are allowed', within('aggs', MAX_NESTING)],
  ['as deep JSON as is allowed', lists(68)],
])('a request with %s is within the bounds', (_, body) => {
  expect(boundsProblem(body)).toBeNull();
});

it.each<[unknown, string, RegExp]>([
  [{ must: list(MAX_CLAUSES + 1, {}) }, 'must', /more than 1024 clauses/],
  [{ a: { filter: list(1024, {}), filters: {} } }, 'a.filters', /more than 1024 clauses/],
  [{ should: list(1024, {}), must_not: {} }, 'must_not', /more than 1024 clauses/],
  [{ aggs: object(MAX_AGGREGATIONS + 1) }, 'aggs', /more than 1024 aggregations/],
  [{ aggs: object(1024), aggregations: object(1) }, 'aggregations', /more than 1024 aggregations/],
  [{ a: { fields: list(1025, 'a') } }, 'a.fields', /^has more than 1024 fields$/],
  [{ fields: object(1025) }, 'fields', /^has more than 1024 fields$/],
  [{ query: 'x'.repeat(65_537) }, 'query', /more than 65536 characters/],
  [{ terms: { a: list(32_769) } }, 'terms.a', /more than 32768 items/],
  [{ a: list(20_000), b: list(20_000) }, 'a', /more than 32768 items/],
  [within('bool', MAX_NESTING + 1), list(21, 'bool').join('.'), /more than 20 levels deep/],
  [
    within('constant_score', MAX_NESTING + 1),
    list(21, 'constant_score').join('.'),
    /more than 20 levels deep/,
  ],
  [within('aggs', MAX_NESTING + 1), list(21, 'aggs').join('.'), /more than 20 levels deep/],
  [within('aggregations', MAX_NESTING + 1), list(21, 'aggregations').join('.'), /20 levels deep/],
  [lists(70), list(69, '0').join('.'), /^is nested too deeply$/],
])('a request beyond a bound is refused: case %#', (body, path, reason) => {
  expect(boundsProblem(body)).toEqual({ path, reason: expect.stringMatching(reason) });
});

it('a request that is nested thousands of times is refused before anything recursive looks at it', () => {
  expect(boundsProblem(lists(5000))).toMatchObject({ reason: 'is nested too deeply' });
});
