// Random documents and random searches over them.

import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import fc from 'fast-check';
import type { Doc } from './reference.ts';

export const MAPPING: Mapping = {
  title: { type: 'text' },
  code: { type: 'keyword' },
  tags: { type: 'text' },
  n: { type: 'integer' },
  x: { type: 'double' },
  day: { type: 'date' },
  flag: { type: 'boolean' },
  group: { type: 'keyword' },
  part: { type: 'keyword' },
};
export const GROUPS = ['group', 'part'];

const WORDS = ['cloud', 'Cloud', 'radar', 'lidar', 'b1', 'sgp_C1', 'naïve', 'Ωmega', '日', 'rain'];
const CODES = ['A', 'B', 'a', 'C d', 'é', 'Z', 'ﬀ', '😀', ''];
const some = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: item },
    { weight: 1, arbitrary: fc.array(item, { maxLength: 3 }) },
  );
const absent = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: undefined, freq: 5 });
const phrase = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((w) => w.join(' '));
const code = fc.constantFrom(...CODES);
const integer = fc.integer({ min: -3, max: 9 });
const quarter = fc.integer({ min: -4, max: 12 }).map((i) => i / 4);
const day = fc
  .tuple(fc.integer({ min: 2000, max: 2005 }), fc.integer({ min: 1, max: 12 }))
  .map(([y, m]) => `${y}-${String(m).padStart(2, '0')}-15T06:00:00Z`);

export const document: fc.Arbitrary<Doc> = fc
  .record({
    id: fc.integer({ min: 0, max: 60 }).map((i) => `d${i}`),
    title: absent(some(phrase(5))),
    code: absent(some(code)),
    tags: absent(some(phrase(2))),
    n: absent(some(integer)),
    x: absent(some(quarter)),
    day: absent(some(day)),
    flag: absent(fc.boolean()),
    group: absent(fc.constantFrom('g1', 'g2', 'g3', 'g4')),
    suffix: fc.constantFrom('p', 'q', 'r'),
  })
  .map(({ suffix, ...doc }) => ({ ...doc, part: `${doc.group}_${suffix}` }));

/** A word or code with up to two edits. */
const misspelt = fc
  .tuple(
    fc.constantFrom(...WORDS.map((word) => word.toLowerCase()), 'g1', 'Z'),
    fc.array(fc.tuple(fc.nat(12), fc.constantFrom('add', 'drop', 'swap')), { maxLength: 2 }),
  )
  .map(([word, slips]) => {
    const letters = Array.from(word);
    for (const [place, slip] of slips) {
      const at = place % letters.length;
      if (slip === 'add') letters.splice(at, 0, 'x');
      else if (slip === 'drop' && letters.length > 1) letters.splice(at, 1);
      else if (letters[at + 1] !== undefined) letters.splice(at, 2, letters[at + 1]!, letters[at]!);
    }
    return letters.join('');
  });

/** Words, the last of which may be cut short. */
const unfinished = fc.tuple(phrase(3), fc.nat(3)).map(([words, cut]) =>
  Array.from(words)
    .slice(0, -cut || undefined)
    .join('')
    .trim(),
);

export const documents = fc.array(document, { maxLength: 40 });

const EXACT = ['code', 'title.keyword', 'tags.keyword', 'group', 'part'];
const NUMBERS = ['n', 'x', 'day', 'flag'];
const someValue = (field: string): fc.Arbitrary<string | number | boolean> => {
  if (field === 'n') return integer;
  if (field === 'x') return quarter;
  if (field === 'day') return day;
  if (field === 'flag') return fc.boolean();
  if (field === 'group') return fc.constantFrom('g1', 'g3', 'g9');
  return field === 'part' ? fc.constantFrom('g1_p', 'g2_q') : fc.oneof(code, phrase(2));
};
const one = (field: string, content: unknown) => ({ [field]: content });
const onField = (fields: readonly string[], make: (field: string) => fc.Arbitrary<object>) =>
  fc.constantFrom(...fields).chain(make);

