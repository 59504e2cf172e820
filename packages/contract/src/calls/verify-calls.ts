// Calls that answer whether files that a user has are still right: replaced, withdrawn, reported,
// and by how much they differ.
import * as z from 'zod/mini';
import { fileVersion } from '../orders/changes.ts';
import { MOST_HELD_DATA, MOST_HELD_FILES } from '../orders/held-files.ts';
import { parseDay, parseInstant } from '../time.ts';
import { defineCall } from './call.ts';
import { numberText } from './number-text.ts';

const name = z.string().check(z.minLength(1), z.maxLength(200));
const day = z
  .string()
  .check(z.refine((text) => parseDay(text) !== null, 'is no date (YYYY-MM-DD)'));

/** Names, checksums and dates: nothing else of what a user has is sent. */
export const heldRequest = z.strictObject({
  files: z._default(
    z
      .array(
        z.strictObject({
          name,
          sha256: z.optional(
            z.string().check(z.regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in hexadecimal')),
          ),
        }),
      )
      .check(z.maxLength(MOST_HELD_FILES)),
    [],
  ),
  data: z._default(
    z
      .array(
        z.strictObject({
          datastream: name,
          start: z.union([day, z.literal('')]),
          end: z.union([day, z.literal('')]),
        }),
      )
      .check(z.maxLength(MOST_HELD_DATA)),
    [],
  ),
  /** Day on which the user got the data; absent: not known. */
  since: z.optional(day),
});
export type HeldRequest = z.output<typeof heldRequest>;

/**
 * How the values of a variable differ between two versions of a file, as far as facts of its hours
 * tell it.
 */
export const variableDifference = z.object({
  variable: z.string(),
  units: z.string(),
  /** Hours that both versions have facts of, and those in which any of them differs. */
  hours: z.number(),
  hoursDiffering: z.number(),
  /** Valid values in these hours. */
  valuesBefore: z.number(),
  valuesNow: z.number(),
  /** So many values differ at least (counts), and at most (all values of the hours that differ). */
  atLeast: z.number(),
  atMost: z.number(),
  /**
   * Largest change of a mean of an hour, and of a least or largest value, in the units; null: there
   * is none to compare.
   */
  largestMeanChange: z.nullable(z.number()),
  largestChange: z.nullable(z.number()),
});
export type VariableDifference = z.infer<typeof variableDifference>;

export const versionDifference = z.object({
  datastream: z.string(),
  file: z.string(),
  /**
   * Day on which the archive noticed that the former version was replaced; null: no former version
   * is known.
   */
  noticed: z.nullable(z.string()),
  before: z.nullable(fileVersion),
  now: z.nullable(fileVersion),
  /** Null: the reason why it is unknown is in `reason`. */
  variables: z.nullable(z.array(variableDifference)),
  /** Variables whose facts are the same. */
  unchanged: z.array(z.string()),
  reason: z.string(),
});
export type VersionDifference = z.infer<typeof versionDifference>;

/** The same over all files of an order, in the times and variables that were ordered. */
export const orderDifference = z.object({
  orderId: z.int(),
  /** When the delivery was made, UTC. */
  delivered: z.string(),
  /**
   * Replaced files: those whose versions were compared, those of which it is not known how they
   * differ, those beyond what one call compares.
   */
  compared: z.number(),
  notKnown: z.array(z.object({ datastream: z.string(), file: z.string(), reason: z.string() })),
  leftOut: z.number(),
  withdrawn: z.number(),
  /** Those with the most hours that differ first. */
  variables: z.array(
    z.object({
      datastream: z.string(),
      ...variableDifference.shape,
      /** Files in which it differs. */
      files: z.number(),
    }),
  ),
  /** Variables whose facts are the same in all files that were compared. */
  unchanged: z.array(z.object({ datastream: z.string(), variables: z.array(z.string()) })),
});
export type OrderDifference = z.infer<typeof orderDifference>;

/**
 * 'same': these bytes are in the archive. 'replaced': other bytes are there now.
 * 'perhaps-replaced': no checksum was given, and the archive replaced the file on a day that may be
 * later. 'withdrawn': the archive had it, and has it no longer. 'present': it is there, and nothing
 * tells whether the bytes are the same. 'unknown': no such file is or was there.
 */
export const HELD_STATES = [
  'same',
  'replaced',
  'perhaps-replaced',
  'withdrawn',
  'present',
  'unknown',
] as const;

const reportOnHeld = z.object({
  report: z.string(),
  subject: z.string(),
  className: z.string(),
  datastream: z.string(),
  variables: z.array(z.string()),
  start: z.string(),
  end: z.nullable(z.string()),
  /** Day of its publication, where that is known. */
  published: z.nullable(z.string()),
  /** Files of the list, or dates, that it is about. */
  files: z.number(),
});

export const heldAnswer = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      state: z.enum(HELD_STATES),
      datastream: z.nullable(z.string()),
      /** The file of the archive that it was made of, where its name is another. */
      source: z.nullable(z.string()),
      now: z.array(fileVersion),
      noticed: z.nullable(z.string()),
      /** Whether facts of both versions are there: see the call for differences. */
      comparable: z.boolean(),
    }),
  ),
  reports: z.array(reportOnHeld),
  counts: z.object({
    same: z.number(),
    replaced: z.number(),
    perhapsReplaced: z.number(),
    withdrawn: z.number(),
    present: z.number(),
    unknown: z.number(),
    reports: z.number(),
  }),
  /** Files that were not read for lack of time: ask again, since what was read is remembered. */
  unread: z.number(),
  /**
   * An order of the files as they are now, for POST {order}/orders/create; null: nothing was
   * replaced.
   */
  order: z.nullable(z.object({ selectedData: z.unknown(), files: z.number(), bytes: z.number() })),
});
export type HeldAnswer = z.infer<typeof heldAnswer>;

export const verifyHeld = defineCall({
  method: 'POST',
  service: 'files',
  path: '/verify',
  summary:
    'Are these files still right? Which were replaced, withdrawn or reported since; takes names and checksums, no data',
  session: 'none',
  perMinute: 20,
  body: heldRequest,
  answer: heldAnswer,
  errors: ['unavailable'],
  example: {
    body: { files: [{ name: 'sgpmetE13.b1.20190101.000000.cdf' }], since: '2024-05-01' },
  },
});

export const readDifference = defineCall({
  method: 'GET',
  service: 'files',
  path: '/difference/:datastream/:file',
  summary: 'How a file differs from its former version: variables, hours, values, largest change',
  session: 'none',
  perMinute: 120,
  params: z.object({ datastream: name, file: name }),
  /**
   * The version that a user has, by its checksum or by its size and the time of its delivery; none:
   * the last one before the present.
   */
  query: z.object({
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in hexadecimal'))),
    bytes: z.optional(numberText(z.int(), z.nonnegative())),
    since: z.optional(
      z.string().check(z.refine((text) => parseInstant(text) !== null, 'is no instant')),
    ),
  }),
  answer: versionDifference,
  errors: ['not-found'],
  example: { params: { datastream: 'sgpmetE13.b1', file: 'sgpmetE13.b1.20190101.000000.cdf' } },
});
