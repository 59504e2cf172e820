// Counts over plots, which are listed nowhere, against the same counts over a list of them.
import { DAY_SECONDS, formatCompactDay } from '@isobar/contract/time.ts';
import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlotHolding } from '../../ports/plot-holdings.ts';
import { aggregatePlots } from './plot-aggregate.ts';
import { plotDocument, Steps } from './plot-set.ts';

const FIRST = 17_880; // near the end of a month
const DAYS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'a.b1': [
    [FIRST, FIRST + 3],
    [FIRST + 20, FIRST + 21],
  ],
  'a1.b1': [[FIRST + 1, FIRST + 40]],
  'b.b1': [[FIRST + 2, FIRST + 5]],
};
const ALL: readonly PlotHolding[] = Object.entries(DAYS).map(([ds, days], n) => ({
  ...{ ds, days, variables: ['t', 'ta', 'rh'].slice(0, 3 - n) },
}));
type Plot = ReturnType<typeof plotDocument>;
const listed = (set: readonly PlotHolding[]): Plot[] =>
  set.flatMap(({ ds, variables, days }) =>
    variables.flatMap((vn) =>
      days.flatMap(([first, after]) =>
        Array.from({ length: after - first }, (_, i) =>
          plotDocument(ds, vn, formatCompactDay((first + i) * DAY_SECONDS)),
        ),
      ),
    ),
  );
const PLOTS = listed(ALL);

const FIELDS = ['ds', 'vn', 'month', 'dated'] as const;
const field = fc.constantFrom(...FIELDS);
const someValue = (name: (typeof FIELDS)[number]) =>
  fc.oneof(
    fc.constantFrom(...PLOTS).map((plot) => plot[name]),
    fc.constant('none'),
  );
const query = field.chain((name) =>
  fc.oneof(
    someValue(name).map((value) => ({ term: { [name]: value } })),
    fc
      .array(someValue(name), { minLength: 1, maxLength: 4 })
      .map((values) => ({ terms: { [name]: values } })),
  ),
);
type Query = { term?: Record<string, string>; terms?: Record<string, string[]> };
const holds = ({ term, terms }: Query, plot: Plot): boolean => {
  const [[name = '', wanted = []] = []] = Object.entries<string | string[]>(term ?? terms ?? {});
  return [wanted].flat().includes(String(plot[name as keyof Plot]));
};

const order = fc.constantFrom(
  ...[undefined, { _key: 'desc' }, { _key: 'asc' }, { _count: 'asc' }],
  ...[[{ _count: 'desc' }, { _key: 'desc' }], [{ _count: 'ASC' }]],
);
const terms = field.chain((name) =>
  fc.record(
    {
      field: fc.constant(name),
      size: fc.integer({ min: 1, max: 6 }),
      order,
      min_doc_count: fc.integer({ min: 1, max: 5 }),
      include: fc.array(someValue(name), { minLength: 1, maxLength: 4 }),
      exclude: fc.array(someValue(name), { maxLength: 2 }),
    },
    { requiredKeys: ['field'] },
  ),
);
const leaf = fc.oneof(
  field.map((name) => ({ cardinality: { field: name } })),
  fc.constantFrom(...FIELDS, 'url').map((name) => ({ value_count: { field: name } })),
  fc.constant({ cardinality: { field: 'url' } }),
);
const { aggregation } = fc.letrec<{ aggregation: object; subs: object }>((tie) => ({
  subs: fc.option(fc.record({ below: tie('aggregation') }), { nil: {} }),
  aggregation: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({ terms, aggs: tie('subs') }),
    fc.record({ filter: query, aggs: tie('subs') }),
    fc.record({
      filters: fc.record({ filters: fc.array(query, { maxLength: 2 }) }),
      aggregations: tie('subs'),
    }),
    fc.record({
      filters: fc.record({ filters: fc.dictionary(fc.constantFrom('one', 'two'), query) }),
      aggs: tie('subs'),
      meta: fc.constant({ note: 1 }),
    }),
    fc.record({ global: fc.constant({}), aggs: tie('subs') }),
    fc.record({ missing: fc.record({ field }), aggs: tie('subs') }),
  ),
}));

interface Terms {
  readonly field: keyof Plot;
  readonly size?: number;
  readonly min_doc_count?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly order?: object | readonly object[];
}
interface Asked {
  readonly cardinality?: { readonly field: keyof Plot };
  readonly value_count?: object;
  readonly filter?: Query;
  readonly filters?: { readonly filters: Query[] | Record<string, Query> };
  readonly global?: object;
  readonly missing?: object;
  readonly terms?: Terms;
  readonly aggs?: Record<string, object>;
  readonly aggregations?: Record<string, object>;
  readonly meta?: object;
}

