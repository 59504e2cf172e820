// One time grid for an order: its step, and how each variable is put on it.
import * as z from 'zod/mini';

/** `vector`: the mean of a wind, of the direction that it comes from and the speed beside it. */
export const GRID_METHODS = ['mean', 'sum', 'nearest', 'vector'] as const;
export type GridMethod = (typeof GRID_METHODS)[number];

/** Each method in a sentence for users, as statements AV4 to AV16 of the specification have it. */
export const GRID_SENTENCES: Readonly<Record<GridMethod, string>> = {
  mean: 'Mean of the usable samples, each weighted by the part of it that is inside the cell.',
  sum: 'Sum of the usable samples, each by the part of it that is inside the cell. Missing samples are not made up for; the good share tells how much there was.',
  nearest: 'The usable sample nearest to the start of the cell, of those that overlap it.',
  vector: 'Speed and direction of the mean wind vector, and the mean wind speed.',
};

const DAY_SECONDS = 86_400;

/** Whole seconds that divide a day. */
export const isGridStep = (step: number): boolean =>
  Number.isInteger(step) && step >= 1 && step <= DAY_SECONDS && DAY_SECONDS % step === 0;

/** Steps that a form offers, seconds. */
export const GRID_STEPS = [10, 60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 86_400] as const;

/** '5 minutes', '1 hour', '90 seconds'. */
export function stepInWords(step: number): string {
  const [count, unit] =
    step % DAY_SECONDS === 0
      ? [step / DAY_SECONDS, 'day']
      : step % 3600 === 0
        ? [step / 3600, 'hour']
        : step % 60 === 0
          ? [step / 60, 'minute']
          : [step, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const limit = z.optional(z.number().check(z.gte(0)));

/** Limits that set a flag; `deviation` in the units of the variable, `share` from 0 to 1. */
export const gridLimits = z.object({
  deviation: z.optional(z.object({ bad: limit, indeterminate: limit })),
  share: z.optional(z.object({ bad: limit, indeterminate: limit })),
});

const name = z.string().check(z.minLength(1), z.maxLength(200));

/** How one variable is put on the grid, where that is not left to the proposal for its kind. */
export const gridVariable = z.object({
  name,
  method: z.enum(GRID_METHODS),
  /** For `vector`; the speed beside the direction when omitted. */
  speed: z.optional(name),
  /** True: the mean or sum of logarithms such as dBZ is wanted all the same. */
  asStored: z.optional(z.boolean()),
  limits: z.optional(gridLimits),
});
export type GridVariableChoice = z.infer<typeof gridVariable>;

export const timeGrid = z.object({
  /** Seconds. */
  step: z.number().check(z.refine(isGridStep, 'is no whole number of seconds that divides a day')),
  /** True: all datastreams go into one file. */
  merge: z._default(z.boolean(), false),
  /**
   * No edge of a sample's cell is farther than half of this from the sample (seconds), unless its
   * file states bounds.
   */
  longestSample: z.optional(z.number().check(z.gt(0), z.lte(31 * DAY_SECONDS))),
});
export type TimeGrid = z.infer<typeof timeGrid>;

/** What the checkout asks about the grid. */
export const gridOptions = z.readonly(
  z.object({
    step: z.number(),
    merge: z.boolean(),
    /** null: up to the middle between a sample and its neighbours. */
    longestSample: z.nullable(z.number()),
    /** Methods that were chosen, by datastream. */
    chosen: z.readonly(z.record(z.string(), z.readonly(z.array(gridVariable)))),
  }),
);
export type GridOptions = z.infer<typeof gridOptions>;

export const DEFAULT_GRID: GridOptions = {
  step: 3600,
  merge: false,
  longestSample: null,
  chosen: {},
};

/** What is proposed for one variable of a datastream. */
export const gridProposal = z.object({
  name: z.string(),
  longName: z.string(),
  units: z.string(),
  /** null: it suits no method. */
  method: z.nullable(z.enum(GRID_METHODS)),
  /** The speed beside a wind direction. */
  speed: z.optional(z.string()),
  /** The methods that are refused, with the reason. */
  refused: z.array(z.object({ method: z.enum(GRID_METHODS), reason: z.string() })),
});
export type GridProposal = z.infer<typeof gridProposal>;
