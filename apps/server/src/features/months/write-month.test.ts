// A month as CSV: a plain line of names first, and a refusal with a name for more than one table
// holds.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicWriter } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { writeMetFile } from '../orders/testing/met-file.ts';
import { writeMonth } from './write-month.ts';

const START = Date.UTC(2019, 0, 1) / 1000;
const NAME = 'sgpmetE13.b1.20190101.000000.cdf';
const job = {
  datastream: 'sgpmetE13.b1',
  files: [{ name: NAME, path: NAME }],
  start: START,
  end: START + 31 * 86_400,
};

let folder: string;
let archive: ArchiveStore;
beforeEach(async () => {
  folder = temporaryFolder();
  await writeMetFile(join(folder, NAME), {
    start: START,
    samples: 144,
    step: 600,
    datastream: 'sgpmetE13.b1',
  });
  archive = await openDiskArchive(folder);
});
afterEach(() => archive.close());

it('the table of a month begins with the names of the columns, and has a line for each sample', async () => {
  const made = await writeMonth(archive, job, { output: join(folder, 'month.csv') });
  expect(made.notes).toEqual([]);
  const csv = new TextDecoder().decode(made.csv);
  const lines = csv.trim().split('\r\n');
  expect(lines[0]).toMatch(/^time_utc,/);
  expect(lines).toHaveLength(145);
});

it('the table of a month says which file could not be read, without the folders of this machine', async () => {
  const broken = 'sgpmetE13.b1.20190102.000000.cdf';
  await writeFile(join(folder, broken), 'CDF');
  const files = [...job.files, { name: broken, path: broken }];
  const made = await writeMonth(archive, { ...job, files }, { output: join(folder, 'month.csv') });
  expect(made.notes).toEqual([expect.stringContaining(`${broken} is not in it: `)]);
  expect(made.notes.join()).not.toContain(folder);
  expect(new TextDecoder().decode(made.csv).trim().split('\r\n')).toHaveLength(145);
});

it('the table of a month is too large, in so many words, where the values do not fit one table', async () => {
  const written = writeMonth(archive, job, { output: join(folder, 'month.csv'), most: 2000 });
  await expect(written).rejects.toMatchObject({
    code: 'too-large',
    message: 'sgpmetE13.b1 has too many values in 2019-01 for one CSV: order them.',
  });
  expect(await readdir(folder)).toEqual([NAME]);
});

it('the table of a month says what changes within a month that does not fit one table', async () => {
  const files = [1, 2].map((day) => `sgpmadeE13.b1.2019010${day}.000000.cdf`);
  for (const [n, name] of files.entries()) await writeIn(n === 0 ? 'K' : 'degC', n, name);
  const changing = {
    ...job,
    datastream: 'sgpmadeE13.b1',
    files: files.map((name) => ({ name, path: name })),
  };
  await expect(
    writeMonth(archive, changing, { output: join(folder, 'month.csv') }),
  ).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringMatching(
      /^sgpmadeE13.b1 changes within 2019-01, .*the units of temp change from "K" to "degC"/,
    ),
  });
  expect((await readdir(folder)).sort()).toEqual([...files, NAME].sort());
});

async function writeIn(units: string, day: number, name: string): Promise<void> {
  const text = (of: string, value: string) => ({ name: of, type: 'char', value }) as const;
  const definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [],
    variables: [
      {
        name: 'time',
        type: 'double',
        dimensions: ['time'],
        attributes: [text('units', 'days since 2019-01-01')],
      },
      { name: 'temp', type: 'float', dimensions: ['time'], attributes: [text('units', units)] },
    ],
  } as const;
  const writer = await ClassicWriter.create(join(folder, name), definition, 1);
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array>([
      ['time', Float64Array.of(day)],
      ['temp', Float32Array.of(1)],
    ]),
    1,
  );
  await writer.close();
}
