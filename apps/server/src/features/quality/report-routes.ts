// One data quality report by its id, the reports of a datastream, and the addresses that print
// links and scripts use.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { ListedReport, ReportReply } from '@isobar/contract/calls/quality.ts';
import {
  listReports,
  readReport,
  reportLink,
  spansAsTable,
} from '@isobar/contract/calls/quality-calls.ts';
import { findReports } from '@isobar/contract/calls/report-list.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { ANY_REPORT_ID, NO_REPORT } from '@isobar/contract/quality/report.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../core/accounts/session.ts';
import { findReports as findAll } from '../../core/quality/report-list.ts';
import { fromRows, type QualityReport, reportOf, reportsOn } from '../../core/quality/reports.ts';
import { allOf } from '../../core/quality/spans.ts';
import { findWritten, publishedRows, type WrittenRow } from '../../core/reports/written.ts';
import type { Http } from '../../platform/http/http.ts';
import type { QualityFeature } from './feature.ts';
import { spansCsv } from './report-csv.ts';
import { listedReport, NO_HISTORY, type ReportHistory, reportReplyOf } from './report-reply.ts';
import { readableTables } from './tables-now.ts';

const BASE = SERVICE_PATHS.dqr;

/** Reports of a list; a datastream has dozens. */
const MOST_LISTED = 1000;

export function registerReports(http: Http<Session>, feature: QualityFeature): void {
  registerLinks(http, feature);
  http.route(readReport, ({ params }) => findReport(feature, params.id));
  http.route(spansAsTable, async ({ params, reply }) => {
    const csv = spansCsv([await findReport(feature, params.id)]);
    return sendFile(reply, `${params.id}.csv`, 'text/csv; charset=utf-8', csv);
  });
  http.route(findReports, async ({ query }) =>
    findAll(await readableTables(feature.tables), query),
  );
  http.route(listReports, async ({ query }): Promise<{ reports: ListedReport[] }> => {
    const tables = await readableTables(feature.tables);
    const reports = reportsOn(tables, [allOf(query.datastream)]);
    return { reports: reports.slice(0, MOST_LISTED).map(listedReport) };
  });
}

/**
 * {dqr}/?dqrid= and ?orderID=: browsers are redirected to the page, programs get its content as
 * JSON.
 */
function registerLinks(http: Http<Session>, feature: QualityFeature): void {
  http.route(
    reportLink,
    async ({ query: { dqrid = NO_REPORT, print, orderID, key }, request, reply }) => {
      if (orderID !== undefined) {
        const more = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
        const address = wantsPage(request)
          ? `${SERVICE_PATHS.portal}#/orderreport/${orderID}${more}`
          : `${BASE}/order/${orderID}${more}`;
        return reply.redirect(address, 302);
      }
      if (!ANY_REPORT_ID.test(dqrid))
        throw new Problem('bad-request', 'query.dqrid: is no id of a report');
      if (!wantsPage(request)) return await findReport(feature, dqrid);
      const more = print === 'true' ? '?print=true' : '';
      return reply.redirect(`${SERVICE_PATHS.portal}#/report/${dqrid}${more}`, 302);
    },
  );
}

const wantsPage = (request: FastifyRequest): boolean =>
  /text\/html/.test(request.headers.accept ?? '');

/** Throws 'not-found' for a report that does not exist. */
async function findReport({ tables, db }: QualityFeature, id: string): Promise<ReportReply> {
  const known = await readableTables(tables);
  const written = await findWritten(db, id);
  const report = id === NO_REPORT ? null : (reportOf(known, id) ?? withdrawnReport(id, written));
  if (!report) throw new Problem('not-found', `There is no data quality report ${id}.`);
  return await reportReplyOf(report, historyOf(written), known, db);
}

/** What was taken back can still be read: orders and papers name it. */
function withdrawnReport(id: string, row: WrittenRow | undefined): QualityReport | null {
  const rows = row && row.withdrawn !== null ? publishedRows(row) : [];
  return rows.length > 0 ? fromRows(id, rows) : null;
}

const historyOf = (row: WrittenRow | undefined): ReportHistory =>
  row && row.published !== null
    ? {
        filed: null,
        changed: row.published_at === null ? null : Number(row.published_at),
        version: Number(row.version),
        withdrawn: row.withdrawn,
      }
    : NO_HISTORY;

export function sendFile(reply: FastifyReply, name: string, type: string, text: string) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(text);
}
