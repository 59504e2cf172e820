// Availability and quality of a datastream: one line over all years, the wall of months, the
// reports; and what is left of each variable.

import { plural } from '@isobar/contract/count.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import {
  countSeconds,
  touchedVariables,
  variablesTogether,
  within,
} from '@isobar/contract/quality/affected.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { qualityName } from '@isobar/contract/quality/timeline.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import type { DatastreamFacts } from '../../catalogue/facts.ts';
import { reportInList } from '../../quality/reports.ts';
import { allOf, rowsOn, spanOf, spansOn } from '../../quality/spans.ts';
import type { CuratedTables } from '../../tables/curated-tables.ts';
import { knownSecond, link, longTable, reportedDays, section } from '../parts.ts';
import { type Mark, timelinePicture } from '../picture.ts';
import type { PageSources, Section, Variable } from '../thing.ts';
import { monthWall } from '../wall.ts';
import type { StreamRow } from './holdings.ts';

/** Shorter records need no wall of months. */
const WALL_FROM_S = 200 * DAY_SECONDS;

/**
 * How a class is marked; null: the notice on limited access has it, or it is no mark (decision
 * 1009).
 */
function markOf(code: number): Mark['className'] | null {
  const name = qualityName(code);
  return name === 'routine' || name === 'limited' || code === CODES.reprocessed ? null : name;
}

/** `isDoubtful`: files state no time, so that how much of it they cover is not known. */
export function qualitySection(
  { tables }: PageSources,
  row: StreamRow,
  { described, limited, uiText }: DatastreamFacts,
  isDoubtful: boolean,
): Section {
  const reports = rowsOn(tables, [allOf(row.datastream)]);
  const marks: readonly Mark[] = [
    ...described.gaps.map(({ start, end }) => ({ start, end, className: 'missing' as const })),
    ...reports.flatMap((report): readonly Mark[] => {
      const mark = markOf(report.quality_code);
      const { start, end } = spanOf(report);
      return mark ? [{ start, end: knownSecond(end), className: mark }] : [];
    }),
  ];
  const byId = Map.groupBy(reports, (report) => report.dqr_id);
  const rows = [...byId]
    .map(([id, own]) => reportInList(id, own))
    .sort((a, b) => b.span.start - a.span.start)
    .map(({ id, rows: own, span, classes, subject }) => {
      const about = fewOf(variablesTogether(own, { variables: [] })) || 'all';
      return [link('report', id), classes.join(', '), reportedDays(span), about, subject] as const;
    });
  return section(
    'quality',
    'Availability and quality',
    html`${isDoubtful ? UNDATED : timeCovered(row, described.gaps, marks, byId.size)}
${limited && html`<p class="notice">Access to some of these data is limited. ${uiText}</p>`}
${rows.length > 0 ? longTable(['Report', 'Class', 'Time', 'Variables', 'Subject'], rows, 5) : html`<p>No data quality report is on this datastream.</p>`}`,
    plural(byId.size, 'report'),
  );
}

const UNDATED = html`<p>Files that state no time from 1850 to 2299 are filed under the day of their last change, so that no timeline can show when there are data.</p>`;

/** When there are data, with what is marked in it, as a picture and in words. */
function timeCovered(
  { datastream, start_s: start, end_s: end }: StreamRow,
  gaps: DatastreamFacts['described']['gaps'],
  marks: readonly Mark[],
  reports: number,
): Html {
  const absent = gaps.reduce((sum, gap) => sum + (gap.end - gap.start), 0);
  const share = 100 * (1 - absent / Math.max(1, end - start));
  const label = `${datastream} from ${formatDay(start)} to ${formatDay(end)} with ${plural(reports, 'report')}; each is in the table below`;
  return html`${
    end - start > WALL_FROM_S
      ? monthWall(
          start,
          end,
          marks,
          `${label}. Below it by month: a row for each month of the year, a column for each year`,
        )
      : timelinePicture(start, end, marks, label)
  }
<p class="key"><span class="routine">Routine</span> <span class="incorrect">Incorrect</span> <span class="suspect">Suspect</span> <span class="missing">Missing</span> <span class="note">Note</span></p>
<p>Files cover ${share.toFixed(1)} % of the time from the first to the last sample; ${plural(gaps.length, 'absence lasts', 'absences last')} longer than a day.</p>`;
}

/** The most names in a row of the table; the report lists all of them. */
const NAMED = 4;

const fewOf = (names: readonly string[]): string =>
  names.length > NAMED + 1
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

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
  const reports = spansOn(tables, allOf(row.datastream));
  if (variables.length > MOST_VARIABLES || reports.length + described.gaps.length > MOST_SPANS)
    return new Map();
  const record = [{ start: row.start_s, end: row.end_s }];
  const total = Math.max(1, row.end_s - row.start_s + 1);
  const gaps = described.gaps.map(({ start, end }) => ({ start, end }));
  const seconds = (spans: readonly Span[]): number => countSeconds(within(spans, record));
  return new Map(
    variables.map(({ name }): [string, QualityShare] => {
      const about = reports.filter((one) => touchedVariables(one, { variables: [name] }) !== null);
      const of = (code: number): readonly Span[] => about.filter((one) => one.code === code);
      // Where several apply, incorrect comes first, then missing, then suspect.
      const wrong = seconds(of(CODES.incorrect));
      const absent = seconds([...of(CODES.incorrect), ...of(CODES.missing), ...gaps]);
      const doubted = seconds([
        ...of(CODES.incorrect),
        ...of(CODES.missing),
        ...gaps,
        ...of(CODES.suspect),
      ]);
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
