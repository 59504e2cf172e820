// When a record counts as changed: with anything that its page shows, be it files, papers,
// documents, contributors or reports.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CuratedTables, curatedTables } from '../tables/curated-tables.ts';
import type { TableRows } from '../tables/schemas.ts';
import { syncRecords } from './records.ts';
import { openPageFixture, reportRow } from './testing/page-fixture.ts';

let house: Awaited<ReturnType<typeof openPageFixture>>;
let clock = 2_000_000_000;
beforeAll(async () => {
  house = await openPageFixture([reportRow('D190101.1')]);
  await house.addStream('sgpmetE13.b1');
  await house.addStream('sgppwdE13.b1');
  await house.addStream('nsasondewnpnC1.b1');
  await changedBy({});
});
afterAll(() => house?.close());

/**
 * The records that change when these tables replace the usual ones, which are put back afterwards.
 */
async function changedBy(rows: Partial<TableRows>): Promise<readonly string[]> {
  const { rows: usual } = await house.tables();
  const sync = (tables: CuratedTables) => syncRecords(house.db, tables, () => clock);
  clock++;
  await sync(curatedTables({ ...usual, ...rows }));
  const found = await house.db
    .selectFrom('page_records')
    .select(['kind', 'id'])
    .where('changed_at', '=', clock)
    .execute();
  clock++;
  await sync(curatedTables(usual));
  return found.map(({ kind, id }) => `${kind} ${id}`).sort();
}

const MET = ['datastream sgpmetE13.b1', 'product met'];

it('with nothing that its page does not tell', async () => {
  const { rows } = await house.tables();
  expect(await changedBy({ 'words.csv': [] })).toEqual([]);
  expect(await changedBy({ 'quality-reports.csv': [...rows['quality-reports.csv']] })).toEqual([]);
});

it('with a paper of its product, or of its instrument', async () => {
  const { rows } = await house.tables();
  const [paper] = rows['papers.csv'];
  if (!paper) throw new Error('no paper is shipped');
  const withPaper = (datastream_classes: string[], instrument_class_codes: string[]) => {
    const about = { datastream_classes, instrument_class_codes };
    return changedBy({
      'papers.csv': [...rows['papers.csv'], { ...paper, doi: '10.1234/new', ...about }],
    });
  };
  expect(await withPaper(['met'], [])).toEqual(MET);
  expect(await withPaper([], ['sonde'])).toEqual([
    'datastream nsasondewnpnC1.b1',
    'instrument sonde',
    'product sondewnpn',
  ]);
});

it('with a document or a person of its product, and another author', async () => {
  const { rows } = await house.tables();
  const document = {
    kind: 'tutorial',
    title: 'A first look',
    url: 'https://example.org/met',
    datastream_class: 'met',
    instrument_class_code: '',
  };
  expect(await changedBy({ 'documents.csv': [...rows['documents.csv'], document] })).toEqual(MET);
  const person = {
    datastream_class: 'met',
    instrument_class_code: '',
    role: 'author' as const,
    family_name: 'Newcomer',
    given_names: 'Ada',
    orcid: '',
    affiliation: '',
  };
  expect(await changedBy({ 'people.csv': [...rows['people.csv'], person] })).toEqual(MET);
});

it('with a report on its data, on every page and record that shows both', async () => {
  const { rows } = await house.tables();
  const before = rows['quality-reports.csv'];
  expect(
    await changedBy({
      'quality-reports.csv': [...before, reportRow('D190101.2', { supersedes: 'D190101.1' })],
    }),
  ).toEqual(
    expect.arrayContaining([
      ...MET,
      'facility sgp.E13',
      'report D190101.1',
      'report D190101.2',
      'site sgp',
    ]),
  );
  const elsewhere = await changedBy({
    'quality-reports.csv': [...before, reportRow('D190101.3', { datastream: 'nsasondewnpnC1.b1' })],
  });
  expect(elsewhere).toContain('site nsa');
  expect(elsewhere).not.toContain('site sgp');
  expect(elsewhere).not.toContain('datastream sgpmetE13.b1');
});

it('with another name of its site or facility', async () => {
  const { rows } = await house.tables();
  const renamed = await changedBy({
    'facilities.csv': rows['facilities.csv'].map((row) =>
      row.site_code === 'sgp' && row.facility_code === 'E13'
        ? { ...row, facility_name: 'Elsewhere' }
        : row,
    ),
  });
  expect(renamed).toEqual([
    'datastream sgpmetE13.b1',
    'datastream sgppwdE13.b1',
    'facility sgp.E13',
    'site sgp',
  ]);
});

it('a record does not change for the lack of a table of reports, nor for its return', async () => {
  const { rows } = await house.tables();
  clock++;
  const without = curatedTables(
    { ...rows, 'quality-reports.csv': [] },
    new Set(['quality-reports.csv' as const]),
  );
  await syncRecords(house.db, without, () => clock);
  clock++;
  await syncRecords(house.db, await house.tables(), () => clock);
  const changed = await house.db
    .selectFrom('page_records')
    .select('id')
    .where('changed_at', '>=', clock - 1)
    .execute();
  expect(changed).toEqual([]);
});

it('with more data, as do its product, place and instrument', async () => {
  await house.db
    .updateTable('datastreams')
    .set({ bytes: 1001 })
    .where('datastream', '=', 'sgpmetE13.b1')
    .execute();
  expect(await changedBy({ 'words.csv': [] })).toEqual(
    expect.arrayContaining([...MET, 'facility sgp.E13', 'instrument met', 'site sgp']),
  );
});
