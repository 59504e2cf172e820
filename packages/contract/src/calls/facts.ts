// Hour facts, the search for days by what happened in them, and the requests and replies of both.
import * as z from 'zod/mini';

/** Of the valid samples of an hour; a variable with a second dimension has no least value. */
export const STATISTICS = ['mean', 'max', 'min'] as const;
export type Statistic = (typeof STATISTICS)[number];

export const COMPARISONS = ['>', '<', 'between'] as const;

/** Classes of quality reports whose hours count as unknown. */
export const REPORT_CLASSES = ['incorrect', 'suspect'] as const;
export type ReportClass = (typeof REPORT_CLASSES)[number];

export const MOST_CLAUSES = 6;
export const MOST_FACT_DATASTREAMS = 20;
/** Hours in a row that an event may be required to last: a leap year. */
export const MOST_EVENT_HOURS = 8784;
/** Events of one reply, the longest first; `total` counts all of them. */
export const MOST_EVENTS = 2000;
/** Part of the hours of a day that must have a value for the day to be good. */
export const USUAL_SHARE = 0.9;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
/**
 * 'YYYY-MM-DD' (as an end: with that day) or an instant in UTC; the archive's own first and last
 * day where it is absent.
 */
const when = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|\+00:?00)?)?$/, 'is no date'),
  );

const measuredVariable = z.object({ datastream: name, variable: name });

export const clause = z.object({
  ...measuredVariable.shape,
  statistic: z.enum(STATISTICS),
  comparison: z.enum(COMPARISONS),
  /** The value in the units of the variable. */
  value: z.number(),
  /** The upper end, included, as `value` is; only with 'between'. */
  upTo: z.optional(z.number()),
});
export type Clause = z.infer<typeof clause>;

const hourOfDay = z.int().check(z.minimum(0), z.maximum(24));

export const eventSearch = z.object({
  /** All of them hold in the same hours; none: days are judged by `variables` alone. */
  clauses: z._default(z.array(clause).check(z.maxLength(MOST_CLAUSES)), []),
  /** Hours in a row in which the clauses hold. */
  hours: z._default(z.int().check(z.minimum(1), z.maximum(MOST_EVENT_HOURS)), 1),
  /** Hours that a report of these classes touches are unknown. */
  reports: z._default(z.array(z.enum(REPORT_CLASSES)).check(z.maxLength(2)), []),
  start: z.optional(when),
  end: z.optional(when),
  /** Months that count, 1 to 12; absent: all. */
  months: z.optional(
    z.array(z.int().check(z.minimum(1), z.maximum(12))).check(z.minLength(1), z.maxLength(12)),
  ),
  /**
   * Hours of the day that count, `to` not included; from 22 to 4 runs over midnight. 'site': by the
   * sun, whole hours from UTC.
   */
  hoursOfDay: z.optional(
    z.object({ from: hourOfDay, to: hourOfDay, clock: z._default(z.enum(['utc', 'site']), 'utc') }),
  ),
  /** Variables that must have good data on a day. */
  variables: z._default(z.array(measuredVariable).check(z.maxLength(MOST_FACT_DATASTREAMS)), []),
  /** Part of a day's hours with a value, from which on a day is good. */
  share: z._default(z.number().check(z.gt(0), z.maximum(1)), USUAL_SHARE),
  /** 'csv': a line for each day, in place of JSON. */
  format: z._default(z.enum(['json', 'csv']), 'json'),
});
export type EventSearch = z.infer<typeof eventSearch>;

const extremes = z.object({ least: z.number(), most: z.number() });

export const eventReply = z.object({
  /** Days (UTC) on which an event falls, and which are good if variables were given; ascending. */
  days: z.array(z.string()),
  /** The longest first; `end` is the end of its last hour. */
  events: z.array(
    z.object({
      start: z.string(),
      end: z.string(),
      hours: z.number(),
      /** The statistic of each clause within the event. */
      clauses: z.array(extremes),
    }),
  ),
  /** All events, also those that the reply leaves out. */
  total: z.number(),
  /** Days that are good but for one variable. */
  nearly: z.array(
    z.object({
      day: z.string(),
      datastream: z.string(),
      variable: z.string(),
      reason: z.enum(['missing', 'report', 'unknown']),
    }),
  ),
  /** Hours that count in which it is not known whether the clauses hold. */
  unknownHours: z.number(),
  /**
   * Why they are unknown: no value, a report, other units, access, or not computed yet; an hour
   * counts for each reason that it has.
   */
  unknown: z.object({
    missing: z.number(),
    report: z.number(),
    units: z.number(),
    limited: z.number(),
    computing: z.number(),
  }),
  /** Days that have an unknown hour and no event; ascending. */
  unknownDays: z.array(z.string()),
  /** Days without any value to judge; ascending. */
  emptyDays: z.array(z.string()),
  /** End of the last hour of which every datastream has facts; null: none has. */
  factsUntil: z.nullable(z.string()),
  /** What was searched, after defaults. */
  start: z.string(),
  end: z.string(),
  /** Hours by which the site's clock is ahead of UTC. */
  clockOffset: z.number(),
  /** The units of each clause. */
  units: z.array(z.string()),
});
export type EventReply = z.infer<typeof eventReply>;