/** The obvious way. */
function naive(plots: readonly Plot[], one: Asked): object {
  const below = (part: readonly Plot[]) =>
    Object.fromEntries(
      Object.entries(one.aggs ?? one.aggregations ?? {}).map(([name, sub]) => [
        name,
        naive(part, sub),
      ]),
    );
  const bucket = (part: readonly Plot[]) => ({ doc_count: part.length, ...below(part) });
  const meta = one.meta ? { meta: one.meta } : {};
  const valuesOf = ({ field: name }: { field: keyof Plot }) =>
    new Set(plots.map((plot) => plot[name]));
  if (one.cardinality) return { value: valuesOf(one.cardinality).size };
  if (one.value_count) return { value: plots.length };
  const { filter } = one;
  if (filter) return bucket(plots.filter((plot) => holds(filter, plot)));
  if (one.global) return bucket(PLOTS);
  if (one.missing) return bucket([]);
  if (one.filters) {
    const { filters } = one.filters;
    const of = (wanted: Query) => bucket(plots.filter((plot) => holds(wanted, plot)));
    const buckets = Array.isArray(filters)
      ? filters.map(of)
      : Object.fromEntries(Object.entries(filters).map(([name, wanted]) => [name, of(wanted)]));
    return { buckets, ...meta };
  }
  return termsOf(plots, one.terms ?? { field: 'ds' }, bucket);
}

function termsOf(
  plots: readonly Plot[],
  wanted: Terms,
  bucket: (part: readonly Plot[]) => object,
): object {
  const rules = [wanted.order ?? { _count: 'desc' }].flat().flatMap((rule) => Object.entries(rule));
  const groups = [...Map.groupBy(plots, (plot) => String(plot[wanted.field]))]
    .filter(
      ([key, of]) => of.length >= (wanted.min_doc_count ?? 1) && !wanted.exclude?.includes(key),
    )
    .filter(([key]) => wanted.include?.includes(key) ?? true)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [by, direction] of rules.toReversed()) {
    const sign = String(direction).toLowerCase() === 'asc' ? 1 : -1;
    groups.sort(([a, ofA], [b, ofB]) =>
      by === '_count' ? sign * (ofA.length - ofB.length) : a === b ? 0 : a < b ? -sign : sign,
    );
  }
  const size = wanted.size ?? 10;
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: groups.slice(size).reduce((sum, [, of]) => sum + of.length, 0),
    buckets: groups.slice(0, size).map(([key, of]) => ({ key, ...bucket(of) })),
  };
}

const aggregated = async (asked: object, set = ALL) =>
  (await aggregatePlots(set, ALL, { a: asked as Aggregation }, new Steps())).a;

it('aggregations over plots are those of the list of them, at any depth', async () => {
  await fc.assert(
    fc.asyncProperty(aggregation, fc.subarray([...ALL]), async (asked, set) => {
      expect(await aggregated(asked, set)).toEqual(naive(listed(set), asked));
    }),
    { numRuns: 150 },
  );
});

it('the first hits below a bucket are three unless another number is requested, of all that are in it', async () => {
  const top = async (top_hits: object) =>
    (await aggregated({ top_hits })) as {
      readonly hits: {
        readonly total: { readonly value: number };
        readonly hits: readonly { readonly _id: string }[];
      };
    };
  const sort = [{ dated: 'asc' }];
  const { hits } = await top({ sort });
  expect(hits.total.value).toBe(PLOTS.length);
  const ids = PLOTS.toSorted((a, b) =>
    a.dated < b.dated ? -1 : a.dated > b.dated ? 1 : a.url < b.url ? -1 : 1,
  );
  expect(hits.hits.map(({ _id }) => _id)).toEqual(ids.slice(0, 3).map(({ id }) => id));
  expect((await top({ sort, size: 5 })).hits.hits).toHaveLength(5);
});

it('what plots cannot be counted by is refused by name', async () => {
  const refused = async (asked: object) =>
    await aggregated(asked).then(
      () => 'not refused',
      (error: Error) => error.message,
    );
  expect(await refused({ terms: { field: 'url' } })).toContain('by url');
  expect(await refused({ terms: { field: 'ds', min_doc_count: 0 } })).toContain('min_doc_count 0');
  expect(await refused({ terms: { field: 'ds', include: 'a.*' } })).toContain('regular expression');
  expect(await refused({ terms: { field: 'ds', order: { other: 'asc' } } })).toContain('[other]');
  expect(await refused({ meta: {}, avg: { field: 'ds' }, aggs: {} } satisfies object)).toContain(
    '[avg]',
  );
  const all: Aggregations = {
    a: { value_count: { field: 'ds' } },
    b: { cardinality: { field: 'vn' } },
  };
  expect(await aggregatePlots(ALL, ALL, all, new Steps())).toEqual({
    a: { value: PLOTS.length },
    b: { value: 3 },
  });
});
