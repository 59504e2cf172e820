// The mark of several facilities at one place: their number in a ring whose arcs tell how many are
// of which kind.
import type { Theme } from '../../lib/theme.ts';
import { MAP_COLOURS } from './map-colours.ts';
import { MARK_KINDS } from './marks.ts';

/**
 * Pixels of the picture for each pixel of the page: no more than the screen shows, since every
 * picture is sent to the map's worker.
 */
const RATIO = Math.min(2, Math.ceil(globalThis.devicePixelRatio ?? 1));
const FONT = '600 12px "Source Sans 3 Variable", sans-serif';
/** The gap between two arcs, in radians. */
const GAP = 0.12;

/** 'ring/light/40/4/1/2/0' <-> theme, size in pixels, facilities of each kind. */
export const ringName = (theme: Theme, size: number): string => `ring/${theme}/${size}`;

export type Ring = {
  readonly theme: Theme;
  readonly size: number;
  /** The number of marks of each kind, in the order of MARK_KINDS. */
  readonly counts: readonly number[];
};

export function readRing(name: string): Ring | null {
  const [kind, theme, ...numbers] = name.split('/');
  const [size = 0, ...counts] = numbers.map(Number);
  if (kind !== 'ring' || (theme !== 'light' && theme !== 'dark')) return null;
  const valid = [size, ...counts].every((n) => Number.isInteger(n) && n >= 0);
  return valid && size > 0 && counts.length === MARK_KINDS.length ? { theme, size, counts } : null;
}

/** [from, to] of each kind's arc in radians from the top; null: none of it. */
export function arcsOf(counts: readonly number[]): readonly (readonly [number, number] | null)[] {
  const total = counts.reduce((a, b) => a + b, 0);
  let at = 0;
  return counts.map((count) => {
    if (count === 0) return null;
    const from = at;
    at += (count / total) * 2 * Math.PI;
    return count === total
      ? [0, 2 * Math.PI]
      : [from + GAP / 2, Math.max(from + GAP, at - GAP / 2)];
  });
}

/** One canvas for all rings of a size: making a canvas costs more than drawing a ring. */
const sheets = new Map<number, CanvasRenderingContext2D | null>();

function sheetOf(size: number): CanvasRenderingContext2D | null {
  const known = sheets.get(size);
  if (known) {
    known.setTransform(1, 0, 0, 1, 0, 0);
    known.clearRect(0, 0, size * RATIO, size * RATIO);
    return known;
  }
  const canvas = document.createElement('canvas');
  canvas.width = size * RATIO;
  canvas.height = size * RATIO;
  // it is read at once, and never shown
  const context = canvas.getContext('2d', { willReadFrequently: true });
  sheets.set(size, context);
  return context;
}

export function drawRing({ theme, size, counts }: Ring): ImageData | null {
  const context = sheetOf(size);
  if (!context) return null;
  const colours = MAP_COLOURS[theme];
  const radius = size / 2 - 5;
  context.scale(RATIO, RATIO);
  context.translate(size / 2, size / 2);
  const disc = (r: number, fill: string): void => {
    context.beginPath();
    context.arc(0, 0, r, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  };
  disc(radius + 4, colours.halo);
  disc(radius, colours.surface);
  context.lineWidth = 4.5;
  for (const [i, arc] of arcsOf(counts).entries()) {
    const kind = MARK_KINDS[i];
    if (!arc || !kind) continue;
    context.beginPath();
    context.arc(0, 0, radius, arc[0] - Math.PI / 2, arc[1] - Math.PI / 2);
    context.strokeStyle = colours.marks[kind];
    context.stroke();
  }
  const total = counts.reduce((a, b) => a + b, 0);
  context.font = FONT;
  context.fillStyle = colours.ink;
  context.textAlign = 'center';
  context.fillText(total > 999 ? `${Math.round(total / 100) / 10}k` : String(total), 0, 4.2);
  return context.getImageData(0, 0, size * RATIO, size * RATIO);
}

export const RING_RATIO = RATIO;
