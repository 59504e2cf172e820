// A data quality report: what was wrong, of which datastreams and variables, and when.
import { writtenSecond } from '@isobar/contract/quality/affected.ts';
import { classNameOf, weightiest } from '@isobar/contract/quality/classes.ts';
import { Html, html } from '../../../platform/text/html.ts';
import { descriptionHtml, safeText } from '../../quality/report-html.ts';
import { type QualityReport, reportOf, supersededBy, wholeSpan } from '../../quality/reports.ts';
import { code, knownSecond, link, list, longTable, section, spanText } from '../parts.ts';
import { timelinePicture } from '../picture.ts';
import { EMPTY_THING, type Section, type ThingOf } from '../thing.ts';
import { type StreamRow, streamsWhere } from './holdings.ts';

/** Datastreams of one report that a search for its data names. */
const SEARCHED = 50;

export const reportThing: ThingOf = async ({ db, tables }, id, depth) => {
  const report = reportOf(tables, id);
  if (!report) return null;
  const later = supersededBy(tables, id);
  const names = [...new Set(report.spans.map((span) => span.datastream))];
  const variables = [...new Set(report.spans.flatMap((span) => span.variables))];
  const whole = wholeSpan(report.spans);
  const [start, end] = [knownSecond(whole.start), knownSecond(whole.end)];
  const held = depth === 'whole' ? await streamsWhere(db, { datastream: names }) : [];
  const kind = classNameOf(weightiest(report.spans));
  return {
    ...EMPTY_THING,
    kind: 'report',
    id,
    title: report.subject || id,
    description: plainDescription(report),
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
    portalPath: `/report/${id}`,
    searchPath: `/results/datastream::${names.slice(0, SEARCHED).join(',')}`,
    facts: [
      ['Report', id],
      ['Class', kind],
      ['Time', spanText(start, end)],
    ],
    sections: [
      ...orderSection(report.supersedes, later),
      ...(report.suggestions
        ? [section('suggestions', 'Suggestions', html`<p>${report.suggestions}</p>`)]
        : []),
      spansSection(report, held),
      ...(variables.length > 0
        ? [section('variables', 'Variables', list(variables.map(code)))]
        : []),
    ],
  };
};

/** What it took the place of, and what took its place. */
function orderSection(before: readonly string[], after: readonly string[]): readonly Section[] {
  if (before.length + after.length === 0) return [];
  const links = (ids: readonly string[]) =>
    ids.map((one, n) => html`${n > 0 && ', '}${link('report', one)}`);
  return [
    section(
      'other-reports',
      'Other reports of the same',
      html`${after.length > 0 && html`<p class="notice">A later report replaces this one: ${links(after)}.</p>`}${
        before.length > 0 && html`<p>It supersedes ${links(before)}.</p>`
      }`,
    ),
  ];
}

function spansSection(report: QualityReport, held: readonly StreamRow[]): Section {
  const known = new Set(held.map((one) => one.datastream));
  const [stream] = held;
  const rows = report.spans.map((span) => [
    known.has(span.datastream) ? link('datastream', span.datastream) : code(span.datastream),
    classNameOf(span.code),
    `${spaced(span.start)} – ${spaced(span.end) || 'ongoing'}`,
    span.variables.length > 0 ? span.variables.join(', ') : 'all',
  ]);
  const picture =
    stream &&
    timelinePicture(
      stream.start_s,
      stream.end_s,
      report.spans
        .filter((span) => span.datastream === stream.datastream)
        .map(({ start, end }) => ({ start, end: knownSecond(end), className: 'framed' as const })),
      `The report on the record of ${stream.datastream}`,
    );
  return section(
    'spans',
    'Affected time spans',
    html`${picture ?? null}${longTable(['Datastream', 'Class', 'Time', 'Variables'], rows, 30)}`,
  );
}

const spaced = (seconds: number): string =>
  writtenSecond(seconds).replace('T', ' ').replace('Z', '');

/** The descriptions as plain text for records that machines read, without their HTML. */
export const plainDescription = ({ descriptions, subject }: QualityReport): string =>
  descriptions
    .map(safeText)
    .join(' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim() || subject;
