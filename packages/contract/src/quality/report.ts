// Data quality reports as both sides know them: ids, the classes of reports, and what a report is about. Pure.
import { parseInstant } from '../time.ts';

/** What an id may look like in an address: curated tables may contain ids of other archives. */
export const ANY_REPORT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;

/** The report id where there is no report. */
export const NO_REPORT = '0';

export type ReportClass = {
  readonly code: number;
  /** As the table spells it. */
  readonly name: string;
  /** The word for it in calls of the quality service; null: it cannot be asked for by a word. */
  readonly assessment: string | null;
};

/** Classes of reports (part 3 section 3). Code 6 is left out of timelines; here it stands for reprocessed data. */
export const REPORT_CLASSES: readonly ReportClass[] = [
  { code: 4, name: 'Incorrect', assessment: 'incorrect' },
  { code: 3, name: 'Suspect', assessment: 'suspect' },
  { code: 0, name: 'Missing', assessment: 'missing' },
  { code: 5, name: 'Note', assessment: null },
  { code: 2, name: 'Routine', assessment: null },
  { code: 6, name: 'Reprocessed', assessment: 'reprocessed' },
  { code: 99, name: 'Limited access', assessment: null },
];

/** Words that the quality service takes (part 4 section 4). */
export const ASSESSMENTS: readonly string[] = ['missing', 'suspect', 'incorrect', 'reprocessed'];

export const reportClass = (code: number): ReportClass | undefined =>
  REPORT_CLASSES.find((one) => one.code === code);

/** One datastream, span and class of a report. Dates as written; an empty end means that it is still going on. */
export type AffectedSpan = {
  readonly datastream: string;
  readonly start: string;
  readonly end: string;
  readonly code: number;
  /** None: all variables. */
  readonly variables: readonly string[];
};

/** Seconds UTC, both ends included. */
export type Seconds = { readonly start: number; readonly end: number };

/** Ends from here on stand for 'not known' in tables of this kind (3001-01-01). */
const NO_END_SECONDS = 32_503_680_000; // 3000-01-01

/** Empty, or a date that means the same. */
export function isOpen(end: string): boolean {
  const last = parseInstant(end);
  return last === null || last >= NO_END_SECONDS;
}

/** Empty sides are open; a day as an end means its last second. */
export function secondsOf(span: Pick<AffectedSpan, 'start' | 'end'>): Seconds {
  const last = isOpen(span.end) ? null : parseInstant(span.end);
  return {
    start: parseInstant(span.start) ?? Number.NEGATIVE_INFINITY,
    end:
      last === null
        ? Number.POSITIVE_INFINITY
        : /^\d{4}-\d{2}-\d{2}$/.test(span.end)
          ? last + 86_399
          : last,
  };
}

/** What somebody has, or wants, of a datastream. No range: all times; no variable: all variables. */
export type Holding = {
  readonly datastream: string;
  readonly ranges: readonly Seconds[];
  readonly variables: readonly string[];
};

/** Whether a span of a report affects what somebody has. */
export function touches(span: AffectedSpan, holding: Holding): boolean {
  if (span.datastream !== holding.datastream) return false;
  const { start, end } = secondsOf(span);
  const inTime =
    holding.ranges.length === 0 || holding.ranges.some((r) => r.start <= end && r.end >= start);
  return inTime && touchedVariables(span, holding) !== null;
}

/** Those variables of a holding that a span is about; empty: all of them; null: none. */
export function touchedVariables(
  span: Pick<AffectedSpan, 'variables'>,
  holding: Pick<Holding, 'variables'>,
): readonly string[] | null {
  if (holding.variables.length === 0) return span.variables;
  if (span.variables.length === 0) return holding.variables;
  const both = span.variables.filter((name) => holding.variables.includes(name));
  return both.length > 0 ? both : null;
}

/** A report's variable as it is sent: two parts, the second being the variable's name. */
export const wireVariable = (datastream: string, variable: string): string =>
  `${datastream}&&${variable}`;

/** The part that is shown. */
export const shownVariable = (written: string): string => {
  const at = written.indexOf('&&');
  return at < 0 ? written : written.slice(at + 2);
};
