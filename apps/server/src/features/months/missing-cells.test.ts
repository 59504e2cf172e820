// A month of values whose missing ones are empty cells, since nothing beside the table states what
// stands for them.
import { join } from 'node:path';
import { ClassicWriter } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { writeMonth } from './write-month.ts';

it('the missing values of a month are empty cells, those of packed variables and of several columns too', async () => {
  const folder = temporaryFolder();
  const text = (name: string, value: string) => ({ name, type: 'char', value }) as const;
  const marks = Float32Array.of(-99, -88.8);
  const missing = { name: 'missing_value', type: 'float', value: marks } as const;
  const fill = { name: '_FillValue', type: 'short', value: Int16Array.of(7) } as const;
  const scale = { name: 'scale_factor', type: 'double', value: Float64Array.of(0.5) } as const;
  const writer = await ClassicWriter.create(
    join(folder, 'a.nc'),
    {
      dimensions: [
        { name: 'time', length: 0, unlimited: true },
        { name: 'z', length: 2, unlimited: false },
        { name: 'n', length: 3, unlimited: false },
      ],
      attributes: [],
      variables: [
        {
          name: 'time',
          type: 'double',
          dimensions: ['time'],
          attributes: [text('units', 'seconds since 2019-01-01')],
        },
        {
          name: 'two',
          type: 'float',
          dimensions: ['time', 'z'],
          attributes: [text('long_name', 'none; missing 1'), missing],
        },
        { name: 'packed', type: 'short', dimensions: ['time'], attributes: [fill, scale] },
        // A name cannot claim that other values were missing, since it is no part of what decides.
        {
          name: 'count',
          type: 'int',
          dimensions: ['time'],
          attributes: [text('standard_name', 'count; missing 1')],
        },
        { name: 'note', type: 'char', dimensions: ['time', 'n'], attributes: [] },
      ],
    },
    3,
  );
  const rows = new Map<string, Float64Array | Float32Array | Int16Array | Int32Array | Uint8Array>([
    ['time', Float64Array.of(0, 1, 2)],
    ['two', Float32Array.of(1, -99, -88.8, 2, Number.NaN, -9999)],
    ['packed', Int16Array.of(7, 8, 3)],
    ['count', Int32Array.of(1, -9999, 3)],
    ['note', new TextEncoder().encode('-99a,b\0\0\0')],
  ]);
  await writer.writeRecords(rows, 3);
  await writer.close();
  const archive = await openDiskArchive(folder);
  const start = Date.UTC(2019, 0, 1) / 1000;
  const job = {
    datastream: 'a',
    files: [{ name: 'a.nc', path: 'a.nc' }],
    start,
    end: start + 86_400,
  };
  const { csv } = await writeMonth(archive, job, { output: join(folder, 'month.csv') });
  await archive.close();
  expect(new TextDecoder().decode(csv).split('\r\n')).toEqual([
    'time_utc,two[0],two[1],packed,count,note',
    '2019-01-01T00:00:00Z,1,,,1,-99',
    '2019-01-01T00:00:01Z,,2,4,,"a,b"',
    '2019-01-01T00:00:02Z,,,1.5,3,',
    '',
  ]);
});
