// One plot from the archive's files, as SVG: a line, or an image where there is a second axis.
import type { ArchiveStore } from '../../ports/archive.ts';
import { emptyLine } from './day-samples.ts';
import { drawImage } from './draw-image.ts';
import { drawLine } from './draw-line.ts';
import type { PlotJob } from './plot-job.ts';
import { readDay } from './read-day.ts';

/** Counts up when plots look different, so that none of an earlier form is served. */
export const PLOT_VERSION = 1;

/** A day without a value gives a plot that says so. Throws when a file cannot be read. */
export async function drawDay(archive: ArchiveStore, job: PlotJob): Promise<string> {
  const day = await readDay(archive, job);
  return day.samples?.kind === 'image'
    ? drawImage(job, day, day.samples)
    : drawLine(job, day, day.samples ?? emptyLine());
}
