// One day as an SVG picture: a line, profiles against height, or an image of time and height.
import {
  type DayReport,
  type DaySummary,
  emptyLineDay,
  type ValueRange,
} from '@isobar/contract/quicklooks/day.ts';
import type { Theme } from '@isobar/contract/quicklooks/palette.ts';
import { drawImage } from './draw-image.ts';
import { drawLine } from './draw-line.ts';
import { drawProfiles } from './draw-profiles.ts';
import type { PlotJob } from './plot-job.ts';

/** Counts up when days are read or drawn otherwise, so that none of an earlier form is served. */
export const PLOT_VERSION = 3;

export type Picture = {
  readonly job: Omit<PlotJob, 'files'>;
  readonly day: DaySummary;
  /** Null: whether there are any is not known. */
  readonly reports: readonly DayReport[] | null;
  readonly theme: Theme;
  /** Of the values, when several pictures share it; else the day's own. */
  readonly scale: Pick<ValueRange, 'low' | 'high'> | null;
};

/** A day without a value gives a plot that says so. */
export function drawDay(picture: Picture): string {
  const { samples } = picture.day;
  if (samples?.kind === 'image') return drawImage(picture, samples);
  if (samples?.kind === 'profile') return drawProfiles(picture, samples);
  return drawLine(picture, samples ?? emptyLineDay());
}
