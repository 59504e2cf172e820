// The file of an extract, made from its sources alone, contains everything that its format can hold.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource, Hdf5Writer } from '@isobar/netcdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArchiveStore } from '../../ports/archive.ts';
import { extract } from './extract.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-extract-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* nothing() {}

it('JSON has texts of any length, and integers of 64 bits with all their digits', async () => {
  const path = join(folder, 'sgpnotesE13.b1.20190101.000000.nc');
  const definition = {
    format: 'netcdf4' as const,
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [],
    variables: [
      {
        name: 'time',
        type: 'double' as const,
        dimensions: ['time'],
        attributes: [
          { name: 'units', type: 'char' as const, value: 'seconds since 2019-01-01 00:00:00' },
        ],
      },
      { name: 'note', type: 'string' as const, dimensions: ['time'], attributes: [] },
      { name: 'serial', type: 'int64' as const, dimensions: ['time'], attributes: [] },
    ],
  };
  const writer = await Hdf5Writer.create(path, definition, 2);
  await writer.writeRecords(
    new Map<string, Float64Array | BigInt64Array | string[]>([
      ['time', Float64Array.of(0, 60)],
      ['note', ['clear', 'a long word about haze']],
      ['serial', BigInt64Array.of(9_007_199_254_740_993n, 2n)],
    ]),
    2,
  );
  await writer.close();
  const archive: ArchiveStore = {
    simulated: false,
    list: nothing,
    open: fileSource,
    close: async () => {},
  };
  const output = join(folder, 'made.json');
  const fileName = 'sgpnotesE13.b1.20190101.000000.nc';
  const job = {
    datastream: 'sgpnotesE13.b1',
    inputs: [{ fileName, path }],
    variables: [],
    masks: [],
    maskAssessed: [],
    form: 'json' as const,
    output,
    at: 0,
  };
  const events = { onBegun: () => {}, onWritten: () => {} };
  const made = await extract(archive, job, {
    version: '1',
    events,
    signal: new AbortController().signal,
  });
  const text = await readFile(output, 'utf8');
  expect(made.bytes).toBe(Buffer.byteLength(text));
  expect(JSON.parse(text).data_vars.note.data).toEqual(['clear', 'a long word about haze']);
  expect(text).toContain('9007199254740993');
});
