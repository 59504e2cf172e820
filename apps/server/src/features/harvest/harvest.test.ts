// A harvest files what is there, once; reads nothing twice; forgets what is gone; and survives
// whatever a folder holds.
import { copyFile, mkdir, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { parseHeader } from '../../core/catalogue/header.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { forgetArchive } from './file-index.ts';
import { type HarvestInput, harvest } from './harvest.ts';
import { harvestInput } from './testing/fresh-archive.ts';
import { DAY_OF_HOURS, writeTestFile } from './testing/write-file.ts';

let root: string;
let store: TemporaryStore;
let log: string[];
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  root = temporaryFolder();
  await store.empty();
  log = [];
});

const at = (path: string): string => join(root, path);
const met = (day: string): string => `sgp/sgpmetE13.b1.${day}.000000.cdf`;
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

async function run(change: Partial<HarvestInput> = {}) {
  log.length = 0;
  return await harvest(
    await harvestInput(root, store, {
      log: pino({ base: null }, { write: (line: string) => void log.push(line) }),
      ...change,
    }),
  );
}

const files = () => store.db.selectFrom('files').selectAll().orderBy('path').execute();
const unfiled = async () =>
  (await store.db.selectFrom('unreadable_files').selectAll().orderBy('path').execute()).map(
    (row) => `${row.path} ${row.code}`,
  );
const records = () =>
  store.db.selectFrom('datastreams').selectAll().orderBy('datastream').execute();
const lines = (): string[] =>
  log.map((line) => {
    const { msg, path } = JSON.parse(line) as { msg: string; path: string }; // the log's own form
    return `${msg} ${path}`;
  });

describe('the first run', () => {
  it('files name, size, datastream, first and last time, and one header for each design', async () => {
    const attributes = { site_id: 'sgp', history: 'made on the first day' };
    await writeTestFile(at(met('20190101')), { attributes, place: [36.605, -97.485] });
    await writeTestFile(at(met('20190102')), {
      attributes: { site_id: 'sgp', history: 'made on the second day' },
      timeUnits: 'seconds since 2019-01-02 00:00:00',
      times: DAY_OF_HOURS.slice(0, 5),
      place: [36.605, -97.485],
    });
    const report = await run();
    expect(report).toMatchObject({ listed: 2, added: 2, changed: 0, removed: 0, unfiled: 0 });
    expect(report.touched).toEqual(['sgpmetE13.b1']);
    const [first, second] = await files();
    expect(first).toMatchObject({
      datastream: 'sgpmetE13.b1',
      file_name: 'sgpmetE13.b1.20190101.000000.cdf',
      path: met('20190101'),
      start_s: midnight('2019-01-01'),
      end_s: midnight('2019-01-01') + 23 * 3600,
      notices: null,
      sha256: null,
    });
    expect(second?.end_s).toBe(midnight('2019-01-02') + 4 * 3600);
    expect(second?.design).toBe(first?.design);
    const designs = await store.db.selectFrom('designs').selectAll().execute();
    expect(designs).toHaveLength(1);
    expect(parseHeader(designs[0]?.header ?? '').place).toEqual({
      latitude: 36.605,
      longitude: -97.485,
      altitude: null,
    });
    expect(await records()).toEqual([
      {
        datastream: 'sgpmetE13.b1',
        site_code: 'sgp',
        facility_code: 'E13',
        datastream_class: 'met',
        data_level: 'b1',
        start_s: midnight('2019-01-01'),
        end_s: midnight('2019-01-02') + 4 * 3600,
        longest_s: 23 * 3600,
        file_count: 2,
        bytes: Number(first?.size) + Number(second?.size),
        undated: 0,
        title: '',
      },
    ]);
  });

  it('files checksums when asked, later too', async () => {
    await writeTestFile(at('a.nc'));
    await run();
    await run({ checksums: true });
    const hex = (await files())[0]?.sha256;
    expect(hex).toMatch(/^[0-9a-f]{64}$/);
    expect((await run({ checksums: true })).headersRead).toBe(0);
    expect((await files())[0]?.sha256).toBe(hex);
  });
});

