// What the screen 'Look' draws: a window of a variable, one sample of it, and the state of the
// files and reports behind it.
import * as z from 'zod/mini';

/** Columns of one window: two screens wide. */
export const MOST_COLUMNS = 4000;

const value = z.nullable(z.number());

/**
 * The samples of each column that a check judged alike. Facts of hours know only the number of
 * doubtful and Bad ones.
 */
const lane = z.object({
  n: z.array(z.number()),
  mean: z.array(value),
  low: z.array(value),
  high: z.array(value),
});
export type LookLane = z.infer<typeof lane>;

const samples = z.object({
  kind: z.literal('samples'),
  /** Seconds since 1970 UTC, in the order of the files. */
  times: z.array(z.number()),
  /** As measured; null: missing. */
  values: z.array(value),
  /** Indices of the samples that a check marks as doubtful, and as Bad. */
  doubtful: z.array(z.number()),
  bad: z.array(z.number()),
});
export type LookSamples = z.infer<typeof samples>;

const columns = z.object({
  kind: z.literal('columns'),
  /** Start of the first column, seconds since 1970 UTC, and seconds of each column. */
  from: z.number(),
  step: z.number(),
  count: z.number(),
  /** 'facts': means of hours; doubtful samples are then among the good ones. */
  source: z.enum(['files', 'facts']),
  good: lane,
  doubtful: lane,
  bad: lane,
  /** Samples without a value. */
  missing: z.array(z.number()),
});
export type LookColumns = z.infer<typeof columns>;

const image = z.object({
  kind: z.literal('image'),
  from: z.number(),
  step: z.number(),
  /** The vertical axis, and its outer edges. */
  axis: z.object({ name: z.string(), units: z.string() }),
  bottom: z.number(),
  top: z.number(),
  /** Null: no value. */
  range: z.nullable(z.object({ low: z.number(), high: z.number(), logarithmic: z.boolean() })),
  width: z.int(),
  height: z.int(),
  /**
   * Row by row from the top, one byte a cell, in base64: 0 is no value, 1 to 255 lie between the
   * ends of the range.
   */
  cells: z.string(),
  /** As `cells`: 1 is doubtful, 2 is Bad; empty: no cell is either. */
  marks: z.string(),
  /**
   * First samples of the launches of an instrument that rises through the air; empty: the heights
   * are those of the file.
   */
  launches: z.array(z.number()),
});
export type LookImage = z.infer<typeof image>;

export const lookReply = z.object({
  datastream: z.string(),
  variable: z.string(),
  longName: z.string(),
  units: z.string(),
  /** 2: each sample is a column, for instance of heights. */
  dimensions: z.number(),
  /** First and last sample of the datastream, UTC. */
  start: z.string(),
  end: z.string(),
  /** Seconds since 1970 UTC; `to` is not included. */
  from: z.number(),
  to: z.number(),
  /** Usual seconds between samples; null: unknown. */
  every: value,
  /** One in so many samples was read, where there are very many. */
  thinned: z.number(),
  /** What is left out: files in other units, files with other levels, files that cannot be read. */
  leftOut: z.array(z.object({ reason: z.string(), files: z.number() })),
  /** Hours of the window whose facts are not computed yet. */
  computing: z.number(),
  /**
   * Times of limited access, of which nothing is shown: seconds since 1970 UTC, both ends included.
   */
  limited: z.array(z.object({ start: z.number(), end: z.number() })),
  /**
   * Reports in force on the variable, the worst first; null: it is unknown whether there are any.
   */
  reports: z.nullable(
    z.array(z.object({ id: z.string(), code: z.number(), start: z.number(), end: z.number() })),
  ),
  /** Null: there is nothing in the window. */
  shown: z.nullable(z.union([samples, columns, image])),
});
export type LookReply = z.infer<typeof lookReply>;

const CHECKS = ['passed', 'doubtful', 'bad', 'missing'] as const;

/** The sample that is nearest to a time. */
export const sampleReply = z.object({
  /** Null: there is no sample near that time. */
  sample: z.nullable(
    z.object({
      /** Seconds since 1970 UTC; of a launch, its first sample. */
      time: z.number(),
      /** The file's value as measured; null: missing, or a profile. */
      value,
      check: z.enum(CHECKS),
      file: z.string(),
      /** Of variables with levels, and of instruments that rise through the air. */
      profile: z.nullable(
        z.object({
          axis: z.object({ name: z.string(), units: z.string() }),
          at: z.array(z.number()),
          values: z.array(value),
          checks: z.array(z.enum(CHECKS)),
        }),
      ),
    }),
  ),
  units: z.string(),
});
export type SampleReply = z.infer<typeof sampleReply>;
export type SampleCheck = (typeof CHECKS)[number];

export const lookState = z.object({
  /**
   * Ten hexadecimal digits that stand for the files of the window and the reports on the variable
   * in it.
   */
  state: z.string(),
  files: z.number(),
});
export type LookState = z.infer<typeof lookState>;
