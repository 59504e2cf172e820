// Times that are written out, in files as WRF writes them.
import { join } from 'node:path';
import { ClassicWriter, openDataset } from '@isobar/netcdf';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { readWrittenSpan } from './written-times.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** A file with these texts, a row each. */
async function spanOf(name: string, texts: readonly string[]) {
  const path = join(folder, 'a.nc');
  const width = 19;
  const writer = await ClassicWriter.create(
    path,
    {
      dimensions: [
        { name: 'Time', length: 0, unlimited: true },
        { name: 'DateStrLen', length: width, unlimited: false },
      ],
      attributes: [],
      variables: [{ name, type: 'char', dimensions: ['Time', 'DateStrLen'], attributes: [] }],
    },
    texts.length,
  );
  const bytes = new TextEncoder().encode(texts.map((text) => text.padEnd(width, '\0')).join(''));
  if (texts.length > 0) await writer.writeRecords(new Map([[name, bytes]]), texts.length);
  await writer.close();
  const dataset = await openDataset(path);
  try {
    return await readWrittenSpan(dataset);
  } finally {
    await dataset.close();
  }
}

const seconds = (text: string): number => Date.parse(text) / 1000;

it.each([
  ['Times', ['2020-06-01_00:00:00', '2020-06-01_06:00:00', '2020-06-02_00:00:00']],
  ['time', ['2020-06-01 00:00', '2020-06-02 00:00']],
  ['date_time', ['2020-06-01', '2020-06-02T00:00:00']],
])('%s tells the first and the last row', async (name, texts) => {
  expect(await spanOf(name, texts)).toEqual({
    first: seconds('2020-06-01T00:00:00Z'),
    last: seconds('2020-06-02T00:00:00Z'),
  });
});

it('a file with other times tells nothing by other names, other words or no rows', async () => {
  expect(await spanOf('remark', ['2020-06-01_00:00:00'])).toBeNull();
  expect(await spanOf('Times', ['2020-06-01_00:00:00', 'noon'])).toBeNull();
  expect(await spanOf('Times', ['2020-06-31_00:00:00'])).toBeNull();
  expect(await spanOf('Times', [])).toBeNull();
});
