// What every plot has around its values: paper, title, axes with units, hours in UTC, the quality strip and its key.
import { formatDay } from '@isobar/contract/time.ts';
import { htmlText } from '../../platform/html-text.ts';
import type { PlotJob } from './plot-job.ts';
import { type Scale, tickText } from './scale.ts';

/** Pixels. `left` and `top`: of the area of values within the picture. */
export type Area = {
  readonly picture: { readonly width: number; readonly height: number };
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export const COLOURS = {
  paper: '#ffffff',
  ink: '#16222a',
  quiet: '#4b5b65',
  rule: '#d9dfe1',
  line: '#0b5c7a',
  bad: '#bf3527',
  indeterminate: '#8f5f00',
} as const;

/** `bar`: leaves room for a colour bar at the right. */
export function areaOf(size: PlotJob['size'], bar: boolean): Area {
  if (size === 'small') {
    const picture = { width: 240, height: 132 };
    return { picture, left: 5, top: 5, width: 230, height: 122 };
  }
  const picture = { width: 760, height: 320 };
  return { picture, left: 74, top: 52, width: bar ? 596 : 668, height: 216 };
}

export type Frame = {
  readonly job: PlotJob;
  readonly area: Area;
  readonly longName: string;
  readonly units: string;
  /** Of the vertical axis; null where nothing was measured. */
  readonly scale: Scale | null;
  /** Name of the vertical axis with its units. */
  readonly axis: string;
  /** Share of the height at which a value lies, from the bottom. */
  readonly place: (value: number) => number;
  /** Marks that were drawn, for the key. */
  readonly key: readonly ('bad' | 'indeterminate')[];
};

/** The whole picture around `content`. Attributes only: pages with a strict policy show it too. */
export function framed(frame: Frame, content: string): string {
  const { job, area, longName } = frame;
  const { picture } = area;
  const name = `${job.variable} of ${job.datastream}, ${formatDay(job.day)} UTC${longName ? `: ${longName}` : ''}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${picture.width} ${picture.height}" width="${picture.width}" height="${picture.height}" role="img" font-family="'Source Sans 3', 'Helvetica Neue', Arial, sans-serif" font-size="13" fill="${COLOURS.ink}">`,
    `<title>${htmlText(name)}</title>`,
    HATCH,
    `<clipPath id="area"><rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}"/></clipPath>`,
    `<rect width="${picture.width}" height="${picture.height}" fill="${COLOURS.paper}"/>`,
    grid(frame),
    content,
    `<rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" fill="none" stroke="${COLOURS.quiet}"/>`,
    job.size === 'full' ? words(frame) : '',
    '</svg>',
  ].join('');
}

/** What stands in place of values where there are none. */
export const nothingText = (area: Area, text: string): string =>
  `<text x="${area.left + area.width / 2}" y="${area.top + area.height / 2 + 5}" text-anchor="middle" fill="${COLOURS.quiet}">${htmlText(text)}</text>`;

const HATCH =
  `<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
  `<rect width="5" height="5" fill="${COLOURS.paper}"/><rect width="2.5" height="5" fill="${COLOURS.bad}"/></pattern>`;

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

function grid({ job, area, scale, place }: Frame): string {
  const hours = HOURS.filter((hour) => job.size === 'full' || hour % 6 === 0);
  const down = hours.map((hour) => `M${x(area, hour / 24)} ${area.top}v${area.height}`);
  const across = (scale?.ticks ?? []).map(
    (tick) => `M${area.left} ${y(area, place(tick))}h${area.width}`,
  );
  return `<path d="${[...down, ...across].join('')}" stroke="${COLOURS.rule}" fill="none"/>`;
}

function words({ job, area, longName, units, scale, axis, place, key }: Frame): string {
  const bottom = area.top + area.height;
  const quiet = `fill="${COLOURS.quiet}"`;
  const hours = HOURS.map(
    (hour) =>
      `<text x="${x(area, hour / 24)}" y="${bottom + 18}" text-anchor="middle" ${quiet}>${String(hour).padStart(2, '0')}</text>`,
  );
  const ticks = (scale?.ticks ?? []).map(
    (tick) =>
      `<text x="${area.left - 8}" y="${y(area, place(tick)) + 4}" text-anchor="end" ${quiet}>${tickText(tick)}</text>`,
  );
  const title = [longName, units && `(${units})`].filter(Boolean).join(' ');
  const middle = area.top + area.height / 2;
  return [
    `<text x="${area.left}" y="21" font-size="15" font-weight="600">${htmlText(cut(title || job.variable, 84))}</text>`,
    `<text x="${area.left}" y="40" ${quiet}>${htmlText(`${job.datastream} · ${job.variable} · ${formatDay(job.day)}`)}</text>`,
    keyOf(key, area),
    ...hours,
    ...ticks,
    `<text x="${area.left + area.width}" y="${bottom + 38}" text-anchor="end" ${quiet}>hours UTC</text>`,
    `<text transform="translate(17 ${middle}) rotate(-90)" text-anchor="middle" ${quiet}>${htmlText(cut(axis, 34))}</text>`,
  ].join('');
}

/** The marks in words, below the picture at the left. */
function keyOf(key: Frame['key'], area: Area): string {
  const at = area.top + area.height + 38;
  let left = area.left;
  return key
    .map((mark) => {
      const sign = mark === 'bad' ? cross(left + 5, at - 4) : ring(left + 5, at - 4);
      const text = mark === 'bad' ? 'fails a quality check (bad)' : 'quality indeterminate';
      const drawn = `${stroked(sign, mark)}<text x="${left + 15}" y="${at}" fill="${COLOURS.quiet}">${text}</text>`;
      left += 190;
      return drawn;
    })
    .join('');
}

/** Marks differ by shape as well as by colour. */
export const cross = (cx: number, cy: number): string =>
  `M${round(cx - 3.5)} ${round(cy - 3.5)}l7 7m0-7l-7 7`;
export const ring = (cx: number, cy: number): string =>
  `M${round(cx - 3.5)} ${round(cy)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0`;
export const stroked = (path: string, mark: 'bad' | 'indeterminate'): string =>
  path === '' ? '' : `<path d="${path}" fill="none" stroke="${COLOURS[mark]}" stroke-width="1.6"/>`;

/** Pixels of a share of the day, and of a share of the height from the bottom. */
export const x = (area: Area, share: number): number => round(area.left + share * area.width);
export const y = (area: Area, share: number): number => round(area.top + (1 - share) * area.height);
export const round = (pixels: number): number => Math.round(pixels * 10) / 10;

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
