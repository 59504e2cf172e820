// The words beside a day: the range of its values, its number of launches, or that it has no
// values. Pure.
import { plural } from '@isobar/contract/count.ts';
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { spanKind } from './day-spans.tsx';

export function dayNote(day: DayAnswer): string {
  const range = rangeOfDay(day);
  if (!range) return 'no values';
  if (day.samples?.kind === 'image') return '';
  if (day.samples?.kind === 'profile')
    return plural(day.samples.ascents.length, 'launch', 'launches');
  return `${short(range.low)} – ${short(range.high)}`;
}

/**
 * The worst that a report in force says of a day; null: none says that its data are incorrect,
 * suspect or missing.
 */
export const worstReport = (day: DayAnswer) =>
  WORST.map((kind) => day.reports?.find((one) => spanKind(one) === kind)).find(
    (one) => one !== undefined,
  ) ?? null;

const WORST = ['incorrect', 'suspect', 'missing'] as const;

/** Three digits, with a real minus. */
export const short = (value: number): string => {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size >= 1e5 || size < 1e-3)
      ? value.toExponential(1)
      : String(Number(value.toPrecision(Math.max(3, Math.ceil(Math.log10(size + 1))))));
  return text.replace('-', '−');
};
