// The geometry of a timeline: one path per quality class, distinguished by shape as well as by
// colour. Pure.
import {
  BY_SEVERITY,
  type QualityName,
  type QualityRange,
  type Span,
} from '@isobar/contract/quality/timeline.ts';

/** Units of the drawing; the width is stretched to the column. */
export const WIDTH = 420;
export const HEIGHT = 42;
/** The height of the bar; what a zoom hides is drawn above it, notes below. */
const MIDDLE = 26;

type Shape = {
  readonly height: number;
  readonly below: number;
  /** The least width of a drawn span in pixels, however short it is. */
  readonly least: number;
};

/**
 * Heights survive greyscale, print and colour blindness: incorrect data are the tallest, a note is
 * a thin line below.
 */
export const SHAPES: Readonly<Record<QualityName, Shape>> = {
  routine: { height: 8, below: 0, least: 1 },
  limited: { height: 16, below: 0, least: 1 },
  missing: { height: 8, below: 0, least: 1 },
  note: { height: 2, below: 13, least: 2 },
  suspect: { height: 14, below: 0, least: 1.4 },
  incorrect: { height: 20, below: 0, least: 2 },
};
/** The thickness of the rails that frame doubtful data; the bar between them stays visible. */
const RAIL = 2.6;
/** Where other facilities have data. */
const UNION_HEIGHT = 2.4;

/** From back to front, so that the worst is never covered. */
export const PAINT_ORDER: readonly QualityName[] = BY_SEVERITY.toReversed();

export type Paths = Readonly<Partial<Record<QualityName, string>>>;

/** `data`: the span with data, drawn as the base bar. What lies outside the window is left out. */
export function timelinePaths(
  data: Span | null,
  ranges: readonly QualityRange[],
  window: Span,
): Paths {
  const parts: Partial<Record<QualityName, string[]>> = {};
  const put = (name: QualityName, span: Span): void => {
    const { height, below, least } = SHAPES[name];
    const place = across(span, window, least);
    if (!place) return;
    const box = { ...place, top: MIDDLE + below - height / 2, height };
    const list = parts[name] ?? [];
    parts[name] = list;
    list.push(name === 'suspect' ? framed(box) : filled(box));
  };
  if (data) put('routine', data);
  for (const range of ranges) put(range.name, [range.start, range.end]);
  return Object.fromEntries(Object.entries(parts).map(([name, list]) => [name, list.join('')]));
}

/** The thin line of all facilities together. */
export const unionPath = (spans: readonly Span[], window: Span): string =>
  spans
    .map((span) => across(span, window, 1))
    .map((place) =>
      place ? filled({ ...place, top: MIDDLE - UNION_HEIGHT / 2, height: UNION_HEIGHT }) : '',
    )
    .join('');

/** A band over the whole height, such as the chosen dates. */
export function bandPath(span: Span, window: Span): string {
  const place = across(span, window, 1);
  return place ? filled({ ...place, top: 0, height: HEIGHT }) : '';
}

/**
 * Width of a tick's bin, in units of the drawing: wide enough that neighbouring ticks do not touch.
 */
const BIN = 4;
const TICK_HEIGHTS: Readonly<Partial<Record<QualityName, number>>> = {
  incorrect: 10,
  suspect: 6,
  missing: 3.5,
  note: 3.5,
};
const TICKS_BASE = 12;
const MOST_IN_WIDTH = 3;

/**
 * Reports too short for the zoom: one tick per bin, taller the worse its worst report is, wider the
 * more there are.
 */
export function tickPaths(ranges: readonly QualityRange[], window: Span): Paths {
  const bins = new Map<number, { worst: number; count: number }>();
  for (const range of ranges) {
    const place = across([range.start, range.end], window, 0);
    if (!place) continue;
    const bin = Math.floor(Math.max(0, place.left) / BIN);
    const severity = BY_SEVERITY.indexOf(range.name);
    const before = bins.get(bin);
    bins.set(bin, {
      worst: Math.min(severity, before?.worst ?? severity),
      count: (before?.count ?? 0) + 1,
    });
  }
  const parts: Partial<Record<QualityName, string>> = {};
  for (const [bin, { worst, count }] of bins) {
    const name = BY_SEVERITY[worst] ?? 'note';
    const height = TICK_HEIGHTS[name] ?? 3.5;
    const width = 0.7 + 0.9 * Math.min(count, MOST_IN_WIDTH);
    const tick = { left: bin * BIN + (BIN - width) / 2, width, top: TICKS_BASE - height, height };
    parts[name] = (parts[name] ?? '') + filled(tick);
  }
  return parts;
}

/** The report under a moment: of several the worst, and of the same class the shortest. */
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

type Place = { readonly left: number; readonly width: number };
type Box = Place & { readonly top: number; readonly height: number };

/** null: outside the window. */
function across([start, end]: Span, window: Span, least: number): Place | null {
  if (end < window[0] || start > window[1]) return null;
  const scale = WIDTH / Math.max(1, window[1] - window[0]);
  const left = Math.max(-2, (start - window[0]) * scale);
  const right = Math.min(WIDTH + 2, (end - window[0]) * scale);
  return { left, width: Math.max(least, right - left) };
}

const filled = ({ left, width, top, height }: Box): string =>
  `M${left.toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${height}h-${width.toFixed(1)}z`;

/** Two rails and two ends, between which the bar can be seen; a narrow box is solid. */
function framed(box: Box): string {
  const { left, width, top, height } = box;
  const end = 1.4;
  if (width < 3 * end) return filled(box);
  return [
    { left, width, top, height: RAIL },
    { left, width, top: top + height - RAIL, height: RAIL },
    { left, width: end, top, height },
    { left: left + width - end, width: end, top, height },
  ]
    .map(filled)
    .join('');
}
