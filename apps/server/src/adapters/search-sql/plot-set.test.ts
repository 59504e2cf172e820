import { DAY_SECONDS, formatCompactDay } from '@isobar/contract/time.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlotHolding } from '../../ports/plot-holdings.ts';
import { hitsOf } from './plot-hits.ts';
import { countsOf, plotDocument, Steps, sizeOf, within } from './plot-set.ts';

const FIRST = 17_880; // near the end of a month
const holdings: fc.Arbitrary<PlotHolding[]> = fc
  .uniqueArray(fc.constantFrom('a.b1', 'a1.b1', 'b.b1'), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((ds) =>
        fc.record({
          ds: fc.constant(ds),
          variables: fc.uniqueArray(fc.constantFrom('t', 't/é', 'ta'), { minLength: 1 }),
          days: fc
            .uniqueArray(fc.integer({ min: FIRST, max: FIRST + 40 }), {
              minLength: 1,
              maxLength: 8,
            })
            .map(runsOf),
        }),
      ),
    ),
  );

const runsOf = (days: number[]) => {
  const runs: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === day) last[1] = day + 1;
    else runs.push([day, day + 1]);
  }
  return runs;
};

const listed = (set: readonly PlotHolding[]) =>
  set.flatMap(({ ds, variables, days }) =>
    variables.flatMap((vn) =>
      days.flatMap(([first, after]) =>
        Array.from({ length: after - first }, (_, i) =>
          plotDocument(ds, vn, formatCompactDay((first + i) * DAY_SECONDS)),
        ),
      ),
    ),
  );

const FIELDS = ['ds', 'vn', 'month', 'dated'] as const;
const NAMES = [...FIELDS, 'url'] as const;
const key = fc.record({ name: fc.constantFrom(...NAMES), down: fc.boolean() });

it('a set of plots counts and narrows as a list of the plots would', async () => {
  await fc.assert(
    fc.asyncProperty(holdings, fc.constantFrom(...FIELDS), async (set, field) => {
      const all = listed(set);
      expect(sizeOf(set)).toBe(all.length);
      const counts = await countsOf(set, field, new Steps());
      const naive = Map.groupBy(all, (one) => one[field]);
      expect([...counts].sort()).toEqual([...naive].map(([v, of]) => [v, of.length]).sort());
      for (const value of counts.keys())
        expect(listed(within(set, { [field]: [value] })).map(({ id }) => id)).toEqual(
          all.filter((one) => one[field] === value).map(({ id }) => id),
        );
    }),
    { numRuns: 100 },
  );
});

it('a set of plots is narrowed to several values in any order, some twice and some that are none, as a list would be', async () => {
  const several = (set: readonly PlotHolding[], field: (typeof FIELDS)[number]) => {
    const none = ['', 'none', '20181', '20191332', '201913', '2019-01'];
    return fc.array(fc.constantFrom(...listed(set).map((one) => one[field]), ...none), {
      maxLength: 8,
    });
  };
  const narrowed = fc.tuple(holdings, fc.constantFrom(...FIELDS)).chain(([set, field]) =>
    fc.record({
      ...{ set: fc.constant(set), field: fc.constant(field) },
      values: several(set, field),
    }),
  );
  fc.assert(
    fc.property(narrowed, ({ set, field, values }) => {
      const found = listed(within(set, { [field]: values })).map(({ id }) => id);
      const wanted = listed(set).filter((one) => values.includes(one[field]));
      expect(found).toEqual(wanted.map(({ id }) => id));
    }),
    { numRuns: 200 },
  );
});

it('a set of plots has the page, and what follows a hit, of the sorted list', async () => {
  const run = async (
    set: PlotHolding[],
    keys: { name: (typeof NAMES)[number]; down: boolean }[],
    from: number,
  ) => {
    const sort = keys.map(({ name, down }) => ({
      [name]: down ? ('desc' as const) : ('asc' as const),
    }));
    const every = [...keys, { name: 'dated', down: false }, { name: 'url', down: false }] as const;
    const sorted = listed(set).sort((a, b) => {
      for (const { name, down } of every)
        if (a[name] !== b[name]) return a[name] < b[name] === down ? 1 : -1;
      return 0;
    });
    const ids = (await hitsOf(set, { sort, from, size: 5 }, new Steps())).map(({ _id }) => _id);
    expect(ids).toEqual(sorted.slice(from, from + 5).map(({ id }) => id));
    const last = sorted[from];
    if (!last || keys.length === 0) return;
    const after = keys.map(({ name }) => last[name]);
    const rest = sorted
      .slice(from)
      .filter((one) => keys.some(({ name }) => one[name] !== last[name]));
    const next = await hitsOf(set, { sort, search_after: after, size: 5 }, new Steps());
    expect(next.map(({ _id }) => _id)).toEqual(rest.slice(0, 5).map(({ id }) => id));
  };
  await fc.assert(fc.asyncProperty(holdings, fc.array(key, { maxLength: 3 }), fc.nat(20), run), {
    numRuns: 200,
  });
});

it('a set of plots refuses what costs too much, with what to do', async () => {
  const wide = Array.from({ length: 3000 }, (_, i) => ({
    ds: `x${i}.b1`,
    variables: ['t'],
    days: [[0, 2000]] as const,
  }));
  const asked = hitsOf(wide, { collapse: { field: 'ds' }, size: 1 }, new Steps());
  await expect(asked).rejects.toThrow('narrow the search by ds or month');
});
