// All reports in force as one list with filters: class, site, instrument, days and words.

import type {
  FoundReport,
  FoundReports,
  ReportFilter,
} from '@isobar/contract/calls/report-list.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { type AffectedSpan, writtenSecond } from '@isobar/contract/quality/affected.ts';
import { classNameOf, REPORT_CLASSES, weightiest } from '@isobar/contract/quality/classes.ts';
import { endOfDay, parseDay } from '@isobar/contract/time.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { siteName } from '../tables/place-names.ts';
import { fromRows, wholeSpan } from './reports.ts';

/** Reports of one page. */
export const PAGE = 25;

/** A span with the site and instrument class of its datastream, as far as they are known. */
type PlacedSpan = AffectedSpan & {
  readonly site: string | undefined;
  readonly instrument: string | undefined;
};

interface Known {
  readonly id: string;
  readonly subject: string;
  /** In lower case: what words are looked for in. */
  readonly text: string;
  readonly codes: ReadonlySet<number>;
  readonly code: number;
  readonly start: number;
  readonly end: number;
  readonly spans: readonly PlacedSpan[];
  readonly datastreams: readonly string[];
  readonly sites: ReadonlySet<string>;
  readonly instruments: ReadonlySet<string>;
}
interface List {
  readonly reports: readonly Known[];
  readonly choices: FoundReports['choices'];
}

/** Made once for each state of the tables. */
const LISTS = new WeakMap<CuratedTables, Promise<List>>();

/** Throws TableError where the table of reports is not there. */
export async function findReports(
  tables: CuratedTables,
  filter: ReportFilter,
): Promise<FoundReports> {
  tables.qualityReport(''); // throws where there is no table
  let making = LISTS.get(tables);
  if (!making) {
    making = listOf(tables);
    LISTS.set(tables, making);
    making.catch(() => LISTS.delete(tables));
  }
  const { reports, choices } = await making;
  const fits = fitting(filter);
  const found: Known[] = [];
  for (const [i, report] of reports.entries()) {
    if (fits(report)) found.push(report);
    if (i % 512 === 0) await breathe();
  }
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(filter.page, pages);
  return {
    total: found.length,
    page,
    pages,
    reports: found.slice((page - 1) * PAGE, page * PAGE).map(shown),
    choices,
  };
}

/**
 * A report fits by one of its spans: of the class, at the site, of the instrument and within the
 * days, all at once.
 */
function fitting(filter: ReportFilter): (report: Known) => boolean {
  const code = REPORT_CLASSES.find(({ key }) => key === filter.class)?.code;
  const from = filter.from === '' ? Number.NEGATIVE_INFINITY : (parseDay(filter.from) ?? 0);
  const to = filter.to === '' ? Number.POSITIVE_INFINITY : endOfDay(parseDay(filter.to) ?? 0);
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return (report) =>
    words.every((word) => report.text.includes(word)) &&
    report.spans.some(
      (span) =>
        (code === undefined || span.code === code) &&
        (filter.site === '' || span.site === filter.site) &&
        (filter.instrument === '' || span.instrument === filter.instrument) &&
        span.start <= to &&
        span.end >= from,
    );
}

const shown = ({
  id,
  subject,
  code,
  start,
  end,
  datastreams,
  sites,
  instruments,
}: Known): FoundReport => ({
  dqrid: id,
  subject,
  code,
  className: classNameOf(code),
  startDateTime: writtenSecond(start),
  endDateTime: Number.isFinite(end) ? writtenSecond(end) : null,
  datastreams: datastreams.length,
  datastream: datastreams[0] ?? '',
  sites: [...sites],
  instruments: [...instruments],
});

/** The newest first. */
async function listOf(tables: CuratedTables): Promise<List> {
  const byId = Map.groupBy(tables.rows['quality-reports.csv'], (row) => row.dqr_id);
  const reports: Known[] = [];
  for (const [id, rows] of byId) {
    const { subject, spans: plain } = fromRows(id, rows);
    const spans = plain.map((span): PlacedSpan => {
      const parts = parseDatastream(span.datastream);
      const instrument = parts ? tables.instrumentClassOf(parts.classCode) : undefined;
      return { ...span, site: parts?.siteCode, instrument };
    });
    const datastreams = [...new Set(spans.map(({ datastream }) => datastream))];
    const { start, end } = wholeSpan(spans);
    reports.push({
      id,
      subject,
      text: [id, subject, ...datastreams].join(' ').toLowerCase(),
      codes: new Set(spans.map(({ code }) => code)),
      code: weightiest(spans),
      start,
      end,
      spans,
      datastreams,
      sites: new Set(spans.flatMap(({ site }) => site ?? [])),
      instruments: new Set(spans.flatMap(({ instrument }) => instrument ?? [])),
    });
    if (reports.length % 128 === 0) await breathe();
  }
  reports.sort((a, b) => b.start - a.start || (a.id < b.id ? -1 : 1));
  return { reports, choices: choicesOf(reports, tables) };
}

function choicesOf(reports: readonly Known[], tables: CuratedTables): FoundReports['choices'] {
  const counted = (
    valuesOf: (one: Known) => Iterable<string>,
    label: (value: string) => string,
  ) => {
    const counts = new Map<string, number>();
    for (const one of reports)
      for (const value of valuesOf(one)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({ value, label: label(value), reports: count }))
      .sort((a, b) => (a.label < b.label ? -1 : 1));
  };
  const classes = REPORT_CLASSES.flatMap(({ key, code, name }) => {
    const count = reports.filter(({ codes }) => codes.has(code)).length;
    return count > 0 ? [{ value: key, label: name, reports: count }] : [];
  });
  return {
    classes,
    sites: counted(
      ({ sites }) => sites,
      (code) => siteName(tables, code),
    ),
    instruments: counted(
      ({ instruments }) => instruments,
      (code) => tables.instrumentClass(code)?.instrument_class_name || code,
    ),
  };
}
