// What a picture of a day is drawn from.
import type { DayReport, DaySummary, ValueRange } from '@isobar/contract/quicklooks/day.ts';
import type { Theme } from '@isobar/contract/quicklooks/palette.ts';
import type { PlotJob } from './plot-job.ts';

export type Picture = {
  readonly job: Omit<PlotJob, 'files'>;
  readonly day: DaySummary;
  /** Null: whether there are any is not known. */
  readonly reports: readonly DayReport[] | null;
  readonly theme: Theme;
  /** The range of values that several pictures share; null: the day's own range. */
  readonly scale: Pick<ValueRange, 'low' | 'high'> | null;
};
