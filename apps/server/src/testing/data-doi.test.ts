// One law for all that names the DOI of data: search results and pages (which show the fields of a
// document) and citations, of a call and in a delivery.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf } from '../core/catalogue/facts.ts';
import { storedHeader } from '../core/catalogue/header.ts';
import { statedByFiles } from '../core/catalogue/stated-by-files.ts';
import { citedData } from '../core/citation/citation.ts';
import { curatedTables } from '../core/tables/curated-tables.ts';
import { loadTables } from '../core/tables/load.ts';
import { addDatastream } from '../features/quality/testing/reports.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';

const SHIPPED = fileURLToPath(new URL('../../tables', import.meta.url));
let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.close());

const FIRST = Date.UTC(2020, 0, 1) / 1000;
const dates = { start: FIRST, end: FIRST + 86_399 };

it.each([
  ['the tables know it', 'sgpmetE13.b1', undefined, '10.5439/1786358'],
  ['the tables know it, and the files name another', 'sgpmetE14.b1', '10.1/own', '10.5439/1786358'],
  ['only the files name it', 'sgpnoneE13.b1', 'https://doi.org/10.5067/ABC', '10.5067/ABC'],
  ['the site is of another archive', 'zzzmetE13.b1', 'doi:10.5067/ABC', '10.5067/ABC'],
  ['the site is of another archive, and the files name none', 'zzzmetE14.b1', undefined, null],
  ['what the files name is no DOI', 'sgpnoneE15.b1', 'to be registered', null],
])(
  'rows, pages and citations name the same DOI where %s',
  async (_, datastream, stated, expected) => {
    await addDatastream(store.db, datastream, ['temp']);
    const header = {
      ...{ format: 'netcdf4' as const, place: null, dimensions: [], variables: [] },
      attributes: stated === undefined ? {} : { doi: stated },
    };
    const of = (table: 'designs' | 'datastreams') => store.db.updateTable(table);
    await of('designs')
      .set({ header: storedHeader(header) })
      .where('datastream', '=', datastream)
      .execute();
    const { design } = await store.db
      .selectFrom('designs')
      .select('design')
      .where('datastream', '=', datastream)
      .executeTakeFirstOrThrow();
    await store.db
      .insertInto('files')
      .values({
        ...{ datastream, design, file_name: `${datastream}.20200101.000000.nc`, path: datastream },
        ...{ size: 1, start_s: FIRST, end_s: FIRST + 86_000, modified_ms: 0 },
      })
      .execute();
    const row = await store.db
      .selectFrom('datastreams')
      .selectAll()
      .where('datastream', '=', datastream)
      .executeTakeFirstOrThrow();
    const tables = curatedTables((await loadTables(SHIPPED)).rows);
    const described = { row, header, variables: [], dimensions: [], gaps: [], scanNames: [] };
    expect(factsOf(described, tables).fields.doi ?? null).toBe(expected);
    const cited = citedData(tables, datastream, dates, {
      stated: await statedByFiles(store.db, datastream, dates),
    });
    expect(cited.doi).toBe(expected);
  },
);
