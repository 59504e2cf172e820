// What every reader of an index promises, whether it was built from documents or reads them where
// they are kept.

import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { AggregationResults, SearchReply } from '@isobar/query-language/result.ts';
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, type ReadOnlyIndex, SearchRefused } from '../search-index.ts';
import { FILES } from './readers/files.ts';
import { PLOTS } from './readers/plots.ts';

/** A request that every reader of this index answers, and what it finds. */
export type ReaderCase = {
  readonly name: string;
  readonly body: object;
  /** Ids of the hits, in order; absent: not looked at. */
  readonly ids?: readonly string[];
  readonly total?: number;
  /** Sort values of the hits. */
  readonly sort?: readonly unknown[];
  readonly sources?: readonly unknown[];
  /** Of each hit, the value that it was collapsed by. */
  readonly fields?: readonly unknown[];
  readonly aggregations?: AggregationResults;
};

/** Bodies with at least one part that an index refuses if it is not built from documents. */
export type Unsupported = { readonly name: string; readonly body: object };

export type ReaderSubject = {
  readonly index: string;
  readonly mapping: Mapping;
  /** In the order in which hits come when a request names no sort. */
  readonly documents: readonly Document[];
  /** Keeps a request within what the index supports. */
  readonly within: object;
  readonly cases: readonly ReaderCase[];
  /** Does not fit any index with this mapping: status 400. */
  readonly unfit: readonly Unsupported[];
  readonly unsupported: readonly Unsupported[];
};

export type Reader = Pick<
  ReadOnlyIndex,
  'search' | 'searchText' | 'has' | 'mapping' | 'version' | 'close'
>;

const SUBJECTS = { files: FILES, plots: PLOTS } as const;
export type SubjectName = keyof typeof SUBJECTS;

/**
 * `open` gives a reader of the subject's documents. `refuses`: the reader reads content that is
 * kept elsewhere, so it refuses parts of the language, each with the same status and type.
 */
export function searchReaderSuite(
  name: string,
  of: SubjectName,
  open: (subject: ReaderSubject) => Promise<Reader>,
  refuses: boolean,
): void {
  const subject: ReaderSubject = SUBJECTS[of];
  const { index, documents, within } = subject;

  describe(`${name} as a reader of ${index}`, () => {
    let reader: Reader;
    beforeAll(async () => {
      reader = await open(subject);
    });
    afterAll(() => reader.close());

    const search = (body: object, options = {}) => reader.search(index, bodyOf(body), options);
    const refusal = (asked: Promise<unknown>) =>
      asked.then(
        () => 'answered',
        (error: unknown) => (error instanceof SearchRefused ? [error.status, error.type] : error),
      );

    it.each(subject.cases)('$name', async (one) => {
      const reply = await search(one.body);
      if (one.ids) expect(idsOf(reply)).toEqual(one.ids);
      if (one.total !== undefined)
        expect(reply.hits.total).toEqual({ value: one.total, relation: 'eq' });
      if (one.sort) expect(reply.hits.hits.map((hit) => hit.sort)).toEqual(one.sort);
      if (one.fields) expect(reply.hits.hits.map((hit) => hit.fields)).toEqual(one.fields);
      if (one.sources) expect(reply.hits.hits.map((hit) => hit._source)).toEqual(one.sources);
      expect(reply.aggregations).toEqual(one.aggregations);
    });

    it('a reader of an index answers in one envelope, hits with index, id and source', async () => {
      const reply = await search({ ...within, size: documents.length });
      expect(reply).toMatchObject({ timed_out: false, _shards: { failed: 0, skipped: 0 } });
      expect(reply.took).toBeGreaterThanOrEqual(0);
      const found = documents.filter(({ id }) => idsOf(reply).includes(id));
      expect(found).toHaveLength(reply.hits.hits.length);
      const sourceOf = ({ id: _, ...source }: Readonly<Record<string, unknown>>) => source;
      expect(
        reply.hits.hits.map((hit) => [hit._index, hit._id, sourceOf(hit._source ?? {})]),
      ).toEqual(found.map((one) => [index, one.id, sourceOf(one)]));
    });

    it('a reader of an index counts only when it is asked to, and exactly', async () => {
      const all = (await search({ ...within, size: 0 })).hits;
      expect(all.total?.value).toBeGreaterThan(2);
      expect(all.hits).toEqual([]);
      expect((await search({ ...within, track_total_hits: false })).hits.total).toBeUndefined();
    });

    it('a reader of an index writes the same reply as text, cut to the wanted parts', async () => {
      const body = bodyOf({ ...within, size: 2 });
      const whole: unknown = JSON.parse(textOf(await reader.searchText(index, body)));
      expect(whole).toEqual({ ...(await search(body)), took: expect.any(Number) });
      const parts = { filterPath: ['hits.hits._id'] };
      const hits = idsOf(await search(body)).map((_id) => ({ _id }));
      expect(JSON.parse(textOf(await reader.searchText(index, body, parts)))).toEqual({
        hits: { hits },
      });
    });

    it('a reader of an index tells its mapping, and has no other index than its own', async () => {
      expect(await reader.has(index)).toBe(true);
      expect(await reader.mapping(index)).toEqual(subject.mapping);
      expect(await reader.has('nosuch')).toBe(false);
      const asked = [
        reader.search('nosuch', bodyOf(within)),
        reader.searchText('nosuch', bodyOf(within)),
        (async () => reader.mapping('nosuch'))(),
      ].map(refusal); // each is caught at once, as the first may fail last
      for (const one of asked) expect(await one).toEqual([404, 'index_not_found_exception']);
    });

    it('a reader of an index rejects when it is cancelled, before and during a search', async () => {
      const aborted = AbortSignal.abort(new Error('cancelled'));
      await expect(search(within, { signal: aborted })).rejects.toThrow('cancelled');
      const leaving = new AbortController();
      const asked = search({ ...within, size: 3 }, { signal: leaving.signal });
      leaving.abort(new Error('left'));
      await expect(asked).rejects.toThrow('left');
      expect((await search(within)).hits.total?.value).toBeGreaterThan(2); // and goes on
    });

    it.each(subject.unfit)('a reader of an index does not take $name', async ({ body }) => {
      const found = await refusal(search(body));
      expect(found).toEqual([400, expect.any(String)]);
    });

    if (refuses)
      it.each(subject.unsupported)(
        'a reader of an index says that it does not answer $name',
        async ({ body }) => {
          expect(await refusal(search(body))).toEqual([400, 'illegal_argument_exception']);
        },
      );
    else
      it.each(subject.unsupported)('a reader of an index answers $name', async ({ body }) => {
        expect(await refusal(search(body))).toBe('answered');
      });
  });
}

function bodyOf(input: object): SearchBody {
  const parsed = parseSearchBody(input);
  if (!parsed.ok) throw new Error(parsed.problem.reason);
  return parsed.body;
}

const idsOf = ({ hits }: SearchReply): string[] => hits.hits.map((hit) => hit._id);
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
