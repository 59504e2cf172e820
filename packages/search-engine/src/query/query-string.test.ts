// Query strings with options: operators, how many words must be there, similar words, fields whose
// type does not fit the value.
import { afterAll, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

const MAPPING = {
  title: { type: 'text' },
  notes: { type: 'text' },
  n: { type: 'integer' },
} as const;
const index = smallIndex(MAPPING, [
  { id: 'a', title: 'rain snow', notes: 'cloud', n: 1 },
  { id: 'b', title: 'rain', notes: 'snow', n: 2 },
  { id: 'c', title: 'snow wind', notes: 'rain', n: 3 },
  { id: 'd', title: 'cloud' },
]);
afterAll(index.close);

const ids = (query: object) =>
  index
    .ask({ query })
    .hits.hits.map(({ _id }) => _id)
    .sort()
    .join('');
const found = (query: string, more: object = {}) =>
  ids({ query_string: { query, default_field: 'title', ...more } });

it('a query string joins words by the given operator, and counts the required ones', () => {
  expect(found('rain snow wind')).toBe('abc');
  expect(found('rain snow', { default_operator: 'AND' })).toBe('a');
  expect(found('rain snow', { default_operator: 'and' })).toBe('a');
  expect(found('rain snow wind', { minimum_should_match: 2 })).toBe('ac');
  expect(found('rain snow wind', { minimum_should_match: '100%' })).toBe('');
  expect(found('rain OR snow OR wind', { minimum_should_match: 2 })).toBe('ac');
  // With AND no word is optional, so a minimum of optional words cannot be met and nothing is
  // found, as in a cluster. This does not hold for a single word, which is not a list of words, nor
  // for several fields, where the text is one clause.
  expect(found('rain snow', { default_operator: 'AND', minimum_should_match: 1 })).toBe('');
  expect(found('rain', { default_operator: 'AND', minimum_should_match: 1 })).toBe('ab');
  const and = { default_operator: 'AND', minimum_should_match: 1 };
  expect(ids({ query_string: { query: 'rain snow', fields: ['title', 'notes'], ...and } })).toBe(
    'a',
  );
  expect(found('rain -snow')).toBe('b');
  expect(found('+snow wind')).toBe('ac');
});

it('a query string takes similar words by its own options', () => {
  expect(found('lcoud~1')).toBe('d');
  expect(found('lcoud~1', { fuzzy_transpositions: true })).toBe('d');
  expect(found('lcoud~1', { fuzzy_transpositions: false })).toBe('');
  expect(found('lcoud~2', { fuzzy_transpositions: false })).toBe('d');
  expect(found('lcoud~', { fuzzy_prefix_length: 1 })).toBe('');
  expect(found('xloud~', { fuzziness: 0 })).toBe('');
  expect(found('xloud~', { fuzziness: 1 })).toBe('d');
});

it('a query string adds the scores of the other fields, multiplied by the given tie breaker', () => {
  const twice = smallIndex(MAPPING, [{ id: 'e', title: 'snow', notes: 'snow' }]);
  const scored = (query: string, more: object) =>
    twice.ask({ query: { query_string: { query, fields: ['title', 'notes'], ...more } } }).hits
      .hits[0]?._score ?? 0;
  for (const query of ['snow', '"snow"', 'snow~1']) {
    const one = scored(query, {});
    expect(scored(query, { tie_breaker: 0 })).toBeCloseTo(one, 6);
    expect(scored(query, { tie_breaker: 1 })).toBeCloseTo(2 * one, 6);
    expect(scored(query, { tie_breaker: 0.5 })).toBeCloseTo(1.5 * one, 6);
  }
  for (const query of ['snow', 'snow~1'])
    expect(scored(query, { type: 'most_fields' })).toBeCloseTo(2 * scored(query, {}), 6);
  twice.close();
});

it('a query string passes over what does not suit a field only where it is lenient', () => {
  expect(() => ids({ query_string: { query: 'many', fields: ['n', 'title'] } })).toThrow();
  const lenient = { query: 'n:many OR rain', default_field: 'title', lenient: true };
  expect(ids({ query_string: lenient })).toBe('ab');
  expect(ids({ query_string: { query: 'wind' } })).toBe('c'); // all fields: lenient by itself
  expect(ids({ query_string: { query: 'n:[2 TO 3]' } })).toBe('bc');
  expect(() => ids({ query_string: { query: 'wind', fields: ['*'], lenient: false } })).toThrow();
});

it('a query string refuses a leading wildcard where it is not allowed, and finds the documents that have a field', () => {
  expect(found('*ain')).toBe('ab');
  expect(() => found('*ain', { allow_leading_wildcard: false })).toThrow('not allowed as first');
  expect(found('r*n', { allow_leading_wildcard: false })).toBe('ab');
  expect(found('_exists_:n')).toBe('abc');
  expect(found('no\\*:rain')).toBe('c');
  expect(found('nosuch:rain')).toBe('');
});
