// Series of made files, as an index would describe them.
import { basename } from 'node:path';
import { bytesSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { describeFile } from '../series/describe.ts';
import { openSeries } from '../series/open-series.ts';
import type { Series } from '../series/series.ts';
import type { SeriesFile } from '../series/series-file.ts';
import { type MadeFile, type MadeVariable, madeBytes } from './made-file.ts';

export const describedFile = (file: MadeFile, name: string): Promise<SeriesFile> =>
  described(name, () => openDataset(bytesSource(madeBytes(file))));

/** A file on the disk. */
export const seriesFileOf = (path: string): Promise<SeriesFile> =>
  described(basename(path), () => openDataset(path));

async function described(name: string, open: () => Promise<Dataset>): Promise<SeriesFile> {
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

/** Numbers from 0 to below 1 that are the same in every run. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
