// The file of an extract, made from its sources alone, contains everything that its format can
// hold.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource, Hdf5Writer, openDataset, textAttribute } from '@isobar/netcdf';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { type Begun, extract } from './extract.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

async function* nothing() {}

it('JSON has texts of any length, and integers of 64 bits with all their digits; classic NetCDF says what it lacks', async () => {
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
    look: async () => null,
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
    notes: ['a note of the call'],
    output,
    at: 0,
  };
  const begun: Begun[] = [];
  const events = { onBegun: (one: Begun) => begun.push(one), onWritten: () => {} };
  const made = await extract(archive, job, {
    version: '1',
    events,
    signal: new AbortController().signal,
  });
  const text = await readFile(output, 'utf8');
  expect(made.bytes).toBe(Buffer.byteLength(text));
  expect(JSON.parse(text).data_vars.note.data).toEqual(['clear', 'a long word about haze']);
  expect(text).toContain('9007199254740993');
  expect(JSON.parse(text).notes).toEqual(['a note of the call']);

  // Classic NetCDF cannot hold variables of strings; notes in the file and in the reply state it.
  const classic = { ...job, form: 'cdf' as const, output: join(folder, 'made.cdf') };
  const signal = new AbortController().signal;
  const told = await extract(archive, classic, { version: '1', events, signal });
  const notes = ['note is left out: classic files have no strings', 'a note of the call'];
  expect([told.notes, begun.map((one) => one.notes)]).toEqual([notes, [notes]]);
  const dataset = await openDataset(classic.output);
  expect(dataset.variables.map(({ name }) => name)).toEqual(['time', 'serial']);
  expect(textAttribute(dataset, 'isobar_notes')).toBe(notes.join('\n'));
  await dataset.close();
  const named = extract(
    archive,
    { ...classic, variables: ['note'] },
    { version: '1', events, signal },
  );
  await expect(named).rejects.toThrow(
    'note has texts of any length, which classic NetCDF cannot hold',
  );
  const csv = { ...job, form: 'csv' as const, output: join(folder, 'made.csv') };
  await extract(archive, csv, { version: '1', events, signal });
  expect(await readFile(csv.output, 'utf8')).toContain('# isobar_notes: a note of the call\r\n');
});
