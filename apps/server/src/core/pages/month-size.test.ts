// The size of a month that a page estimates, compared with the size of the written file.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataset } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { writeMonth } from '../../features/months/write-month.ts';
import { writeMetFile } from '../../features/orders/testing/met-file.ts';
import { type Header, headerOf } from '../catalogue/header.ts';
import { fitsOneCsv } from './month-data.ts';
import { mostCsvBytes } from './month-size.ts';

it('the estimated size of a month is at least what the CSV of a file takes, and not many times that', async () => {
  const folder = temporaryFolder();
  const archive = await openDiskArchive(folder);
  const start = Date.UTC(2019, 0, 1) / 1000;
  const name = 'sgpmetE13.b1.20190101.000000.cdf';
  const file = join(folder, name);
  await writeMetFile(file, { start, samples: 1440, step: 60, datastream: 'sgpmetE13.b1' });
  const dataset = await openDataset(file);
  const header: Header = { ...headerOf(dataset), place: null };
  await dataset.close();
  const files = [{ name, path: name }];
  const job = { datastream: 'sgpmetE13.b1', files, start, end: start + 86_400 };
  const { csv } = await writeMonth(archive, job, { output: join(folder, 'month.csv') });
  const most = mostCsvBytes(header, 1, (await stat(file)).size);
  expect(most).toBeGreaterThan(csv.length);
  expect(most).toBeLessThan(csv.length * 5);
  await archive.close();
  await rm(folder, { recursive: true });
});

const binned = (bins: number): Header => ({
  format: 'cdf2',
  attributes: {},
  dimensions: [
    { name: 'time', length: 1440, unlimited: true },
    { name: 'diameter', length: bins, unlimited: false },
  ],
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
    { name: 'sizes', type: 'float', dimensions: ['time', 'diameter'], attributes: {} },
  ],
  place: null,
});

it('the estimated size of a month tells a month of size spectra from one of a few numbers each minute', () => {
  const month = (bins: number) => mostCsvBytes(binned(bins), 31, 31 * 1440 * (8 + 4 * bins));
  expect(fitsOneCsv(31, 1e6, month(200))).toBe(false);
  expect(fitsOneCsv(31, 1e6, month(20))).toBe(true);
});

it('the estimated size of a month counts by size where files are longer than the one whose header is known', () => {
  const day = mostCsvBytes(binned(20), 1, 1440 * 88);
  expect(mostCsvBytes(binned(20), 1, 10 * 1440 * 88)).toBeCloseTo(10 * day, -1);
});
