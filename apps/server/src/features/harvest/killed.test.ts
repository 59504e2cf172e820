// A harvest that is killed at any moment leaves a consistent index, and the next one finishes the
// work.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openStore } from '../../store/open.ts';
import { writeTestFile } from './testing/write-file.ts';

const CHILD = fileURLToPath(new URL('./testing/harvest-child.ts', import.meta.url));
const FILES = 6000;

it('kill -9 at five moments loses no file of a harvest', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'store', 'isobar.sqlite');
  await writeTestFile(join(folder, 'archive', 'sgpmetE1.b1.20000101.000000.nc'));
  for (let n = 1; n < FILES; n++) {
    const day = new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '');
    const name = `sgpmetE${1 + (n % 3)}.b1.${day}.000000.nc`;
    await link(
      join(folder, 'archive', 'sgpmetE1.b1.20000101.000000.nc'),
      join(folder, 'archive', name),
    );
  }
  let before = 0;
  let killedHalfway = 0;
  for (const moment of ['at once', 'once more is filed', 'once more is filed', 50, 200] as const) {
    await harvestFor(folder, file, moment);
    const filed = await consistent(file);
    expect(filed).toBeGreaterThanOrEqual(before);
    if (filed > 0 && filed < FILES) killedHalfway++;
    before = filed;
  }
  expect(killedHalfway).toBeGreaterThan(0);
  await harvestFor(folder, file, 'never');
  expect(await consistent(file)).toBe(FILES);
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** When a harvest is killed; a number means milliseconds after it began. */
type Moment = 'at once' | 'once more is filed' | 'never' | number;

/** Runs a harvest in a process of its own that is killed at a moment. */
async function harvestFor(folder: string, file: string, moment: Moment): Promise<void> {
  const child = spawn(process.execPath, [CHILD, join(folder, 'archive'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  if (moment === 'once more is filed') await moreThan(filedIn(file), file, child);
  else if (typeof moment === 'number') await sleep(moment);
  if (moment !== 'never') child.kill('SIGKILL');
  const [code] = await ended;
  if (moment === 'never') expect(code).toBe(0);
}

async function moreThan(before: number, file: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && filedIn(file) <= before) await sleep(2);
}

/** The number of files that another process sees in the store meanwhile. */
function filedIn(file: string): number {
  const sqlite = new SQLite(file, { readonly: true });
  try {
    return sqlite.prepare('select count(*) from files').pluck().get() as number;
  } finally {
    sqlite.close();
  }
}

/** How many files are filed, once every datastream and design has been found to agree with them. */
async function consistent(file: string): Promise<number> {
  const store = await openStore({ file });
  const counted = await store.db
    .selectFrom('files')
    .select((e) => [
      'datastream',
      e.fn.countAll<number>().as('file_count'),
      e.fn.sum<number>('size').as('bytes'),
      e.fn.min('start_s').as('start_s'),
      e.fn.max('end_s').as('end_s'),
    ])
    .groupBy('datastream')
    .orderBy('datastream')
    .execute();
  const recorded = await store.db
    .selectFrom('datastreams')
    .select(['datastream', 'file_count', 'bytes', 'start_s', 'end_s'])
    .orderBy('datastream')
    .execute();
  expect(recorded).toEqual(counted);
  const bare = await store.db
    .selectFrom('files')
    .leftJoin('designs', (join) =>
      join
        .onRef('designs.datastream', '=', 'files.datastream')
        .onRef('designs.design', '=', 'files.design'),
    )
    .select('files.file_name')
    .where('designs.design', 'is', null)
    .execute();
  expect(bare).toEqual([]);
  await store.close();
  return counted.reduce((sum, row) => sum + row.file_count, 0);
}
