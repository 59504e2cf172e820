// Calls of the quality service that the portal makes: one report, the reports of an order, and
// reports that operators write.
import * as z from 'zod/mini';
import { dataQuality } from '../quality/data-quality.ts';
import { reportDraft } from '../quality/draft.ts';
import { NO_REPORT } from '../quality/report.ts';

const date = z.nullable(z.string());

/**
 * A span as it is sent. Dates are UTC, YYYY-MM-DDTHH:mm:ssZ; a null end means that it is still
 * going on.
 */
export const reportSpan = z.object({
  datastream: z.string(),
  startDateTime: z.string(),
  endDateTime: date,
  code: z.number(),
  metric: z.string(),
  /** Empty: all variables. */
  variables: z.array(z.string()),
});
export type ReportSpan = z.infer<typeof reportSpan>;

/**
 * GET {dqr}/report/{dqrid}: the fields of part 3 section 3, followed by what else a reader wants to
 * know.
 */
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
  /** The most serious class in it. */
  code: z.number(),
  /** Each datastream, span and class separately. */
  affected: z.array(reportSpan),
  /** Names and spans of the datastreams that the catalogue knows. */
  about: z.array(
    z.object({ datastream: z.string(), title: z.string(), start: z.string(), end: z.string() }),
  ),
  supersedes: z.array(z.string()),
  supersededBy: z.array(z.string()),
  /** Null: the table does not say. */
  filed: date,
  changed: date,
  version: z.number(),
  /** Why it was withdrawn; null: it is in force. */
  withdrawn: z.nullable(z.string()),
});
export type ReportReply = z.infer<typeof reportReply>;

/** One report in a list: enough to recognise it. */
export const listedReport = z.object({
  dqrid: z.string(),
  subject: z.string(),
  code: z.number(),
  /** From the first second of its spans to the last. */
  startDateTime: z.string(),
  endDateTime: date,
  /** Its spans on the datastream that was asked about. */
  affected: z.array(reportSpan),
});
export type ListedReport = z.infer<typeof listedReport>;

/**
 * What the web service for scripts answers: {datastream: {assessment: {dqrid: report}}} (part 4
 * section 4).
 */
export const serviceReports = z.record(
  z.string(),
  z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        subject: z.string(),
        description: z.string(),
        suggestions: z.nullable(z.string()),
        variables: z.array(z.string()),
        /** 'YYYY-MM-DD HH:mm:ss' UTC; a null end means that it is still going on. */
        dates: z.array(z.object({ start_date: z.string(), end_date: z.nullable(z.string()) })),
      }),
    ),
  ),
);
export type ServiceReports = z.infer<typeof serviceReports>;

/** GET {dqr}/reports?datastream= */
export const reportList = z.object({ reports: z.array(listedReport) });

/**
 * The page that scripts and print links lead to: the quality service by the report's id ('0' if
 * none is given).
 */
export const reportAddress = (dqrBase: string, dqrid: string = NO_REPORT): string =>
  `${dqrBase.replace(/\/$/, '')}/?dqrid=${encodeURIComponent(dqrid)}`;

/**
 * Address of a report made for printing, at the quality service or in the portal. Without an id:
 * that of the default report.
 */
export const reportTemplate = (
  dqrBase: string,
  { dqrid = NO_REPORT, service }: { readonly dqrid?: string; readonly service: boolean },
): string =>
  service
    ? `${reportAddress(dqrBase, dqrid)}&print=true`
    : `#/report/${encodeURIComponent(dqrid)}?print=true`;

/** GET {dqr}/report/{dqrid}/orders: the signed-in person's orders that it affects, newest first. */
export const ordersTouched = z.object({
  orders: z.array(
    z.object({
      orderId: z.int(),
      orderDate: z.string(),
      /** The report was written or changed after the delivery. */
      since: z.boolean(),
    }),
  ),
  /** True if there are older orders, which were not searched. */
  more: z.boolean(),
});

/** GET {dqr}/order/{orderId}?key=: all reports that affect what was ordered, as they are now. */
export const orderReports = z.object({
  orderId: z.int(),
  orderDate: z.string(),
  /** Null: not delivered yet. */
  completedAt: date,
  /**
   * Reports that concern what was delivered; before that, those that concern what would be
   * delivered now.
   */
  quality: z.array(dataQuality),
  datastreams: z.array(
    z.object({
      datastream: z.string(),
      title: z.string(),
      /** What was ordered; empty: all dates, all variables. */
      dates: z.array(z.object({ start: z.string(), end: z.string() })),
      variables: z.array(z.string()),
      /** Classes whose values the order turns into -9999. */
      flagged: z.array(z.string()),
      reports: z.array(
        z.object({
          dqrid: z.string(),
          subject: z.string(),
          code: z.number(),
          suggestions: z.string(),
          /** Written or changed after the delivery. */
          since: z.boolean(),
          /**
           * The spans that affect the order; their variables are those that were ordered (empty:
           * all).
           */
          spans: z.array(reportSpan),
        }),
      ),
    }),
  ),
});
export type OrderReports = z.infer<typeof orderReports>;

export const REPORT_STATES = ['draft', 'review', 'returned', 'published', 'withdrawn'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** GET {dqr}/written: reports that operators are writing or have written. */
export const writtenList = z.object({
  reports: z.array(
    z.object({
      dqrid: z.string(),
      subject: z.string(),
      state: z.enum(REPORT_STATES),
      /** Versions published so far. */
      version: z.number(),
      author: z.string(),
      changedAt: z.string(),
      /** It waits for a second person, and the person asking may be that one. */
      forMe: z.boolean(),
    }),
  ),
});

/** GET {dqr}/written/{dqrid}. */
export const writtenReport = z.object({
  dqrid: z.string(),
  state: z.enum(REPORT_STATES),
  version: z.number(),
  /**
   * Sent back with every change, so that a change by another author in the meantime is detected.
   */
  revision: z.number(),
  draft: reportDraft,
  mayApprove: z.boolean(),
  events: z.array(
    z.object({
      at: z.string(),
      person: z.string(),
      action: z.string(),
      note: z.string(),
      version: z.number(),
    }),
  ),
});
export type WrittenReport = z.infer<typeof writtenReport>;

/** POST {dqr}/written; `from`: starts from a report that is in force. */
export const reportToWrite = z.object({
  draft: z.optional(reportDraft),
  from: z.optional(z.string().check(z.maxLength(60))),
});

/** PUT {dqr}/written/{dqrid}. */
export const reportToSave = z.object({ revision: z.int(), draft: reportDraft });

export const REPORT_ACTIONS = ['submit', 'approve', 'return', 'discard'] as const;

/** POST {dqr}/written/{dqrid}/act; a note says why. */
export const reportToAct = z.object({
  revision: z.int(),
  action: z.enum(REPORT_ACTIONS),
  note: z._default(z.string().check(z.maxLength(2000)), ''),
});

/** POST {dqr}/written/preview: how it will read, and what is wrong with it. */
export const reportPreview = z.object({
  report: reportReply,
  problems: z.array(z.object({ path: z.string(), reason: z.string() })),
});
