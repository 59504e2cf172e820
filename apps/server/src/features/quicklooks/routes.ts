// Plots: their index under its own search path, and each as a picture that is drawn when it is first asked for.
import { createHash } from 'node:crypto';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS, parseCompact } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { isKnown } from '../../platform/etag.ts';
import type { Http } from '../../platform/http.ts';
import type { Log } from '../../platform/log.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { PLOT_VERSION } from './draw-day.ts';
import { keptPlots } from './kept-plots.ts';
import type { PlotJob, Plotter } from './plot-job.ts';
import { filesBetween, type PlotSources, type PlottedFile, plottedVariables } from './plotted.ts';

export interface QuicklooksFeature extends PlotSources {
  readonly plotter: Plotter;
  /** Where drawn plots are kept. */
  readonly blobs: Blobs;
  readonly log: Log;
}

/** A plot is made of at most so much. */
const MOST_FILES = 400;
const MOST_BYTES = 4e9;

const params = z.object({
  ds: z.string().min(1).max(100),
  vn: z.string().min(1).max(200),
  file: z.string().regex(/^\d{8}\.svg$/, 'is a day and .svg: 20190101.svg'),
});
const query = z.object({ size: z.enum(['full', 'small']).default('full') });

export function registerQuicklooks<S>(http: Http<S>, feature: QuicklooksFeature): void {
  const kept = keptPlots(feature);
  http.route({
    method: 'GET',
    url: `${SERVICE_PATHS.quicklooks}/plots/:ds/:vn/:file`,
    summary: 'The plot of one variable of a datastream on one day (YYYYMMDD.svg), UTC',
    session: 'none',
    params,
    query,
    act: async ({ params: { ds, vn, file }, query: { size }, request, reply }) => {
      const { job, files } = await jobOf(feature, ds, vn, file.slice(0, 8), size);
      const tag = tagOf(job, files);
      const etag = `"${tag}"`;
      reply.header('etag', etag).header('cache-control', 'public, max-age=300');
      if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
      return reply.type('image/svg+xml; charset=utf-8').send(await kept(tag, job));
    },
  });
}

/** Throws Problem: not a day, no such plot, or too much for one. */
async function jobOf(
  sources: PlotSources,
  datastream: string,
  variable: string,
  dated: string,
  size: PlotJob['size'],
): Promise<{ job: PlotJob; files: readonly PlottedFile[] }> {
  const day = parseCompact(dated);
  if (day === null) throw new Problem('bad-request', `${dated} is no day.`);
  const variables = await plottedVariables(sources, datastream);
  if (!variables) throw new Problem('not-found', `There is no datastream ${datastream}.`);
  if (!variables.includes(variable))
    throw new Problem('not-found', `There are no plots of ${variable} of ${datastream}.`);
  const files = await filesBetween(sources.db, datastream, day, day + DAY_SECONDS, MOST_FILES + 1);
  if (files.length === 0)
    throw new Problem('not-found', `${datastream} has no files with data of ${dated}.`);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > MOST_FILES || bytes > MOST_BYTES)
    throw new Problem('too-large', `${datastream} has too much data on ${dated} for a plot.`);
  return { job: { files: files.map(({ path }) => path), datastream, variable, day, size }, files };
}

/** Another plot whenever its files or the drawing change. */
const tagOf = (job: PlotJob, files: readonly PlottedFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify([PLOT_VERSION, job, files]))
    .digest('hex')
    .slice(0, 40);
