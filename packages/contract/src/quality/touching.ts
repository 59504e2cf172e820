// Which quality reports affect chosen days and variables, for how much of the time, and what masking by them removes. Pure.
import { intersect, mergeSpans, type Span } from '../orders/span.ts';

/** A report as the quality service gives it. Seconds UTC. */
export type TouchableReport = {
  readonly id: string;
  /** 'incorrect', 'suspect' or 'missing'. */
  readonly assessment: string;
  readonly subject: string;
  readonly variables: readonly string[];
  readonly spans: readonly Span[];
};

export type Touch = {
  readonly report: TouchableReport;
  /** As a share of the chosen time, 0 to 1. */
  readonly share: number;
  /** Those of the chosen variables; if none were chosen, all that the report names. */
  readonly variables: readonly string[];
};

export type TouchedClass = {
  readonly assessment: string;
  readonly count: number;
  readonly share: number;
};

/** From worst to least. */
const CLASSES: readonly string[] = ['incorrect', 'suspect', 'missing'];

/** The reports that apply, the worst first, then the longest. `variables`: an empty list means all. */
export function touchingReports(
  reports: readonly TouchableReport[],
  dates: readonly Span[],
  variables: readonly string[],
): readonly Touch[] {
  const chosen = mergeSpans(dates);
  const total = secondsOf(chosen);
  return reports
    .flatMap((report): Touch[] => {
      const met =
        variables.length === 0
          ? report.variables
          : variables.filter((name) => report.variables.includes(name));
      const share = total === 0 ? 0 : secondsOf(within(report.spans, chosen)) / total;
      return met.length === 0 || share === 0 ? [] : [{ report, share, variables: met }];
    })
    .toSorted(
      (a, b) =>
        rank(a.report.assessment) - rank(b.report.assessment) ||
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
  const total = Math.max(1, secondsOf(chosen));
  return CLASSES.flatMap((assessment): TouchedClass[] => {
    const those = touches.filter((touch) => touch.report.assessment === assessment);
    if (those.length === 0) return [];
    const covered = within(
      those.flatMap((touch) => touch.report.spans),
      chosen,
    );
    return [{ assessment, count: those.length, share: secondsOf(covered) / total }];
  });
}

export type Masked = {
  /** Share of the chosen time in which at least one variable is masked; 0 to 1. */
  readonly time: number;
  /** Share of the samples of all variables. */
  readonly samples: number;
};

/** What masking by reports of some classes removes. `variables`: every one that is ordered, by name. */
export function maskedBy(
  touches: readonly Touch[],
  dates: readonly Span[],
  variables: readonly string[],
  assessments: readonly string[],
): Masked {
  const chosen = mergeSpans(dates);
  const total = Math.max(1, secondsOf(chosen));
  const those = touches.filter((touch) => assessments.includes(touch.report.assessment));
  const part = (some: readonly Touch[]): number =>
    secondsOf(
      within(
        some.flatMap((touch) => touch.report.spans),
        chosen,
      ),
    ) / total;
  const each = variables.map((name) =>
    part(those.filter((touch) => touch.variables.includes(name))),
  );
  return {
    time: part(those),
    samples: each.length === 0 ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length,
  };
}

/** The parts of some spans that lie within others, each moment once. Both ends belong to a span. */
export function within(spans: readonly Span[], bounds: readonly Span[]): readonly Span[] {
  return mergeSpans(
    mergeSpans(spans).flatMap((span) => bounds.flatMap((bound) => intersect(span, bound) ?? [])),
  );
}

const secondsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start + 1), 0);

function rank(assessment: string): number {
  const at = CLASSES.indexOf(assessment);
  return at < 0 ? CLASSES.length : at;
}
