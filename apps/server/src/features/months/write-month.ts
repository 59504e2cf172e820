// Writes the values of one month as CSV without the lines that explain columns: tools take the
// first line for the names. Cells of missing values are empty, since nothing states what stands for
// them.
import { readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { concatenate, NeedsSeveralFiles, openDataset } from '@isobar/netcdf';
import { MOST_CSV_BYTES, type MonthJob, type MonthTable } from '../../core/pages/month-data.ts';
import type { ArchiveStore } from '../../ports/archive.ts';

export interface MonthOutput {
  /** A path where no file exists; the file made there is removed again. */
  readonly output: string;
  /** Bytes; writing ends at the first one beyond. */
  readonly most?: number;
  readonly signal?: AbortSignal;
}

/**
 * Throws 'too-large' for more than `most` bytes of CSV, before anything is written where that is
 * known by then.
 */
export async function writeMonth(
  archive: Pick<ArchiveStore, 'open' | 'localPath'>,
  job: MonthJob,
  { output, most = MOST_CSV_BYTES, signal }: MonthOutput,
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
      oneFile: true,
      bare: true,
      ...(signal ? { signal } : {}),
    });
    const [file] = made.files;
    if (!file) throw new Error(made.problems[0]?.message ?? 'The files have no samples.');
    if ((await stat(file.path)).size > most) throw new NeedsSeveralFiles(undefined);
    return {
      csv: new Uint8Array(await readFile(file.path)),
      notes: [
        ...made.problems.map(
          ({ input, message }) => `${input} is not in it: ${basenames(message)}`,
        ),
        ...file.notes,
      ],
    };
  } catch (error) {
    throw error instanceof NeedsSeveralFiles ? tooLarge(job, error.difference) : error;
  } finally {
    await rm(output, { force: true });
  }
}

export function tooLarge({ datastream, start }: MonthJob, difference?: string): Problem {
  const month = formatDay(start).slice(0, 7);
  return new Problem(
    'too-large',
    difference === undefined
      ? `${datastream} has too many values in ${month} for one CSV: order them.`
      : `${datastream} changes within ${month}, so one CSV does not hold it (${difference}): order it.`,
  );
}

/** Removes folders from the text, because the paths of this machine are not published. */
const basenames = (text: string): string =>
  text.replace(/(?:\/[^\s/:"]+)+/g, (path) => basename(path));
