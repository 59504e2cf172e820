// The geometry of a timeline: one path per quality class, told by height as well as by colour. Pure.
import type { QualityName, QualityRange, Span } from '@isobar/contract/quality/timeline.ts';

/** Units of the drawing; the width is stretched to the column. */
export const WIDTH = 420;
export const HEIGHT = 34;
const MIDDLE = HEIGHT / 2;

type Shape = { readonly height: number; readonly below: number };

/** Heights survive greyscale, print and colour blindness; a note is a thin line under the bar. */
export const SHAPES: Readonly<Record<QualityName, Shape>> = {
  routine: { height: 8, below: 0 },
  limited: { height: 22, below: 0 },
  missing: { height: 8, below: 0 },
  note: { height: 3, below: 11 },
  suspect: { height: 15, below: 0 },
  incorrect: { height: 24, below: 0 },
};

/** From back to front. */
export const PAINT_ORDER: readonly QualityName[] = [
  'routine',
  'limited',
  'missing',
  'note',
  'suspect',
  'incorrect',
];

export type Paths = Readonly<Partial<Record<QualityName, string>>>;

/** `data`: the span with data, drawn as the base bar. What lies outside the window is left out. */
export function timelinePaths(
  data: Span | null,
  ranges: readonly QualityRange[],
  window: Span,
): Paths {
  const parts: Partial<Record<QualityName, string[]>> = {};
  const scale = WIDTH / Math.max(1, window[1] - window[0]);
  const put = (name: QualityName, start: number, end: number): void => {
    if (end < window[0] || start > window[1]) return;
    const left = Math.max(-2, (start - window[0]) * scale);
    const right = Math.min(WIDTH + 2, (end - window[0]) * scale);
    const width = Math.max(1, right - left).toFixed(1);
    const { height, below } = SHAPES[name];
    const top = MIDDLE + below - height / 2;
    const list = parts[name] ?? [];
    parts[name] = list;
    list.push(`M${left.toFixed(1)} ${top}h${width}v${height}h-${width}z`);
  };
  if (data) put('routine', data[0], data[1]);
  for (const range of ranges) put(range.name, range.start, range.end);
  return Object.fromEntries(Object.entries(parts).map(([name, list]) => [name, list.join('')]));
}

/** The report under a moment: of several the one painted last, and of the same class the shortest. */
export function rangeAt(
  ranges: readonly QualityRange[],
  hour: number,
  toleranceHours: number,
): QualityRange | null {
  const under = ranges.filter(
    (range) => range.start - toleranceHours <= hour && hour <= range.end + toleranceHours,
  );
  const front = (range: QualityRange): number => PAINT_ORDER.indexOf(range.name);
  return (
    under.toSorted((a, b) => front(b) - front(a) || a.end - a.start - (b.end - b.start))[0] ?? null
  );
}
