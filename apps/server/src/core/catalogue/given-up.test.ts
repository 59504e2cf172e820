// Files whose reading timed out are not opened again unless they changed.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { givenUp, giveUp } from './given-up.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
  for (const path of ['a.nc', 'b.nc'])
    await store.db
      .insertInto('files')
      .values({
        ...{ datastream: 'x', file_name: path, path, named: 1, size: 10, start_s: 0, end_s: 1 },
        ...{ scan_name: null, sha256: null, modified_ms: 5, design: null, notices: null },
      })
      .execute();
});
afterEach(() => store.close());

it('the list of skipped files remembers a file with its size and date', async () => {
  await giveUp(store.db, 'a.nc', 'It did not end.');
  await giveUp(store.db, 'a.nc', 'It did not end again.');
  await giveUp(store.db, 'no such file', 'It did not end.');
  expect([...(await givenUp(store.db, ['a.nc', 'b.nc', 'no such file']))]).toEqual([
    ['a.nc', 'It did not end again.'],
  ]);
});

it.each(['size', 'modified_ms'] as const)(
  'the list of skipped files forgets it when its %s changes',
  async (column) => {
    await giveUp(store.db, 'a.nc', 'It did not end.');
    await store.db
      .updateTable('files')
      .set({ [column]: 11 })
      .where('path', '=', 'a.nc')
      .execute();
    expect((await givenUp(store.db, ['a.nc'])).size).toBe(0);
  },
);
