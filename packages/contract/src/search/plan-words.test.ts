// A text that was understood as a query: what has to be there, what counts more, what is left out.
import { expect, it } from 'vitest';
import type { Understood, UnderstoodPiece } from '../words/understood.ts';
import { anyForm, pieceQuery, understoodQuery, WEIGHED_FIELDS } from './plan-words.ts';

const piece = (read: string, more: Partial<UnderstoodPiece> = {}): UnderstoodPiece => ({
  ...{ typed: read, read, kind: 'word' },
  ...more,
});
const understood = (
  pieces: readonly UnderstoodPiece[],
  more: Partial<Understood> = {},
): Understood => ({
  ...{ typed: '', filters: [], pieces: [...pieces], mended: '', unclear: [], partial: false },
  ...{ allData: false },
  ...more,
});
const exact = (read: string, more: Partial<UnderstoodPiece> = {}) =>
  piece(read, { kind: 'exact', ...more });
const [rain, snow, wind] = [exact('rain'), exact('snow'), exact('wind')];
const of = (one: UnderstoodPiece) => pieceQuery(one, false);
const place = (dropped: boolean): Understood['filters'][number] => ({
  ...{ typed: 'sgp', kind: 'place', meaning: 'SGP', dropped, values: [['site_code', ['sgp']]] },
});

it('one part is a query by itself, and of several each has to be there', () => {
  expect(understoodQuery(understood([rain]), false)).toEqual(of(rain));
  expect(understoodQuery(understood([rain, snow]), false)).toEqual({
    bool: { must: [of(rain), of(snow)] },
  });
});

it('what is negated is left out, also where nothing else is asked for', () => {
  const without = exact('snow', { not: true });
  expect(understoodQuery(understood([rain, without]), false)).toEqual({
    bool: { must: [of(rain)], must_not: [of(without)] },
  });
  expect(understoodQuery(understood([without]), false)).toEqual({
    bool: { must: [{ match_all: {} }], must_not: [of(without)] },
  });
});

it('a word of descriptions beside one with a meaning counts, and need not be there', () => {
  const aside = exact('snow', { aside: true });
  expect(understoodQuery(understood([rain, aside]), false)).toEqual({
    bool: { must: [of(rain)], should: [of(aside)] },
  });
});

it('what is used most counts by its weight', () => {
  expect(understoodQuery(understood([rain], { used: [['met', 7]] }), false)).toEqual({
    bool: {
      must: [of(rain)],
      should: [
        { constant_score: { filter: { term: { 'instrument_code.keyword': 'met' } }, boost: 7 } },
      ],
    },
  });
});

it('where nothing has all parts one of them will do, also one that need not be there otherwise', () => {
  const aside = exact('snow', { aside: true });
  const without = exact('ice', { not: true });
  const query = understoodQuery(understood([rain, aside, wind, without], { partial: true }), false);
  expect(query).toEqual({
    bool: {
      must: [{ bool: { should: [of(rain), of(aside), of(wind)], minimum_should_match: 1 } }],
      should: [],
      must_not: [of(without)],
    },
  });
});

it('words that occur nowhere find nothing, unless a place or time is left to be shown', () => {
  const missing = exact('xyzzy', { missing: true });
  const nothing = { match_none: {} };
  expect(understoodQuery(understood([missing]), false)).toEqual(nothing);
  expect(understoodQuery(understood([missing], { filters: [place(true)] }), false)).toEqual(
    nothing,
  );
  expect(understoodQuery(understood([missing], { filters: [place(false)] }), false)).toBeNull();
  expect(understoodQuery(understood([], { filters: [place(false)] }), false)).toBeNull();
  expect(understoodQuery(understood([missing, rain]), false)).toEqual(of(rain));
});

const constant = (filter: object, boost: number) => ({ constant_score: { filter, boost } });
const text = (query: string, more: object = {}) => ({
  query_string: {
    ...{ query, default_operator: 'AND', type: 'cross_fields', lenient: true },
    ...{ fields: WEIGHED_FIELDS },
    ...more,
  },
});

it('a quoted text is looked for as it is, in the fields that count or in all', () => {
  expect(pieceQuery(exact('"rain rate"'), false)).toEqual(text('"rain rate"'));
  expect(pieceQuery(exact('rain'), true)).toEqual({
    query_string: { query: 'rain', default_operator: 'AND', type: 'cross_fields', lenient: true },
  });
});

it('a word is looked for in its forms, and as a code, which counts most', () => {
  const codes = [
    constant({ terms: { 'instrument_class_code.keyword': ['met'] } }, 80),
    constant({ terms: { 'instrument_code.keyword': ['met'] } }, 80),
  ];
  expect(pieceQuery(piece('met'), false)).toEqual({
    bool: { should: [text('met'), ...codes], minimum_should_match: 1 },
  });
  expect(pieceQuery(piece('met', { prefix: true }), false)).toEqual({
    bool: {
      should: [
        ...[text('met'), ...codes],
        constant({ prefix: { datastream: 'met' } }, 40),
        constant({ prefix: { instrument_code: 'met' } }, 40),
        constant({ prefix: { var_name: 'met' } }, 20),
        constant({ prefix: { instrument_name: 'met' } }, 20),
        constant({ prefix: { primary_meas_type_name: 'met' } }, 20),
      ],
      minimum_should_match: 1,
    },
  });
});

it('what has a meaning counts by it, the first class most, and its words less', () => {
  const classes = Array.from({ length: 40 }, (_, n) => `c${n}`);
  const concept = piece('rain rate', {
    kind: 'concept',
    classes,
    measurements: ['m0', 'm1', 'm2'],
  });
  const query = pieceQuery(concept, false);
  const words = text(`${anyForm('rain')} ${anyForm('rate')}`, { boost: 0.4 });
  const boosts = classes.map((code, n) =>
    constant({ term: { 'instrument_class_code.keyword': code } }, Math.max(2, 60 - 2 * n)),
  );
  const measured = ['m0', 'm1', 'm2'].map((code, n) =>
    constant({ term: { 'primary_meas_type_code.keyword': code } }, n === 0 ? 24 : 14),
  );
  expect(query).toEqual({
    bool: { should: [words, ...boosts, ...measured], minimum_should_match: 1 },
  });
  expect(pieceQuery(piece('rain', { kind: 'concept' }), false)).toEqual({
    bool: { should: [text(anyForm('rain'), { boost: 0.4 })], minimum_should_match: 1 },
  });
});

it('a word of several forms finds each of them, and a short one or a code only itself', () => {
  expect(anyForm('aerosols')).toBe('(aerosols OR aerosol)');
  expect([anyForm('met'), anyForm('c1')]).toEqual(['met', 'c1']);
});
