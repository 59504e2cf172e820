// A day of profiles or spectra as an image with a colour bar; times that mostly fail a check are hatched below it.
import { IMAGE_BINS, type ImageDay } from './day-samples.ts';
import {
  type Area,
  areaOf,
  COLOURS,
  framed,
  nothingText,
  ring,
  round,
  stroked,
  x,
} from './frame.ts';
import type { PlotJob } from './plot-job.ts';
import { palettePng } from './png.ts';
import type { DayOfVariable } from './read-day.ts';
import { niceScale, tickText } from './scale.ts';

/** Rows of the picture. */
const ROWS = 160;
/** Height of the quality strip, in pixels. */
const STRIP = 9;
/** Values beyond these shares are drawn in the first or last colour, so that single outliers do not take all of them. */
const CUT = 0.01;
/** A range of positive values as wide as this is told by its logarithm. */
const WIDE = 1000;

export function drawImage(job: PlotJob, day: DayOfVariable, image: ImageDay): string {
  const area = areaOf(job.size, true);
  const { levels } = day;
  const axis = levels ? `${levels.name}${levels.units ? ` (${levels.units})` : ''}` : '';
  const common = { job, area, longName: day.longName, units: day.units, axis };
  const range = rangeOf(image.cells);
  if (!range || !levels) {
    const content = nothingText(area, 'No valid values on this day.');
    return framed({ ...common, scale: null, place: () => 0, key: [] }, content);
  }
  const [low, high] = edges(levels.at);
  const scale = niceScale(low, high, job.size === 'full' ? 5 : 3);
  const place = (value: number): number => (value - low) / (high - low);
  const strip = stripOf(image, area);
  const png = palettePng(IMAGE_BINS, ROWS, pixels(image, levels.at, low, high, range), PALETTE);
  const content =
    `<image x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,${png.toString('base64')}"/>` +
    strip +
    (job.size === 'full' ? colourBar(range, area, day.units) : '');
  const isMarked = (marks: Uint8Array): boolean => marks.includes(1);
  const key = [
    ...(isMarked(image.bad) ? (['bad'] as const) : []),
    ...(isMarked(image.indeterminate) ? (['indeterminate'] as const) : []),
  ];
  return framed({ ...common, scale, place, key }, content);
}

type Range = { readonly low: number; readonly high: number; readonly logarithmic: boolean };

/** Between the shares of CUT, by a sample of the cells. */
function rangeOf(cells: Float32Array): Range | null {
  const every = Math.max(1, Math.floor(cells.length / 50_000));
  const some: number[] = [];
  for (let i = 0; i < cells.length; i += every) {
    const value = cells[i] as number; // within the list
    if (!Number.isNaN(value)) some.push(value);
  }
  // A sample may miss the few cells that there are.
  if (some.length === 0)
    some.push(...cells.filter((value) => !Number.isNaN(value)).slice(0, 50_000));
  if (some.length === 0) return null;
  some.sort((a, b) => a - b);
  const low = some[Math.floor(some.length * CUT)] as number; // there is one
  const high = some[Math.min(some.length - 1, Math.floor(some.length * (1 - CUT)))] as number; // there is one
  if (low === high) return { low: low - 0.5, high: high + 0.5, logarithmic: false };
  return { low, high, logarithmic: low > 0 && high / low >= WIDE };
}

/** The outer edges of the levels: half a spacing beyond the first and last. */
function edges(at: Float64Array): readonly [number, number] {
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 1];
  const half = at.length > 1 ? Math.abs(last - first) / (at.length - 1) / 2 : 0.5;
  return [Math.min(first, last) - half, Math.max(first, last) + half];
}

/** Each row of the picture shows the level that is nearest to it. */
function pixels(
  image: ImageDay,
  at: Float64Array,
  low: number,
  high: number,
  range: Range,
): Uint8Array {
  const result = new Uint8Array(IMAGE_BINS * ROWS);
  for (let row = 0; row < ROWS; row++) {
    const level = nearest(at, high - ((row + 0.5) / ROWS) * (high - low));
    for (let bin = 0; bin < IMAGE_BINS; bin++) {
      const value = image.cells[bin * image.levels + level] as number; // within the cells
      if (!Number.isNaN(value)) result[row * IMAGE_BINS + bin] = 1 + colourOf(value, range);
    }
  }
  return result;
}

