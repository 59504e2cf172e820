// typed_keys and rest_total_hits_as_int: names and totals change, nothing else does.
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { shaped, shapedText, takeShape } from './reply-shape.ts';

const MAPPING = {
  site: { type: 'text' },
  n: { type: 'integer' },
  x: { type: 'double' },
  day: { type: 'date' },
} as const;

function bodyOf(input: object): SearchBody {
  const parsed = parseSearchBody(input);
  if (!parsed.ok) throw new Error(parsed.problem.reason);
  return parsed.body;
}

const total = { value: 3, relation: 'eq' };

it('results are named by their kind, at every depth, and leave what users called theirs', () => {
  const body = bodyOf({
    aggs: {
      sites: {
        terms: { field: 'site.keyword' },
        aggs: { top: { top_hits: {} }, ns: { terms: { field: 'n' } } },
      },
      xs: { terms: { field: 'x' } },
      none: { terms: { field: 'nosuch' } },
      some: { filter: { match_all: {} }, aggs: { p: { percentiles: { field: 'n' } } } },
      parts: {
        filters: { filters: { a: { match_all: {} } } },
        aggs: { m: { max: { field: 'n' } } },
      },
      pages: { composite: { sources: [{ s: { terms: { field: 'n' } } }] } },
    },
    suggest: { t: { text: 'a', term: { field: 'site' } } },
  });
  const reply = {
    took: 1,
    hits: { total, hits: [] },
    aggregations: {
      sites: {
        buckets: [
          { key: 'sgp', doc_count: 3, top: { hits: { total, hits: [] } }, ns: { buckets: [] } },
        ],
      },
      xs: { buckets: [] },
      none: { buckets: [] },
      some: { doc_count: 3, p: { values: {} } },
      parts: { buckets: { a: { doc_count: 1, m: { value: 1 } } } },
      pages: { buckets: [{ key: { s: 1 }, doc_count: 1 }] },
    },
    suggest: { t: [] },
  };
  const both = { typedKeys: true, plainTotals: true };
  expect(shaped(reply, both, body, MAPPING)).toEqual({
    took: 1,
    hits: { total: 3, hits: [] },
    aggregations: {
      'sterms#sites': {
        buckets: [
          {
            key: 'sgp',
            doc_count: 3,
            'top_hits#top': { hits: { total: 3, hits: [] } },
            'lterms#ns': { buckets: [] },
          },
        ],
      },
      'dterms#xs': { buckets: [] },
      'umterms#none': { buckets: [] },
      'filter#some': { doc_count: 3, 'tdigest_percentiles#p': { values: {} } },
      'filters#parts': { buckets: { a: { doc_count: 1, 'max#m': { value: 1 } } } },
      'composite#pages': { buckets: [{ key: { s: 1 }, doc_count: 1 }] },
    },
    suggest: { 'term#t': [] },
  });
  const totals = shaped(reply, { typedKeys: false, plainTotals: true }, body, MAPPING);
  expect(totals).toMatchObject({
    hits: { total: 3 },
    aggregations: { sites: {} },
    suggest: { t: [] },
  });
  const names = shaped(reply, { typedKeys: true, plainTotals: false }, body, MAPPING);
  expect(names.hits).toEqual(reply.hits);
});

it('options of the reply are taken off the address, and refuse what is neither true nor false', () => {
  expect(takeShape({ q: 'x', typed_keys: 'false' })).toEqual({ shape: null, rest: { q: 'x' } });
  expect(takeShape({ typed_keys: '' }).shape).toEqual({ typedKeys: true, plainTotals: false });
  expect(() => takeShape({ rest_total_hits_as_int: 'maybe' })).toThrow('expected true or false');
  const long = Buffer.alloc((2 << 20) + 1, ' ');
  const both = { typedKeys: true, plainTotals: true };
  expect(() => shapedText(long, both, {}, MAPPING)).toThrow('2 MiB');
});
