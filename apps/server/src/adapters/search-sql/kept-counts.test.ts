// Counts of files by datastream: those that the harvest keeps, and those that are counted row by
// row, are the same.
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFiles, storeFiles, unusualFile } from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { searchFiles } from './search.ts';

const NAMES = ['sgpmetE13.b1', 'sgpmetE11.b1', 'nsametC1.b1', 'Ünamed.c1'];
const FILES = [
  ...dayFiles('sgpmetE13.b1', 9),
  ...dayFiles('sgpmetE11.b1', 9, ['rhi', null]),
  ...dayFiles('nsametC1.b1', 4),
  unusualFile('Ünamed.c1', 'x.nc', 1),
];

describe.each(STORE_KINDS)('counts on %s', (kind) => {
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
    await storeFiles(store.db, FILES);
  });
  afterAll(() => store.close());

  async function ask(input: object) {
    const body = parseSearchBody({ size: 0, track_total_hits: true, ...input });
    if (!body.ok) throw new Error(body.problem.reason);
    const { db, kind: dialect } = store;
    const reply = await searchFiles({ db, dialect }, body.body, 0);
    return { total: reply.hits.total, aggregations: reply.aggregations };
  }

  const leaf = fc.oneof(
    fc.constantFrom(...NAMES, 'none.b1').map((name) => ({ term: { datastream: name } })),
    fc.subarray(NAMES).map((names) => ({ terms: { 'datastream.keyword': names } })),
    fc.constantFrom('sgp', 'n', 'Ü', 'SGP').map((text) => ({ prefix: { datastream: text } })),
    fc
      .constantFrom('*E1?.b1', '*', 'x')
      .map((value) => ({ wildcard: { datastream: { value, case_insensitive: true } } })),
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom('gt', 'lte'))
      .map(([name, how]) => ({ range: { datastream: { [how]: name } } })),
  );
  const query = fc.oneof(
    fc.constant({ match_all: {} }),
    leaf,
    fc
      .tuple(fc.array(leaf, { maxLength: 2 }), fc.array(leaf, { maxLength: 2 }), leaf)
      .map(([must_not, should, filter]) => ({ bool: { must_not, should, filter } })),
  );

  it('counts of files are those of the rows, whatever is asked of the datastream', async () => {
    await fc.assert(
      fc.asyncProperty(
        query,
        fc.constantFrom({ _count: 'desc' }, { _key: 'asc' }, [{ _count: 'asc' }, { _key: 'desc' }]),
        fc.integer({ min: 1, max: 9 }),
        async (asked, order, least) => {
          const terms = { field: 'datastream', size: 2, order, min_doc_count: least };
          const kept = await ask({ query: asked, aggs: { a: { terms } } });
          // A condition that holds for every file, of a column that is not kept, leads to the rows.
          const byRows = { bool: { filter: [asked, { range: { file_size: { gte: 0 } } }] } };
          expect(kept).toEqual(await ask({ query: byRows, aggs: { a: { terms } } }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts of files read no row of a file', async () => {
    await store.db.updateTable('datastreams').set({ file_count: 1000 }).execute();
    try {
      expect((await ask({})).total?.value).toBe(4000);
      const one = await ask({ query: { term: { datastream: 'nsametC1.b1' } } });
      expect(one.total?.value).toBe(1000);
      const others = { bool: { must_not: [{ term: { datastream: 'nsametC1.b1' } }] } };
      expect((await ask({ query: others })).total?.value).toBe(3000);
      const [first] = FILES;
      const named = { ids: { values: [first?.file_name ?? ''] } };
      expect((await ask({ query: named })).total?.value).toBe(1);
      const scans = await ask({ query: { exists: { field: 'scan_name' } } });
      expect(scans.total?.value).toBe(5); // what is not kept is counted
    } finally {
      for (const name of NAMES)
        await store.db
          .updateTable('datastreams')
          .set({ file_count: FILES.filter((file) => file.datastream === name).length })
          .where('datastream', '=', name)
          .execute();
    }
  });
});
