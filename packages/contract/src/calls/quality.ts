// Calls of the quality service that the portal makes: one report, the reports of an order, and reports that operators write.
import * as z from 'zod/mini';

const date = z.nullable(z.string());

/** A span on the wire. Dates are UTC, YYYY-MM-DDTHH:mm:ssZ; a null end is still going on. */
export const reportSpan = z.object({
  datastream: z.string(),
  startDateTime: z.string(),
  endDateTime: date,
  code: z.number(),
  metric: z.string(),
  /** None: all variables. */
  variables: z.array(z.string()),
});
export type ReportSpan = z.infer<typeof reportSpan>;

/** GET {dqr}/report/{dqrid}: the fields of part 3 section 3, and after them what else a reader wants to know. */
export const reportReply = z.object({
  dqrid: z.string(),
  subjectTitle: z.string(),
  subject: z.string(),
  /** HTML, sanitised. */
  description: z.string(),
  suggestions: z.string(),
  datastreams: z.array(z.string()),
  timespans: z.array(
    z.object({ startDateTime: z.string(), endDateTime: date, metric: z.string() }),
  ),
  /** Datastream -> its variables, each as two parts joined by '&&'. */
  measurements: z.array(z.record(z.string(), z.array(z.string()))),
  /** The class that weighs most in it. */
  code: z.number(),
  /** Each datastream, span and class by itself. */
  affected: z.array(reportSpan),
  /** Names and spans of the datastreams that the catalogue knows. */
  about: z.array(
    z.object({ datastream: z.string(), title: z.string(), start: z.string(), end: z.string() }),
  ),
  supersedes: z.array(z.string()),
  supersededBy: z.array(z.string()),
  /** Null: the table does not tell. */
  filed: date,
  changed: date,
  version: z.number(),
  /** Why it was taken back; null: it holds. */
  withdrawn: z.nullable(z.string()),
});
export type ReportReply = z.infer<typeof reportReply>;

/** Of a list: enough to recognise a report. */
export const listedReport = z.object({
  dqrid: z.string(),
  subject: z.string(),
  code: z.number(),
  startDateTime: z.string(),
  endDateTime: date,
});
export type ListedReport = z.infer<typeof listedReport>;
