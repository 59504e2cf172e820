// The order request: what a checkout sends and the order service stores (specification part 2
// sections 3 and 7).
import * as z from 'zod/mini';
import { endOfDay, parseDay, parseInstant } from '../time.ts';
import { OUTPUT_FORMATS } from './formats.ts';
import { oneFile } from './one-file.ts';
import { gridVariable, timeGrid } from './time-grid.ts';
import { LONGEST_HOOK } from './web-hook.ts';

/** Data flagging filter: which classes of quality reports turn values into -9999. */
export const DQR_FILTERS = ['incorrect', 'suspect'] as const;
export type DqrFilter = (typeof DQR_FILTERS)[number];

const instant = z
  .string()
  .check(
    z.refine((text) => parseInstant(text) !== null, 'is no date of the form YYYY-MM-DD[ HH:mm:ss]'),
  );

/**
 * A closed range; a day without a time means its midnight as a start, and its last second as an
 * end.
 */
export const dateRange = z.object({ startDate: instant, endDate: instant }).check(
  z.refine((range) => {
    const { start, end } = secondsOf(range);
    return start <= end;
  }, 'starts after it ends'),
);
export type DateRange = z.infer<typeof dateRange>;

/** Dates that were checked, as a closed range in seconds UTC. */
export function secondsOf({ startDate, endDate }: { startDate: string; endDate: string }) {
  const end = parseInstant(endDate) ?? 0;
  return {
    start: parseInstant(startDate) ?? 0,
    end: parseDay(endDate) === null ? end : endOfDay(end),
  };
}

/** Most megabytes of a file that others are joined to. */
const megabytes = z.number().check(z.gte(1), z.lte(2048));
const formats = z.array(z.enum(OUTPUT_FORMATS)).check(z.maxLength(10));

const code = z.string().check(z.minLength(1), z.maxLength(200));

/** Of files without a name of an archive, the whole path is in it. */
const fileName = z.string().check(z.minLength(1), z.maxLength(4096));

export const selectedDatastream = z.object({
  datastream: code,
  /** Empty: every scan type. */
  scanNames: z._default(z.array(code).check(z.maxLength(100)), []),
  dates: z._default(z.array(dateRange).check(z.maxLength(2000)), []),
  /** File names; if there are any, these files and no others. */
  files: z._default(z.array(fileName).check(z.maxLength(20_000)), []),
  /** Empty: all variables. */
  variables: z._default(z.array(code).check(z.maxLength(2000)), []),
  dqrFilter: z._default(z.array(z.enum(DQR_FILTERS)), []),
  qcFilter: z._default(z.boolean(), false),
  epochCode: z.optional(z.string()),
  /** Its own file formats and joining; absent: those of the order. */
  outputFormat: z.optional(formats),
  mergedOutput: z.optional(z.boolean()),
  maxMb: z.optional(z.nullable(megabytes)),
  /**
   * With a time grid: methods that were chosen; other variables get the one that suits their kind.
   */
  gridVariables: z.optional(z.array(gridVariable).check(z.maxLength(2000))),
});
export type SelectedDatastream = z.infer<typeof selectedDatastream>;

export const orderRequest = z.object({
  selectedData: z.object({
    /**
     * An empty list, and one without a file format, are refused by the rules of check.ts, in their
     * words.
     */
    selectedDatastreams: z.array(selectedDatastream).check(z.maxLength(1000)),
    /** True: files are concatenated up to maxMb. */
    mergedOutput: z._default(z.boolean(), false),
    maxMb: z._default(z.nullable(megabytes), null),
    outputFormat: formats,
    /** True: the rows of each file are put in the order of their times, each time once. */
    sortTimes: z.optional(z.boolean()),
    /** All variables are put on one time grid. */
    timeGrid: z.optional(timeGrid),
    /** All files of a datastream become one, whatever changed between them. */
    oneFile: z.optional(oneFile),
  }),
  deliveryBits: z._default(z.int().check(z.gte(0), z.lte(65_535)), 13),
  sendConfEmail: z._default(z.boolean(), true),
  extraDestinations: z._default(z.array(z.string()).check(z.maxLength(10)), []),
  /** With the delivery option webHook: who is notified when the order is done. */
  webHook: z.optional(z.object({ url: z.string().check(z.maxLength(LONGEST_HOOK)) })),
  /** Repeated submits with the same key make one order. */
  idempotencyKey: z.optional(z.string().check(z.minLength(8), z.maxLength(100))),
});
export type OrderRequest = z.infer<typeof orderRequest>;
