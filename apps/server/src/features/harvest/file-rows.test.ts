// Rows, times and shapes of files are indexed by the harvest that opens them, and filled in the
// background for all others.
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { shapeFrom, shapeOfParts, unpackTimes } from '@isobar/netcdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { countKnown, knownRows, packedTimes } from '../../core/series/file-rows.ts';
import { shapesOf } from '../../core/series/file-shapes.ts';
import { describeHere, fillRows } from '../../core/series/fill-rows.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { type HarvestInput, harvest } from './harvest.ts';
import { harvestInput } from './testing/fresh-archive.ts';
import { DAY_OF_HOURS, type TestFile, writeTestFile } from './testing/write-file.ts';

const DATASTREAM = 'sgpmetE13.b1';
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

describe.each(STORE_KINDS)('rows of files in %s', (kind) => {
  let root: string;
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    root = temporaryFolder();
    await store.empty();
  });

  const write = (day: string, times = DAY_OF_HOURS, more: TestFile = {}) =>
    writeTestFile(join(root, `sgp/${DATASTREAM}.${day}.000000.cdf`), {
      timeUnits: `seconds since ${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} 00:00:00`,
      times,
      ...more,
    });
  const run = async (change: Partial<HarvestInput> = {}) =>
    await harvest(await harvestInput(root, store, change));
  async function known() {
    const all = [];
    for await (const page of knownRows(store.db, DATASTREAM)) all.push(...page);
    return all;
  }
  const fill = async () => {
    const input = { store, describe: describeHere(await openDiskArchive(root)) };
    let filled = 0;
    for await (const some of fillRows(input)) filled += some;
    return filled;
  };

  it('rows of files are those of the file, evenly spaced ones as a step and others to the last bit', async () => {
    const uneven = [0, 60, 60, 50.25];
    await write('20190101');
    await write('20190102', uneven);
    await run();
    const [even, other] = await known();
    expect(even).toMatchObject({ rows: 24, first: midnight('2019-01-01'), step: 3600 });
    expect(other).toMatchObject({ rows: 4, last: midnight('2019-01-02') + 50.25, unordered: 2 });
    expect(other?.step).toBeNull();
    expect(other?.shape).toBe(even?.shape);
    expect((await shapesOf(store.db, [even?.shape ?? ''])).size).toBe(1);
    const file = { name: other?.fileName ?? '', modified: other?.modified ?? 0 };
    const packed = await packedTimes(store.db, DATASTREAM, [file]);
    const times = await unpackTimes(packed.get(file.name) ?? new Uint8Array(), 4);
    expect([...times]).toEqual(uneven.map((second) => midnight('2019-01-02') + second));
    expect((await packedTimes(store.db, DATASTREAM, [{ ...file, modified: 1 }])).size).toBe(0);
  });

  it('rows of files have the shape of their own file where the files before differ in the units of one variable', async () => {
    const inUnits = (units: string): TestFile => ({
      variables: { temp: { units, long_name: 'Air temperature' } },
    });
    await write('20190101', DAY_OF_HOURS, inUnits('degC'));
    await write('20190102', DAY_OF_HOURS, inUnits('K'));
    await write('20190103', DAY_OF_HOURS, inUnits('degC'));
    await run();
    const shapes = (await known()).map(({ shape }) => shape ?? '');
    const found = await shapesOf(store.db, shapes);
    const units = shapes.map((shape) => {
      const { common, digests } = found.get(shape) ?? {};
      const { variables } = shapeOfParts(shapeFrom(common ?? ''), digests ?? []);
      const temperature = variables.find(({ name }) => name === 'temp');
      return temperature?.attributes.find(({ name }) => name === 'units')?.value;
    });
    expect(units).toEqual(['degC', 'K', 'degC']);
    expect(shapes[2]).toBe(shapes[0]);
  });

  it('rows of files of a store without them are filled while it is used, once', async () => {
    await write('20190101');
    await write('20190102');
    await run();
    const before = await known();
    for (const table of ['file_rows', 'file_times', 'file_shapes'] as const)
      await store.db.deleteFrom(table).execute();
    expect(await countKnown(store.db, DATASTREAM)).toEqual({ known: 0, all: 2 });
    expect(await fill()).toBe(2);
    expect(await known()).toEqual(before);
    expect(await fill()).toBe(0);
  });

  it('rows of a replaced file are pending until it is described again, and go with the file', async () => {
    await write('20190101');
    await run();
    await write('20190101', DAY_OF_HOURS.slice(0, 5));
    await utimes(join(root, `sgp/${DATASTREAM}.20190101.000000.cdf`), 2e9, 2e9);
    await run();
    expect((await known()).map(({ rows }) => rows)).toEqual([5]);
    await rm(join(root, `sgp/${DATASTREAM}.20190101.000000.cdf`));
    await write('20190103');
    await run();
    expect((await known()).map(({ fileName }) => fileName)).toEqual([
      `${DATASTREAM}.20190103.000000.cdf`,
    ]);
    const left = await store.db.selectFrom('file_rows').select('file_name').execute();
    expect(left).toHaveLength(1);
  });

  it('that a quick harvest did not read are filled later', async () => {
    for (let day = 1; day <= 9; day++) await write(`2019010${day}`);
    const { headersRead } = await run({ quick: true });
    expect((await countKnown(store.db, DATASTREAM)).known).toBe(headersRead);
    await fill();
    expect(await countKnown(store.db, DATASTREAM)).toEqual({ known: 9, all: 9 });
  });
});
