// Availability and quality of a datastream: one line over all years, the wall of months, the reports; and what is left of each variable.

import { plural } from '@isobar/contract/count.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { within } from '@isobar/contract/quality/touching.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import type { DatastreamFacts } from '../../../core/catalogue/facts.ts';
import { endOf } from '../../../core/quality/reports.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import { isAboutAll } from '../../../core/tables/masks.ts';
import { html } from '../../../platform/html.ts';
import { dayOf, link, longTable, section, spanText } from '../parts.ts';
import { type Mark, timelinePicture } from '../picture.ts';
import type { PageSources, Section, Variable } from '../thing.ts';
import { monthWall } from '../wall.ts';
import type { StreamRow } from './holdings.ts';

/** Shorter records need no wall of months. */
const WALL_FROM_S = 200 * DAY_SECONDS;

const CLASSES: Readonly<Record<number, Mark['className']>> = {
  0: 'missing',
  3: 'suspect',
  4: 'incorrect',
  5: 'note',
};

export function qualitySection(
  { tables }: PageSources,
  row: StreamRow,
  { described, limited, uiText }: DatastreamFacts,
): Section {
  const reports = tables.qualityReportsOf(row.datastream);
  const marks: readonly Mark[] = [
    ...described.gaps.map(({ start, end }) => ({ start, end, className: 'missing' as const })),
    ...reports.flatMap((report): readonly Mark[] => {
      const start = dayOf(report.start_time);
      const className = CLASSES[report.quality_code];
      return start === null || !className
        ? []
        : [{ start, end: dayOf(endOf(report.end_time) ?? ''), className }];
    }),
  ];
  const byId = Map.groupBy(reports, (report) => report.dqr_id);
  const begin = (spans: readonly { readonly start_time: string }[]): string =>
    spans.map((span) => span.start_time).sort()[0] ?? '';
  const rows = [...byId]
    .sort(([, a], [, b]) => (begin(a) < begin(b) ? 1 : -1))
    .map(([id, spans]) => {
      const [first] = spans;
      const ends = spans.map((span) => endOf(span.end_time));
      const last = ends.includes(null) ? null : dayOf(ends.sort().at(-1) ?? '');
      return [
        link('report', id),
        first?.quality_name ?? '',
        spanText(dayOf(begin(spans)), last),
        first?.subject ?? '',
      ] as const;
    });
  const absent = described.gaps.reduce((sum, gap) => sum + (gap.end - gap.start), 0);
  const share = 100 * (1 - absent / Math.max(1, row.end_s - row.start_s));
  const label = `${row.datastream} from ${formatDay(row.start_s)} to ${formatDay(row.end_s)} with ${plural(byId.size, 'report')}; each is in the table below`;
  return section(
    'quality',
    'Availability and quality',
    html`${timelinePicture(row.start_s, row.end_s, marks, label)}
${row.end_s - row.start_s > WALL_FROM_S && monthWall(row.start_s, row.end_s, marks, `The same by month: a row for each month of the year, a column for each year`)}
<p class="key"><span class="routine">Routine</span> <span class="incorrect">Incorrect</span> <span class="suspect">Suspect</span> <span class="missing">Missing</span> <span class="note">Note</span></p>
<p>Files cover ${share.toFixed(1)} % of the time from the first to the last sample; ${plural(described.gaps.length, 'absence lasts', 'absences last')} longer than a day.</p>
${limited && html`<p class="notice">Access to some of these data is limited. ${uiText}</p>`}
${rows.length > 0 ? longTable(['Report', 'Class', 'Time', 'Subject'], rows, 8) : html`<p>No data quality report is on this datastream.</p>`}`,
    plural(byId.size, 'report'),
  );
}

/** Shares of each variable's record, 0 to 1: `good` is there and in no report. */
export type QualityShares = ReadonlyMap<string, QualityShare>;

export interface QualityShare {
  readonly good: number;
  readonly suspect: number;
  readonly incorrect: number;
  readonly missing: number;
}

/** With more variables or more spans than this, shares are not computed. */
const MOST_VARIABLES = 300;
const MOST_SPANS = 2000;

export function qualityShares(
  tables: CuratedTables,
  row: StreamRow,
  { described }: DatastreamFacts,
  variables: readonly Variable[],
): QualityShares {
  const rows = tables.qualityReportsOf(row.datastream);
  if (variables.length > MOST_VARIABLES || rows.length + described.gaps.length > MOST_SPANS)
    return new Map();
  const record = [{ start: row.start_s, end: row.end_s }];
  const total = Math.max(1, row.end_s - row.start_s + 1);
  const gaps = described.gaps.map(({ start, end }) => ({ start, end }));
  const reports = rows.flatMap((report) => {
    const start = dayOf(report.start_time);
    return start === null
      ? []
      : [
          {
            code: report.quality_code,
            variables: new Set(isAboutAll(report.variables) ? [] : report.variables),
            span: { start, end: dayOf(endOf(report.end_time) ?? '') ?? row.end_s },
          },
        ];
  });
  const seconds = (spans: readonly Span[]): number =>
    within(spans, record).reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return new Map(
    variables.map(({ name }): [string, QualityShare] => {
      const about = reports.filter((one) => one.variables.size === 0 || one.variables.has(name));
      const of = (code: number): readonly Span[] =>
        about.filter((one) => one.code === code).map((one) => one.span);
      // Where several apply, incorrect comes first, then missing, then suspect.
      const wrong = seconds(of(4));
      const absent = seconds([...of(4), ...of(0), ...gaps]);
      const doubted = seconds([...of(4), ...of(0), ...gaps, ...of(3)]);
      return [
        name,
        {
          good: 1 - doubted / total,
          suspect: (doubted - absent) / total,
          missing: (absent - wrong) / total,
          incorrect: wrong / total,
        },
      ];
    }),
  );
}
