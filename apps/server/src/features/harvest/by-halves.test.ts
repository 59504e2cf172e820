// A quick harvest opens only enough files to know that the others are alike; a later one opens the
// rest.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshArchive } from './testing/fresh-archive.ts';
import { DAY_OF_HOURS, type TestFile, writeTestFile } from './testing/write-file.ts';

const here = freshArchive();

const DAYS = Array.from({ length: 64 }, (_, n) =>
  new Date(Date.UTC(2019, 0, 1 + n)).toISOString().slice(0, 10),
);
const nameOf = (day: string): string => `sgpmetE13.b1.${day.replaceAll('-', '')}.000000.nc`;

/** Days of hourly data, one file each; `change` says what is different on a day. */
async function write(
  change: (n: number) => TestFile = () => ({}),
  name: (day: string) => string = nameOf,
): Promise<void> {
  for (const [n, day] of DAYS.entries())
    await writeTestFile(here.at(name(day)), {
      timeUnits: `seconds since ${day} 00:00:00`,
      ...change(n),
    });
}

const run = async (quick: boolean) => await here.harvest({ quick });
const files = () =>
  here.store.db
    .selectFrom('files')
    .select([
      'file_name',
      'start_s',
      'end_s',
      'design',
      'size',
      'sha256',
      'scan_name',
      'datastream',
    ])
    .orderBy('file_name')
    .execute();
const byName = async () =>
  (
    await here.store.db
      .selectFrom('files')
      .select('file_name')
      .where('notices', '=', 'by-name')
      .execute()
  ).length;

async function both() {
  const quick = await run(true);
  const [guessed, unread] = [await files(), await byName()];
  const rest = await run(false);
  return { quick, guessed, unread, rest, read: await files() };
}

it('a quick harvest of one design opens the first and the last file, and files the others as they are', async () => {
  await write();
  const { quick, guessed, unread, rest, read } = await both();
  expect(quick).toMatchObject({ added: 64, unfiled: 0, headersRead: 2 });
  expect(unread).toBe(62);
  expect(guessed).toEqual(read);
  expect(rest).toMatchObject({ added: 0, changed: 0, headersRead: 62 });
  expect(await byName()).toBe(0);
  expect((await run(false)).headersRead).toBe(0);
});

it('a quick harvest of one design finds the day on which the design changed', async () => {
  await write((n) => (n < 40 ? {} : { variables: { other: { units: 'K' } } }));
  const { quick, guessed, read } = await both();
  expect(quick.headersRead).toBeLessThan(16);
  expect(guessed).toEqual(read);
});

it('a quick harvest of one design opens a file that is smaller than its neighbours, and knows when it ends', async () => {
  await write((n) => (n === 20 ? { times: DAY_OF_HOURS.slice(0, 3) } : {}));
  const { quick, guessed, read } = await both();
  expect(quick.headersRead).toBeLessThan(20);
  expect(guessed).toEqual(read);
});

it('a quick harvest of one design opens every file where times follow from names in no one way', async () => {
  await write((n) => ({ times: [n * 600, n * 600 + 60] }));
  expect((await run(true)).headersRead).toBe(64);
});

it('a quick harvest of one design opens all when checksums are wanted, and any file whose name tells nothing', async () => {
  await writeTestFile(here.at('a.nc'));
  await writeTestFile(here.at('b.nc'));
  expect((await run(true)).headersRead).toBe(2);
});

describe('a quick harvest of files with names of their own', () => {
  const attributes = { title: 'Roof lidar', institution: 'Institute of Roofs' };
  const ownName = (day: string) => `${day.slice(0, 4)}/${day.slice(5, 7)}/roof ${day} v2.nc`;
  beforeEach(async () => {
    for (const month of ['01', '02', '03'])
      await mkdir(here.at(join('2019', month)), { recursive: true });
  });

  it('a quick harvest of files with names of their own opens two of a series, through the folders of its months', async () => {
    await write(() => ({ attributes }), ownName);
    const { quick, guessed, unread, read } = await both();
    expect(quick).toMatchObject({ added: 64, headersRead: 2 });
    expect(unread).toBe(62);
    expect(guessed).toEqual(read);
    expect(new Set(read.map((file) => file.datastream))).toEqual(
      new Set(['roof-lidar-institute-of-roofs']),
    );
  });

  it('a quick harvest of files with names of their own finds where the same name goes on as something else', async () => {
    const other = { ...attributes, title: 'Yard lidar' };
    await write((n) => ({ attributes: n < 30 ? attributes : other }), ownName);
    const { quick, guessed, read } = await both();
    expect(quick.headersRead).toBeLessThan(16);
    expect(guessed).toEqual(read);
    expect(new Set(read.map((file) => file.datastream)).size).toBe(2);
  });
});