function nearest(at: Float64Array, value: number): number {
  let best = 0;
  for (let i = 1; i < at.length; i++) {
    if (Math.abs((at[i] as number) - value) < Math.abs((at[best] as number) - value)) best = i;
  }
  return best;
}

function colourOf(value: number, { low, high, logarithmic }: Range): number {
  const share = logarithmic
    ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
    : (value - low) / (high - low);
  return Math.round(Math.min(1, Math.max(0, share)) * (PALETTE.length - 1));
}

function stripOf(image: ImageDay, area: Area): string {
  const top = area.top + area.height - STRIP;
  const runs: string[] = [];
  for (let bin = 0; bin < IMAGE_BINS; bin++) {
    if (!image.bad[bin]) continue;
    const start = bin;
    while (image.bad[bin + 1]) bin++;
    const left = x(area, start / IMAGE_BINS);
    const width = round(x(area, (bin + 1) / IMAGE_BINS) - left);
    runs.push(
      `<rect x="${left}" y="${top}" width="${width}" height="${STRIP}" fill="url(#hatch)" stroke="${COLOURS.bad}" stroke-width=".6"/>`,
    );
  }
  const rings: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  image.indeterminate.forEach((marked, bin) => {
    const at = x(area, (bin + 0.5) / IMAGE_BINS);
    if (!marked || at - before < STRIP) return;
    rings.push(ring(at, top + STRIP / 2));
    before = at;
  });
  return runs.join('') + stroked(rings.join(''), 'indeterminate');
}

function colourBar(range: Range, area: Area, units: string): string {
  const left = area.left + area.width + 14;
  const png = palettePng(
    1,
    PALETTE.length,
    Uint8Array.from(PALETTE, (_, i) => PALETTE.length - i),
    PALETTE,
  );
  const ticks = barTicks(range).map(({ share, value }) => {
    const at = round(area.top + (1 - share) * area.height);
    return `<path d="M${left + 14} ${at}h4" stroke="${COLOURS.quiet}"/><text x="${left + 21}" y="${at + 4}" fill="${COLOURS.quiet}" font-size="12">${tickText(value)}</text>`;
  });
  const name = units === '' ? '' : `<title>${units.replace(/[<>&]/g, '')}</title>`;
  return `<g>${name}<image x="${left}" y="${area.top}" width="14" height="${area.height}" preserveAspectRatio="none" href="data:image/png;base64,${png.toString('base64')}"/><rect x="${left}" y="${area.top}" width="14" height="${area.height}" fill="none" stroke="${COLOURS.quiet}"/>${ticks.join('')}</g>`;
}

function barTicks({ low, high, logarithmic }: Range): { share: number; value: number }[] {
  if (!logarithmic)
    return niceScale(low, high, 5).ticks.map((value) => ({
      value,
      share: (value - low) / (high - low),
    }));
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / 6));
  const powers = Array.from(
    { length: Math.floor((last - first) / every) + 1 },
    (_, i) => first + i * every,
  );
  return powers.map((power) => ({
    value: 10 ** power,
    share: Math.log(10 ** power / low) / Math.log(high / low),
  }));
}

/** Dark blue over green to yellow: even steps of lightness, told apart by people who see colours differently. */
const ANCHORS = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
] as const;

type Rgb = readonly [number, number, number];
const PALETTE: readonly Rgb[] = Array.from({ length: 240 }, (_, i): Rgb => {
  const at = (i / 239) * (ANCHORS.length - 1);
  const below = Math.min(Math.floor(at), ANCHORS.length - 2);
  const part = at - below;
  const mix = (channel: 0 | 1 | 2): number => {
    const [from, to] = [ANCHORS[below]?.[channel] ?? 0, ANCHORS[below + 1]?.[channel] ?? 0];
    return Math.round(from + (to - from) * part);
  };
  return [mix(0), mix(1), mix(2)];
});
