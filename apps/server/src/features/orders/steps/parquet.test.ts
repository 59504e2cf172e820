// Parquet as an order has it: values, what is missing or masked, units, names and documents; read
// by others, made again alike.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClassicWriter, type Definition } from '@isobar/netcdf';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { blobKey } from '../delivery/manifest.ts';
import { temperatureAt } from '../testing/met-file.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import {
  addDesign,
  addMetDays,
  DAY,
  fileAway,
  JANUARY_1,
  requestOf,
} from '../testing/order-fixture.ts';
import { verifyOrder } from '../verify.ts';

const ARROW = fileURLToPath(
  new URL('../../../../../../node_modules/.cache/python-programs/parquet', import.meta.url),
);
const MET = 'sgpmetE13.b1';
const PACKED = 'sgprainE13.b1';
const here = openedForEach();

/** `fetched` returns an ArrayBuffer, as the Parquet reader needs it. */
async function delivered(payload: object) {
  const { orderId, names } = await here.ada.delivered(payload);
  const fetched = async (name: string): Promise<ArrayBuffer> =>
    new Uint8Array(await here.ada.fetched(orderId, name)).buffer;
  return { orderId, names, fetched };
}

/** Rain as hundredths in short numbers, one of them missing, with how it was measured. */
async function addPackedFile(): Promise<string> {
  const path = join(here.house.archiveFolder, `${PACKED}.20190101.000000.cdf`);
  const text = (name: string, value: string) => ({ name, type: 'char' as const, value });
  const definition: Definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [text('datastream', PACKED)],
    variables: [
      {
        name: 'time',
        type: 'double',
        dimensions: ['time'],
        attributes: [text('units', 'seconds since 2019-01-01 00:00:00 0:00')],
      },
      {
        name: 'rain',
        type: 'short',
        dimensions: ['time'],
        attributes: [
          text('long_name', 'Rain rate'),
          text('units', 'mm/hr'),
          { name: 'scale_factor', type: 'double', value: Float64Array.of(0.01) },
          { name: 'add_offset', type: 'double', value: Float64Array.of(1) },
          { name: '_FillValue', type: 'short', value: Int16Array.of(-1) },
        ],
      },
    ],
  };
  const writer = await ClassicWriter.create(path, definition, 4);
  await writer.writeRecords(
    new Map<string, Float64Array | Int16Array>([
      ['time', Float64Array.of(0, 0.25, 120, 180)],
      ['rain', Int16Array.of(0, 150, -1, 7)],
    ]),
    4,
  );
  await writer.close();
  await fileAway(here.house.store, path, {
    datastream: PACKED,
    start: JANUARY_1,
    end: JANUARY_1 + 180,
    design: 'd1',
  });
  await addDesign(here.house.store, PACKED, path);
  return path;
}

const parquet = { outputFormat: ['PARQ'] };
const flagged = (variables: string) => ({
  'quality-reports.csv': [
    {
      dqr_id: 'D1',
      datastream: MET,
      quality_code: '4',
      quality_name: 'Incorrect',
      start_time: '2019-01-01T06:00:00Z',
      end_time: '2019-01-01T06:50:00Z',
      subject: 'Cable',
      variables,
    },
  ],
});

it('an order as Parquet has every value at its time, null where it was masked, and says what the columns are', async () => {
  await addMetDays(here.house, MET, 2);
  here.house.setTables(flagged('temp_mean'));
  const { orderId, names, fetched } = await delivered(
    requestOf(MET, '2019-01-01', '2019-01-02', { dqrFilter: ['incorrect'] }, parquet),
  );
  expect(names).toEqual([
    'sgpmetE13.b1.20190101.000000.custom.parquet',
    'sgpmetE13.b1.20190102.000000.custom.parquet',
  ]);
  const file = await fetched(names[0] ?? '');
  const rows = await parquetReadObjects({ file });
  const times = Array.from({ length: 144 }, (_, n) => JANUARY_1 + n * 600);
  expect(rows.map(({ time_utc: time }) => Number(time) / 1000)).toEqual(times);
  expect(rows.map(({ temp_mean: value }) => value)).toEqual(
    times.map((time, n) => (n >= 36 && n < 42 ? null : temperatureAt(time))),
  );
  const { key_value_metadata: facts = [] } = await parquetMetadataAsync(file);
  const fact = (key: string) => facts.find((one) => one.key === key)?.value ?? '';
  expect(JSON.parse(fact('isobar.columns'))).toMatchObject({
    temp_mean: { units: 'degC', long_name: 'Temperature mean' },
  });
  expect(JSON.parse(fact('isobar.fixed'))).toMatchObject({ alt: { values: [315], units: 'm' } });
  expect(fact('history')).toContain(`order ${orderId}`);
});