describe.each(STORE_KINDS)('later runs on %s', (kind) => {
  let other: TemporaryStore;
  beforeAll(async () => {
    other = store;
    store = await temporaryStore(kind);
  });
  afterAll(async () => {
    await store.close();
    store = other;
  });
  beforeEach(async () => {
    for (const day of ['20190101', '20190102', '20190103'])
      await writeTestFile(at(met(day)), {
        timeUnits: `seconds since ${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} 00:00:00`,
      });
    await writeTestFile(at('other/profile_20190101.nc'), {
      attributes: { title: 'Profile', institution: 'Example' },
    });
    await writeFile(at('notes.txt'), 'no data');
    await run();
  });

  it('later runs read no header when nothing changed', async () => {
    const before = await files();
    const report = await run();
    expect(report).toMatchObject({
      listed: 5,
      unchanged: 5,
      headersRead: 0,
      added: 0,
      changed: 0,
      removed: 0,
      unfiled: 1,
      touched: [],
    });
    expect(lines()).toEqual([]);
    expect(await files()).toEqual(before);
  });

  it('later runs read what changed, forget what was removed, and report each in one line', async () => {
    await writeTestFile(at(met('20190102')), {
      times: DAY_OF_HOURS.slice(0, 3),
      timeUnits: 'seconds since 2019-01-02 00:00:00',
    });
    await utimes(at(met('20190102')), 1e9, 1e9);
    await rm(at(met('20190103')));
    await rm(at('other/profile_20190101.nc'));
    await rm(at('notes.txt'));
    const report = await run();
    expect(report).toMatchObject({ changed: 1, removed: 2, added: 0, unfiled: 0, headersRead: 1 });
    expect(lines().sort()).toEqual([
      `changed ${met('20190102')}`,
      'removed other/profile_20190101.nc',
      `removed ${met('20190103')}`,
    ]);
    expect(await unfiled()).toEqual([]);
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      file_count: 2,
      end_s: midnight('2019-01-02') + 2 * 3600,
    });
    const stored = await files();
    expect(Number(record?.bytes)).toBe(stored.reduce((sum, row) => sum + Number(row.size), 0));
    expect(await store.db.selectFrom('designs').select('datastream').execute()).toEqual([
      { datastream: 'sgpmetE13.b1' },
    ]);
  });

  it('later runs know of which datastreams no file states a time and how they call themselves, while files come and go', async () => {
    const record = async () => (await records()).find(({ datastream }) => datastream === 'map');
    const undated = async () => (await record())?.undated;
    const attributes = { datastream: 'map', title: 'Map' };
    for (const name of ['a.nc', 'b.nc'])
      await writeTestFile(at(`map/${name}`), { timeless: true, attributes });
    await run();
    expect(await undated()).toBe(1);
    expect((await record())?.title).toBe('Map');
    await writeTestFile(at('map/c.nc'), { attributes });
    await run();
    expect(await undated()).toBe(0);
    await writeTestFile(at('map/d.nc'), { timeless: true, attributes });
    await run();
    expect(await undated()).toBe(0);
    await rm(at('map/c.nc'));
    await run();
    expect(await undated()).toBe(1);
  });

  it('later runs follow a file that was moved, and refuse a second one of the same name', async () => {
    await rename(at(met('20190101')), at('sgpmetE13.b1.20190101.000000.cdf'));
    await copyFile(at(met('20190102')), at('sgpmetE13.b1.20190102.000000.cdf'));
    const report = await run();
    expect(report).toMatchObject({ changed: 1, removed: 0, unfiled: 2 });
    expect(await unfiled()).toEqual([
      'notes.txt not-netcdf',
      'sgpmetE13.b1.20190102.000000.cdf duplicate',
    ]);
    expect((await files()).map((row) => row.path)).toContain('sgpmetE13.b1.20190101.000000.cdf');
    expect((await run()).headersRead).toBe(0);
    await rm(at(met('20190102')));
    expect(await run()).toMatchObject({ changed: 1, removed: 0, unfiled: 1 });
  });

  it('later runs take up a file again that could not be filed once it was exchanged', async () => {
    await writeTestFile(at('notes.txt'), { attributes: { title: 'Now it is data' } });
    expect(await run()).toMatchObject({ added: 1, unfiled: 0 });
    await writeFile(at('notes.txt'), 'no data again');
    expect(await run()).toMatchObject({ removed: 0, unfiled: 1 });
    expect((await files()).map((row) => row.path)).not.toContain('notes.txt');
  });
});

