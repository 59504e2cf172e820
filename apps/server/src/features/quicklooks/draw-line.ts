// A day of single values as a line: gaps stay gaps, values that fail a check are crosses beside it.
import type { LineDay } from '@isobar/contract/quicklooks/day.ts';
import { rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { niceScale } from '@isobar/contract/quicklooks/scale.ts';
import {
  cross,
  lineMarks,
  linePath,
  placeBetween,
  ring,
} from '@isobar/contract/quicklooks/trace.ts';
import { areaOf, framed, INKS, NOTHING, nothingText, stroked } from './frame.ts';
import type { Picture } from './picture.ts';

export function drawLine(picture: Picture, line: LineDay): string {
  const { job, day, theme } = picture;
  const area = areaOf(job.size, false);
  const axis = day.units || 'no units';
  const range = picture.scale ?? rangeOfDay(day);
  if (!range || !rangeOfDay(day)) {
    const content = nothingText(area, NOTHING, theme);
    return framed({ picture, area, axis, scale: null, place: () => 0, key: [] }, content);
  }
  const margin = picture.scale ? 0 : (range.high - range.low) * 0.06;
  const ticks = job.size === 'full' ? 5 : 3;
  const scale = niceScale(range.low - margin, range.high + margin, ticks);
  const place = placeBetween(scale);
  const bins = line.low.length;
  const spots = (marks: LineDay['bad'], sign: (x: number, y: number) => string): string =>
    lineMarks(marks, bins, area, place)
      .map(([x, y]) => sign(x, y))
      .join('');
  const marks = {
    bad: spots(line.bad, cross),
    indeterminate: spots(line.indeterminate, ring),
  };
  const thick = job.size === 'full' ? 1.4 : 1.8;
  const path = linePath(line, day.step, area, place);
  const content =
    `<path d="${path}" fill="none" stroke="${INKS[theme].line}" stroke-width="${thick}" stroke-linejoin="round" stroke-linecap="round" clip-path="url(#area)"/>` +
    stroked(marks.indeterminate, 'indeterminate', theme) +
    stroked(marks.bad, 'bad', theme);
  const key = (['bad', 'indeterminate'] as const).filter((mark) => marks[mark] !== '');
  return framed({ picture, area, axis, scale, place, key }, content);
}
