// Which reports touch an order: by datastream, each with the spans and variables that were ordered.

import type { OrderReports } from '@isobar/contract/calls/quality.ts';
import { type AffectedSpan, touchedVariables } from '@isobar/contract/quality/affected.ts';
import { weightiest } from '@isobar/contract/quality/classes.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Ordered } from '../../core/quality/ordered.ts';
import { type QualityReport, reportsOn } from '../../core/quality/reports.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import { csvText } from './report-csv.ts';
import { spanReply } from './report-reply.ts';

type Title = (datastream: string) => string;
type PublishedAt = ReadonlyMap<string, number>;

export async function orderReportsOf(
  ordered: Ordered,
  tables: CuratedTables,
  published: PublishedAt,
  titleOf: Title,
): Promise<OrderReports> {
  const datastreams: OrderReports['datastreams'] = [];
  for (const holding of ordered.holdings) {
    const reports = reportsOn(tables, [holding]);
    datastreams.push({
      datastream: holding.datastream,
      title: titleOf(holding.datastream),
      dates: holding.ranges.map(({ start, end }) => ({
        start: formatInstant(start),
        end: formatInstant(end),
      })),
      variables: [...holding.variables],
      flagged: [...holding.flagged],
      reports: reports.map((report) => ({
        dqrid: report.id,
        subject: report.subject,
        code: weightiest(report.spans),
        suggestions: report.suggestions,
        since: isSince(report, ordered, published),
        spans: report.spans.map((span) => spanReply(asOrdered(span, holding.variables))),
      })),
    });
    await breathe(); // an order may name a thousand datastreams
  }
  return {
    orderId: ordered.orderId,
    orderDate: formatInstant(ordered.orderDate),
    completedAt: ordered.completedAt === null ? null : formatInstant(ordered.completedAt),
    quality: [...(await ordered.quality(tables))],
    datastreams,
  };
}

/**
 * Whether a report was published after the delivery, so that users who have the files may not know
 * of it.
 */
export const isSince = (
  { id }: Pick<QualityReport, 'id'>,
  { completedAt }: Pick<Ordered, 'completedAt'>,
  published: PublishedAt,
): boolean => completedAt !== null && (published.get(id) ?? 0) > completedAt;

const asOrdered = (span: AffectedSpan, variables: readonly string[]): AffectedSpan => ({
  ...span,
  variables: touchedVariables(span, { variables }) ?? span.variables,
});

const HEAD = [
  ...['order', 'datastream', 'dqrid', 'metric', 'start', 'end', 'variables', 'flagged', 'subject'],
  ...['after delivery', 'suggestions'],
];

/** A line for each report, datastream and span. */
export const orderReportsCsv = (reply: OrderReports): string =>
  csvText([
    HEAD,
    ...reply.datastreams.flatMap((one) =>
      one.reports.flatMap((report) =>
        report.spans.map((span) => [
          reply.orderId,
          one.datastream,
          report.dqrid,
          span.metric,
          span.startDateTime,
          span.endDateTime ?? '',
          span.variables.length > 0 ? span.variables.join(';') : 'all',
          one.flagged.includes(span.metric.toLowerCase()) ? 'yes' : 'no',
          report.subject,
          report.since ? 'yes' : 'no',
          report.suggestions,
        ]),
      ),
    ),
  ]);