const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.constant({ match_all: {} }),
  fc.constant({ match_none: {} }),
  onField([...EXACT, ...NUMBERS], (f) => someValue(f).map((v) => ({ term: one(f, v) }))),
  fc
    .constantFrom('title', 'tags')
    .chain((f) => fc.constantFrom(...WORDS).map((w) => ({ term: one(f, w.toLowerCase()) }))),
  onField([...EXACT, 'n', 'x'], (f) =>
    fc.array(someValue(f), { minLength: 1, maxLength: 3 }).map((v) => ({ terms: one(f, v) })),
  ),
  onField(['n', 'x', 'day'], (f) =>
    fc
      .record(
        { gt: someValue(f), gte: someValue(f), lt: someValue(f), lte: someValue(f) },
        { requiredKeys: [] },
      )
      .map(({ gt, gte, lt, lte }) => ({
        range: one(f, {
          ...(gte !== undefined ? { gte } : gt !== undefined ? { gt } : {}),
          ...(lte !== undefined ? { lte } : lt !== undefined ? { lt } : {}),
        }),
      })),
  ),
  fc.constantFrom(...EXACT, ...NUMBERS, 'title', 'nosuch').map((field) => ({ exists: { field } })),
  fc
    .constantFrom('code', 'title.keyword', 'group', 'part', 'title')
    .chain((f) =>
      fc.constantFrom('c', 'C', 'g1', 'r', 'é', '').map((p) => ({ prefix: one(f, p) })),
    ),
  fc
    .constantFrom('code', 'title.keyword', 'part', 'tags')
    .chain((f) =>
      fc
        .constantFrom('*', '?', 'c*', '*a*', 'g?_*', '*d', 'C?d')
        .map((p) => ({ wildcard: one(f, p) })),
    ),
  fc
    .constantFrom('title', 'tags')
    .chain((f) =>
      fc
        .record({ query: phrase(3), operator: fc.constantFrom('and' as const, 'or' as const) })
        .map((m) => ({ match: one(f, m) })),
    ),
  fc
    .constantFrom('title', 'tags')
    .chain((f) => phrase(3).map((p) => ({ match_phrase: one(f, p) }))),
  fc.constantFrom('title', 'tags', 'code', 'group').chain((f) =>
    fc
      .record({
        value: misspelt,
        fuzziness: fc.constantFrom(0, 1, 2, 'AUTO'),
        prefix_length: fc.integer({ min: 0, max: 2 }),
        transpositions: fc.boolean(),
      })
      .map((rules) => ({ fuzzy: one(f, rules) })),
  ),
  fc
    .constantFrom('title', 'tags', 'code')
    .chain((f) =>
      fc
        .record({ query: unfinished, operator: fc.constantFrom('and' as const, 'or' as const) })
        .map((m) => ({ match_bool_prefix: one(f, m) })),
    ),
  fc
    .constantFrom('title', 'tags')
    .chain((f) => unfinished.map((p) => ({ match_phrase_prefix: one(f, p) }))),
  fc
    .record({
      query: unfinished,
      fields: fc.constantFrom(['title'], ['title', 'tags'], ['tags^2', 'title']),
      type: fc.constantFrom(
        'best_fields' as const,
        'most_fields' as const,
        'phrase' as const,
        'phrase_prefix' as const,
        'bool_prefix' as const,
      ),
      operator: fc.constantFrom('and' as const, 'or' as const),
    })
    .map((multi_match) => ({ multi_match })),
  fc
    .array(
      fc.integer({ min: 0, max: 60 }).map((i) => `d${i}`),
      { maxLength: 4 },
    )
    .map((values) => ({
      ids: { values },
    })),
) as fc.Arbitrary<Query>;

export const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .record(
        {
          must: fc.array(tie('query'), { maxLength: 3 }),
          filter: tie('query'),
          should: fc.array(tie('query'), { maxLength: 3 }),
          must_not: fc.array(tie('query'), { maxLength: 2 }),
          minimum_should_match: fc.integer({ min: 0, max: 3 }),
        },
        { requiredKeys: [] },
      )
      .map((bool) => ({ bool }) as Query),
    tie('query').map((filter) => ({ constant_score: { filter } }) as Query),
  ),
})).query;

const order = fc.constantFrom('asc' as const, 'desc' as const);
const sort = fc.array(
  fc
    .constantFrom(...EXACT, ...NUMBERS)
    .chain((field) =>
      fc
        .record({ order, missing: fc.constantFrom('_first', '_last') })
        .map((options) => one(field, options)),
    ),
  { minLength: 1, maxLength: 4 },
) as fc.Arbitrary<NonNullable<SearchBody['sort']>>;

/** A field, and sometimes a `missing` value for documents that have none. */
const counted = (fields: readonly string[]) =>
  onField(fields, (field) =>
    fc.option(someValue(field), { nil: undefined, freq: 3 }).map((missing) => ({
      field,
      ...(missing === undefined ? {} : { missing }),
    })),
  );

const metric: fc.Arbitrary<object> = fc.oneof(
  counted([...EXACT, ...NUMBERS]).map((of) => ({ cardinality: of })),
  counted([...EXACT, 'n', 'x']).map((of) => ({ value_count: of })),
  fc
    .tuple(fc.constantFrom('min', 'max', 'sum', 'avg', 'stats'), counted(['n', 'x']))
    .map(([kind, of]) => ({ [kind]: of })),
  fc
    .record(
      { from: fc.nat(3), size: fc.integer({ min: 1, max: 4 }), sort },
      { requiredKeys: ['size'] },
    )
    .map((top_hits) => ({ top_hits: { ...top_hits, sort: top_hits.sort ?? [{ _doc: 'asc' }] } })),
);

