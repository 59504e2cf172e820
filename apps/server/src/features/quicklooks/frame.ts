// What every plot has around its values: ground, title, axes with units, hours in UTC, reports and
// the key of its marks.

import { CODES } from '@isobar/contract/quality/classes.ts';
import type { Theme } from '@isobar/contract/quicklooks/palette.ts';
import { axisText, type Scale } from '@isobar/contract/quicklooks/scale.ts';
import {
  type Area as Box,
  cross,
  type Place,
  ring,
  round,
  x,
  y,
} from '@isobar/contract/quicklooks/trace.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import { htmlText } from '../../platform/text/html-text.ts';
import type { Picture } from './picture.ts';
import type { PlotJob } from './plot-job.ts';

/** Pixels; `picture`: of the whole. */
export type Area = Box & { readonly picture: { readonly width: number; readonly height: number } };

/** The colours of the portal's design tokens. */
export const INKS = {
  light: {
    paper: '#ffffff',
    ink: '#16222a',
    quiet: '#4b5b65',
    rule: '#d9dfe1',
    line: '#0b5c7a',
    bad: '#9c150c',
    indeterminate: '#8f5f00',
    incorrect: '#9c150c',
    suspect: '#bf7c00',
    missing: '#6b7a83',
  },
  dark: {
    paper: '#10191e',
    ink: '#e4ebee',
    quiet: '#9dadb6',
    rule: '#25323a',
    line: '#7cc6de',
    bad: '#ff8f7d',
    indeterminate: '#f0b543',
    incorrect: '#ff8f7d',
    suspect: '#b98528',
    missing: '#8799a4',
  },
} as const satisfies Record<Theme, object>;

export const NOTHING = 'No valid values on this day.';

/** `bar`: leaves room at the right for a colour bar or the launches. */
export function areaOf(size: PlotJob['size'], bar: boolean): Area {
  if (size === 'small') {
    const picture = { width: 240, height: 132 };
    return { picture, left: 50, top: 5, width: 185, height: 122 };
  }
  const picture = { width: 760, height: 320 };
  return { picture, left: 74, top: 52, width: bar ? 596 : 668, height: 216 };
}

export type Frame = {
  readonly picture: Picture;
  readonly area: Area;
  /** The scale of the vertical axis; null where nothing was measured. */
  readonly scale: Scale | null;
  /** Name of the vertical axis with its units. */
  readonly axis: string;
  /** Share of the height at which a value lies, from the bottom. */
  readonly place: Place;
  /** Marks that were drawn, for the key. */
  readonly key: readonly ('bad' | 'indeterminate')[];
  /** The horizontal axis where it is not the hours of the day. */
  readonly below?: {
    readonly title: string;
    readonly ticks: readonly { readonly share: number; readonly text: string }[];
  };
};

/** The whole picture around `content`. Attributes only: pages with a strict policy show it too. */
export function framed(frame: Frame, content: string): string {
  const { area } = frame;
  const { job, day, theme } = frame.picture;
  const inks = INKS[theme];
  const { picture } = area;
  const name = `${job.variable} of ${job.datastream}, ${formatDay(job.day)} UTC${day.longName ? `: ${day.longName}` : ''}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${picture.width} ${picture.height}" width="${picture.width}" height="${picture.height}" role="img" font-family="'Source Sans 3', 'Helvetica Neue', Arial, sans-serif" font-size="13" fill="${inks.ink}">`,
    `<title>${htmlText(name)}</title>`,
    hatch(theme),
    `<clipPath id="area"><rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}"/></clipPath>`,
    `<rect width="${picture.width}" height="${picture.height}" fill="${inks.paper}"/>`,
    grid(frame),
    content,
    reportsOf(frame),
    `<rect x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" fill="none" stroke="${inks.quiet}"/>`,
    job.size === 'full' ? words(frame) : numbers(frame),
    '</svg>',
  ].join('');
}

/** The text in place of values where there are none. */
export const nothingText = (area: Area, text: string, theme: Theme): string =>
  `<text x="${area.left + area.width / 2}" y="${area.top + area.height / 2 + 5}" text-anchor="middle" fill="${INKS[theme].quiet}">${htmlText(text)}</text>`;

const hatch = (theme: Theme): string =>
  `<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
  `<rect width="5" height="5" fill="${INKS[theme].paper}"/><rect width="2.5" height="5" fill="${INKS[theme].bad}"/></pattern>` +
  `<pattern id="rails" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 2.5h5" stroke="${INKS[theme].suspect}" stroke-width="1.2"/></pattern>`;

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

function downTicks({ picture, below }: Frame): readonly { share: number; text: string }[] {
  if (below) return [...below.ticks];
  const hours = HOURS.filter((hour) => picture.job.size === 'full' || hour % 6 === 0);
  return hours.map((hour) => ({ share: hour / 24, text: String(hour).padStart(2, '0') }));
}

function grid(frame: Frame): string {
  const { area, scale, place, picture } = frame;
  const down = downTicks(frame).map(({ share }) => `M${x(area, share)} ${area.top}v${area.height}`);
  const across = (scale?.ticks ?? []).map(
    (tick) => `M${area.left} ${y(area, place(tick))}h${area.width}`,
  );
  return `<path d="${[...down, ...across].join('')}" stroke="${INKS[picture.theme].rule}" fill="none"/>`;
}

/**
 * Reports of these classes are drawn over the values they speak of, each class with a shape of its
 * own.
 */
const DRAWN = new Map<number, 'incorrect' | 'suspect' | 'missing'>([
  [CODES.incorrect, 'incorrect'],
  [CODES.suspect, 'suspect'],
  [CODES.missing, 'missing'],
]);
/** Names of reports closer together than this would lie over each other, in pixels. */
const NAME_WIDTH = 70;

