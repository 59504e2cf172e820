// How a report stands in the address.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';

/** Its id; for a period without a report its start. */
export const reportKey = (range: QualityRange): string =>
  range.reportId !== '' && range.reportId !== '0' ? range.reportId : `at-${range.start}`;
