// One day as an SVG picture: a line, profiles against height, or an image of time and height.
import { emptyLineDay } from '@isobar/contract/quicklooks/day.ts';
import { drawImage } from './draw-image.ts';
import { drawLine } from './draw-line.ts';
import { drawProfiles } from './draw-profiles.ts';
import type { Picture } from './picture.ts';

/** Counts up when days are read or drawn otherwise, so that none of an earlier form is served. */
export const PLOT_VERSION = 9;

/** A day without a value gives a plot that states it. */
export function drawDay(picture: Picture): string {
  const { samples } = picture.day;
  if (samples?.kind === 'image') return drawImage(picture, samples);
  if (samples?.kind === 'profile') return drawProfiles(picture, samples);
  return drawLine(picture, samples ?? emptyLineDay());
}
