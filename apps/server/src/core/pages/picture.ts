// Pictures of a page that need no script: the record in time with its reports, and where it was
// measured.
import { formatDay, parseInstant } from '@isobar/contract/time.ts';
import { type Html, html } from '../../platform/text/html.ts';
import { groundPath } from './ground.ts';
import type { ThingPlace } from './thing.ts';

export interface Mark {
  /** Seconds UTC; null: still going on. */
  readonly start: number;
  readonly end: number | null;
  readonly className: 'missing' | 'suspect' | 'incorrect' | 'note' | 'framed';
}

const WIDTH = 1000;
const YEAR = 31_556_952;

/** Bars by class: heights tell them apart as well as colours do. */
const BARS: Readonly<Record<Mark['className'], readonly [y: number, height: number]>> = {
  missing: [18, 8],
  suspect: [15, 14],
  incorrect: [12, 20],
  note: [31, 2],
  framed: [8, 28],
};

/**
 * The record from its first to its last sample, and what reports say of it. Beyond MOST marks the
 * picture is full anyway.
 */
export function timelinePicture(
  start: number,
  end: number,
  marks: readonly Mark[],
  label: string,
): Html {
  const length = Math.max(1, end - start);
  const x = (at: number): number =>
    Math.round((Math.min(Math.max(at - start, 0), length) / length) * WIDTH * 10) / 10;
  const bars = marks.slice(0, MOST).map((mark) => {
    const [y, height] = BARS[mark.className];
    const from = x(mark.start);
    const width = Math.max(1.5, x(mark.end ?? end) - from);
    return html`<rect class="${mark.className}" x="${from}" y="${y}" width="${Math.round(width * 10) / 10}" height="${height}"/>`;
  });
  const first = Number(formatDay(start).slice(0, 4)) + 1;
  const last = Number(formatDay(end).slice(0, 4));
  const step = Math.max(1, Math.ceil(length / YEAR / 12));
  const ticks = [];
  for (let year = Math.ceil(first / step) * step; year <= last; year += step) {
    const at = x((parseInstant(`${String(year).padStart(4, '0')}-01-01`) ?? start) as number);
    ticks.push(
      html`<line x1="${at}" y1="38" x2="${at}" y2="43"/><text x="${Math.min(at, WIDTH - 36)}" y="57">${year}</text>`,
    );
  }
  return html`<svg class="timeline" viewBox="0 0 1000 62" role="img" aria-label="${label}"><rect class="routine" x="0" y="18" width="1000" height="8"/>${bars}${ticks}</svg>`;
}

const MOST = 2000;

/** A map of places as dots, north up, with degrees along its edges. */
export function placesPicture(places: readonly ThingPlace[]): Html | null {
  if (places.length === 0) return null;
  const latitudes = places.map((place) => place.latitude);
  const longitudes = places.map((place) => place.longitude);
  const { west, south, east, north } = windowAround(latitudes, longitudes);
  const x = (longitude: number): number =>
    Math.round(((longitude - west) / (east - west)) * 3000) / 10;
  const y = (latitude: number): number =>
    Math.round(((north - latitude) / (north - south)) * 1600) / 10;
  const ground = groundPath({ west, south, east, north }, x, y);
  const dots = places
    .slice(0, 500)
    .map(
      (place) =>
        html`<circle cx="${x(place.longitude)}" cy="${y(place.latitude)}" r="4.5"><title>${place.name}</title></circle>`,
    );
  const label =
    places.length === 1
      ? `At ${degrees(places[0]?.latitude ?? 0, 'N', 'S')}, ${degrees(places[0]?.longitude ?? 0, 'E', 'W')}`
      : `${places.length} places`;
  return html`<svg class="places" viewBox="-4 -4 308 184" role="img" aria-label="${label}"><svg width="300" height="160"><rect width="300" height="160"/><path class="land" d="${ground}"/>${dots}</svg><text x="0" y="176">${whole(west, 'E', 'W')}</text><text x="150" y="176" text-anchor="middle">${whole(south, 'N', 'S')} to ${whole(north, 'N', 'S')}</text><text x="300" y="176" text-anchor="end">${whole(east, 'E', 'W')}</text></svg>`;
}

/** Degrees of longitude that a map shows at least: as far as the next coasts and borders. */
const LEAST_WIDTH = 36;

/** A window around some places, as wide as high in kilometres on its middle parallel. */
function windowAround(latitudes: readonly number[], longitudes: readonly number[]) {
  const middle = (all: readonly number[]): number => (Math.min(...all) + Math.max(...all)) / 2;
  const [latitude, longitude] = [middle(latitudes), middle(longitudes)];
  // A degree of longitude is shorter towards the poles; there, maps are as wide as they would be at
  // 70 degrees.
  const shorter = Math.max(0.34, Math.cos((latitude * Math.PI) / 180));
  const width = Math.max(
    LEAST_WIDTH / shorter / 1.2,
    1.3 * spread(longitudes),
    (1.3 * spread(latitudes) * (300 / 160)) / shorter,
  );
  const height = Math.min(180, width * (160 / 300) * shorter);
  const south = Math.min(90 - height, Math.max(-90, latitude - height / 2));
  const east = longitude + Math.min(360, width) / 2;
  return { west: longitude - Math.min(360, width) / 2, south, east, north: south + height };
}

const spread = (all: readonly number[]): number => Math.max(...all) - Math.min(...all);

/** Whole degrees; east of 180 is west again. */
const whole = (value: number, positive: string, negative: string): string => {
  const round = Math.round(positive === 'E' ? ((((value + 180) % 360) + 360) % 360) - 180 : value);
  return `${Math.abs(round)}° ${round < 0 ? negative : positive}`;
};

export const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
