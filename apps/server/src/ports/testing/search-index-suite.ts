// What every search index promises, whatever stands behind the port.
import { setImmediate } from 'node:timers/promises';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { type ParsedBody, parseSearchBody } from '@isobar/query-language/search-body.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, type SearchIndex, SearchRefused } from '../search-index.ts';

const MAPPING: Mapping = {
  id: { type: 'text' },
  name: { type: 'text' },
  group: { type: 'keyword' },
  priority: { type: 'integer' },
  start: { type: 'date' },
  note: { type: 'stored' },
};
const DOCUMENTS: readonly Document[] = [
  { id: 'a', name: 'Surface meteorology', group: 'met', priority: 2, start: '2001-01-01' },
  { id: 'b', name: 'Ceilometer cloud base', group: 'ceil', priority: 1, start: '2002-01-01' },
  { id: 'c', name: 'Cloud radar', group: 'kazr', start: '2003-01-01', note: { any: ['thing'] } },
  { id: 'd', name: 'Cloud radar moments', group: 'kazr', priority: 1, other: 'unmapped' },
];

const bodyOf = (input: unknown) => {
  const parsed: ParsedBody = parseSearchBody(input);
  if (!parsed.ok) throw new Error(parsed.problem.reason);
  return parsed.body;
};

/**
 * Runs the promises against an empty index service. `open` may be called several times, one after
 * the other.
 */
