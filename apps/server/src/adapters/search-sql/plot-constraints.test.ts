// What a query says of plots, beside an evaluator that looks at each of a few plots: refused, or
// exactly the same plots.
import type { Query } from '@isobar/query-language/query.ts';
import { escapeQueryString } from '@isobar/query-language/query-string.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SearchRefused } from '../../ports/search-index.ts';
import { type Constraints, constraintsOf } from './plot-constraints.ts';

const VALUES = {
  ds: ['sgpmetE13.b1', 'nsa met'],
  vn: ['temp', 'AND'],
  month: ['201901', '201902'],
  dated: ['20190101', '20190201'],
} as const;
type Field = keyof typeof VALUES;
type Plot = Readonly<Record<Field, string>>;
const FIELDS: readonly Field[] = ['ds', 'vn', 'month', 'dated'];
const PLOTS: readonly Plot[] = VALUES.ds.flatMap((ds) =>
  VALUES.vn.flatMap((vn) =>
    VALUES.month.flatMap((month) => VALUES.dated.map((dated) => ({ ds, vn, month, dated }))),
  ),
);

/** A query, and whether a plot has what it states. */
type Tried = { readonly query: Query; readonly fits: (plot: Plot) => boolean };

const pair = fc
  .constantFrom(...FIELDS)
  .chain((field) =>
    fc.record({ field: fc.constant(field), value: fc.constantFrom(...VALUES[field], 'none') }),
  );

/** A text in the query language, all parts in brackets. */
type Text = { readonly text: string; readonly fits: Tried['fits'] };
const text: fc.Arbitrary<Text> = fc.letrec<{ text: Text }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    {
      weight: 4,
      arbitrary: fc.tuple(pair, fc.boolean()).map(
        ([{ field, value }, exact]): Text => ({
          text: `${field}${exact ? '.keyword' : ''}:"${escapeQueryString(value)}"`,
          fits: (plot) => plot[field] === value,
        }),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Text>({ text: '*:*', fits: () => true }) },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.array(tie('text'), { minLength: 1, maxLength: 3 }), fc.boolean()).map(
        ([parts, all]): Text => ({
          text: `(${parts.map((part) => part.text).join(all ? ' AND ' : ' OR ')})`,
          fits: (plot) =>
            all ? parts.every(({ fits }) => fits(plot)) : parts.some(({ fits }) => fits(plot)),
        }),
      ),
    },
  ),
})).text;

const tried: fc.Arbitrary<Tried> = fc.letrec<{ tried: Tried }>((tie) => ({
  tried: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    {
      weight: 3,
      arbitrary: text.map(
        ({ text: query, fits }): Tried => ({ query: { query_string: { query } }, fits }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(pair, fc.nat(3)).map(([{ field, value }, form]): Tried => {
        const queries: readonly Query[] = [
          { term: { [field]: value } },
          { term: { [`${field}.keyword`]: { value } } },
          { match: { [field]: { query: value } } },
          { match_phrase: { [field]: value } },
        ];
        return {
          query: queries[form] ?? { match_all: {} },
          fits: (plot) => plot[field] === value,
        };
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...FIELDS).chain((field) =>
        fc.subarray([...VALUES[field], 'none']).map(
          (values): Tried => ({
            query: { terms: { [field]: values } },
            fits: (plot) => values.includes(plot[field]),
          }),
        ),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Tried>({ query: { match_all: {} }, fits: () => true }) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.array(tie('tried'), { maxLength: 2 }), fc.array(tie('tried'), { maxLength: 2 }))
        .map(
          ([must, filter]): Tried => ({
            query: {
              bool: {
                must: must.map(({ query }) => query),
                filter: filter.map(({ query }) => query),
              },
            },
            fits: (plot) => [...must, ...filter].every(({ fits }) => fits(plot)),
          }),
        ),
    },
  ),
})).tried;

const has = (constraints: Constraints, plot: Plot): boolean =>
  FIELDS.every((field) => constraints[field]?.includes(plot[field]) ?? true);

/** Null: refused. */
function read(query: Query): Constraints | null {
  try {
    return constraintsOf(query);
  } catch (error) {
    expect(error).toBeInstanceOf(SearchRefused);
    return null;
  }
}

it('what a query states of plots is exactly what it states of each plot, or it is refused', () => {
  let answered = 0;
  fc.assert(
    fc.property(tried, ({ query, fits }) => {
      const constraints = read(query);
      if (constraints === null) return;
      answered++;
      expect(PLOTS.filter((plot) => has(constraints, plot))).toEqual(PLOTS.filter(fits));
    }),
    { numRuns: 600 },
  );
  expect(answered).toBeGreaterThan(300);
});

it.each<[string, Query]>([
  ['a field that plots do not have', { term: { name: 'x' } }],
  ['words without a field', { query_string: { query: 'temp' } }],
  [
    'values of different fields of which one is enough',
    { query_string: { query: 'ds:a OR vn:b' } },
  ],
  ['what must not be', { query_string: { query: 'ds:a AND NOT vn:b' } }],
  ['what must not be of the same field', { query_string: { query: 'ds:a NOT ds:b' } }],
  ['what must and what should be', { query_string: { query: '+ds:a ds:b' } }],
  ['what should be', { bool: { should: [{ term: { ds: 'a' } }] } }],
  ['what must not be, as an object', { bool: { must_not: { term: { ds: 'a' } } } }],
  ['a range', { query_string: { query: 'dated:[20190101 TO 20190102]' } }],
  ['part of a name', { wildcard: { ds: 'sgp*' } }],
  ['what is no query', { query_string: { query: 'ds:(' } }],
])('what a query states of plots is refused where it is about %s', (_, query) => {
  expect(() => constraintsOf(query)).toThrow(SearchRefused);
});

it.each<[Query, Constraints]>([
  [{ term: { 'ds.keyword': 'a' } }, { ds: ['a'] }],
  [{ match: { vn: { query: 'a b' } } }, { vn: ['a b'] }],
  [{ match_phrase: { month: '201901' } }, { month: ['201901'] }],
  [{ terms: { dated: ['20190101', '20190102'] } }, { dated: ['20190101', '20190102'] }],
  [
    { bool: { must: { term: { ds: 'a' } }, filter: [{ term: { vn: 'b' } }] } },
    { ds: ['a'], vn: ['b'] },
  ],
  [{ query_string: { query: 'ds:a OR ds:b' } }, { ds: ['a', 'b'] }],
  [{ query_string: { query: 'ds:a OR *:*' } }, {}],
  [{ match_all: {} }, {}],
])('%j is answered', (query, constraints) => {
  expect(constraintsOf(query)).toEqual(constraints);
});

it('what a query states of plots joins words by the operator that the request gives', () => {
  const of = (default_operator?: 'AND' | 'OR' | 'and') =>
    read({
      query_string: { query: 'ds:a vn:b', ...(default_operator ? { default_operator } : {}) },
    } as Query); // the language takes any case
  expect(of('AND')).toEqual({ ds: ['a'], vn: ['b'] });
  expect(of('and')).toEqual({ ds: ['a'], vn: ['b'] });
  expect([of('OR'), of()]).toEqual([null, null]);
});