export const factVariable = z.object({
  variable: z.string(),
  units: z.string(),
  longName: z.string(),
  /** 2: a sample is a column, for instance of heights. */
  dimensions: z.number(),
  /** 0: its facts have not been computed yet. */
  firstYear: z.number(),
  lastYear: z.number(),
});

export const factList = z.object({
  datastream: z.string(),
  start: z.string(),
  end: z.string(),
  /** Days that are still to be computed. */
  daysDue: z.number(),
  variables: z.array(factVariable),
});

/** Searches for days that find some in this archive. */
export const daysExamples = z.object({
  examples: z.array(
    z.object({
      /** 'Temperature above 24 degC for 3 hours'. */
      text: z.string(),
      datastream: z.string(),
      /** As facts/days-address.ts writes it. */
      search: z.string(),
    }),
  ),
});
export type DaysExamples = z.infer<typeof daysExamples>;

const numbers = z.array(z.nullable(z.number()));

export const factColumns = z.object({
  datastream: z.string(),
  variable: z.string(),
  units: z.string(),
  dimensions: z.number(),
  /** Start of the first row; each row is `hours` long. */
  from: z.string(),
  /** End of the last row. */
  to: z.string(),
  hours: z.number(),
  /** Samples that are there and not Bad by a check. */
  n: numbers,
  /** Samples that are there and Bad by a check. */
  bad: numbers,
  /** The samples among `n` that a check marks as doubtful. */
  indeterminate: numbers,
  /** Samples without a value. */
  missing: numbers,
  /** Null: no valid sample. */
  mean: numbers,
  min: numbers,
  max: numbers,
  /** Rows, counted from 0, of which some hour has not been computed yet; their numbers are null. */
  computing: z.array(z.number()),
  /** Rows with an hour of limited access; such hours add nothing. */
  limited: z.array(z.number()),
  /** Other units that this variable had, with the last year of each. */
  otherUnits: z.array(z.object({ units: z.string(), firstYear: z.number(), lastYear: z.number() })),
});
export type FactColumns = z.infer<typeof factColumns>;

export const distribution = z.object({
  units: z.string(),
  /** Ends of the bins, one more than there are bins; empty: there are no values. */
  edges: z.array(z.number()),
  /** Hours in each bin; values beyond the first and last edge count in the first and last bin. */
  hours: z.array(z.number()),
});
export type Distribution = z.infer<typeof distribution>;

const candidate = z.object({
  datastream: z.string(),
  variable: z.string(),
  longName: z.string(),
  units: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

/** A condition as it was read from a sentence. */
const readCondition = z.object({
  /** As typed. */
  typed: z.string(),
  statistic: z.enum(STATISTICS),
  comparison: z.nullable(z.enum(COMPARISONS)),
  value: z.nullable(z.number()),
  upTo: z.nullable(z.number()),
  /** A unit that was typed after the number; no value is converted. */
  unit: z.string(),
  /** What may be meant, best first; none: nothing in the archive is called so. */
  candidates: z.array(candidate),
  /** What was assumed and not typed, in words; empty: nothing. */
  assumed: z.string(),
});
export type ReadCondition = z.infer<typeof readCondition>;

export const sentence = z.object({
  conditions: z.array(readCondition),
  /** Null where it is unknown. */
  hours: z.nullable(z.number()),
  months: z.nullable(z.array(z.number())),
  hoursOfDay: z.nullable(z.object({ from: z.number(), to: z.number() })),
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  places: z.array(z.object({ typed: z.string(), meaning: z.string() })),
  /** Parts that were not understood, as typed. */
  unread: z.array(z.string()),
});
export type Sentence = z.infer<typeof sentence>;
