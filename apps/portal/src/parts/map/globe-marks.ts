// What a globe shows: marks by kind of site, the names of a few that do not hide each other, and
// where it is night.

import { type GeoProjection, geoCircle, geoDistance } from 'd3-geo';
import type { MarkKind } from '../../lib/places/sites.ts';
import type { Dot } from './place-globe.tsx';

export type SiteDot = Dot & {
  readonly kind: MarkKind;
  /** Decides whose name is written: larger goes first. */
  readonly weight: number;
  /** With a ring around its mark. */
  readonly ringed?: boolean;
};

type Spot = readonly [x: number, y: number];

/** Distinguished by shape as on the map: disc, triangle, ring, diamond. */
export function markPath(kind: MarkKind, [x, y]: Spot, r: number): string {
  const circle = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  switch (kind) {
    case 'site':
    case 'inactive':
      return circle;
    case 'mobile':
      return `M${x} ${y - 1.2 * r}L${x + 1.15 * r} ${y + 0.85 * r}L${x - 1.15 * r} ${y + 0.85 * r}Z`;
    case 'other':
      return `M${x} ${y - 1.3 * r}L${x + 1.3 * r} ${y}L${x} ${y + 1.3 * r}L${x - 1.3 * r} ${y}Z`;
  }
}

/** A ring around a mark. */
export const ringPath = ([x, y]: Spot): string => markPath('site', [x, y], RING);
const RING = 10;

export type Seen = { readonly dot: SiteDot; readonly at: Spot };

/**
 * The dots on the visible side, with their pixels; the weightiest last, so that they are drawn over
 * the others.
 */
export function seenOf(dots: readonly SiteDot[], projection: GeoProjection): readonly Seen[] {
  const [lon = 0, lat = 0] = projection.rotate().map((turned) => -turned);
  return dots
    .filter(({ at }) => geoDistance([at.lon, at.lat], [lon, lat]) < Math.PI / 2 - 0.05)
    .flatMap((dot) => {
      const at = projection([dot.at.lon, dot.at.lat]);
      return at ? [{ dot, at }] : [];
    })
    .sort((a, b) => a.dot.weight - b.dot.weight);
}

export type Label = Seen & { readonly side: 1 | -1; readonly text: string };

const LETTER = 8;
const LINE = 15;
/** From the middle of a mark to its name: free of its ring. */
export const BESIDE = 13;

/** Longer names end with an ellipsis. */
const LONGEST = 26;
const shortened = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name;

/**
 * Names beside their marks, at the right or at the left, the weightiest first; one that would hide
 * another, or leave a picture of this width, is left out.
 */
export function labelsOf(seen: readonly Seen[], most: number, width: number): readonly Label[] {
  const taken = seen.map(({ dot, at: [x, y] }): Box => {
    const r = dot.ringed ? RING + 1 : 4;
    return [x - r, y - r, x + r, y + r];
  });
  const labels: Label[] = [];
  for (const one of seen.toReversed()) {
    if (labels.length === most) break;
    const [x, y] = one.at;
    const text = shortened(one.dot.key);
    const wide = text.length * LETTER;
    for (const side of [1, -1] as const) {
      const left = side === 1 ? x + BESIDE : x - BESIDE - wide;
      const box = [left, y - LINE / 2, left + wide, y + LINE / 2] as const;
      if (box[0] < 0 || box[2] > width || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      labels.push({ ...one, side, text });
      break;
    }
  }
  return labels;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

const overlap = (a: Box, b: Box): boolean =>
  a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const DAY_MS = 86_400_000;
const TILT = 23.44;

/** Where the sun is overhead, to within a degree or two. */
export function sunAt(when: Date): { readonly lat: number; readonly lon: number } {
  const year = Date.UTC(when.getUTCFullYear(), 0, 1);
  const day = (when.getTime() - year) / DAY_MS;
  const angle = (2 * Math.PI * (day - 81)) / 365.25;
  const minutesAhead = 9.87 * Math.sin(2 * angle) - 7.53 * Math.cos(angle) - 1.5 * Math.sin(angle);
  const hours = (day % 1) * 24 + minutesAhead / 60;
  return { lat: TILT * Math.sin(angle), lon: 15 * (12 - hours) };
}

/** The half of the earth that has night. */
export function nightAt(when: Date) {
  const { lat, lon } = sunAt(when);
  return geoCircle()
    .center([lon + 180, -lat])
    .radius(90)
    .precision(2)();
}