describe('whatever a folder holds', () => {
  it('whatever a folder holds is named and never ends the run', async () => {
    await writeTestFile(at(met('20190101')));
    await writeFile(at('sgp/empty.nc'), '');
    await writeFile(at('sgp/sgpmetE13.b1.20190102.000000.cdf'), 'not a NetCDF file');
    await copyFile(at(met('20190101')), at(met('20190103')));
    await truncate(at(met('20190103')), (await stat(at(met('20190101')))).size - 100);
    await copyFile(at(met('20190101')), at(met('20190104')));
    await truncate(at(met('20190104')), 60);
    await writeFile(
      at('sgp/corrupt.nc'),
      Buffer.from('CDF\x01\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    );
    await writeFile(at('README.md'), '# Read me');
    const report = await run();
    expect(report).toMatchObject({ listed: 7, added: 1, unfiled: 6 });
    expect(await unfiled()).toEqual([
      'README.md not-netcdf',
      expect.stringMatching(/^sgp\/corrupt\.nc (corrupt|truncated)$/),
      'sgp/empty.nc empty',
      'sgp/sgpmetE13.b1.20190102.000000.cdf not-netcdf',
      expect.stringMatching(/^sgp\/sgpmetE13\.b1\.20190103\.000000\.cdf truncated$/),
      expect.stringMatching(/^sgp\/sgpmetE13\.b1\.20190104\.000000\.cdf truncated$/),
    ]);
    expect(lines()).toHaveLength(6);
  });

  it('raw and other files with an archive name are filed by their name', async () => {
    await writeFile(at('sgpmetE13.00.20190101.010203.raw.Table1.dat'), '1,2,3');
    await writeFile(at('sgptsiskyimageC1.a1.20190101.120000.jpg'), 'jpeg');
    await writeFile(at('sgpmwrC1.00.20190101.000000.cdf'), 'a dump with a misleading ending');
    expect(await run()).toMatchObject({ added: 3, unfiled: 0 });
    expect(
      (await files()).map((row) => [row.datastream, row.start_s, row.end_s, row.design]),
    ).toEqual([
      ['sgpmetE13.00', midnight('2019-01-01') + 3723, midnight('2019-01-01') + 3723, null],
      ['sgpmwrC1.00', midnight('2019-01-01'), midnight('2019-01-01'), null],
      [
        'sgptsiskyimageC1.a1',
        midnight('2019-01-01') + 43_200,
        midnight('2019-01-01') + 43_200,
        null,
      ],
    ]);
  });

  it('files below a folder that cannot be read stay filed', async () => {
    await writeTestFile(at(met('20190101')));
    await writeTestFile(at('other.nc'), { attributes: { title: 'Other' } });
    await run();
    const disk = await openDiskArchive(root);
    const blind: ArchiveStore = {
      ...disk,
      async *list(onSkipped) {
        onSkipped?.('sgp', 'The folder cannot be read.');
        yield* [];
      },
    };
    const report = await run({ archive: blind });
    expect(report).toMatchObject({ removed: 1, skipped: [{ path: 'sgp' }] });
    expect((await files()).map((row) => row.path)).toEqual([met('20190101')]);
  });

  it('an archive whose folder vanished is left as it was', async () => {
    await writeTestFile(at(met('20190101')));
    await run();
    const archive = await openDiskArchive(root);
    await rename(root, `${root}-away`);
    await expect(run({ archive })).rejects.toMatchObject({ code: 'not-found' });
    await mkdir(root); // where its disk was mounted
    await expect(run({ archive })).rejects.toThrow(/1 file of it was filed .* not be mounted/);
    await rm(root, { recursive: true });
    await rename(`${root}-away`, root);
    expect(await files()).toHaveLength(1);
    expect(await run()).toMatchObject({ unchanged: 1, removed: 0 });
  });
});

describe('a run that is stopped', () => {
  it('a run that is stopped keeps what it filed, in step with its datastreams, and the next one goes on', async () => {
    for (let n = 0; n < 1500; n++) {
      const day = new Date(Date.UTC(2010, 0, 1 + n)).toISOString().slice(0, 10);
      const name = `sgpmetE13.00.${day.replaceAll('-', '')}.000000.raw.a.dat`;
      await writeFile(at(name), 'x');
    }
    const stop = new AbortController();
    await expect(
      run({ signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) }),
    ).rejects.toThrow('stopped');
    const filed = (await files()).length;
    expect(filed).toBe(1000);
    expect((await records())[0]?.file_count).toBe(filed);
    expect(await run()).toMatchObject({ added: 500, unchanged: 1000, removed: 0 });
    expect((await records())[0]?.file_count).toBe(1500);
  });
});

it('a harvest forgets everything at once for another archive', async () => {
  await writeTestFile(at(met('20190101')));
  await writeFile(at('notes.txt'), 'no data');
  await run();
  await forgetArchive(store);
  expect([await files(), await records(), await unfiled()]).toEqual([[], [], []]);
  expect(await run()).toMatchObject({ added: 1, unfiled: 1, removed: 0 });
});

it('a harvest asks a store that knows its files for one header of each design', async () => {
  await writeTestFile(at('a/sgpmetE13.b1.20190101.000000.nc'));
  await writeTestFile(at('a/sgpmetE13.b1.20190102.000000.nc'));
  await writeTestFile(at('a/nsametC1.b1.20190101.000000.nc'));
  const disk = await openDiskArchive(root);
  const knowing: ArchiveStore = {
    ...disk,
    simulated: true,
    async *list() {
      for await (const entry of disk.list()) {
        const datastream = entry.path.split('/')[1]?.slice(0, -19) ?? '';
        const known = {
          datastream,
          start: 100.7,
          end: 200,
          design: `${datastream} 1`,
          scanName: 'ppi',
        };
        yield { ...entry, known };
      }
    },
  };
  expect(await run({ archive: knowing })).toMatchObject({ added: 3, headersRead: 2 });
  expect((await files()).map((row) => [row.start_s, row.end_s, row.scan_name])).toEqual([
    [100, 200, 'ppi'],
    [100, 200, 'ppi'],
    [100, 200, 'ppi'],
  ]);
  expect(await store.db.selectFrom('designs').select('datastream').execute()).toHaveLength(2);
});
