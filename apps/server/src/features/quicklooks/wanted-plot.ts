// Which files a plot is made of, and under which tag it is kept.
import { createHash } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS, parseCompact } from '@isobar/contract/time.ts';
import {
  filesBetween,
  type PlotSources,
  type PlottedFile,
  plottedVariables,
} from '../../core/catalogue/plotted.ts';
import { PLOT_VERSION } from './draw-day.ts';
import type { PlotJob, PlotSize } from './plot-job.ts';

/** The most that one plot is made of. */
export const MOST_FILES = 400;
const MOST_BYTES = 4e9;

export type WantedPlot = { readonly job: PlotJob; readonly tag: string };

/** Throws Problem: not a day, no such plot, or too much for one. */
export async function wantedPlot(
  sources: PlotSources,
  datastream: string,
  variable: string,
  dated: string,
  size: PlotSize,
): Promise<WantedPlot> {
  const day = parseCompact(dated);
  if (day === null) throw new Problem('bad-request', `${dated} is no day.`);
  const variables = await plottedVariables(sources, datastream);
  if (!variables) throw new Problem('not-found', `There is no datastream ${datastream}.`);
  if (!variables.includes(variable))
    throw new Problem('not-found', `There are no plots of ${variable} of ${datastream}.`);
  const files = await filesBetween(sources.db, datastream, day, day + DAY_SECONDS, MOST_FILES + 1);
  if (files.length === 0)
    throw new Problem('not-found', `${datastream} has no files with data of ${dated}.`);
  if (isTooMuch(files))
    throw new Problem('too-large', `${datastream} has too much data on ${dated} for a plot.`);
  return plotOf(files, { datastream, variable, day, size });
}

export const isTooMuch = (files: readonly PlottedFile[]): boolean =>
  files.length > MOST_FILES || files.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES;

/** Another tag whenever its files or the reading change. */
export function plotOf(files: readonly PlottedFile[], of: Omit<PlotJob, 'files'>): WantedPlot {
  const job = { files: files.map(({ path }) => path), ...of };
  const tag = createHash('sha256')
    .update(JSON.stringify([PLOT_VERSION, job, files]))
    .digest('hex')
    .slice(0, 40);
  return { job, tag };
}
