// Plots: each day as data from which pictures are made, and as a picture; read from the files when
// first asked for.

import { createHash } from 'node:crypto';
import { dataOfDay, plotOfDay } from '@isobar/contract/calls/quicklooks.ts';
import {
  type DayAnswer,
  type DaySummary,
  daySummary,
  smallDay,
} from '@isobar/contract/quicklooks/day.ts';
import type { FastifyRequest } from 'fastify';
import type { PlotSources } from '../../core/catalogue/plotted.ts';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { type Heads, unchanged } from '../../platform/replies/sent.ts';
import { dayReports } from './day-reports.ts';
import { drawDay } from './draw-day.ts';
import type { KeptDays } from './kept-days.ts';
import { wantedPlot } from './wanted-plot.ts';

export interface QuicklooksFeature extends PlotSources {
  readonly days: Pick<KeptDays, 'day'>;
}

export function registerQuicklooks<S>(http: Http<S>, feature: QuicklooksFeature): void {
  const { days, tables } = feature;

  /** Answers 304 itself and resolves null where the client has it already. */
  async function dayOf(
    at: { ds: string; vn: string; file: string },
    asked: { size: 'full' | 'small' },
    request: FastifyRequest,
    reply: Heads,
  ) {
    const { job, tag } = await wantedPlot(feature, at.ds, at.vn, at.file.slice(0, 8), asked.size);
    const reports = dayReports(await tables(), at.ds, at.vn, job.day);
    const etag = etagOf([tag, asked, reports]);
    reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (isKnown(etag, request.headers['if-none-match'])) return null;
    const day: DaySummary = daySummary.parse(JSON.parse(await days.day(tag, job, 'seen')));
    return { job, reports, day: asked.size === 'small' ? smallDay(day) : day };
  }

  http.route(plotOfDay, async ({ params, query, request, reply }) => {
    const found = await dayOf(params, query, request, reply);
    if (!found) return reply.code(304).send();
    const { low, high, theme } = query;
    const scale = low === undefined || high === undefined ? null : { low, high };
    return reply.type('image/svg+xml; charset=utf-8').send(drawDay({ ...found, theme, scale }));
  });
  http.route(dataOfDay, async ({ params, query, request, reply }) => {
    const found = await dayOf(params, query, request, reply);
    if (!found) return unchanged(reply);
    const { day, reports } = found;
    return { ...day, reports: reports && [...reports] } satisfies DayAnswer;
  });
}

/** A day that no caller waits for, as it is drawn. Throws Problem as `wantedPlot` does. */
export async function plotAhead(
  feature: QuicklooksFeature,
  at: { readonly datastream: string; readonly variable: string; readonly date: string },
): Promise<DaySummary> {
  const { job, tag } = await wantedPlot(feature, at.datastream, at.variable, at.date, 'full');
  return daySummary.parse(JSON.parse(await feature.days.day(tag, job, 'ahead')));
}

const etagOf = (of: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 40)}"`;
