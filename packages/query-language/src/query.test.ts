// Queries of shapes and texts as requests write them: what is taken, and what is refused at its
// place.

import { expect, it } from 'vitest';
import { LONGEST_WORDS } from './bounds.ts';
import { parseSearchBody } from './search-body.ts';

const problem = (query: object) => {
  const parsed = parseSearchBody({ query });
  return parsed.ok ? null : `${parsed.problem.path}: ${parsed.problem.reason}`;
};
const RING = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];
const shaped = (type: string, coordinates: unknown, more: object = {}) => ({
  geo_shape: { location: { shape: { type, coordinates }, ...more } },
});

it.each<[string, unknown]>([
  ['Point', [1, 2]],
  ['point', [1, 2, 300]],
  [
    'LineString',
    [
      [0, 0],
      [1, 1],
    ],
  ],
  [
    'linestring',
    [
      [0, 0],
      [1, 1],
    ],
  ],
  ['Polygon', [RING]],
  ['polygon', [RING, RING]],
  ['MultiPolygon', [[RING], [RING]]],
  ['multipolygon', []],
  [
    'Envelope',
    [
      [0, 1],
      [1, 0],
    ],
  ],
  [
    'envelope',
    [
      [0, 1],
      [1, 0],
    ],
  ],
])('a shape may be a %s', (type, coordinates) => {
  expect(problem(shaped(type, coordinates))).toBeNull();
  expect(problem(shaped(type, coordinates, { relation: 'intersects' }))).toBeNull();
});

it.each<[string, unknown, object?]>([
  ['Circle', [1, 2]],
  ['Point', [1]],
  ['Point', [1, 2, 3, 4]],
  ['Polygon', []],
  ['Polygon', [RING.slice(1)]],
  ['Polygon', [[...RING.slice(0, 3), [0, 1]]]],
  ['Polygon', [[...RING.slice(0, 3), [1, 0]]]],
  ['MultiPolygon', [[]]],
  ['Envelope', [[0, 1]]],
  ['Point', [1, 2], { relation: 'within' }],
  ['Point', [1, 2], { other: 1 }],
])('a shape may not be a %s of %j with %j', (type, coordinates, more) => {
  expect(problem(shaped(type, coordinates, more))).toMatch(/^query\.geo_shape/);
});

it.each<[string, object]>([
  ['no words', { match: { f: '' } }],
  ['blanks', { match: { f: ' \n' } }],
  ['as many words as there may be clauses', { match: { f: 'a '.repeat(1024) } }],
  ['edits by length', { match: { f: { query: 'a', fuzziness: 'AUTO:3,6' } } }],
  ['a number', { match: { f: 5 } }],
  ['a moved phrase', { match_phrase: { f: { query: 'a', slop: 1000 } } }],
  ['similar words in several fields', { multi_match: { query: 'a', fuzziness: 2 } }],
  ['moved words in several fields', { multi_match: { query: 'a', type: 'phrase', slop: 1 } }],
  ['beginnings with edits', { multi_match: { query: 'a', type: 'bool_prefix', fuzziness: 1 } }],
])('a text may be %s', (_, query) => {
  expect(problem(query)).toBeNull();
});

it.each<[object, RegExp]>([
  [{ match: { f: 'a '.repeat(1025) } }, /^query\.match\.f.*more than 1024 words|^query\.match\.f/],
  [{ match: { f: { query: 'a', fuzziness: 3 } } }, /^query\.match\.f/],
  [{ match: { f: { query: 'a', fuzziness: 'AUTO:3' } } }, /^query\.match\.f/],
  [{ match: { f: { query: 'a', boost: -1 } } }, /^query\.match\.f/],
  [{ match: { f: 'a', g: 'b' } }, /^query\.match: expected exactly one field$/],
  [{ match: {} }, /^query\.match: expected exactly one field$/],
  [{ match_phrase: { f: { query: 'a', slop: 1001 } } }, /^query\.match_phrase\.f/],
  [
    { multi_match: { query: 'a', type: 'cross_fields', fuzziness: 1 } },
    /^query\.multi_match\.fuzziness: is not possible with the type cross_fields$/,
  ],
  [
    { multi_match: { query: 'a', type: 'phrase', fuzziness: 1 } },
    /^query\.multi_match\.fuzziness: is not possible with the type phrase$/,
  ],
  [
    { multi_match: { query: 'a', type: 'bool_prefix', slop: 1 } },
    /^query\.multi_match\.slop: is not possible with the type bool_prefix$/,
  ],
  [{ multi_match: { query: 'a', tie_breaker: 1.1 } }, /^query\.multi_match\.tie_breaker/],
])('a text beyond a limit is refused at its place: case %#', (query, expected) => {
  expect(problem(query)).toMatch(expected);
});

it('the text to be understood is no longer than words may be, and the only member of its object', () => {
  const ext = (of: object) => parseSearchBody({ ext: of }).ok;
  expect(ext({ understand: 'rain' })).toBe(true);
  expect(ext({ understand: 'x'.repeat(LONGEST_WORDS) })).toBe(true);
  expect(ext({ understand: 'x'.repeat(LONGEST_WORDS + 1) })).toBe(false);
  expect([ext({}), ext({ understand: 'a', other: 1 })]).toEqual([false, false]);
});
