// Gaps in a datastream's record: to the second, from which length on they are reported.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { describedProducts } from './described.ts';

const DATASTREAM = 'sgpmetE13.b1';
const DAY = 86_400;
const KEY = { site_code: 'sgp', facility_code: 'E13', datastream_class: 'met' };

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.close());

/** Files of the datastream from and to these seconds, and what is absent between them. */
async function gapsBetween(spans: readonly (readonly [start: number, end: number])[]) {
  await store.db
    .insertInto('datastreams')
    .values({
      ...KEY,
      datastream: DATASTREAM,
      data_level: 'b1',
      start_s: 0,
      end_s: 10 * DAY,
      longest_s: DAY,
      file_count: spans.length,
      bytes: 1,
    })
    .execute();
  for (const [start, end] of spans) {
    const file_name = `${DATASTREAM}.${start}.nc`;
    await store.db
      .insertInto('files')
      .values({
        datastream: DATASTREAM,
        file_name,
        path: file_name,
        size: 1,
        start_s: start,
        end_s: end,
        modified_ms: 0,
      })
      .execute();
  }
  for await (const [described] of describedProducts(store.db, [], [KEY])) return described?.gaps;
  return null;
}

it('[T072] a gap of one day is not listed, and a gap of one second more is', async () => {
  const gaps = await gapsBetween([
    [0, 100],
    [100 + DAY, 200 + DAY],
    [201 + 2 * DAY, 300 + 2 * DAY],
  ]);
  expect(gaps).toEqual([{ start: 200 + DAY, end: 201 + 2 * DAY }]);
});

it('[T072] what another file covers is not absent', async () => {
  const gaps = await gapsBetween([
    [0, 5 * DAY],
    [10, 20],
    [5 * DAY + 10, 6 * DAY],
  ]);
  expect(gaps).toEqual([]);
});
