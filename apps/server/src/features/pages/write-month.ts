// Writes the values of one month as CSV without the lines that explain columns: tools take the first line for the names.
import { readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { concatenate, openDataset } from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';
import { MOST_CSV_BYTES, type MonthJob, type MonthTable } from './month-data.ts';

/**
 * `output`: a path where no file exists; the file made there is removed again. Throws 'too-large' for more than `most` bytes of
 * CSV.
 */
export async function writeMonth(
  archive: Pick<ArchiveStore, 'open' | 'localPath'>,
  job: MonthJob,
  output: string,
  most: number = MOST_CSV_BYTES,
): Promise<MonthTable> {
  try {
    const made = await concatenate({
      inputs: job.files.map(({ name, path }) => ({
        name,
        open: async () =>
          await openDataset(archive.localPath?.(path) ?? (await archive.open(path))),
      })),
      variables: 'all',
      ranges: [[job.start, job.end]],
      output,
      format: 'csv',
      maximumBytes: most,
    });
    const [file] = made.files;
    if (!file) throw new Error(made.problems[0]?.message ?? 'The files have no samples.');
    if (made.files.length > 1 || (await stat(file.path)).size > most) {
      for (const { path } of made.files) await rm(path, { force: true });
      const month = formatDay(job.start).slice(0, 7);
      const split = made.files[1]?.notes[0];
      const isDesign = split !== undefined && !split.includes('would grow beyond');
      throw new Problem(
        'too-large',
        isDesign
          ? `${job.datastream} changes within ${month}, so one CSV does not hold it (${split}): order it.`
          : `${job.datastream} has too many values in ${month} for one CSV: order them.`,
      );
    }
    return {
      csv: plain(await readFile(file.path)),
      notes: [
        ...made.problems.map(
          ({ input, message }) => `${input} is not in it: ${basenames(message)}`,
        ),
        ...file.notes,
      ],
    };
  } finally {
    await rm(output, { force: true });
  }
}

/** Where files lie on this machine is nobody's business. */
const basenames = (text: string): string =>
  text.replace(/(?:\/[^\s/:"]+)+/g, (path) => basename(path));

function plain(bytes: Buffer): Uint8Array {
  let at = 0;
  while (bytes[at] === 0x23) at = bytes.indexOf(0x0a, at) + 1 || bytes.length;
  return Uint8Array.from(bytes.subarray(at));
}
