// composite, ranges and percentiles over random documents, against a manual count.
import type { AggregationResult } from '@isobar/query-language/result.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

type Doc = { readonly id: string; readonly code?: string; readonly n?: number };
const docs = fc
  .array(
    fc.record(
      { code: fc.constantFrom('a', 'B', 'é', '😀', ''), n: fc.integer({ min: -6, max: 6 }) },
      { requiredKeys: [] },
    ),
    { maxLength: 40 },
  )
  .map((all) => all.map((one, i): Doc => ({ id: `d${i}`, ...one })));

function asked(documents: readonly Doc[], aggs: object): Record<string, AggregationResult> {
  const index = smallIndex({ code: { type: 'keyword' }, n: { type: 'integer' } }, documents);
  try {
    return { ...index.ask({ size: 0, aggs }).aggregations };
  } finally {
    index.close();
  }
}

describe('composite', () => {
  it('composite hands out every combination once, whatever the size of a page', () => {
    fc.assert(
      fc.property(docs, fc.integer({ min: 1, max: 7 }), fc.boolean(), (documents, size, desc) => {
        const order = desc ? 'desc' : 'asc';
        const sources = [
          { c: { terms: { field: 'code', missing_bucket: true, order } } },
          { h: { histogram: { field: 'n', interval: 3 } } },
        ];
        const counted = new Map<string, number>();
        for (const { code = null, n } of documents) {
          if (n === undefined) continue;
          const key = JSON.stringify({ c: code, h: Math.floor(n / 3) * 3 });
          counted.set(key, (counted.get(key) ?? 0) + 1);
        }
        const found: [string, unknown][] = [];
        let after: unknown;
        for (let page = 0; page <= counted.size; page++) {
          const composite = { size, sources, ...(after ? { after } : {}) };
          const aggs = { n: { value_count: { field: 'n' } } };
          const { pages } = asked(documents, { pages: { composite, aggs } });
          const buckets = pages?.buckets as unknown as {
            key: object;
            doc_count: number;
            n: { value: number };
          }[];
          for (const { key, doc_count, n } of buckets) {
            expect(n.value).toBe(doc_count);
            found.push([JSON.stringify(key), doc_count]);
          }
          after = pages?.after_key;
          if (!after) break;
        }
        expect(found).toHaveLength(counted.size);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(counted));
      }),
      { numRuns: 120, seed: 16 },
    );
  });

  it('composite forgets what is on later pages while it counts, and counts the rest exactly', () => {
    // More combinations than are counted at a time.
    const many = Array.from(
      { length: 70_000 },
      (_, i): Doc => ({ id: `d${i}`, n: (i * 7919) % 70_000 }),
    );
    const sources = [{ n: { terms: { field: 'n' } } }];
    const { pages } = asked(many, {
      pages: { composite: { size: 3, sources, after: { n: 41.5 } } },
    });
    expect(pages?.buckets).toEqual([42, 43, 44].map((n) => ({ key: { n }, doc_count: 1 })));
  });
});

it('composite refuses more combinations than it can count, before it makes them', () => {
  const sources = Array.from({ length: 8 }, (_, i) => ({ [`n${i}`]: { terms: { field: 'n' } } }));
  const n = Array.from({ length: 40 }, (_, i) => i) as unknown as number;
  expect(() => asked([{ id: 'd', n }], { pages: { composite: { sources } } })).toThrow(
    'combine in more than 65536 ways',
  );
});

describe('ranges and percentiles', () => {
  it('ranges and percentiles equal a manual count', () => {
    const bound = fc.integer({ min: -7, max: 7 });
    fc.assert(
      fc.property(
        docs,
        bound,
        bound,
        fc.integer({ min: 0, max: 100 }),
        (documents, from, to, percent) => {
          const values = documents.flatMap(({ n }) => n ?? []).sort((a, b) => a - b);
          const { r, p, k } = asked(documents, {
            r: { range: { field: 'n', ranges: [{ from, to }] } },
            p: { percentiles: { field: 'n', percents: [percent], keyed: false } },
            k: { percentile_ranks: { field: 'n', values: [from], keyed: false } },
          });
          const inside = values.filter((value) => value >= from && value < to).length;
          expect(r?.buckets).toMatchObject([{ from, to, doc_count: inside }]);
          const [{ value = null } = {}] = (p?.values ?? []) as { value?: number | null }[];
          if (values.length === 0) expect(value).toBe(null);
          else {
            const below = values.filter((one) => one < Number(value)).length;
            const upTo = values.filter((one) => one <= Number(value)).length;
            expect(below).toBeLessThanOrEqual((percent / 100) * values.length);
            expect(upTo).toBeGreaterThanOrEqual((percent / 100) * values.length);
          }
          const [rank] = (k?.values ?? []) as { value: number | null }[];
          const less = values.filter((one) => one < from).length;
          const equal = values.filter((one) => one === from).length;
          const expected = values.length === 0 ? null : ((less + equal / 2) / values.length) * 100;
          expect(rank?.value).toEqual(expected === null ? null : expect.closeTo(expected, 9));
        },
      ),
      { numRuns: 150, seed: 16 },
    );
  });
});
