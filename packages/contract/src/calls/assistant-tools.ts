// What the tools of assistants take and answer. Text of records is below `quoted` and nowhere else:
// it is data, never an instruction.
import * as z from 'zod/mini';
import { orderRequest, selectedDatastream } from '../orders/request.ts';
import { ARRAY_VARIANTS } from './arrays.ts';
import { eventSearch, STATISTICS } from './facts.ts';
import { HELD_STATES } from './verify-calls.ts';

const said = (text: string) => z.meta({ description: text });

const datastream = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(200), said('Name of a datastream: sgpmetE13.b1'));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'is no day (YYYY-MM-DD)'));
const text = z.string();
const texts = z.array(z.string());
const count = z.number();

export const searchInput = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(300),
      said('Words: a measurement, an instrument, a place, a year'),
    ),
  start: z.optional(day),
  end: z.optional(day),
  limit: z._default(z.int().check(z.gte(1), z.lte(20)), 10),
});
export const searchOutput = z.object({
  /** Data products that fit; 0: there is nothing, and nothing near is offered. */
  total: count,
  results: z.array(
    z.object({
      product: text,
      datastreams: z.array(
        z.object({
          datastream: text,
          level: text,
          start: text,
          end: text,
          limitedAccess: z.boolean(),
        }),
      ),
      moreDatastreams: count,
      quoted: z.object({ name: text, description: text, site: text }),
    }),
  ),
});

export const understandInput = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
});
export const understandOutput = z.object({
  /** Months and seasons without a year: ask the person. */
  unclear: texts,
  /** Nothing has all of it. */
  partial: z.boolean(),
  quoted: z.object({
    filters: z.array(z.object({ typed: text, kind: text, meaning: text, dropped: z.boolean() })),
    words: z.array(z.object({ typed: text, read: text, kind: text, missing: z.boolean() })),
  }),
});

const reportAt = {
  report: text,
  /** Number of the class: 3 suspect, 4 incorrect, 0 missing. */
  code: count,
  start: text,
  /** Null: it is still going on. */
  end: z.nullable(text),
};

export const describeInput = z.object({ datastream });
export const describeOutput = z.object({
  datastream: text,
  start: text,
  end: text,
  variables: z.array(
    z.object({
      variable: text,
      dimensions: count,
      quoted: z.object({ longName: text, units: text }),
    }),
  ),
  /** Further variables, and those whose names are no identifiers. */
  moreVariables: count,
  /** Quality reports, the latest first. */
  reports: z.array(z.object({ ...reportAt, quoted: z.object({ subject: text }) })),
  moreReports: count,
  page: text,
  quoted: z.object({ name: text, description: text }),
});

export const reportInput = z.object({
  report: z.string().check(z.maxLength(60), said('Id of a quality report: D110415.2')),
});
export const reportOutput = z.object({
  report: text,
  affected: z.array(
    z.object({
      datastream: text,
      code: count,
      start: text,
      end: z.nullable(text),
      variables: texts,
    }),
  ),
  moreAffected: count,
  page: text,
  quoted: z.object({ subject: text, description: text, suggestions: text }),
});

export const sentenceInput = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(300),
      said('Such as: liquid water above 100 for three hours at SGP'),
    ),
});
export const sentenceOutput = z.object({
  /** Read, not searched: have the person confirm them, then call find_days. */
  conditions: z.array(
    z.object({
      statistic: z.enum(STATISTICS),
      comparison: z.nullable(text),
      value: z.nullable(z.number()),
      upTo: z.nullable(z.number()),
      /** What may be meant, best first; none: the archive has nothing of that name. */
      candidates: z.array(
        z.object({
          datastream: text,
          variable: text,
          quoted: z.object({ longName: text, units: text }),
        }),
      ),
      quoted: z.object({ typed: text, unit: text, assumed: text }),
    }),
  ),
  hours: z.nullable(count),
  months: z.nullable(z.array(count)),
  start: z.nullable(text),
  end: z.nullable(text),
  /** Parts that were not understood, as typed. */
  unread: texts,
});

const { format: _, ...daysAsked } = eventSearch.shape;
export const findDaysInput = z.object(daysAsked);
export const findDaysOutput = z.object({
  /** Days found, the first ones. */
  days: texts,
  moreDays: count,
  events: z.array(z.object({ start: text, end: text, hours: count })),
  total: count,
  /**
   * Hours of which it is not known whether the conditions hold; never count them as 'did not
   * happen'.
   */
  unknownHours: count,
  unknownDays: count,
  emptyDays: count,
  factsUntil: z.nullable(text),
  start: text,
  end: text,
  quoted: z.object({ units: texts }),
});

/** What is ordered, as in an order request. */
const { datastream: __, files, ...chosen } = selectedDatastream.shape;
const { outputFormat, mergedOutput, maxMb, timeGrid, sortTimes } =
  orderRequest.shape.selectedData.shape;
