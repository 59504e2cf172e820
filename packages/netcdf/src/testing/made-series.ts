// Series of made files, as an index would describe them.
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { describeFile } from '../series/describe.ts';
import { openSeries } from '../series/open-series.ts';
import type { Series } from '../series/series.ts';
import type { SeriesFile } from '../series/series-file.ts';
import { type MadeFile, type MadeVariable, madeBytes } from './made-file.ts';

export async function describedFile(file: MadeFile, name: string): Promise<SeriesFile> {
  const open = () => openDataset(bytesSource(madeBytes(file)));
  const dataset = await open();
  const { times, ...found } = await describeFile(dataset).finally(() => dataset.close());
  return { name, open, ...found, times: async () => times };
}

/** The files are called day0, day1 and so on. */
export const madeSeries = async (...files: readonly MadeFile[]): Promise<Series> =>
  await openSeries(await Promise.all(files.map((file, n) => describedFile(file, `day${n}`))));

/** A variable of short numbers along time. */
export const ranged = (
  values: readonly number[],
  more: Partial<MadeVariable> = {},
): MadeVariable => ({ type: 'short', dimensions: ['time'], values, ...more });
