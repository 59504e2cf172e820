// A report that is in force as a draft of its next version. Pure.
import { EMPTY_DRAFT, type ReportDraft } from '@isobar/contract/quality/draft.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { fromRows } from '../quality/reports.ts';
import type { ReportRow } from '../quality/spans.ts';

const written = (seconds: number): string =>
  Number.isFinite(seconds) ? formatDayTime(seconds) : '';

/**
 * Rows whose span differs only in its datastream become one span; where datastreams have different
 * descriptions, all are kept unchanged.
 */
export function draftOf(rows: readonly ReportRow[]): ReportDraft {
  const report = fromRows(rows[0]?.dqr_id ?? '', rows);
  const spans = Map.groupBy(report.spans, (span) =>
    JSON.stringify([span.start, span.end, span.code, span.variables]),
  );
  return {
    ...EMPTY_DRAFT,
    subject: report.subject,
    description: report.descriptions.map((one) => one.text).join('\n\n'),
    format: report.descriptions[0]?.format ?? 'markdown',
    suggestions: report.suggestions,
    supersedes: [...report.supersedes],
    spans: [...spans.values()].flatMap(([first, ...others]) =>
      first
        ? [
            {
              datastreams: [first, ...others].map((span) => span.datastream),
              start: written(first.start),
              end: written(first.end),
              code: first.code,
              variables: [...first.variables],
            },
          ]
        : [],
    ),
  };
}