export function searchIndexSuite(name: string, open: () => Promise<SearchIndex>): void {
  describe(`${name} as a search index`, () => {
    let index: SearchIndex;
    beforeAll(async () => {
      index = await open();
    });
    afterAll(() => index.close());

    const ids = async (input: unknown, of = 'suite') =>
      (await index.search(of, bodyOf(input))).hits.hits.map((hit) => hit._id);
    const refused = async (input: unknown, of = 'suite') =>
      index.search(of, bodyOf(input)).then(
        () => null,
        (error: unknown) => (error instanceof SearchRefused ? error.status : error),
      );

    it('a search index has no index before one is built', async () => {
      expect(await index.has('suite')).toBe(false);
      expect(await refused({})).toBe(404);
    });

    it('a search index answers from the documents of the last replace, in their order where nothing else tells', async () => {
      expect(await index.replace('suite', MAPPING, ['group'], DOCUMENTS)).toEqual({ documents: 4 });
      expect(await index.has('suite')).toBe(true);
      expect(await index.mapping('suite')).toEqual(MAPPING);
      expect(await ids({})).toEqual(['a', 'b', 'c', 'd']);
      expect(await ids({ query: { match: { name: 'CLOUD' } }, sort: { priority: 'asc' } })).toEqual(
        ['b', 'd', 'c'],
      );
      expect(
        await ids({ collapse: { field: 'group' }, sort: [{ start: { order: 'desc' } }] }),
      ).toEqual(['c', 'b', 'a']);
    });

    it('a search index gives back sources as they came', async () => {
      const { hits } = (await index.search('suite', bodyOf({}))).hits;
      expect(hits.map((hit) => hit._source)).toEqual(DOCUMENTS);
      expect(hits.every((hit) => hit._index === 'suite')).toBe(true);
    });

    it('a search index writes replies as text, cut to the wanted parts', async () => {
      const text = await index.searchText('suite', bodyOf({ size: 1 }), {
        filterPath: ['hits.hits._id', 'hits.total'],
      });
      expect(JSON.parse(Buffer.from(text).toString())).toEqual({
        hits: { total: { value: 4, relation: 'eq' }, hits: [{ _id: 'a' }] },
      });
    });

    it('a search index adds, exchanges and removes single documents', async () => {
      const changes = {
        upsert: [
          { id: 'b', name: 'Ceilometer', group: 'ceil', priority: 3 },
          { id: 'e', name: 'Rain gauge', group: 'rain', priority: 0 },
        ],
        remove: ['c', 'nothing'],
      };
      expect(await index.apply('suite', changes)).toEqual({ documents: 4 });
      expect(await ids({ sort: { priority: 'asc' } })).toEqual(['e', 'd', 'a', 'b']);
      expect(await ids({ query: { match: { name: 'cloud' } } })).toEqual(['d']);
      expect(await ids({ sort: { _doc: 'asc' } })).toEqual(['a', 'd', 'b', 'e']);
    });

    it('a search index keeps the later of two documents with one id, and takes any number of documents', async () => {
      async function* many() {
        for (let i = 0; i < 3000; i++)
          yield { id: `n${i % 2500}`, name: `number ${i}`, group: `g${i % 7}`, priority: i };
      }
      expect(await index.replace('suite', MAPPING, ['group'], many())).toEqual({ documents: 2500 });
      expect(
        await ids({ query: { ids: { values: ['n0', 'n499', 'n500'] } }, sort: 'priority' }),
      ).toEqual(['n500', 'n0', 'n499']);
      const reply = await index.search(
        'suite',
        bodyOf({ size: 0, aggs: { groups: { cardinality: { field: 'group' } } } }),
      );
      expect(reply.hits.total).toEqual({ value: 2500, relation: 'eq' });
      expect(reply.aggregations?.groups?.value).toBe(7);
    });

    it('a search index stays as it was when a replace fails', async () => {
      async function* broken() {
        yield DOCUMENTS[0] as Document;
        throw new Error('the source broke');
      }
      await expect(index.replace('suite', MAPPING, [], broken())).rejects.toThrow(
        'the source broke',
      );
      expect((await index.search('suite', bodyOf({}))).hits.total?.value).toBe(2500);
    });

    it('a search index answers every search while it is replaced', async () => {
      let replacing = true;
      const searches = (async () => {
        let answered = 0;
        for (; replacing; answered++) {
          const { hits } = await index.search('suite', bodyOf({ size: 1 }));
          expect(hits.total?.value).toBeGreaterThan(3);
          await setImmediate();
        }
        return answered;
      })();
      for (let i = 0; i < 3; i++) await index.replace('suite', MAPPING, ['group'], DOCUMENTS);
      replacing = false;
      expect(await searches).toBeGreaterThan(0);
    });

    it('a search index takes an empty index', async () => {
      expect(await index.replace('empty', MAPPING, ['group'], [])).toEqual({ documents: 0 });
      const body = bodyOf({
        query: { query_string: { query: 'cloud* OR priority:1' } },
        sort: [{ priority: 'asc' }],
        collapse: { field: 'group' },
        aggs: { a: { terms: { field: 'name.keyword' } }, b: { max: { field: 'priority' } } },
      });
      const reply = await index.search('empty', body);
      expect(reply.hits).toEqual({
        total: { value: 0, relation: 'eq' },
        max_score: null,
        hits: [],
      });
      expect(reply.aggregations).toMatchObject({ a: { buckets: [] }, b: { value: null } });
    });

    it('a search index refuses what does not fit the index, each with its status', async () => {
      expect(await refused({}, 'nosuch')).toBe(404);
      expect(await refused({ sort: 'name' })).toBe(400);
      expect(await refused({ sort: 'nosuch' })).toBe(400);
      expect(await refused({ query: { term: { priority: 'high' } } })).toBe(400);
      expect(await refused({ query: { range: { start: { gte: 'soon' } } } })).toBe(400);
      expect(await refused({ aggs: { a: { sum: { field: 'group' } } } })).toBe(400);
      expect(await refused({ collapse: { field: 'nosuch' } })).toBe(400);
    });

    it('a search index rejects when it is cancelled', async () => {
      const controller = new AbortController();
      controller.abort(new Error('cancelled'));
      await expect(
        index.search('suite', bodyOf({}), { signal: controller.signal }),
      ).rejects.toThrow('cancelled');
    });
  });
}
