// Archives that benches of orders work on: many files, and files whose records are large or have
// many variables.
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { type Attribute, ClassicWriter, type Definition, Hdf5Writer } from '@isobar/netcdf';
import { writeMetFile } from '../apps/server/src/features/orders/testing/met-file.ts';
import {
  addDesign,
  DAY,
  fileAway,
  JANUARY_1,
  type OrderFixture,
} from '../apps/server/src/features/orders/testing/order-fixture.ts';

/** One file under many names: only their number matters here. */
export async function addManyFiles(
  house: OrderFixture,
  datastream: string,
  count: number,
): Promise<void> {
  const first = join(house.archiveFolder, `${datastream}.one.cdf`);
  await writeMetFile(first, { start: JANUARY_1, samples: 144, step: 600, datastream });
  const rows = [];
  for (let n = 0; n < count; n++) {
    const start = JANUARY_1 + n * 1500;
    const stamp = new Date(start * 1000)
      .toISOString()
      .replace(/[-:]/g, '')
      .replace('T', '.')
      .slice(0, 15);
    const name = `${datastream}.${stamp}.cdf`;
    await link(first, join(house.archiveFolder, name));
    rows.push({ name, start });
  }
  for (let at = 0; at < rows.length; at += 500)
    await house.store.db
      .insertInto('files')
      .values(
        rows.slice(at, at + 500).map(({ name, start }) => ({
          datastream,
          file_name: name,
          path: name,
          named: 1 as const,
          size: 5000,
          start_s: start,
          end_s: start + 1400,
          scan_name: null,
          sha256: null,
          modified_ms: 0,
          design: 'd1',
          notices: null,
        })),
      )
      .execute();
  await house.store.db
    .insertInto('datastreams')
    .values({
      datastream,
      site_code: 'sgp',
      facility_code: 'E15',
      datastream_class: 'met',
      data_level: 'b1',
      start_s: JANUARY_1,
      end_s: JANUARY_1 + 365 * 86_400,
      longest_s: 1400,
      file_count: count,
      bytes: 5000 * count,
    })
    .execute();
}

/** Day files of one variable whose every record is `side` x `side` floats. */
export async function addLargeRecords(
  house: OrderFixture,
  datastream: string,
  shape: { readonly days: number; readonly records: number; readonly side: number },
): Promise<void> {
  const { days, records, side } = shape;
  const definition: Definition = {
    dimensions: [
      { name: 'time', length: 0, unlimited: true },
      { name: 'y', length: side, unlimited: false },
      { name: 'x', length: side, unlimited: false },
    ],
    attributes: [],
    variables: [TIME, measured('reflectivity', ['time', 'y', 'x'])],
  };
  await addDays(house, datastream, days, async (path) => {
    const writer = await ClassicWriter.create(path, definition, records);
    const values = Float32Array.from({ length: side * side }, (_, i) => Math.fround(i % 977) / 7);
    for (let n = 0; n < records; n++)
      await writer.writeRecords(
        new Map<string, Float64Array | Float32Array>([
          ['time', Float64Array.of((n * DAY) / records)],
          ['reflectivity', values],
        ]),
        1,
      );
    await writer.close();
  });
}

/** Day files of many variables, each with one value a minute. */
export async function addManyVariables(
  house: OrderFixture,
  datastream: string,
  shape: { readonly days: number; readonly variables: number; readonly netcdf4?: boolean },
): Promise<void> {
  const { days, variables, netcdf4 = false } = shape;
  const names = Array.from({ length: variables }, (_, n) => `channel_${n}`);
  const definition: Definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [],
    variables: [TIME, ...names.map((name) => measured(name, ['time']))],
  };
  await addDays(house, datastream, days, async (path) => {
    const { create } = netcdf4 ? Hdf5Writer : ClassicWriter;
    const writer = await create(path, definition, MINUTES);
    for (let first = 0; first < MINUTES; first += ROWS)
      await writer.writeRecords(
        new Map<string, Float64Array | Float32Array>([
          ['time', Float64Array.from({ length: ROWS }, (_, i) => (first + i) * 60)],
          ...names.map((name, n) => [name, wave(first, n)] as const),
        ]),
        ROWS,
      );
    await writer.close();
  });
}

const MINUTES = 1440;
const ROWS = 60;

const wave = (first: number, n: number): Float32Array =>
  Float32Array.from({ length: ROWS }, (_, i) => 100 * Math.sin((first + i + n) / 97));

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
const TIME = {
  name: 'time',
  type: 'double' as const,
  dimensions: ['time'],
  attributes: [text('units', 'seconds since 2019-01-01 00:00:00 0:00')],
};
const measured = (name: string, dimensions: readonly string[]) => ({
  name,
  type: 'float' as const,
  dimensions,
  attributes: [text('long_name', name), text('units', '1')],
});

async function addDays(
  house: OrderFixture,
  datastream: string,
  days: number,
  write: (path: string) => Promise<void>,
): Promise<void> {
  let first = '';
  for (let day = 0; day < days; day++) {
    const start = JANUARY_1 + day * DAY;
    const name = `${datastream}.2019010${day + 1}.000000.cdf`;
    const path = join(house.archiveFolder, name);
    await write(path);
    await fileAway(house.store, path, { datastream, start, end: start + DAY - 60 });
    first ||= path;
  }
  await addDesign(house.store, datastream, first);
}

/**
 * Day files with one value a minute and, in each file, a table of `megabytes` that has no time
 * dimension.
 */
export async function addLargeTable(
  house: OrderFixture,
  datastream: string,
  shape: { readonly days: number; readonly megabytes: number },
): Promise<void> {
  const { days, megabytes } = shape;
  const rows = megabytes;
  const definition: Definition = {
    dimensions: [
      { name: 'time', length: 0, unlimited: true },
      { name: 'row', length: rows, unlimited: false },
      { name: 'place', length: 250_000, unlimited: false },
    ],
    attributes: [],
    variables: [TIME, measured('rain', ['time']), measured('weights', ['row', 'place'])],
  };
  await addDays(house, datastream, days, async (path) => {
    const writer = await ClassicWriter.create(path, definition, MINUTES);
    await writer.writeFixed(
      'weights',
      Float32Array.from({ length: rows * 250_000 }, (_, i) => i % 1009),
    );
    await writer.writeRecords(
      new Map<string, Float64Array | Float32Array>([
        ['time', Float64Array.from({ length: MINUTES }, (_, i) => i * 60)],
        ['rain', Float32Array.from({ length: MINUTES }, (_, i) => i % 7)],
      ]),
      MINUTES,
    );
    await writer.close();
  });
}
