// The quality reports on many datastreams in short: how many of each class, and the latest of them.
import { formatCount } from '@isobar/contract/count.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import { reportInList } from '../../quality/reports.ts';
import { allOf, rowsOn } from '../../quality/spans.ts';
import type { CuratedTables } from '../../tables/curated-tables.ts';
import { link, longTable, reportedDays, section } from '../parts.ts';
import type { Section } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

const SHOWN = 6;
/** The latest reports are listed; the others are on the pages of their datastreams. */
const LISTED = 40;

/** Throws as `qualityReportsOf` does where the table of reports is missing. */
export function reportsSection(tables: CuratedTables, streams: readonly StreamRow[]): Section {
  const spans = rowsOn(
    tables,
    streams.map((row) => allOf(row.datastream)),
  );
  const byId = Map.groupBy(spans, (row) => row.dqr_id);
  const title = 'Quality';
  if (byId.size === 0)
    return section('quality', title, html`<p>No data quality report is on these data.</p>`);
  const classes = new Map<string, number>();
  const touched = new Set(spans.map((row) => row.datastream));
  const reports = [...byId].map(([id, rows]) => reportInList(id, rows));
  for (const name of reports.flatMap((report) => report.classes))
    classes.set(name, (classes.get(name) ?? 0) + 1);
  const counted = [...classes]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${formatCount(count)}`)
    .join(', ');
  const table = reports
    .sort((a, b) => b.span.start - a.span.start)
    .slice(0, LISTED)
    .map(({ id, classes: names, span, rows, subject }) => [
      link('report', id),
      names.join(', '),
      html`<span class="nowrap">${reportedDays(span)}</span>`,
      about([...new Set(rows.map((row) => row.datastream))]),
      subject,
    ]);
  return section(
    'quality',
    title,
    html`<p>${formatCount(byId.size)} ${byId.size === 1 ? 'report is' : 'reports are'} on ${formatCount(touched.size)} of ${formatCount(streams.length)} datastreams: ${counted}. The latest:</p>${longTable(['Report', 'Class', 'Time', 'Datastream', 'Subject'], table, SHOWN)}`,
  );
}

const about = ([first = '', ...more]: readonly string[]): Html =>
  html`${link('datastream', first)}${more.length > 0 && ` and ${formatCount(more.length)} more`}`;
