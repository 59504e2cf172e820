// A data quality report: what was wrong, of which datastreams and variables, and when.
import { descriptionHtml, safeText } from '../../../core/quality/report-html.ts';
import { reportOf, supersededBy } from '../../../core/quality/reports.ts';
import { Html, html } from '../../../platform/html.ts';
import { code, dayOf, link, list, longTable, section, spanText } from '../parts.ts';
import { timelinePicture } from '../picture.ts';
import { EMPTY_THING, type ThingOf } from '../thing.ts';
import { streamsWhere } from './holdings.ts';

const CLASSES: Readonly<Record<number, string>> = {
  0: 'Missing',
  2: 'Routine',
  3: 'Suspect',
  4: 'Incorrect',
  5: 'Note',
};

export const reportThing: ThingOf = async ({ db, tables }, id, depth) => {
  const rows = tables.rows['quality-reports.csv'].filter((row) => row.dqr_id === id);
  const [first] = rows;
  const report = reportOf(tables, id);
  if (!first || !report) return null;
  const later = supersededBy(tables, id);
  const names = [...new Set(rows.map((row) => row.datastream))];
  const variables = [...new Set(rows.flatMap((row) => row.variables))];
  const starts = rows.map((row) => dayOf(row.start_time)).filter((at) => at !== null);
  const ends = rows.map((row) => dayOf(row.end_time));
  const start = starts.length > 0 ? Math.min(...starts) : null;
  const open = ends.includes(null);
  const end = open ? null : Math.max(...ends.filter((at) => at !== null));
  const held = depth === 'whole' ? await streamsWhere(db, { datastream: names }) : [];
  const known = new Set(held.map((row) => row.datastream));
  const [stream] = held;
  const kind = first.quality_name || CLASSES[first.quality_code] || 'Note';
  const spans = rows.map((row) => [
    known.has(row.datastream) ? link('datastream', row.datastream) : code(row.datastream),
    row.quality_name || CLASSES[row.quality_code] || '',
    `${row.start_time.replace('T', ' ').replace('Z', '')} – ${row.end_time ? row.end_time.replace('T', ' ').replace('Z', '') : 'still going on'}`,
    row.variables.length > 0 ? row.variables.join(', ') : 'all',
  ]);
  const picture =
    stream &&
    timelinePicture(
      stream.start_s,
      stream.end_s,
      rows
        .filter((row) => row.datastream === stream.datastream)
        .flatMap((row) => {
          const at = dayOf(row.start_time);
          return at === null
            ? []
            : [{ start: at, end: dayOf(row.end_time), className: 'framed' as const }];
        }),
      `The report on the record of ${stream.datastream}`,
    );
  return {
    ...EMPTY_THING,
    kind: 'report',
    id,
    title: first.subject || id,
    description: plainOf(report.descriptions.map(safeText).join(' ')) || first.subject,
    ...(report.descriptions.length > 0
      ? { setDescription: new Html(descriptionHtml(report.descriptions)) }
      : {}),
    keywords: [id, kind],
    start,
    end,
    related: names.map((name) => ({
      relation: 'about' as const,
      kind: 'datastream' as const,
      id: name,
      title: name,
    })),
    portalPath: `/results/datastream::${first.datastream}`,
    facts: [
      ['Report', id],
      ['Class', kind],
      ['Time', spanText(start, end)],
      ...(report.supersedes.length > 0
        ? [['Supersedes', report.supersedes.join(', ')] as const]
        : []),
      ...(later.length > 0 ? [['Superseded by', later.join(', ')] as const] : []),
    ],
    sections: [
      ...(first.suggestions
        ? [section('suggestions', 'Suggestions', html`<p>${first.suggestions}</p>`)]
        : []),
      section(
        'spans',
        'Affected time spans',
        html`${picture ?? null}${longTable(['Datastream', 'Class', 'Time', 'Variables'], spans, 30)}`,
      ),
      ...(variables.length > 0
        ? [section('variables', 'Variables', list(variables.map(code)))]
        : []),
    ],
  };
};

/** Without what sets the text: records for machines hold none. */
const plainOf = (set: string): string =>
  set
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