/** Rules for which values get a bucket; each rule is given only now and then. */
const termsRules = (field: string) =>
  fc.record(
    {
      missing: someValue(field),
      min_doc_count: fc.constantFrom(0, 1, 2, 3),
      include: fc.array(someValue(field), { minLength: 1, maxLength: 5 }),
      exclude: fc.array(someValue(field), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  );

const inner: fc.Arbitrary<Aggregations> = fc.letrec<{ aggs: Aggregations }>((tie) => ({
  aggs: fc.dictionary(
    fc.constantFrom('one', 'two', 'three'),
    fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      metric,
      fc
        .record({
          field: fc.constantFrom(...EXACT, 'n', 'x'),
          size: fc.integer({ min: 1, max: 6 }),
          order: fc.oneof(
            order.map((o) => ({ _key: o })),
            order.map((o) => ({ _count: o })),
          ),
          aggs: tie('aggs'),
        })
        .chain(({ aggs, ...terms }) =>
          termsRules(terms.field).map((rules) => ({ terms: { ...terms, ...rules }, aggs })),
        ),
      fc
        .record({
          field: fc.constantFrom(...EXACT, 'n'),
          direction: order,
          of: fc.constantFrom('group', 'part', 'code', 'n'),
          rest: tie('aggs'),
        })
        .map(({ field, direction, of, rest }) => ({
          terms: { field, size: 3, order: { groups: direction } },
          aggs: { ...rest, groups: { cardinality: { field: of } } },
        })),
      fc.record({ filter: query, aggs: tie('aggs') }),
      fc
        .record({ field: fc.constantFrom(...EXACT, ...NUMBERS), aggs: tie('aggs') })
        .map(({ field, aggs }) => ({ missing: { field }, aggs })),
    ),
    { maxKeys: 3 },
  ) as fc.Arbitrary<Aggregations>,
})).aggs;

export const aggregations: fc.Arbitrary<Aggregations> = fc.oneof(
  { weight: 4, arbitrary: inner },
  { weight: 1, arbitrary: inner.map((aggs) => ({ everything: { global: {}, aggs } })) },
);

export const body: fc.Arbitrary<SearchBody> = fc.record(
  {
    query,
    post_filter: query,
    collapse: fc.constantFrom({ field: 'group' }, { field: 'part' }),
    from: fc.integer({ min: 0, max: 5 }),
    size: fc.integer({ min: 0, max: 40 }),
    sort,
    aggs: aggregations,
  },
  { requiredKeys: ['query', 'sort'] },
) as fc.Arbitrary<SearchBody>;

const parts = fc.constantFrom('g1', 'g2_', '_p', '3', 'undefined', 'A', 'd', '');
const exactClause: fc.Arbitrary<Query> = fc.oneof(
  fc
    .record({
      field: fc.constantFrom('part', 'group', 'code', 'code', 'nosuch'),
      text: parts,
    })
    .map(({ field, text }) => ({ wildcard: { [field]: `*${text}*` } })),
  fc
    .record({
      field: fc.constantFrom('part', 'group'),
      values: fc.array(parts, { minLength: 1, maxLength: 3 }),
    })
    .map(({ field, values }) => ({ terms: { [field]: values } })),
  fc
    .record({
      field: fc.constantFrom('part', 'group', 'n'),
      text: fc.constantFrom('g1', 'g2_q', '1'),
    })
    .map(({ field, text }) => ({ term: { [field]: field === 'n' ? 1 : text } })),
) as fc.Arbitrary<Query>;

/**
 * Searches that the portal makes while a user types: buckets of the values whose names contain some
 * letters, each with its first document.
 */
export const typed: fc.Arbitrary<SearchBody> = fc.record({
  query: fc.oneof(
    fc.constant({ match_all: {} }),
    query.map((filter) => ({ bool: { filter } })), // this is not about scores
  ),
  sort,
  aggs: fc.dictionary(
    fc.constantFrom('one', 'two', 'three'),
    fc
      .record({
        must: fc.array(exactClause, { maxLength: 1 }),
        should: fc.array(exactClause, { maxLength: 2 }),
        must_not: fc.array(exactClause, { maxLength: 1 }),
        field: fc.constantFrom('part', 'group', 'code', 'n'),
        of: fc.constantFrom('group', 'part', 'code'),
        size: fc.integer({ min: 1, max: 4 }),
      })
      .map(({ field, of, size, ...bool }) => ({
        filter: { bool },
        aggs: {
          values: {
            terms: { field, size, order: { groups: 'desc' } },
            aggs: { groups: { cardinality: { field: of } }, first: { top_hits: { size: 1 } } },
          },
        },
      })),
    { maxKeys: 3 },
  ),
}) as fc.Arbitrary<SearchBody>;
