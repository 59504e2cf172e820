// Files that state no time beside others that do: what dates their datastream has, and where they
// are filed, while files come and go.
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { STORE_KINDS, temporaryStore } from '../../store/testing/temporary-store.ts';
import { harvest } from './harvest.ts';
import { harvestInput } from './testing/fresh-archive.ts';
import { writeTestFile } from './testing/write-file.ts';

const attributes = { title: 'Map' };
const CHANGED = 1e9;
const [FIRST, LAST] = [Date.UTC(2019, 0, 1) / 1000, Date.UTC(2019, 0, 1, 23) / 1000];

it.each(STORE_KINDS)(
  'a datastream has the dates of the files that state a time, and files the others under the first (%s)',
  async (kind) => {
    const [root, store] = [temporaryFolder(), await temporaryStore(kind)];
    const write = async (name: string, change: Parameters<typeof writeTestFile>[1]) => {
      await writeTestFile(join(root, name), { attributes, ...change });
      await utimes(join(root, name), CHANGED, CHANGED);
    };
    /** Ends of the datastream, then of each file. */
    const filed = async () => {
      await harvest(await harvestInput(root, store));
      const { db } = store;
      const row = await db.selectFrom('datastreams').selectAll().executeTakeFirst();
      const files = await db.selectFrom('files').selectAll().orderBy('path').execute();
      return [
        [row?.datastream, Number(row?.start_s), Number(row?.end_s), Number(row?.longest_s)],
        ...files.map((file) => [file.path, Number(file.start_s), Number(file.end_s)]),
      ];
    };
    const alone = [
      ['map', CHANGED, CHANGED, 0],
      ['a.nc', CHANGED, CHANGED],
    ];
    const mixed = ['map', FIRST, LAST, LAST - FIRST];
    await write('a.nc', { timeless: true });
    expect(await filed()).toEqual(alone);
    await write('c.nc', {});
    expect(await filed()).toEqual([mixed, ['a.nc', FIRST, FIRST], ['c.nc', FIRST, LAST]]);
    await write('b.nc', { timeless: true });
    await write('d.nc', { times: [] }); // no rows, and no other date
    expect(await filed()).toEqual([
      mixed,
      ...[
        ['a.nc', FIRST, FIRST],
        ['b.nc', FIRST, FIRST],
        ['c.nc', FIRST, LAST],
        ['d.nc', FIRST, FIRST],
      ],
    ]);
    for (const name of ['b.nc', 'c.nc', 'd.nc']) await rm(join(root, name));
    expect(await filed()).toEqual(alone);
    await store.close();
  },
);
