// One data quality report as the portal and others read it.
import type { ListedReport, ReportReply, ReportSpan } from '@isobar/contract/calls/quality.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { type AffectedSpan, writtenSecond } from '@isobar/contract/quality/affected.ts';
import { classNameOf, weightiest } from '@isobar/contract/quality/classes.ts';
import { wireVariable } from '@isobar/contract/quality/report.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { dataVariables } from '../../core/catalogue/data-variables.ts';
import { descriptionHtml } from '../../core/quality/report-html.ts';
import { type QualityReport, supersededBy, wholeSpan } from '../../core/quality/reports.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { productName } from '../../core/tables/product-name.ts';
import type { Tables } from '../../store/tables.ts';

/** What the store knows of a report in addition to its text. */
export interface ReportHistory {
  /** Seconds UTC; null: unknown. */
  readonly filed: number | null;
  readonly changed: number | null;
  readonly version: number;
  readonly withdrawn: string | null;
}

export const NO_HISTORY: ReportHistory = {
  filed: null,
  changed: null,
  version: 1,
  withdrawn: null,
};

/** Datastreams of one report that are looked up in the catalogue. */
const MOST_DATASTREAMS = 500;

export async function reportReplyOf(
  report: QualityReport,
  history: ReportHistory,
  tables: CuratedTables,
  db: Kysely<Tables>,
): Promise<ReportReply> {
  const datastreams = [...new Set(report.spans.map((span) => span.datastream))];
  const spans = report.spans.map(spanReply);
  const timespans = new Map(
    spans.map(({ startDateTime, endDateTime, metric }) => [
      `${startDateTime} ${endDateTime} ${metric}`,
      { startDateTime, endDateTime, metric },
    ]),
  );
  return {
    dqrid: report.id,
    subjectTitle: report.subject,
    subject: subjectOf(datastreams, report.subject),
    description: descriptionHtml(report.descriptions),
    suggestions: report.suggestions,
    datastreams,
    timespans: [...timespans.values()],
    measurements: await measurementsOf(report.spans, datastreams, db),
    code: weightiest(report.spans),
    affected: spans,
    about: await aboutOf(datastreams.slice(0, MOST_DATASTREAMS), tables, db),
    supersedes: [...report.supersedes],
    supersededBy: [...supersededBy(tables, report.id)],
    filed: history.filed === null ? filedOf(report.id) : formatInstant(history.filed),
    changed: history.changed === null ? null : formatInstant(history.changed),
    version: history.version,
    withdrawn: history.withdrawn,
  };
}

export function listedReport(report: QualityReport): ListedReport {
  const { start, end } = wholeSpan(report.spans);
  return {
    dqrid: report.id,
    subject: report.subject,
    code: weightiest(report.spans),
    startDateTime: writtenSecond(start),
    endDateTime: writtenSecond(end) || null,
    affected: report.spans.map(spanReply),
  };
}

export const spanReply = (span: AffectedSpan): ReportSpan => ({
  datastream: span.datastream,
  startDateTime: writtenSecond(span.start),
  endDateTime: writtenSecond(span.end) || null,
  code: span.code,
  metric: classNameOf(span.code),
  variables: [...span.variables],
});

/** 'SGP/MET/E13 – the subject', as reports are filed; two places at most. */
function subjectOf(datastreams: readonly string[], subject: string): string {
  const places = new Set(
    datastreams.map((name) => {
      const parts = parseDatastream(name);
      return parts
        ? `${parts.siteCode}/${parts.classCode}/${parts.facilityCode}`.toUpperCase()
        : name;
    }),
  );
  const more = places.size > 2 ? ` and ${places.size - 2} more` : '';
  return `${[...places].slice(0, 2).join(', ')}${more} – ${subject}`;
}

/** The day in the id. */
function filedOf(id: string): string | null {
  const [, yy = '', mm = '', dd = ''] = /^D(\d\d)(\d\d)(\d\d)\./.exec(id) ?? [];
  const day = `${Number(yy) > 80 ? '19' : '20'}${yy}-${mm}-${dd}T00:00:00Z`;
  return yy !== '' && !Number.isNaN(Date.parse(day)) ? day : null;
}

async function measurementsOf(
  spans: readonly AffectedSpan[],
  datastreams: readonly string[],
  db: Kysely<Tables>,
): Promise<ReportReply['measurements']> {
  const measurements: ReportReply['measurements'] = [];
  for (const datastream of datastreams) {
    const own = spans.filter((span) => span.datastream === datastream);
    const names = new Set(own.flatMap((span) => span.variables));
    if (own.some((span) => span.variables.length === 0))
      for (const name of await dataVariables(db, datastream)) names.add(name);
    measurements.push({ [datastream]: [...names].map((name) => wireVariable(datastream, name)) });
  }
  return measurements;
}

async function aboutOf(
  datastreams: readonly string[],
  tables: CuratedTables,
  db: Kysely<Tables>,
): Promise<ReportReply['about']> {
  if (datastreams.length === 0) return [];
  const rows = await db
    .selectFrom('datastreams')
    .select(['datastream', 'datastream_class', 'title', 'site_code', 'facility_code'])
    .select(['start_s', 'end_s'])
    .where('datastream', 'in', datastreams)
    .orderBy('datastream')
    .execute();
  return rows.map((row) => {
    const name = productName(tables, row.datastream_class, row.title);
    const place = tables.facility(row.site_code, row.facility_code)?.facility_name;
    return {
      datastream: row.datastream,
      title: place ? `${name}, ${place}` : name,
      start: formatInstant(Number(row.start_s)),
      end: formatInstant(Number(row.end_s)),
    };
  });
}