it('an order as Parquet is named by README, research object and download as what it is, masked values counted once beside NetCDF', async () => {
  await addMetDays(here.house, MET, 1);
  here.house.setTables(flagged('temp_mean'));
  const both = { outputFormat: ['ANDR', 'PARQ'] };
  const { orderId, names } = await delivered(
    requestOf(MET, '2019-01-01', '2019-01-01', { dqrFilter: ['incorrect'] }, both),
  );
  expect(names.map((name) => name.split('.').at(-1))).toEqual(['cdf', 'parquet']);
  const readme = (await here.ada.get(`delivery/${orderId}/README.txt`)).body.replace(/\s+/g, ' ');
  expect(readme).toContain('- 1 file Parquet (columns for Arrow');
  expect(readme).toContain('isobar.columns');
  expect(readme).toContain('- sgpmetE13.b1 temp_mean: 6 ');
  const crate = (await here.ada.get(`delivery/${orderId}/ro-crate-metadata.json`)).json();
  const part = crate['@graph'].find((one: { '@id': string }) => one['@id'] === names[1]);
  expect(part.encodingFormat).toBe('application/vnd.apache.parquet');
  const sent = await here.ada.get(`delivery/${orderId}/${names[1]}`);
  expect(sent.headers['content-type']).toBe('application/vnd.apache.parquet');
});

it('an order as Parquet joins files on request, and is made again with the same bytes', async () => {
  await addMetDays(here.house, MET, 3);
  const { orderId, names, fetched } = await delivered(
    requestOf(MET, '2019-01-01', '2019-01-03', {}, { ...parquet, mergedOutput: true, maxMb: 9 }),
  );
  expect(names).toEqual(['sgpmetE13.b1.20190101.000000.20190103.235000.custom.parquet']);
  const rows = await parquetReadObjects({ file: await fetched(names[0] ?? '') });
  expect(rows).toHaveLength((3 * DAY) / 600);
  const { archive } = here.house.worker;
  expect(await verifyOrder({ archive, blobs: here.house.blobs }, orderId)).toMatchObject({
    files: 1,
    differences: [],
  });
});

it('an order as Parquet unpacks what is packed, with null for the fill value', async () => {
  await addPackedFile();
  const { names, fetched } = await delivered(
    requestOf(PACKED, '2019-01-01', '2019-01-01', {}, parquet),
  );
  const rows = await parquetReadObjects({ file: await fetched(names[0] ?? '') });
  expect(rows.map(({ rain }) => rain)).toEqual([1, 2.5, null, 1.07]);
});

it('an order as Parquet comes whole and raw where there is nothing to make a table of', async () => {
  await addMetDays(here.house, 'sgpmetE13.a0', 1);
  const { names } = await delivered(
    requestOf('sgpmetE13.a0', '2019-01-01', '2019-01-01', {}, parquet),
  );
  expect(names).toEqual(['sgpmetE13.a0.20190101.000000.cdf']);
});

it.skipIf(!existsSync(ARROW))('an order as Parquet is read by Arrow as it was meant', async () => {
  await addPackedFile();
  const { orderId, names } = await delivered(
    requestOf(PACKED, '2019-01-01', '2019-01-01', {}, parquet),
  );
  const path = join(here.house.blobs.localFolder(blobKey(orderId, names[0] ?? '')) ?? '');
  const script = `
import json, sys
import pyarrow.parquet as pq
table = pq.read_table(sys.argv[1])
columns = json.loads(table.schema.metadata[b"isobar.columns"])
print(json.dumps({
    "rows": [[str(row["time_utc"]), row["rain"]] for row in table.to_pylist()],
    "types": [str(field.type) for field in table.schema],
    "units": columns["rain"]["units"],
}))`;
  const told = execFileSync('python3', ['-c', script, path], {
    env: { ...process.env, PYTHONPATH: ARROW },
    encoding: 'utf8',
  });
  expect(JSON.parse(told)).toEqual({
    rows: [
      ['2019-01-01 00:00:00+00:00', 1],
      ['2019-01-01 00:00:00.250000+00:00', 2.5],
      ['2019-01-01 00:02:00+00:00', null],
      ['2019-01-01 00:03:00+00:00', 1.07],
    ],
    types: ['timestamp[us, tz=UTC]', 'double'],
    units: 'mm/hr',
  });
});
