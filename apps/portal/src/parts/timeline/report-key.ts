// How the address names a report.
import { isReport } from '@isobar/contract/quality/report.ts';
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';

/** False for '0' and '', which stand for a period without a report to read. */
export const hasReport = (range: Pick<QualityRange, 'reportId'>): boolean =>
  isReport(range.reportId);

/** The report's id, or the start of a period without a report. */
export const reportKey = (range: QualityRange): string =>
  hasReport(range) ? range.reportId : `at-${range.start}`;
