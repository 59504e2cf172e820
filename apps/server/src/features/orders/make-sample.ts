// Makes two samples of a file, a short and a longer one: the rows make the difference, the header
// is the rest.
import { rm } from 'node:fs/promises';
import {
  concatenate,
  type Dataset,
  findTimeAxis,
  NetcdfError,
  OUTPUT_FORMATS,
  openDataset,
  readTimes,
  typeBytes,
} from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Sampled } from './forecast.ts';
import type { SampleJob } from './sample-job.ts';

/** Rows of the two samples, fewer of files whose rows are long. */
const FEW = 40;
const MANY = 400;
/** Bytes of values of the longer one. */
const MOST_BYTES = 4e6;
/** The size of compressed outputs shows only in larger pieces. */
const MOST_BYTES_COMPRESSED = 24e6;
/**
 * `output`: a path that it may write to; nothing is left there. Throws NetcdfError if nothing can
 * be extracted from the file.
 */
export async function makeSample(
  archive: ArchiveStore,
  job: SampleJob,
  output: string,
): Promise<Sampled> {
  const open = async () =>
    openDataset(archive.localPath?.(job.path) ?? (await archive.open(job.path)));
  const { times, rowBytes, compressed } = await look(await open());
  const { size } = job;
  const rows = times.length;
  if (rows === 0) throw new NetcdfError('invalid', 'The file has no rows.');
  const { isTable, isCompressed } = OUTPUT_FORMATS[job.make];
  const isPressed = isCompressed || (compressed && !isTable);
  const budget = isPressed ? MOST_BYTES_COMPRESSED : MOST_BYTES;
  const most = Math.max(1, Math.floor(budget / Math.max(1, rowBytes)));
  const many = Math.min(rows, most, isPressed ? rows : MANY);
  // The smaller sample of compressed tables has a quarter of the rows: a few rows alone compress
  // differently from many.
  const few = isCompressed ? Math.floor(many / 4) : Math.min(FEW, Math.floor(many / 4));
  const made = async (count: number): Promise<number> => {
    const from = Math.floor((rows - count) / 2);
    const [start, end] = [times[from], times[from + count]];
    const { files } = await concatenate({
      inputs: [{ name: job.fileName, open }],
      variables: job.variables.length > 0 ? job.variables : 'all',
      ...(count < rows && start !== undefined
        ? { ranges: [[start, end ?? (times.at(-1) ?? start) + 1] as const] }
        : {}),
      output,
      format: job.make,
    });
    await rm(output, { force: true });
    return files.reduce((sum, file) => sum + file.bytes, 0);
  };
  const sourceHead = compressed ? 0 : Math.max(0, size - rows * rowBytes);
  try {
    const long = await made(many);
    // In a single row, or in compressed NetCDF, header and rows cannot be distinguished.
    if (few === 0 || (isPressed && !isCompressed))
      return { rows, sourceHead, size, head: 0, perRow: long / many };
    const short = await made(few);
    const perRow = Math.max(0, (long - short) / (many - few));
    return { rows, sourceHead, size, head: Math.max(0, long - many * perRow), perRow };
  } finally {
    await rm(output, { force: true });
  }
}

async function look(dataset: Dataset) {
  try {
    const axis = await findTimeAxis(dataset);
    const times = await readTimes(dataset, axis);
    const rowBytes = dataset.variables
      .filter(({ dimensions }) => dimensions[0] === axis.dimension)
      .reduce((sum, { type, shape }) => {
        const each = shape.slice(1).reduce((product, length) => product * length, 1);
        return sum + padded(each * typeBytes(type), dataset.format);
      }, 0);
    return { times, rowBytes, compressed: dataset.format === 'netcdf4' };
  } finally {
    await dataset.close();
  }
}

/** Classic files pad records to a multiple of four bytes. */
const padded = (bytes: number, format: Dataset['format']): number =>
  format === 'netcdf4' ? bytes : Math.ceil(bytes / 4) * 4;
