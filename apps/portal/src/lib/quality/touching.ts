// Which quality reports affect chosen days and variables, for how much of the time, and what
// masking by them removes. Pure.
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import {
  type AffectedSpan,
  countSeconds,
  touchedVariables,
  touchesTime,
  variablesTogether,
  within,
} from '@isobar/contract/quality/affected.ts';
import { weightOf } from '@isobar/contract/quality/classes.ts';

/** One class of one report on a datastream. */
export type TouchableReport = {
  readonly id: string;
  readonly code: number;
  readonly subject: string;
  /** All spans of reports of this class. */
  readonly spans: readonly AffectedSpan[];
};

export type Touch = {
  readonly report: TouchableReport;
  /** Whole spans of the report that overlap the data. */
  readonly spans: readonly AffectedSpan[];
  /** As a share of the chosen time, 0 to 1. */
  readonly share: number;
  /**
   * Those of the chosen variables; if none were chosen, those that the report names. None: all
   * variables.
   */
  readonly variables: readonly string[];
};

export type TouchedClass = {
  readonly code: number;
  readonly count: number;
  readonly share: number;
};

/** Reports of one datastream as their classes, each with the spans of its own. */
export const byClass = (
  reports: readonly {
    readonly id: string;
    readonly subject: string;
    readonly spans: readonly AffectedSpan[];
  }[],
): readonly TouchableReport[] =>
  reports.flatMap(({ id, subject, spans }) =>
    [...Map.groupBy(spans, ({ code }) => code)].map(([code, own]) => ({
      ...{ id, subject, code },
      spans: own,
    })),
  );

/**
 * The reports that apply, the worst first, then the longest. `variables`: an empty list means all.
 */
export function touchingReports(
  reports: readonly TouchableReport[],
  dates: readonly Span[],
  variables: readonly string[],
): readonly Touch[] {
  const chosen = mergeSpans(dates);
  if (chosen.length === 0) return [];
  const total = countSeconds(chosen);
  return reports
    .flatMap((report): Touch[] => {
      const spans = report.spans.filter(
        (span) => touchesTime(span, chosen) && touchedVariables(span, { variables }) !== null,
      );
      if (spans.length === 0) return [];
      const share = countSeconds(within(spans, chosen)) / total;
      return [{ report, spans, share, variables: variablesTogether(spans, { variables }) }];
    })
    .toSorted(
      (a, b) =>
        weightOf(a.report.code) - weightOf(b.report.code) ||
        b.share - a.share ||
        a.report.id.localeCompare(b.report.id),
    );
}

/** How many there are of each class, and the share of the time that any of them covers. */
export function touchedClasses(
  touches: readonly Touch[],
  dates: readonly Span[],
): readonly TouchedClass[] {
  const chosen = mergeSpans(dates);
  const total = Math.max(1, countSeconds(chosen));
  return [...Map.groupBy(touches, (touch) => touch.report.code)].map(([code, those]) => {
    const covered = within(
      those.flatMap((touch) => touch.spans),
      chosen,
    );
    return { code, count: those.length, share: countSeconds(covered) / total };
  });
}

export type Masked = {
  /** Share of the chosen time in which at least one variable is masked; 0 to 1. */
  readonly time: number;
  /** Share of the samples of all variables. */
  readonly samples: number;
};

/**
 * What masking by reports of some classes removes. `variables`: every one that is ordered, by name.
 */
export function maskedBy(
  touches: readonly Touch[],
  dates: readonly Span[],
  variables: readonly string[],
  codes: readonly number[],
): Masked {
  const chosen = mergeSpans(dates);
  const total = Math.max(1, countSeconds(chosen));
  const spans = touches
    .filter((touch) => codes.includes(touch.report.code))
    .flatMap((touch) => touch.spans);
  const part = (some: readonly AffectedSpan[]): number =>
    countSeconds(within(some, chosen)) / total;
  const each = variables.map((name) =>
    part(spans.filter((span) => touchedVariables(span, { variables: [name] }) !== null)),
  );
  return {
    time: part(spans),
    samples: each.length === 0 ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length,
  };
}
