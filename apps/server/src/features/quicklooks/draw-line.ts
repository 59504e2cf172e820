// A day of single values as a line: gaps stay gaps, values that fail a check are crosses beside it.
import { LINE_BINS, type LineDay } from './day-samples.ts';
import {
  type Area,
  areaOf,
  COLOURS,
  cross,
  framed,
  nothingText,
  ring,
  round,
  stroked,
  x,
  y,
} from './frame.ts';
import type { PlotJob } from './plot-job.ts';
import type { DayOfVariable } from './read-day.ts';
import { niceScale } from './scale.ts';

/** Marks closer together than this would be one blot, in pixels. */
const MARK_DISTANCE = 5;
/** A gap is longer than this many usual steps. */
const GAP_STEPS = 2.5;

export function drawLine(job: PlotJob, day: DayOfVariable, line: LineDay): string {
  const area = areaOf(job.size, false);
  const range = rangeOf([line.low, line.high]) ?? rangeOf([line.bad]);
  const axis = day.units || 'no units';
  const common = { job, area, longName: day.longName, units: day.units, axis };
  if (!range) {
    const content = nothingText(area, 'No valid values on this day.');
    return framed({ ...common, scale: null, place: () => 0, key: [] }, content);
  }
  const margin = (range[1] - range[0]) * 0.06;
  const scale = niceScale(range[0] - margin, range[1] + margin, job.size === 'full' ? 5 : 3);
  const place = (value: number): number =>
    Math.min(1, Math.max(0, (value - scale.low) / (scale.high - scale.low)));
  const marks = {
    bad: marksOf(line.bad, area, place, cross),
    indeterminate: marksOf(line.indeterminate, area, place, ring),
  };
  const thick = job.size === 'full' ? 1.4 : 1.8;
  const content =
    `<path d="${linePath(line, day.step, area, place)}" fill="none" stroke="${COLOURS.line}" stroke-width="${thick}" stroke-linejoin="round" stroke-linecap="round" clip-path="url(#area)"/>` +
    stroked(marks.indeterminate, 'indeterminate') +
    stroked(marks.bad, 'bad');
  const key = (['bad', 'indeterminate'] as const).filter((mark) => marks[mark] !== '');
  return framed({ ...common, scale, place, key }, content);
}

function rangeOf(lists: readonly Float64Array[]): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

/** One stroke per run without a gap; a run of one sample is a dot. */
function linePath(
  line: LineDay,
  step: number,
  area: Area,
  place: (value: number) => number,
): string {
  const tolerated = Math.max(2, ((Number.isNaN(step) ? 0 : step) / 60) * GAP_STEPS);
  const parts: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < LINE_BINS; bin++) {
    const [low, high] = [line.low[bin] as number, line.high[bin] as number]; // a bin of the day
    if (Number.isNaN(low)) continue;
    const at = x(area, (bin + 0.5) / LINE_BINS);
    const top = y(area, place(high));
    const isNew = bin - before > tolerated;
    parts.push(isNew ? `M${at} ${top}h0` : `L${at} ${top}`);
    if (high > low) parts.push(`V${y(area, place(low))}`);
    before = bin;
  }
  return parts.join('');
}

function marksOf(
  values: Float64Array,
  area: Area,
  place: (value: number) => number,
  mark: (cx: number, cy: number) => string,
): string {
  const parts: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  values.forEach((value, bin) => {
    const at = x(area, (bin + 0.5) / LINE_BINS);
    if (Number.isNaN(value) || at - before < MARK_DISTANCE) return;
    parts.push(mark(at, round(y(area, place(value)))));
    before = at;
  });
  return parts.join('');
}