const selections = z
  .array(
    z.object({
      datastream,
      dates: chosen.dates,
      files,
      variables: chosen.variables,
      /** Classes of quality reports whose values become -9999. */
      dqrFilter: chosen.dqrFilter,
      /** Whether values that the file's own checks call bad become -9999. */
      qcFilter: chosen.qcFilter,
      scanNames: chosen.scanNames,
    }),
  )
  .check(z.minLength(1), z.maxLength(20));
export const orderInput = z.object({
  selectedDatastreams: selections,
  outputFormat: z
    ._default(outputFormat, ['ANDR'])
    .check(said('ANDR: NetCDF, NCSV: CSV, PARQ: Parquet; one or more')),
  mergedOutput,
  maxMb,
  sortTimes,
  timeGrid,
});
export type OrderInput = z.output<typeof orderInput>;

const masked = { incorrect: count, suspect: count, either: count };
const share = z.object({
  samples: count,
  ...masked,
  /** False: estimated from the sizes of files. */
  isCounted: z.boolean(),
  hours: count,
  hoursWithout: count,
});
export const maskedInput = z.object({ selectedDatastreams: selections });
export const maskedOutput = z.object({
  selections: z.array(
    z.object({
      datastream: text,
      ...share.shape,
      variables: z.array(
        z.object({ variable: text, values: count, missing: count, ...masked, checks: count }),
      ),
    }),
  ),
});

export const estimateOutput = z.object({
  files: count,
  bytes: count,
  seconds: count,
  /** Orders ahead of it. */
  ahead: count,
  /**
   * The search with its datastreams and days, from which a person fills the cart: for programs that
   * have no token.
   */
  page: text,
  masked: z.array(share),
});

export const draftOutput = z.object({
  draftId: text,
  state: z.enum(['open', 'placed']),
  /** The page on which the person places or discards it. */
  url: text,
  expiresAt: text,
  files: count,
  bytes: count,
  /** Why it would wait for an operator; null: it would not. */
  review: z.nullable(text),
  orderId: z.nullable(count),
  /** What to tell the person. */
  next: text,
});
export const draftStatusInput = z.object({
  draftId: z.string().check(z.regex(/^[\w-]{22}$/, 'is no draft')),
});

export const orderStatusInput = z.object({
  orderId: z.optional(z.int().check(z.positive())),
});
export const orderStatusOutput = z.object({
  orders: z.array(
    z.object({
      orderId: count,
      orderDate: text,
      step: z.nullable(text),
      suspended: z.nullable(text),
      files: count,
      bytes: count,
      secondsLeft: z.nullable(count),
      /**
       * Address of the delivery; null before the order is delivered and after its files are
       * removed.
       */
      delivery: z.nullable(text),
      /** It was delivered, and its files are no longer kept. */
      expired: z.boolean(),
      /** Changes in the archive since its delivery that matter; null: not looked for here. */
      changes: z.nullable(count),
      quoted: z.object({ failure: text, waiting: text, missing: texts }),
    }),
  ),
  moreOrders: count,
});

export const arrayInput = z.object({ datastream });
export const arrayOutput = z.object({
  datastream: text,
  state: text,
  rows: count,
  bytes: count,
  start: text,
  end: text,
  variants: z.record(z.enum(ARRAY_VARIANTS), z.object({ zarr: text, dap: text })),
  variables: texts,
  moreVariables: count,
  quoted: z.object({ notes: texts }),
});

export const ARRAY_CODE = ['python', 'r', 'matlab', 'julia', 'idl', 'curl'] as const;
export const codeInput = z.object({
  datastream,
  language: z._default(z.enum(ARRAY_CODE), 'python'),
  variable: z.optional(z.string().check(z.maxLength(200))),
  variant: z._default(z.enum(ARRAY_VARIANTS), 'clean'),
});
export const codeOutput = z.object({ language: text, needs: text, code: text });

export const citeInput = z.object({
  datastream,
  start: z.optional(day),
  end: z.optional(day),
  style: z.optional(z.string().check(z.maxLength(40), said('arm, apa, bibtex …'))),
});
export const citeOutput = z.object({ quoted: z.object({ citation: text }) });

export const verifyInput = z.object({
  files: z
    .array(
      z.object({
        name: z.string().check(z.minLength(1), z.maxLength(200)),
        sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'is no SHA-256'))),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
  since: z.optional(day),
});
export const verifyOutput = z.object({
  counts: z.object({
    same: count,
    replaced: count,
    perhapsReplaced: count,
    withdrawn: count,
    present: count,
    unknown: count,
    reports: count,
  }),
  /** Those that are not the same, the first ones. */
  files: z.array(z.object({ name: text, state: z.enum(HELD_STATES), noticed: z.nullable(text) })),
  moreFiles: count,
  /** Files that were not read for lack of time: ask again. */
  unread: count,
  reports: z.array(
    z.object({
      report: text,
      datastream: text,
      start: text,
      end: z.nullable(text),
      files: count,
      quoted: z.object({ subject: text, className: text }),
    }),
  ),
});
