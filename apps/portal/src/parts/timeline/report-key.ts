// How a report stands in the address.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';

/** '0' or nothing: a period without a report to read. */
export const hasReport = (range: Pick<QualityRange, 'reportId'>): boolean =>
  range.reportId !== '' && range.reportId !== '0';

/** Its id; for a period without a report its start. */
export const reportKey = (range: QualityRange): string =>
  hasReport(range) ? range.reportId : `at-${range.start}`;
