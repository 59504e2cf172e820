// The list of all quality reports as a page, with a form of filters that needs no script.
import {
  type FoundReports,
  type ReportFilter,
  reportListPage,
} from '@isobar/contract/calls/report-list.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { pageOf } from '../../core/pages/layout.ts';
import { link, table } from '../../core/pages/parts.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import { findReports } from '../../core/quality/report-list.ts';
import { unknownReports } from '../../core/reports/written.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { TableError } from '../../core/tables/read-table.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Html, html, type Piece } from '../../platform/text/html.ts';

export interface ReportsPage {
  readonly tables: () => Promise<CuratedTables>;
  readonly publisher: Publisher;
  /** Address of the service that has the reports of this archive, if it is another one. */
  readonly elsewhere: string | undefined;
}

export function registerReportsPage<S>(http: Http<S>, feature: ReportsPage): void {
  const { tables, publisher, elsewhere } = feature;
  http.route(reportListPage, async ({ query, reply }) => {
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
    const found = await findReports(await tables(), query).catch((error: unknown) => {
      throw error instanceof TableError ? unknownReports(error) : error;
    });
    return reply
      .header('cache-control', 'public, max-age=60')
      .type('text/html; charset=utf-8')
      .send(listPage(publisher, query, found));
  });
}

const TITLE = 'Data quality reports';

function listPage(publisher: Publisher, asked: ReportFilter, found: FoundReports): string {
  const isFiltered = Object.entries(asked).some(([name, value]) => name !== 'page' && value !== '');
  const rows = found.reports.map((one) => [
    link('report', one.dqrid),
    one.subject || 'No subject',
    one.className,
    `${one.startDateTime.slice(0, 10)} – ${one.endDateTime?.slice(0, 10) ?? 'now'}`,
    one.datastreams === 1
      ? link('datastream', one.datastream)
      : plural(one.datastreams, 'datastream'),
  ]);
  return pageOf({
    publisher,
    title: TITLE,
    description: `All data quality reports of ${publisher.archiveName}, by class, site, instrument and days.`,
    path: '/reports',
    // Every combination of filters is one list: crawlers find each report in the sitemap.
    head:
      isFiltered || found.page > 1 ? html`<meta name="robots" content="noindex, follow">` : null,
    body: html`<div class="page whole"><main id="main" tabindex="-1">
<h1>${TITLE}</h1>
<p class="sub">What was wrong, with which data, and when. Latest first; times are UTC.</p>
${form(asked, found.choices)}
<p><strong>${formatCount(found.total)}</strong> ${found.total === 1 ? 'report' : 'reports'}${found.pages > 1 && `, page ${found.page} of ${found.pages}`}</p>
${
  rows.length > 0
    ? table(['Report', 'Subject', 'Class', 'Days', 'Affected'], rows)
    : isFiltered
      ? html`<p class="description">No reports match these filters. <a href="/reports">Show all reports</a></p>`
      : html`<p class="description">This archive has no data quality reports in force.</p>`
}
${pager(asked, found)}
</main></div>`,
  });
}

function form(asked: ReportFilter, choices: FoundReports['choices']): Html {
  const select = (
    name: 'class' | 'site' | 'instrument',
    label: string,
    list: FoundReports['choices']['sites'],
  ): Html =>
    html`<label>${label} <select name="${name}"><option value="">All</option>${list.map(
      ({ value, label: text, reports }) =>
        html`<option value="${value}"${asked[name] === value && html` selected`}>${text} (${formatCount(reports)})</option>`,
    )}</select></label>`;
  const field = (name: 'from' | 'to' | 'words', label: string, type: string): Html =>
    html`<label>${label} <input type="${type}" name="${name}" value="${asked[name]}"${name === 'words' && html` maxlength="200"`}></label>`;
  return html`<form class="filters" action="/reports" method="get" aria-label="Filters">
${select('class', 'Class', choices.classes)} ${select('site', 'Site', choices.sites)} ${select('instrument', 'Instrument', choices.instruments)}
${field('from', 'From', 'date')} ${field('to', 'To', 'date')} ${field('words', 'Words', 'search')}
<button class="button" type="submit">Show reports</button> <a href="/reports">Clear filters</a>
</form>`;
}

function pager(asked: ReportFilter, { page, pages }: FoundReports): Piece {
  if (pages <= 1) return null;
  const to = (other: number, text: string, rel: string): Html => {
    const given = Object.entries({ ...asked, page: other }).filter(([, value]) => value !== '');
    const query = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, String(value)]),
    );
    return html`<a rel="${rel}" href="/reports?${query.toString()}">${text}</a>`;
  };
  return html`<nav class="pager" aria-label="Pages of reports">${page > 1 && to(page - 1, 'Previous page', 'prev')} ${page < pages && to(page + 1, 'Next page', 'next')}</nav>`;
}
