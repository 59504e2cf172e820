import { afterEach, beforeEach, expect, it } from 'vitest';
import { tablesOf } from '../../features/orders/testing/tables.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { giveUp } from './given-up.ts';
import { plotHoldings } from './plot-holdings.ts';

const DS = 'sgpmetE13.b1';
const FIRST = Date.UTC(2019, 0, 1) / 86_400_000;
const header = JSON.stringify({
  format: 'cdf1',
  attributes: {},
  dimensions: [],
  place: null,
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
    { name: 'temp', type: 'float', dimensions: ['time'], attributes: { long_name: 'Temperature' } },
  ],
});
let store: TemporaryStore;
let now = 0;
beforeEach(async () => {
  store = await temporaryStore();
  now = 0;
});
afterEach(() => store.close());

async function fill(datastream: string, days: number): Promise<void> {
  await storeFiles(store.db, dayFiles(datastream, days));
  await store.db.insertInto('designs').values({ datastream, design: 'd', header }).execute();
  await store.db.updateTable('files').set({ design: 'd' }).execute();
}
const open = () => {
  let tables = tablesOf({});
  const edit = () => {
    tables = tablesOf({});
  };
  return { ...plotHoldings({ db: store.db, tables: async () => tables }, () => now), edit };
};

it('the list of plotted days has every day of more files than are read at once, as one run', async () => {
  await fill(DS, 4100);
  expect(await open().of(null, 10)).toEqual([
    { ds: DS, variables: ['temp'], days: [[FIRST, FIRST + 4100]] },
  ]);
});

it('the list of plotted days leaves out days of files whose reading timed out, until they change', async () => {
  await fill(DS, 5);
  const third = await store.db
    .selectFrom('files')
    .selectAll()
    .where('start_s', '>=', (FIRST + 2) * 86_400)
    .orderBy('start_s')
    .executeTakeFirstOrThrow();
  await giveUp(store.db, third.path, 'slow');
  const days = async () => (await open().of([DS], 10))?.[0]?.days;
  expect(await days()).toEqual([
    [FIRST, FIRST + 2],
    [FIRST + 3, FIRST + 5],
  ]);
  await store.db
    .updateTable('files')
    .set({ modified_ms: Number(third.modified_ms) + 1 })
    .where('path', '=', third.path)
    .execute();
  expect(await days()).toEqual([[FIRST, FIRST + 5]]);
});

it('the list of plotted days keeps what it read for ten minutes, and reads again when the datastream or a table changed', async () => {
  await fill(DS, 5);
  const holdings = open();
  const days = async () => (await holdings.of([DS], 10))?.[0]?.days;
  await days();
  await store.db
    .deleteFrom('files')
    .where('start_s', '<', (FIRST + 1) * 86_400)
    .execute();
  expect(await days()).toEqual([[FIRST, FIRST + 5]]);
  holdings.edit();
  expect(await days()).toEqual([[FIRST + 1, FIRST + 5]]);
  await store.db
    .deleteFrom('files')
    .where('start_s', '<', (FIRST + 2) * 86_400)
    .execute();
  await store.db.updateTable('datastreams').set({ file_count: 3 }).execute();
  expect(await days()).toEqual([[FIRST + 2, FIRST + 5]]);
  await store.db
    .deleteFrom('files')
    .where('start_s', '<', (FIRST + 3) * 86_400)
    .execute();
  now = 601_000;
  expect(await days()).toEqual([[FIRST + 3, FIRST + 5]]);
});

it('the list of plotted days answers null for more datastreams than are allowed, and nothing for one that does not exist', async () => {
  await fill(DS, 1);
  await fill('nsametC1.b1', 1);
  expect(await open().of(null, 1)).toBeNull();
  expect((await open().of(null, 2))?.map(({ ds }) => ds)).toEqual(['nsametC1.b1', DS]);
  expect(await open().of(['nothing.b1'], 2)).toEqual([]);
});
