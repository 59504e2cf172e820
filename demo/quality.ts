// What the quality reports say about a stream, so that its values show it.
import { readTable, textOf } from './csv.ts';

export type Effect = 'missing' | 'suspect' | 'incorrect';

/** Seconds UTC, both ends included. `variables` empty: all of them. */
export interface ReportSpan {
  readonly effect: Effect;
  readonly start: number;
  readonly end: number;
  readonly variables: readonly string[];
}

const EFFECTS: Readonly<Record<string, Effect>> = { 0: 'missing', 3: 'suspect', 4: 'incorrect' };

/** Spans of the reports on a datastream that change its values, in order of their start. */
export function reportSpans(datastream: string): readonly ReportSpan[] {
  spans ??= readSpans();
  return spans.get(datastream) ?? [];
}

/** [from, to) of the spans in which everything is missing. */
export function missingSpans(datastream: string): (readonly [number, number])[] {
  return reportSpans(datastream)
    .filter((span) => span.effect === 'missing' && span.variables.length === 0)
    .map((span) => [span.start, span.end + 1] as const);
}

let spans: Map<string, ReportSpan[]> | undefined;

function readSpans(): Map<string, ReportSpan[]> {
  const byStream = new Map<string, ReportSpan[]>();
  for (const row of readTable('../apps/server/tables/quality-reports.csv')) {
    const effect = EFFECTS[textOf(row, 'quality_code')];
    if (!effect) continue;
    const datastream = textOf(row, 'datastream');
    const list = byStream.get(datastream) ?? [];
    if (list.length === 0) byStream.set(datastream, list);
    const end = textOf(row, 'end_time');
    list.push({
      effect,
      start: Date.parse(textOf(row, 'start_time')) / 1000,
      end: end === '' ? Number.POSITIVE_INFINITY : Date.parse(end) / 1000,
      variables:
        textOf(row, 'extent') === 'all' ? [] : textOf(row, 'variables').split(';').filter(Boolean),
    });
  }
  for (const list of byStream.values()) list.sort((a, b) => a.start - b.start);
  return byStream;
}