function reportsOf({ area, picture: { reports, theme, job }, below }: Frame): string {
  let named = Number.NEGATIVE_INFINITY;
  return (reports ?? [])
    .map(({ id, code, from, to }) => {
      const kind = DRAWN.get(code);
      if (!kind) return '';
      const ink = INKS[theme][kind];
      // Against height there is no time: the report is a bar at the left edge.
      const left = below ? area.left : x(area, Math.max(0, from) / DAY_SECONDS);
      const end = below ? left + 6 : x(area, Math.min(DAY_SECONDS, to + 1) / DAY_SECONDS);
      const width = Math.max(1.5, round(end - left));
      const span = `x="${left}" width="${width}"`;
      const [top, height] = [area.top, area.height];
      const shape = {
        incorrect: `<rect ${span} y="${top}" height="6" fill="${ink}"/><rect ${span} y="${top + height - 6}" height="6" fill="${ink}"/><rect ${span} y="${top}" height="${height}" fill="${ink}" fill-opacity=".22"/>`,
        suspect: `<rect ${span} y="${top}" height="${height}" fill="url(#rails)" fill-opacity=".6"/><rect ${span} y="${top}" height="3" fill="${ink}"/><rect ${span} y="${top + height - 3}" height="3" fill="${ink}"/>`,
        missing: `<rect ${span} y="${top + 2}" height="${height - 4}" fill="none" stroke="${ink}" stroke-width="1.4"/>`,
      }[kind];
      const isNamed = job.size === 'full' && left - named >= NAME_WIDTH;
      if (isNamed) named = left;
      const text = isNamed
        ? `<text x="${left + 4}" y="${top + 20}" font-size="12" font-weight="600" fill="${ink}" stroke="${INKS[theme].paper}" stroke-width="3" paint-order="stroke">${htmlText(id)}</text>`
        : '';
      return `<g><title>${htmlText(`${id}: ${kind}`)}</title>${shape}${text}</g>`;
    })
    .join('');
}

function words(frame: Frame): string {
  const { area, scale, axis, place, key, below, picture } = frame;
  const { job, day, theme } = picture;
  const bottom = area.top + area.height;
  const quiet = `fill="${INKS[theme].quiet}"`;
  const hours = downTicks(frame).map(
    ({ share, text }) =>
      `<text x="${x(area, share)}" y="${bottom + 18}" text-anchor="middle" ${quiet}>${htmlText(text)}</text>`,
  );
  const ticks = (scale?.ticks ?? []).map(
    (tick) =>
      `<text x="${area.left - 8}" y="${y(area, place(tick)) + 4}" text-anchor="end" ${quiet}>${axisText(tick)}</text>`,
  );
  const title = [day.longName, day.units && `(${day.units})`].filter(Boolean).join(' ');
  const middle = area.top + area.height / 2;
  const thinned = day.every > 1 ? ` · one of ${day.every} samples` : '';
  return [
    `<text x="${area.left}" y="21" font-size="15" font-weight="600">${htmlText(cut(title || job.variable, 84))}</text>`,
    `<text x="${area.left}" y="40" ${quiet}>${htmlText(`${job.datastream} · ${job.variable} · ${formatDay(job.day)}${thinned}`)}</text>`,
    keyOf(key, area, theme),
    ...hours,
    ...ticks,
    `<text x="${area.left + area.width}" y="${bottom + 38}" text-anchor="end" ${quiet}>${htmlText(cut(below?.title ?? 'hours UTC', 40))}</text>`,
    `<text transform="translate(17 ${middle}) rotate(-90)" text-anchor="middle" ${quiet}>${htmlText(cut(axis, 34))}</text>`,
  ].join('');
}

/** Letters that fit beside a small picture. */
const MOST_LETTERS = 8;

/** The vertical axis of a small picture. The upper number has the unit, where both are short. */
function numbers({ area, scale, place, picture: { day, theme } }: Frame): string {
  const ticks = scale?.ticks ?? [];
  const { samples, units } = day;
  const unit = samples && samples.kind !== 'line' ? samples.axis.units : units;
  return ticks
    .map((tick, n) => {
      const middle = y(area, place(tick)) + 4;
      const at = round(Math.min(area.top + area.height, Math.max(area.top + 8, middle)));
      const whole = `${axisText(tick)} ${unit}`;
      const isLast = n === ticks.length - 1;
      const text = isLast && whole.length <= MOST_LETTERS ? whole.trim() : axisText(tick);
      return `<text x="${area.left - 4}" y="${at}" text-anchor="end" font-size="11" fill="${INKS[theme].quiet}">${htmlText(text)}</text>`;
    })
    .join('');
}

/** The marks in words, below the picture at the left. */
function keyOf(key: Frame['key'], area: Area, theme: Theme): string {
  const at = area.top + area.height + 38;
  let left = area.left;
  return key
    .map((mark) => {
      const sign = mark === 'bad' ? cross(left + 5, at - 4) : ring(left + 5, at - 4);
      const text = mark === 'bad' ? 'fails a quality check (bad)' : 'quality indeterminate';
      const drawn = `${stroked(sign, mark, theme)}<text x="${left + 15}" y="${at}" fill="${INKS[theme].quiet}">${text}</text>`;
      left += 190;
      return drawn;
    })
    .join('');
}

export const stroked = (path: string, mark: 'bad' | 'indeterminate', theme: Theme): string =>
  path === ''
    ? ''
    : `<path d="${path}" fill="none" stroke="${INKS[theme][mark]}" stroke-width="1.6"/>`;

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
